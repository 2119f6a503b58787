"""A page about one result: self-contained HTML with what a person wants to look at first."""

import base64
import html
import io
from pathlib import Path

import numpy as np

from blurry_edges._version import __version__
from blurry_edges.estimator import DepthResult
from blurry_edges.typing import Array, Float
from blurry_edges.viz.overview import Panel, draw_panel, panels

__all__ = ["write_report"]

_STYLE = """
body{font-family:system-ui,sans-serif;max-width:1200px;margin:2em auto;padding:0 1em;color:#222;background:#fff}
h1{font-size:1.4em}h2{font-size:1.1em;margin-top:2em}
figure{display:inline-block;margin:.5em;vertical-align:top}figcaption{text-align:center;font-size:.9em}
img{max-width:100%;image-rendering:pixelated}table{border-collapse:collapse}
td,th{text-align:left;padding:.2em 1em .2em 0;vertical-align:top}th{font-weight:600}
.warning{background:#fff3cd;padding:.6em 1em;border-left:4px solid #e0a800}
"""


def write_report(
    result: DepthResult,
    minus: Float[Array, "H W 3"],
    plus: Float[Array, "H W 3"],
    facts: dict[str, str],
    path: Path,
    *,
    all_maps: bool = True,
    animation: Path | None = None,
) -> None:
    """Write the page: what was found, how sure it is, and from what it was made; `animation` is a GIF to show."""
    pictures = [_figure(panel) for panel in panels(result, minus, plus, all_maps=all_maps)]
    if animation is not None:
        pictures.append(_tag("image/gif", animation.read_bytes(), "focus swept from far to near"))
    warning = f'<p class="warning">{html.escape(result.warning)}</p>' if result.warning else ""
    rows = "".join(f"<tr><th>{html.escape(k)}</th><td>{html.escape(v)}</td></tr>" for k, v in facts.items())
    page = f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Depth from two photographs</title><style>{_STYLE}</style></head>
<body><h1>Depth from two photographs</h1>{warning}
<p>{html.escape(_summary(result))}</p>
<h2>What was found</h2>{"".join(pictures)}
<h2>How far, and how sure</h2>{_histograms(result)}
<h2>From what</h2><table>{rows}</table>
<p><small>blurry-edges {__version__}; depth is in metres, grey is unknown.</small></p></body></html>
"""
    path.write_text(page, encoding="utf-8")


def _summary(result: DepthResult) -> str:
    known = result.depth[np.isfinite(result.depth)]
    if not len(known):
        return "No pixel has a known depth."
    near, middle, far = np.quantile(known, (0.02, 0.5, 0.98))
    text = f"Depth from {near:.3f} to {far:.3f} m, half of it nearer than {middle:.3f} m"
    if np.isfinite(result.depth_sd).any():
        text += f"; typical standard deviation {100 * np.nanmedian(result.depth_sd):.1f} cm"
    unknown = 1 - len(known) / result.depth.size
    return text + (f"; {100 * unknown:.0f} % unknown." if unknown > 0.005 else ".")


def _figure(panel: Panel) -> str:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5.4, 4.4), layout="constrained")
    draw_panel(figure.subplots(), ("", *panel[1:]))
    return _tag("image/png", _png(figure), panel[0])


def _histograms(result: DepthResult) -> str:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 3), layout="constrained")
    depth_axes, sd_axes = figure.subplots(1, 2)
    depth_axes.hist(result.depth[np.isfinite(result.depth)], 80, color="#4477aa")
    depth_axes.set(xlabel="depth (m)", ylabel="pixels")
    sd = 100 * result.depth_sd[np.isfinite(result.depth_sd)]
    if len(sd):
        sd_axes.hist(sd, 80, range=(0, float(np.quantile(sd, 0.99))), color="#aa7744")
    sd_axes.set(xlabel="standard deviation (cm)", ylabel="pixels")
    return _tag("image/png", _png(figure), "")


def _png(figure) -> bytes:  # type: ignore[no-untyped-def]
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=100)
    return buffer.getvalue()


def _tag(kind: str, data: bytes, caption: str) -> str:
    encoded = base64.b64encode(data).decode("ascii")
    text = html.escape(caption)
    return f'<figure><img src="data:{kind};base64,{encoded}" alt="{text}"><figcaption>{text}</figcaption></figure>'
