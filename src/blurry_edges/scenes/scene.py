"""A synthetic scene: the clean images of each focus setting, and the truth behind them."""

from dataclasses import dataclass

import cv2
import numpy as np

from blurry_edges.typing import Array, Bool, Float

__all__ = ["Scene", "distance_px"]


@dataclass(frozen=True)
class Scene:
    """A rendered scene without noise; all arrays are float32 but for the boundary mask."""

    images: Float[Array, "k H W 3"]
    """Clean defocused images in 0..1, one for each focus setting; for a pair, I₋ then I₊."""
    all_in_focus: Float[Array, "H W 3"]
    """The pinhole image Q in 0..1."""
    depth_m: Float[Array, "H W"]
    """True depth in metres of the front surface at each pixel."""
    boundary: Bool[Array, "H W"]
    """Pixels on the inner rim of a visible object outline."""
    boundary_distance_px: Float[Array, "H W"]
    """Distance to the nearest boundary pixel; infinite in a scene without boundaries."""
    boundary_depth_m: Float[Array, "H W"]
    """Depth in metres of the object that owns the boundary pixel; NaN off the boundary."""


def distance_px(boundary: Bool[Array, "H W"]) -> Float[Array, "H W"]:
    """Return the distance in px of each pixel to the nearest boundary pixel; infinite without any."""
    if not boundary.any():
        return np.full(boundary.shape, np.inf, np.float32)
    elsewhere = (~boundary).astype(np.uint8)
    distance = np.asarray(cv2.distanceTransform(elsewhere, cv2.DIST_L2, cv2.DIST_MASK_PRECISE), np.float64)
    # OpenCV's last bit varies from call to call; squared distances are whole numbers, so it can be mended.
    return np.sqrt(np.round(distance**2)).astype(np.float32)
