"""Colours of depth in still pictures: one scale for all maps of a result, unknown in grey."""

from typing import Any

from blurry_edges.colors import visible_range_m
from blurry_edges.optics import Camera
from blurry_edges.typing import Array, Float

__all__ = ["depth_scale"]


def depth_scale(camera: Camera, depth_m: Float[Array, "H W"]) -> dict[str, Any]:
    """Return how matplotlib shows depth: over the part of the working range that is seen."""
    from matplotlib import colormaps

    near, far = visible_range_m(depth_m, camera.depth_range_m)
    return {"cmap": colormaps["turbo"].with_extremes(bad="0.5"), "vmin": near, "vmax": far}
