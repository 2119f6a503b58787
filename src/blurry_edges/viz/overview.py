"""One picture of a pair and what was found in it."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from blurry_edges.colors import certainty, display
from blurry_edges.estimator import DepthResult
from blurry_edges.typing import Array, Float
from blurry_edges.viz.colors import depth_scale

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Panel", "draw_panel", "overview", "panels"]

Panel = tuple[str, Array, dict[str, Any]]
"""Title, image, and how matplotlib shows it; an image without style is a photograph."""
_LARGEST_PANEL_PX = 1000


def overview(drawn: list[Panel], path: Path) -> None:
    """Draw the panels of a result as one picture."""
    from matplotlib.figure import Figure

    rows, (height, width) = len(drawn) // 4, drawn[0][1].shape[:2]
    # As high as the pictures are: a landscape would leave half of a square empty.
    figure = Figure(figsize=(16, rows * (min(3.6 * height / width, 8) + 0.5)), layout="constrained")
    for axes, panel in zip(figure.subplots(rows, 4, squeeze=False).flat, drawn, strict=True):
        draw_panel(axes, panel)
    figure.savefig(path, dpi=100)


def panels(result: DepthResult, minus: Float[Array, "H W 3"], plus: Float[Array, "H W 3"]) -> list[Panel]:
    """Return the panels of a result, a multiple of four; all depths have the same colours."""
    step = -(-max(result.depth.shape) // _LARGEST_PANEL_PX)  # of large images, every second pixel or fewer
    shown = (slice(None, None, step), slice(None, None, step))
    scale = depth_scale(result.camera, result.depth[shown])
    depth, sd = result.depth[shown], result.depth_sd[shown]
    faded = certainty(depth, sd, (scale["norm"].vmin, scale["norm"].vmax))
    found: list[Panel] = [
        ("I₋", display(minus[shown]), {}),
        ("I₊", display(plus[shown]), {}),
        ("depth (m), grey where it is uncertain", depth, scale | {"alpha": faded}),
        ("standard deviation of depth (cm)", 100 * sd, _sd_scale(result)),
    ]
    if result.pictures is not None:
        found += [
            ("boundary", result.boundary[shown], {"cmap": "gray", "vmin": 0, "vmax": 1}),
            ("depth along boundaries (m)", result.sparse_depth[shown], scale),
            ("without blur", display(result.sharp[shown]), {}),
            ("I₋ without noise", display(result.denoised_minus[shown]), {}),
        ]
    return found


def _sd_scale(result: DepthResult) -> dict[str, Any]:
    """Colours up to what all but a few pixels have."""
    known = 100 * result.depth_sd[np.isfinite(result.depth_sd)]
    return {"cmap": "magma", "vmin": 0, "vmax": float(np.quantile(known, 0.98)) if len(known) else 1.0}


def draw_panel(axes: "Axes", panel: Panel) -> None:
    """Draw one panel, with a colour bar where it is a map."""
    from matplotlib.cm import ScalarMappable

    title, image, style = panel
    axes.set_title(title)
    axes.set_axis_off()
    if "alpha" in style:
        axes.imshow(np.full((*image.shape, 3), 0.5), interpolation="nearest")
    drawn = axes.imshow(image, interpolation="nearest", **style)
    if style:
        scale = ScalarMappable(drawn.norm, drawn.cmap)  # which does not fade as the picture does
        axes.figure.colorbar(scale, ax=axes, shrink=0.8)
