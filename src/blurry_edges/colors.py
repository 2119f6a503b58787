"""Colours of maps and pictures: arrays in, arrays or PNG files out."""

import base64
import io

import numpy as np

from blurry_edges.typing import Array, Float, UInt8

__all__ = ["depth_colors", "display", "png_data_uri", "visible_range_m"]

_DISPLAY_GAMMA = 1 / 2.2
_UNKNOWN = 128
_COLOR_MAP = "turbo"
"""Near is blue and far is red; the eye tells more steps apart than with a map of one hue."""


def visible_range_m(depth_m: Float[Array, "H W"], range_m: tuple[float, float]) -> tuple[float, float]:
    """Return the part of a working range in which all but a few of the depths are, for a scale of colours."""
    known = depth_m[np.isfinite(depth_m)]
    near, far = range_m
    if len(known):
        low, high = np.quantile(known, (0.005, 0.995)).tolist()
        near, far = min(max(near, low), high), max(min(far, high), low)
    if not np.isfinite(far):
        far = 2 * near
    return (near, far) if far > 1.001 * near else (0.98 * near, 1.02 * near)


def depth_colors(depth_m: Float[Array, "H W"], range_m: tuple[float, float]) -> UInt8[Array, "H W 3"]:
    """Return depth as colours in 8 bits, in even steps of 1/z, as blur goes; unknown is grey."""
    from matplotlib import colormaps

    near, far = visible_range_m(depth_m, range_m)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (1 / near - 1 / depth_m) / (1 / near - 1 / far)
    colors: Array = colormaps[_COLOR_MAP](np.nan_to_num(share.clip(0, 1)), bytes=True)[..., :3]
    return np.where(np.isfinite(depth_m)[..., None], colors, np.uint8(_UNKNOWN))


def display(image: Float[Array, "H W 3"]) -> Float[Array, "H W 3"]:
    """Linear light as a screen shows it; a dark photograph is brightened so that it can be seen."""
    white = max(float(np.quantile(image, 0.995)), 1e-3)
    return np.asarray((image / white).clip(0, 1) ** _DISPLAY_GAMMA)


def png_data_uri(image: UInt8[Array, "H W 3"]) -> str:
    """Return a picture in 8 bits as an address that holds it, for a page of its own."""
    from PIL import Image

    buffer = io.BytesIO()
    Image.fromarray(image).save(buffer, format="PNG")
    return "data:image/png;base64," + base64.b64encode(buffer.getvalue()).decode("ascii")
