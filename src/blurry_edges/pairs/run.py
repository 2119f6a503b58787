"""One pair of files becomes one folder of results."""

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from blurry_edges.align import align
from blurry_edges.errors import ImageError
from blurry_edges.estimator import DepthResult, Estimator
from blurry_edges.estimator.fused import FusedEstimator
from blurry_edges.estimator.pair import read_pair
from blurry_edges.estimator.plausibility import plausibility
from blurry_edges.io import Gamma, Photo, load_photo, output_folder, write_result
from blurry_edges.optics import Camera
from blurry_edges.viz import overview, refocus_gif, write_report

__all__ = ["Development", "balanced", "estimate_pair"]

_ALL_MAPS_BELOW_PX = 1_500_000
_ANIMATION_BELOW_PX = 500_000
_SATURATED_REFUSED, _SATURATED_WARNED = 0.5, 0.05
_NOTABLE_GAIN, _LARGEST_GAIN = 0.003, 1.5


@dataclass(frozen=True)
class Development:
    """How photographs become light, and light becomes files."""

    gamma: Gamma = "auto"
    white_level: float | None = None
    black_level: float = 0.0
    photon_level: float | None = None
    read_noise: float | None = None
    aligned: bool = False
    """Align the photographs first."""
    tile_px: int | None = None
    maps: Literal["auto", "all", "depth"] = "auto"
    """`auto` leaves out the paper's maps of images above 1.5 megapixels, and the sweep above half a megapixel."""
    overwrite: bool = False
    checked: bool = True
    """Refuse photographs that seem swapped or moved."""


def estimate_pair(
    minus_path: Path, plus_path: Path, camera: Camera, estimator: Estimator, how: Development, output: Path
) -> tuple[DepthResult, list[str]]:
    """Estimate a pair and write its folder; returns the result and what there is to say about it."""
    photos = [
        load_photo(path, gamma=how.gamma, white_level=how.white_level, black_level=how.black_level)
        for path in (minus_path, plus_path)
    ]
    _require_two_photos(*photos)
    if how.checked:
        _require_order(photos[0], photos[1], camera)
    minus, plus = (photo.image for photo in photos)
    said = [f"{photo.path.name}: {photo.exif.describe()}" for photo in photos if photo.exif.describe() != "no EXIF"]
    said += [
        f"warning: {x:.0%} of {p.path.name} is saturated"
        for p in photos
        if (x := p.saturated_share) > _SATURATED_WARNED
    ]
    facts: dict[str, Any] = {"files": [str(minus_path), str(plus_path)]}
    described = "; ".join(map(_describe, photos))
    del photos  # what follows makes copies of large images, and these are not needed any more
    if how.aligned:
        size = (minus.shape[0], minus.shape[1])
        minus, plus, found = align(minus, plus)
        facts["alignment"] = found.describe(size)
        said.append(f"aligned: {facts['alignment']}")
    pixels = minus.shape[0] * minus.shape[1]
    all_maps = how.maps == "all" or (how.maps == "auto" and pixels <= _ALL_MAPS_BELOW_PX)
    if isinstance(estimator, FusedEstimator):
        estimator = replace(estimator, tile_px=how.tile_px, with_maps=all_maps)
    plus, gain = balanced(minus, plus)
    if abs(gain - 1) > _NOTABLE_GAIN:
        facts["brightness_gain_of_plus"] = gain
        said.append(f"plus was made {100 * (gain - 1):+.1f} % brighter, so that both are equally exposed")
    light = _light(minus, plus, camera, how)
    with output_folder(output, overwrite=how.overwrite) as folder:
        began = time.perf_counter()
        result = estimator.estimate(minus, plus, camera=camera, photon_level=light[0], read_noise=light[1])
        facts["seconds"] = round(time.perf_counter() - began, 3)
        all_maps = all_maps and result.wedges is not None
        write_result(result, folder, _sharper(minus, plus), all_maps=all_maps, facts=facts)
        animation = None
        if all_maps and (how.maps == "all" or pixels <= _ANIMATION_BELOW_PX):
            animation = folder / "refocus.gif"
            refocus_gif(result, animation)
        overview(result, minus, plus, folder / "overview.png", all_maps=all_maps)
        table = _table(result, described, facts, estimator)
        write_report(result, minus, plus, table, folder / "report.html", all_maps=all_maps, animation=animation)
    if result.warning:
        said.append(f"warning: {result.warning}")
    return result, said


def balanced(minus: np.ndarray, plus: np.ndarray) -> tuple[np.ndarray, float]:
    """Make both equally bright: focusing changes the exposure a little, which blur cannot explain."""
    usable = (minus.max(-1) < 1) & (plus.max(-1) < 1)
    if not usable.any():
        return plus, 1.0
    gain = float(minus[usable].mean() / max(float(plus[usable].mean()), 1e-9))
    if not 1 / _LARGEST_GAIN < gain < _LARGEST_GAIN:
        times = max(gain, 1 / gain)
        raise ImageError(f"one photograph is {times:.1f} times as bright as the other; expose both alike")
    if abs(gain - 1) <= _NOTABLE_GAIN:
        return plus, 1.0
    brighter = plus * np.float32(gain)
    return np.clip(brighter, 0, 1, out=brighter), gain


def _light(minus: np.ndarray, plus: np.ndarray, camera: Camera, how: Development) -> tuple[float, float]:
    """Photon level and read noise, given or estimated; here a pair that cannot be one is refused."""
    pair = read_pair(minus, plus, how.photon_level, how.read_noise)
    if how.checked:
        problem = plausibility(pair, camera).problem
        if problem is not None:
            raise ImageError(f"{problem}; pass --no-check to go on")
    return pair.photon_level, pair.read_noise


def _require_two_photos(minus: Photo, plus: Photo) -> None:
    """Refuse what cannot be a pair, naming the files."""
    if minus.image.shape != plus.image.shape:
        sizes = " and ".join(f"{p.path} ({p.image.shape[1]} x {p.image.shape[0]} px)" for p in (minus, plus))
        raise ImageError(f"the photographs differ in size: {sizes}; both must show the same view")
    if np.array_equal(minus.image, plus.image):
        raise ImageError(f"{minus.path} and {plus.path} are the same picture; depth needs two settings of the focus")
    for photo in (minus, plus):
        if photo.image.max() <= 0:
            raise ImageError(f"{photo.path} is all black; there is nothing to measure")
        if photo.saturated_share > _SATURATED_REFUSED:
            raise ImageError(f"{photo.saturated_share:.0%} of {photo.path} is saturated; expose it less")


def _require_order(minus: Photo, plus: Photo, camera: Camera) -> None:
    """Refuse photographs whose files say that they were focused the other way round than the camera's settings."""
    said = (minus.exif.focus_distance_m, plus.exif.focus_distance_m)
    meant = (camera.focus_distance_m(camera.minus), camera.focus_distance_m(camera.plus))
    if said[0] is None or said[1] is None or said[0] == said[1] or meant[0] == meant[1]:
        return
    if (said[0] < said[1]) != (meant[0] < meant[1]):
        nearer = "minus" if meant[0] < meant[1] else "plus"
        raise ImageError(
            f"the photographs are swapped: the camera's {nearer} is focused nearer, but by their EXIF {minus.path} was "
            f"focused at {said[0]:g} m and {plus.path} at {said[1]:g} m; pass --no-check to go on"
        )


def _sharper(minus: np.ndarray, plus: np.ndarray) -> np.ndarray:
    """Return the picture with more contrast in its details."""
    return max((minus, plus), key=lambda image: float(np.abs(np.diff(image.mean(-1), axis=0)).mean()))


def _describe(photo: Photo) -> str:
    height, width = photo.image.shape[:2]
    coded = "sRGB, made linear" if photo.was_srgb else "linear"
    return f"{photo.path.name} ({width} x {height} px, {photo.bits} bits, {coded}, {photo.exif.describe()})"


def _table(result: DepthResult, photos: str, facts: dict[str, Any], estimator: Estimator) -> dict[str, str]:
    near, far = result.camera.depth_range_m
    rows = {
        "photographs": photos,
        "camera": f"{result.camera.name}, {near:g} to {far:g} m",
        "light": f"{result.photon_level:.0f} photons of white, read noise {result.read_noise:.1f} photons",
        "estimator": f"{estimator.name}, {facts['seconds']:.2f} s",
    }
    if "alignment" in facts:
        rows["alignment"] = facts["alignment"]
    return rows
