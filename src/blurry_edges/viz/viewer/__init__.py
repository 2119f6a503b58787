"""The page that shows a result: one file that can be opened from disk or from a mail, with nothing else needed.

Its script is written in `viewer/` of the repository and bundled by `make viewer`; here the data of a result is put in.
"""

import base64
import html
import io
import json
import math
import zlib
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

import numpy as np

from blurry_edges.colors import display, visible_range_m
from blurry_edges.estimator import DepthResult
from blurry_edges.optics.camera_file import camera_to_toml
from blurry_edges.typing import Array, Float

__all__ = ["About", "viewer_page"]

_MOST_PIXELS = 1_600_000
_COLOR_MAPS = ("turbo", "viridis", "cividis", "gray")
"""cividis and viridis read alike to those who see fewer colours; turbo tells more steps apart."""
_JPEG_QUALITY = 92
_LARGEST_CODE = 65534
_SD_STEPS = 254
_SAME_SHARE = 5e-3
"""Two surfaces whose 1/z differs by less than this share of the range, or by less than the error bar, are one."""
_LAYER_STEP = 16
"""So many of the steps of depth are one of the two surfaces: still far finer than they are known."""


@dataclass(frozen=True)
class About:
    """Text of a page beside the maps."""

    verdict: str = ""
    facts: dict[str, str] = field(default_factory=dict)
    """Names and values, as a table."""
    command: str = ""
    """The command that made the result."""
    files: tuple[str, ...] = ()
    """Names of files beside the page."""


def viewer_page(
    result: DepthResult,
    minus: Float[Array, "H W 3"],
    plus: Float[Array, "H W 3"],
    about: About | None = None,
    truth_m: Float[Array, "H W"] | None = None,
) -> str:
    """Return the whole page as HTML; of pictures above 1.6 megapixels, every second pixel or fewer.

    With the true depth, that and the error of what was found are layers, too.
    """
    data = json.dumps(_data(result, minus, plus, about or About(), truth_m), allow_nan=False, separators=(",", ":"))
    parts = {name: files(__package__).joinpath(name).read_text(encoding="utf-8") for name in _PARTS}
    page = parts["page.html"].replace("/*STYLE*/", parts["page.css"])
    # Nothing in the data may end the element that holds it.
    page = page.replace("/*DATA*/", data.replace("</", "<\\/").replace("<!--", "<\\!--"))
    title = f"Depth by {html.escape(result.method)}, {html.escape(result.camera.name)}"
    return page.replace("<title>Depth from two photographs</title>", f"<title>{title}</title>").replace(
        "/*SCRIPT*/", parts["viewer.js"]
    )


_PARTS = ("page.html", "page.css", "viewer.js")


def _data(
    result: DepthResult, minus: Array, plus: Array, about: About, truth_m: Float[Array, "H W"] | None
) -> dict[str, Any]:
    step = math.ceil(math.sqrt(result.depth_m.size / _MOST_PIXELS))
    thin = (slice(None, None, step), slice(None, None, step))
    depth = result.depth_m[thin]
    layers = None if result.layers is None else [x[thin] for x in (result.layers.front_m, result.layers.back_m)]
    truth = [] if truth_m is None else [truth_m[thin]]
    low, high = _inverse_range([depth, *(layers or []), *truth], result.camera.depth_range_m)
    camera = result.camera
    data: dict[str, Any] = {
        "size": depth.shape,
        "reduced": step,
        "focal_px": camera.sensor_distance_m / camera.image_pitch_m / step,
        "inverse_depth_range": (low, high),
        "shown_range_m": visible_range_m(depth, camera.depth_range_m),
        "depth": _packed(_codes(depth, low, high)),
        "focus_m": [_focus_m(camera.focus_distance_m(setting)) for setting in camera.settings],
        "camera": {
            "sensor_distance_m": camera.sensor_distance_m,
            "image_pitch_m": camera.image_pitch_m * step,
            "aperture_sigma_m": camera.minus.aperture_sigma_m,
            "psf": camera.psf.kind,
        },
        "camera_file": camera_to_toml(camera),
        "images": {"minus": _jpeg(minus[thin]), "plus": _jpeg(plus[thin])},
        "color_maps": {name: _color_map(name) for name in _COLOR_MAPS},
        "verdict": about.verdict,
        "warning": result.warning,
        "facts": about.facts,
        "command": about.command,
        "files": about.files,
    }
    data |= _sd(result.depth_sd_m[thin])
    if truth:
        data["truth"] = _packed(_codes(truth[0], low, high))
    if result.layers is not None and layers is not None:
        data |= _layers(layers, result.layers.front_probability[thin], result.depth_sd_m[thin], low, high)
    if result.pictures is not None:
        data["images"]["sharp"] = _png(result.sharp[thin])
        data["boundary"] = _packed(np.round(255 * result.boundary[thin].clip(0, 1)).astype(np.uint8))
    return data


def _inverse_range(depths_m: list[Float[Array, "h w"]], range_m: tuple[float, float]) -> tuple[float, float]:
    """Return the range of 1/z that all maps fill."""
    known = np.concatenate([x[np.isfinite(x) & (x > 0)].ravel() for x in depths_m])
    if not len(known):
        known = np.array([z for z in range_m if math.isfinite(z)])
    low, high = 1 / float(known.max()), 1 / float(known.min())
    return (low, high) if high > low else (0.99 * low, 1.01 * high)


def _codes(depth_m: Float[Array, "h w"], low: float, high: float) -> Array:
    """1/z in 65534 even steps; 0 is unknown."""
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (1 / depth_m.astype(np.float64) - low) / (high - low)
    known = np.isfinite(share)
    return np.where(known, 1 + np.round(_LARGEST_CODE * np.nan_to_num(share).clip(0, 1)), 0).astype("<u2")


def _layers(layers: list[Array], probability: Array, sd_m: Array, low: float, high: float) -> dict[str, str]:
    """Both surfaces where there are two; elsewhere nothing, which takes next to no room."""
    front, back = (_codes(x, low, high) for x in layers)
    two = (front > 0) & (back > 0) & (np.abs(front.astype(int) - back) > _SAME_SHARE * _LARGEST_CODE)
    two &= ~(np.abs(layers[1] - layers[0]) < sd_m)  # unknown error bars hide no surface
    share = np.round(255 * probability.clip(0, 1)).astype(np.uint8)
    coarse = [(x - 1) // _LAYER_STEP * _LAYER_STEP + _LAYER_STEP // 2 for x in (front, back)]
    maps = {"front": coarse[0], "back": coarse[1], "probability": share}
    return {name: _packed(np.where(two, x, 0).astype(x.dtype)) for name, x in maps.items()}


def _sd(sd_m: Float[Array, "h w"]) -> dict[str, Any]:
    """Error bars in even steps of their logarithm; 0 is unknown."""
    known = sd_m[np.isfinite(sd_m) & (sd_m > 0)]
    if not len(known):
        return {"sd": None, "sd_log10": (0, 0), "sd_range_m": (0.001, 1.0)}
    first, last = (math.log10(float(x)) for x in (known.min(), known.max()))
    size = max((last - first) / (_SD_STEPS - 1), 1e-6)
    with np.errstate(divide="ignore", invalid="ignore"):
        code = np.round((np.log10(sd_m) - first) / size)
    codes = np.where(np.isfinite(code), 1 + np.nan_to_num(code).clip(0, _SD_STEPS - 1), 0).astype(np.uint8)
    low, high = (float(x) for x in np.quantile(known, (0.01, 0.99)))
    return {"sd": _packed(codes), "sd_log10": (first, size), "sd_range_m": (low, max(high, 1.01 * low))}


def _packed(values: Array) -> str:
    """Return a map as text; of two bytes a pixel, what its neighbours do not say, all low bytes first: a third less."""
    if values.dtype.itemsize == 2:
        for axis in (0, 1):
            values = np.diff(values, axis=axis, prepend=values.dtype.type(0))
        values = values.astype("<u2").view(np.uint8).reshape(-1, 2).T
    return base64.b64encode(zlib.compress(np.ascontiguousarray(values).tobytes(), 9)).decode("ascii")


def _focus_m(distance_m: float) -> float | None:
    """Return a focus distance that JSON can hold; beyond infinity there is none."""
    return distance_m if math.isfinite(distance_m) and distance_m > 0 else None


def _color_map(name: str) -> str:
    from matplotlib import colormaps

    colors = np.asarray(colormaps[name](np.arange(256), bytes=True))[:, :3]
    return base64.b64encode(np.ascontiguousarray(colors).tobytes()).decode("ascii")


def _png(image: Float[Array, "h w 3"]) -> str:
    return _encoded(display_bytes(image), "PNG", "image/png")


def _jpeg(image: Float[Array, "h w 3"]) -> str:
    return _encoded(display_bytes(image), "JPEG", "image/jpeg")


def display_bytes(image: Float[Array, "h w 3"]) -> Array:
    """Return linear light as a screen shows it, in 8 bits."""
    return np.round(255 * display(image)).astype(np.uint8)


def _encoded(image: Array, kind: str, media_type: str) -> str:
    from PIL import Image

    buffer = io.BytesIO()
    Image.fromarray(image).save(buffer, format=kind, quality=_JPEG_QUALITY)
    return f"data:{media_type};base64,{base64.b64encode(buffer.getvalue()).decode('ascii')}"
