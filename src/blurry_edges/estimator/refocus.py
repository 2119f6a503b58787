"""Refocusing: what a camera would have taken of a sharp image whose depth is known."""

import numpy as np

from blurry_edges.optics import Camera, FocusSetting
from blurry_edges.render.depth_maps import clean_rims, find_edges
from blurry_edges.render.slices import Slices
from blurry_edges.typing import Array, Float

__all__ = ["refocused"]

_EDGE_STEP_PX = 0.35
"""Steps of blur from which on a surface hides the one behind it, in px of σ."""
_RIM_PX = 1
"""Width of the rims along edges whose colours are those of both sides."""


def refocused(
    sharp: Float[Array, "H W 3"], depth_m: Float[Array, "H W"], camera: Camera, setting: FocusSetting
) -> Float[Array, "H W 3"]:
    """Blur each surface by the camera's PSF, those in front over those behind: no halos at occlusion edges.

    Args:
        sharp: the image without blur, linear light in 0..1.
        depth_m: depth of each pixel, with crisp edges; unknown ones are blurred as the median is.
        camera: the camera.
        setting: its optical power and aperture.

    """
    known = np.isfinite(depth_m)
    inverse_depth = 1 / np.where(known, depth_m, np.median(depth_m[known]) if known.any() else 1.0).astype(np.float32)
    blur_per_dioptre = setting.aperture_sigma_m * camera.sensor_distance_m / camera.image_pitch_m
    edges = find_edges(inverse_depth, _EDGE_STEP_PX / blur_per_dioptre)
    colour = clean_rims(sharp, inverse_depth, edges, _RIM_PX)
    image = Slices.cut(colour, inverse_depth, edges, camera, (setting,)).image(camera, setting)
    return np.asarray(image.clip(0, 1), np.float32)
