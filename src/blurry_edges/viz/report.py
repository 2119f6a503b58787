"""A page about one result: self-contained HTML with what a person wants to look at first."""

import html
from pathlib import Path

import numpy as np

from blurry_edges._version import __version__
from blurry_edges.estimator import DepthResult
from blurry_edges.viz.html import page, picture, png_bytes
from blurry_edges.viz.overview import Panel, draw_panel

__all__ = ["write_report"]


def write_report(
    result: DepthResult,
    drawn: list[Panel],
    facts: dict[str, str],
    path: Path,
    animation: Path | None = None,
) -> None:
    """Write the page: what was found, how sure it is, and from what it was made; `animation` is a GIF to show."""
    pictures = [_figure(panel) for panel in drawn]
    if animation is not None:
        pictures.append(picture("image/gif", animation.read_bytes(), "focus swept from far to near"))
    warning = f'<p class="warning">{html.escape(result.warning)}</p>' if result.warning else ""
    rows = "".join(f"<tr><th>{html.escape(k)}</th><td>{html.escape(v)}</td></tr>" for k, v in facts.items())
    body = f"""{warning}
<p>{html.escape(_summary(result))}</p>
<h2>What was found</h2>{"".join(pictures)}
<h2>How far, and how sure</h2>{_histograms(result)}
<h2>From what</h2><table>{rows}</table>
<p><small>blurry-edges {__version__}; depth is in metres, grey is unknown.</small></p>"""
    path.write_text(page("Depth from two photographs", body), encoding="utf-8")


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
    return picture("image/png", png_bytes(figure), panel[0])


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
    return picture("image/png", png_bytes(figure), "")
