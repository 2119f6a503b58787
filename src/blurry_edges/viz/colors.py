"""Colours: one scale for depth, fixed by the camera's range, unknown in grey; linear light as a screen shows it."""

from typing import Any

import numpy as np

from blurry_edges.optics import Camera
from blurry_edges.typing import Array, Float

__all__ = ["depth_scale"]


def depth_scale(camera: Camera, depth_m: Float[Array, "H W"]) -> dict[str, Any]:
    """Return how matplotlib shows depth; an infinite range ends at the farthest depth seen."""
    from matplotlib import colormaps

    near, far = camera.depth_range_m
    if not np.isfinite(far):
        known = depth_m[np.isfinite(depth_m)]
        far = max(2 * near, float(known.max())) if len(known) else 2 * near
    return {"cmap": colormaps["turbo"].with_extremes(bad="0.5"), "vmin": near, "vmax": far}
