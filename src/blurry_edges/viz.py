"""Pictures: one colour scale for depth, fixed by the camera's range, unknown in grey."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from blurry_edges.estimator import DepthResult
from blurry_edges.typing import Array, Float

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["overview"]

_DISPLAY_GAMMA = 1 / 2.2


def overview(result: DepthResult, minus: Float[Array, "H W 3"], plus: Float[Array, "H W 3"], path: Path) -> None:
    """Draw a pair and what was found in it as one picture."""
    from matplotlib.figure import Figure

    panels: list[tuple[str, Array, dict[str, Any]]] = [
        ("I₋", _display(minus), {}),
        ("I₊", _display(plus), {}),
        ("depth (m)", result.depth, _depth_scale(result)),
        ("standard deviation of depth (cm)", 100 * result.depth_sd, {"cmap": "magma", "vmin": 0}),
    ]
    if result.wedges is not None:
        panels += [
            ("boundary", result.boundary, {"cmap": "gray", "vmin": 0, "vmax": 1}),
            ("depth along boundaries (m)", result.sparse_depth, _depth_scale(result)),
            ("without blur", _display(result.sharp), {}),
            ("I₋ without noise", _display(result.denoised_minus), {}),
        ]
    rows = len(panels) // 4
    figure = Figure(figsize=(16, 4 * rows), layout="constrained")
    for axes, panel in zip(figure.subplots(rows, 4, squeeze=False).flat, panels, strict=True):
        _panel(axes, *panel)
    figure.savefig(path, dpi=100)


def _panel(axes: "Axes", title: str, image: Array, style: dict[str, Any]) -> None:
    axes.set_title(title)
    axes.set_axis_off()
    drawn = axes.imshow(image, interpolation="nearest", **style)
    if style:
        axes.figure.colorbar(drawn, ax=axes, shrink=0.8)


def _depth_scale(result: DepthResult) -> dict[str, Any]:
    from matplotlib import colormaps

    near, far = result.camera.depth_range_m
    colours = colormaps["turbo"].with_extremes(bad="0.5")
    return {"cmap": colours, "vmin": near, "vmax": far if np.isfinite(far) else float(np.nanmax(result.depth))}


def _display(image: Float[Array, "H W 3"]) -> Array:
    """Linear light as a screen shows it."""
    return np.asarray(image.clip(0, 1) ** _DISPLAY_GAMMA)
