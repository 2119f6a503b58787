"""The sRGB transfer curve (IEC 61966-2-1), both ways: files hold coded brightness, lenses add up light."""

import numpy as np

from blurry_edges.typing import Array, Float

__all__ = ["from_srgb", "to_srgb"]


def from_srgb(coded: Float[Array, "*n"]) -> Float[Array, "*n"]:
    """Return linear light in 0..1 of coded values in 0..1."""
    curved = ((np.maximum(coded, 0) + 0.055) / 1.055) ** 2.4
    return np.where(coded <= 0.04045, coded / 12.92, curved).astype(np.float32)


def to_srgb(linear: Float[Array, "*n"]) -> Float[Array, "*n"]:
    """Return coded values in 0..1 of linear light in 0..1."""
    curved = 1.055 * np.maximum(linear, 0) ** (1 / 2.4) - 0.055
    return np.where(linear <= 0.0031308, linear * 12.92, curved).astype(np.float32)
