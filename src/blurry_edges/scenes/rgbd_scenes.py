"""Scenes from sharp pictures with depth maps: real surfaces and real occlusion, before any camera."""

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from blurry_edges.errors import DataError
from blurry_edges.optics.camera import Camera, FocusSetting
from blurry_edges.photos.srgb import from_srgb
from blurry_edges.render.boxes import require_size
from blurry_edges.render.depth_maps import clean_rims, fill_holes, find_edges
from blurry_edges.scenes.depth_render import render_depth_map, require_least_range
from blurry_edges.scenes.layers import canvas_margin_px
from blurry_edges.scenes.planes import finite_range_m
from blurry_edges.scenes.registration import depth_shift_px, shift_depth
from blurry_edges.scenes.scene import Scene
from blurry_edges.scenes.sources import read_depth_mm, read_picture
from blurry_edges.typing import Array, Float

__all__ = ["RgbdScenes", "list_rgbd"]

DEPTH_SUFFIX = "_depth_mm.png"
_PICTURE_SUFFIXES = (".png", ".jpg", ".jpeg")
_EDGE_STEP = 0.05
"""Least step at an occlusion edge, as a share of the range of inverse depth in the crop."""
_LEAST_RELIEF = 0.08
"""Range of inverse depth over its greatest, below which a crop counts as flat: spread over the whole range of a camera,
the rounding of its depths would show."""
_TRIES = 8
_RIM_PX = 2
"""Width of the rims in which a picture mixes two surfaces, and of what registration leaves."""


@dataclass(frozen=True)
class RgbdScenes:
    """Crops of pictures with depth, their inverse depths brought into the camera's working range in order."""

    pictures: Path
    """Folder of pictures NAME.png or NAME.jpg with depths NAME_depth_mm.png: millimetres in 16 bits, 0 is unknown."""
    size: tuple[int, int] = (147, 147)
    """Height and width of the images."""
    least_range: float = 0.3
    """Least part of the camera's range, in inverse depth, over which a scene is spread."""

    def __post_init__(self) -> None:
        require_size(self.size)
        require_least_range(self.least_range)

    def render(self, rng: np.random.Generator, camera: Camera, settings: Sequence[FocusSetting] | None = None) -> Scene:
        """Draw one scene under each of `settings`; without them, under the camera's pair."""
        settings = camera.settings if settings is None else settings
        near, far = finite_range_m(camera)
        margin = canvas_margin_px(camera, settings)
        colour, inverse_depth = self._crop(rng, (self.size[0] + 2 * margin, self.size[1] + 2 * margin))
        inverse_depth = _into_range(rng, inverse_depth, (1 / far, 1 / near), self.least_range)
        edges = find_edges(inverse_depth, _EDGE_STEP * float(np.ptp(inverse_depth)) + 1e-9)
        colour = clean_rims(colour, inverse_depth, edges, _RIM_PX)
        return render_depth_map(colour, inverse_depth, edges, camera, settings, margin)

    def _crop(
        self, rng: np.random.Generator, size: tuple[int, int]
    ) -> tuple[Float[Array, "h w 3"], Float[Array, "h w"]]:
        """Draw a part of a picture at a random scale: linear colours, and inverse depth in 1/m without holes."""
        for _ in range(_TRIES):
            pairs = list_rgbd(self.pictures)
            colour, inverse_depth = _read_pair(*pairs[int(rng.integers(len(pairs)))])
            rows, columns = _window(rng, inverse_depth.shape, size)
            part = inverse_depth[rows, columns]
            if np.ptp(part) >= _LEAST_RELIEF * part.max():
                break  # else it shows a plane seen face on: once in a while, and the last try is taken as it is
        picture = colour[rows, columns]
        method = cv2.INTER_AREA if picture.shape[0] >= size[0] else cv2.INTER_CUBIC
        colour = cv2.resize(picture, size[::-1], interpolation=method).clip(0, 1)
        # Depths are not averaged: between two surfaces, there is none.
        part = cv2.resize(part, size[::-1], interpolation=cv2.INTER_NEAREST_EXACT)
        if rng.random() < 0.5:
            colour, part = colour[:, ::-1], part[:, ::-1]
        return np.ascontiguousarray(colour), np.ascontiguousarray(part)


def _window(rng: np.random.Generator, full: tuple[int, ...], size: tuple[int, int]) -> tuple[slice, slice]:
    """Draw the rows and columns of a picture that fill a canvas of `size`, at full resolution or reduced."""
    most = min(full[0] / size[0], full[1] / size[1])  # pixels of the picture along one of the canvas
    step = math.exp(rng.uniform(0, math.log(most))) if most > 1 else most
    height, width = (max(1, min(math.floor(n * step), limit)) for n, limit in zip(size, full, strict=True))
    top, left = int(rng.integers(full[0] - height + 1)), int(rng.integers(full[1] - width + 1))
    return slice(top, top + height), slice(left, left + width)


def _into_range(
    rng: np.random.Generator, inverse_depth: Float[Array, "h w"], ends: tuple[float, float], least_range: float
) -> Float[Array, "h w"]:
    """Map inverse depths linearly, in order, into a random part of the range between two `ends` in 1/m."""
    low, high = float(inverse_depth.min()), float(inverse_depth.max())
    relief = (high - low) / high
    share = rng.uniform(least_range, 1) * min(1.0, relief / _LEAST_RELIEF)
    start = rng.uniform(0, 1 - share)
    unit = (inverse_depth - low) / max(high - low, 1e-12)
    return np.asarray(ends[0] + (ends[1] - ends[0]) * (start + share * unit), np.float32)


@functools.cache
def list_rgbd(folder: Path) -> tuple[tuple[Path, Path], ...]:
    """Return the pictures of a folder that have a depth map, each with its map; the folder is read once per process."""
    if not folder.is_dir():
        raise DataError(f"{folder} is not a folder: give a folder of pictures NAME.png with NAME{DEPTH_SUFFIX}")
    try:
        depths = sorted(p for p in folder.iterdir() if p.name.endswith(DEPTH_SUFFIX))
    except OSError as error:
        raise DataError(f"cannot read the folder {folder}: {error.strerror}") from error
    if not depths:
        raise DataError(f"{folder} holds no depth maps: put files NAME.png or NAME.jpg with NAME{DEPTH_SUFFIX} there")
    return tuple((_picture_of(depth), depth) for depth in depths)


def _picture_of(depth: Path) -> Path:
    name = depth.name.removesuffix(DEPTH_SUFFIX)
    for suffix in _PICTURE_SUFFIXES:
        if (picture := depth.with_name(name + suffix)).is_file():
            return picture
    raise DataError(f"{depth} has no picture: put {name}.png or {name}.jpg beside it, or remove it")


@functools.lru_cache(maxsize=16)
def _read_pair(picture: Path, depth: Path) -> tuple[Float[Array, "h w 3"], Float[Array, "h w"]]:
    """Read linear colours and inverse depth in 1/m, holes filled."""
    colour, depth_mm = read_picture(picture), read_depth_mm(depth)
    if colour.shape[:2] != depth_mm.shape:
        raise DataError(
            f"{picture} is {colour.shape[1]} x {colour.shape[0]} px, but {depth.name} is "
            f"{depth_mm.shape[1]} x {depth_mm.shape[0]}: give both the same size"
        )
    known = depth_mm > 0
    if not known.any():
        raise DataError(f"{depth} knows no depth at all, every pixel is 0: remove it")
    inverse_depth = np.where(known, 1000 / np.maximum(depth_mm, 1), 0).astype(np.float32)
    filled = fill_holes(inverse_depth, known)
    return from_srgb(colour), shift_depth(filled, depth_shift_px(colour, filled))
