"""A result in a notebook: picture, depth and error bar side by side, each with its scale."""

import html
from typing import TYPE_CHECKING

import numpy as np

from blurry_edges.colors import color_bar, depth_colors, display, png_data_uri, sd_colors, sd_limit_m, visible_range_m
from blurry_edges.typing import Array, UInt8

if TYPE_CHECKING:
    from blurry_edges.estimator.result import DepthResult

__all__ = ["result_html"]

_LARGEST_SHOWN_PX = 480
_BAR_STEPS = 24
_FIGURE = "margin:0;flex:1 1 240px;max-width:420px"
_IMAGE = "width:100%;image-rendering:pixelated;border-radius:4px;margin:0;display:block"
_SCALE = "height:8px;border-radius:4px;margin:4px 0 0"
_ENDS = "display:flex;justify-content:space-between;font-size:.85em"


def result_html(result: "DepthResult") -> str:
    """Return a result as HTML for a notebook: still pictures, so that it is small and needs no script."""
    step = -(-max(result.depth_m.shape) // _LARGEST_SHOWN_PX)
    thin = (slice(None, None, step), slice(None, None, step))
    depth, sd, range_m = result.depth_m[thin], result.depth_sd_m[thin], result.camera.depth_range_m
    figures = []
    if result.pictures is not None:
        shown = np.round(255 * display(result.sharp[thin])).astype(np.uint8)
        figures.append(_figure(shown, "without blur and noise"))
    near, far = visible_range_m(depth, range_m)
    bar = color_bar(_BAR_STEPS)
    figures.append(_figure(depth_colors(depth, range_m), "depth", bar, (f"{near:.3g} m", f"{far:.3g} m")))
    if np.isfinite(sd).any():
        ends = ("0", f"{100 * sd_limit_m(sd):.2g} cm or more")
        figures.append(_figure(sd_colors(sd), "error bar (1 sd)", color_bar(_BAR_STEPS, "magma"), ends))
    rows = f'<div style="display:flex;flex-wrap:wrap;gap:12px">{"".join(figures)}</div>'
    return f'<div class="blurry-edges-result"><p style="margin:0 0 8px">{_sentence(result)}</p>{rows}</div>'


def _sentence(result: "DepthResult") -> str:
    """Say in one line what was found, by what, and how sure it is."""
    height, width = result.depth_m.shape
    known = result.depth_m[np.isfinite(result.depth_m)]
    head = f"<b>DepthResult</b> by '{html.escape(result.method)}', {width} x {height} px: "
    if not len(known):
        return head + "no pixel has a known depth"
    near, far = np.quantile(known, (0.02, 0.98))
    text = f"{near:.3g} to {far:.3g} m"
    if np.isfinite(result.depth_sd_m).any():
        text += f", typical sd {100 * np.nanmedian(result.depth_sd_m):.2g} cm"
    if len(known) < result.depth_m.size:
        text += f", unknown at {1 - len(known) / result.depth_m.size:.0%} of the pixels"
    if result.warning is not None:
        text += f". <b>Warning:</b> {html.escape(result.warning)}"
    return head + text


def _figure(
    image: UInt8[Array, "h w 3"],
    title: str,
    bar: UInt8[Array, "n 3"] | None = None,
    ends: tuple[str, str] = ("", ""),
) -> str:
    """Return a picture with its title and, if it is a map, its scale of colours."""
    text = f'<figure style="{_FIGURE}"><img src="{png_data_uri(image)}" alt="{title}" style="{_IMAGE}">'
    if bar is not None:
        colors = ",".join(f"#{r:02x}{g:02x}{b:02x}" for r, g, b in bar.tolist())
        text += f'<div style="{_SCALE};background:linear-gradient(90deg,{colors})"></div>'
    text += f'<figcaption style="{_ENDS};margin:0"><span>{ends[0]}</span><span>{title}</span><span>{ends[1]}</span>'
    return text + "</figcaption></figure>"
