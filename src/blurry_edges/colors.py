"""Colours of maps and pictures: arrays in, arrays or PNG files out."""

import base64
import io

import numpy as np

from blurry_edges.typing import Array, Float, UInt8

__all__ = [
    "certainty",
    "color_bar",
    "depth_colors",
    "display",
    "png_data_uri",
    "sd_colors",
    "sd_limit_m",
    "visible_range_m",
]

_DISPLAY_GAMMA = 1 / 2.2
_UNKNOWN = 128
_FADES_FROM, _FADED_AT, _LEAST_COLOR = 0.1, 0.4, 0.15
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


def certainty(
    depth_m: Float[Array, "H W"], sd_m: Float[Array, "H W"], shown_m: tuple[float, float]
) -> Float[Array, "H W"]:
    """Return how much of its colour a depth keeps, 0.15 to 1: less where its error bar is a good part of the scale.

    A guess should not look like a finding. Both are compared in 1/z, as the colours are; unknown error bars change
    nothing.
    """
    near, far = shown_m
    with np.errstate(divide="ignore", invalid="ignore"):
        share = sd_m / depth_m**2 / (1 / near - 1 / far)
    x = np.nan_to_num((share - _FADES_FROM) / (_FADED_AT - _FADES_FROM), nan=0.0).clip(0, 1)
    return np.asarray(1 - (1 - _LEAST_COLOR) * x * x * (3 - 2 * x), np.float32)


def sd_limit_m(sd_m: Float[Array, "H W"]) -> float:
    """Return the standard deviation in metres that all but a few of the pixels stay below, for a scale of colours."""
    known = sd_m[np.isfinite(sd_m)]
    return float(np.quantile(known, 0.98)) if len(known) else 0.01


def sd_colors(sd_m: Float[Array, "H W"]) -> UInt8[Array, "H W 3"]:
    """Return a standard deviation as colours in 8 bits, from 0 to `sd_limit_m`; unknown is grey."""
    from matplotlib import colormaps

    share = (sd_m / max(sd_limit_m(sd_m), 1e-9)).clip(0, 1)
    colors: Array = colormaps["magma"](np.nan_to_num(share), bytes=True)[..., :3]
    return np.where(np.isfinite(sd_m)[..., None], colors, np.uint8(_UNKNOWN))


def color_bar(steps: int, name: str = _COLOR_MAP) -> UInt8[Array, "n 3"]:
    """Return the colours of a scale from its first to its last, in 8 bits."""
    from matplotlib import colormaps

    return np.asarray(colormaps[name](np.linspace(0, 1, steps), bytes=True))[:, :3]


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
