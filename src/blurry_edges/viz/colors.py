"""Colours of depth in still pictures: one scale for all maps of a result, in even steps of 1/z; unknown in grey."""

from typing import Any

import numpy as np

from blurry_edges.colors import visible_range_m
from blurry_edges.optics import Camera
from blurry_edges.typing import Array, Float

__all__ = ["depth_scale"]


def depth_scale(camera: Camera, depth_m: Float[Array, "H W"]) -> dict[str, Any]:
    """Return how matplotlib shows depth: over the part of the working range that is seen."""
    from matplotlib import colormaps
    from matplotlib.colors import FuncNorm

    near, far = visible_range_m(depth_m, camera.depth_range_m)
    norm = FuncNorm((_share_of_depth, _share_of_depth), near, far)
    return {"cmap": colormaps["turbo"].with_extremes(bad="0.5"), "norm": norm}


def _share_of_depth(z: Float[Array, "*n"]) -> Float[Array, "*n"]:
    """Return −1/z, which grows with depth as blur goes; it is its own inverse."""
    with np.errstate(divide="ignore"):
        return -1 / np.asarray(z)
