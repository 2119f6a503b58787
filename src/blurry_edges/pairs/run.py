"""The photographs of one scene become one folder of results."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

import numpy as np

from blurry_edges.align import Alignment, align_stack, estimate_alignment
from blurry_edges.errors import ImageError
from blurry_edges.estimator import DepthResult, Estimator, Options
from blurry_edges.estimator.fit import is_swapped
from blurry_edges.optics import Camera, FocusSetting, Psf
from blurry_edges.pairs.verdict import Verdict, judge
from blurry_edges.photos import Photo
from blurry_edges.results import depth_order, output_folder, write_order, write_result
from blurry_edges.stack import FocusStack
from blurry_edges.typing import Array, Bool, Float
from blurry_edges.viz import About, overview, panels, refocus_gif, write_report

__all__ = ["Development", "Done", "Tell", "describe_light", "estimate_photos", "silent"]

Tell = Callable[[str, float], None]
"""Told what is being done, and which share of that is done."""

_ALL_MAPS_BELOW_PX = 1_500_000
_ANIMATION_BELOW_PX = 500_000
_SATURATED_REFUSED, _SATURATED_WARNED = 0.5, 0.05
_MOVED_PX = 0.6
"""Displacement beyond which photographs are refused: half of what a blur of 1 px is worth. It is measured to 0.2 px."""
_NOTABLE_BREATHING = 0.004
_ESTIMATING = "estimating depth"


def silent(stage: str, share: float) -> None:
    """Tell nobody how far the work is: the default of `tell`."""


@dataclass(frozen=True)
class Development:
    """How photographs become a stack, and a result becomes files."""

    photon_level: float | None = None
    read_noise: float | None = None
    aligned: bool = False
    """Align the photographs to the first one."""
    tile_px: int | None = None
    maps: Literal["auto", "all", "depth"] = "auto"
    """`auto` leaves out the paper's maps of images above 1.5 megapixels, and the sweep above half a megapixel."""
    overwrite: bool = False
    checked: bool = True
    """Refuse photographs that seem swapped or moved."""
    device: str = "cpu"
    command: str = ""
    """The command that asked for it, for the report."""
    request: str = ""
    """Hash of all that the result depends on, by which the same request is known again."""
    progress: bool = False
    """Show a progress bar when a large image is computed in parts."""
    tell: Tell = silent
    """Called as the work goes on."""

    def options(self, size: tuple[int, int]) -> Options:
        """Return what to ask of an estimator for photographs of a size."""
        all_maps = self.maps == "all" or (self.maps == "auto" and size[0] * size[1] <= _ALL_MAPS_BELOW_PX)
        tell = partial(self.tell, _ESTIMATING)
        return Options("all" if all_maps else "depth", self.device, self.tile_px, self.progress, tell)


@dataclass(frozen=True)
class Done:
    """An estimate that was written, and what there is to say about it."""

    result: DepthResult
    verdict: Verdict
    remarks: list[str]
    """Facts, one sentence each."""
    warnings: list[str]
    """Reasons to be careful with the result."""


@dataclass(frozen=True)
class _Frames:
    """Photographs in the frame of the first, and what was found on the way."""

    images: list[Float[Array, "H W 3"]]
    seen: Bool[Array, "H W"]
    """Pixels that all photographs show."""
    alignments: list[Alignment] = field(default_factory=list)
    """Of each photograph but the first; empty if they were not aligned."""
    moved_px: float | None = None
    """Displacement of the second photograph, if it was measured but not undone."""


def estimate_photos(
    photos: Sequence[Photo],
    camera: Camera | None,
    estimator: Estimator,
    development: Development,
    output: Path,
    settings: tuple[FocusSetting, ...] | None = None,
    truth_m: Float[Array, "H W"] | None = None,
) -> Done:
    """Estimate a pair or stack of photographs and write its folder.

    Args:
        photos: the photographs; the first two are the camera's minus and plus, and results are in the first one's
            frame.
        camera: their camera; without one only the order of depths is written, since metres need a camera.
        estimator: what to ask.
        development: how photographs become a stack, and a result becomes files.
        output: folder to write.
        settings: focus settings of the photographs of a stack.
        truth_m: true depth, for the page, where it is known.

    """
    for other in photos[1:]:
        _require_two_photos(photos[0], other)
    if development.checked and camera is not None:
        _require_order(photos[0], photos[1], camera)
    development.tell("aligning the photographs" if development.aligned else "comparing the photographs", 0.0)
    frames = _in_one_frame([photo.image for photo in photos], development)
    stack = FocusStack.of(
        frames.images, settings=settings, photon_level=development.photon_level, read_noise=development.read_noise
    )
    if development.checked and camera is not None and is_swapped(stack, camera):
        raise ImageError(
            "the photographs seem to be swapped: the other way round, the camera explains their blur better; pass "
            "--no-check to go on"
        )
    with output_folder(output, overwrite=development.overwrite, inputs=[photo.path for photo in photos]) as folder:
        development.tell(_ESTIMATING, 0.0)
        result = estimator.estimate_stack(stack, camera or _nominal_camera(frames), development.options(stack.size))
        result = result.where(frames.seen)
        verdict = judge(result, frames.alignments[0] if frames.alignments else None, frames.moved_px)
        development.tell("writing files", 0.0)
        warnings = _photo_warnings(photos)
        facts: dict[str, Any] = {
            "files": [str(photo.path) for photo in photos],
            "estimator": estimator.name,
            "verdict": verdict.as_facts(),
            "alignment": [found.as_facts() for found in frames.alignments],
            "warnings": warnings,
            "request": development.request,
        }
        if camera is None:
            write_order(depth_order(result.depth), folder, facts)
        else:
            table = _table(result, "; ".join(map(_describe, photos[:2])), verdict, warnings)
            _write(result, frames.images, folder, facts, development, table, truth_m)
    remarks = [f"{photo.path.name}: {photo.exif.describe()}" for photo in photos[:2] if not photo.exif.empty]
    remarks += [f"aligned: {found.describe()}" for found in frames.alignments[:1]]
    last = _order_warning(frames) if camera is None else result.warning
    return Done(result, verdict, remarks, [*warnings, *([last] if last else [])])


def _photo_warnings(photos: Sequence[Photo]) -> list[str]:
    """Return reasons to be careful that the files themselves give."""
    coding = [photo.warning for photo in photos if photo.warning]
    shares = ((photo.path.name, photo.saturated_share) for photo in photos)
    return coding + [f"{share:.0%} of {name} is saturated" for name, share in shares if share > _SATURATED_WARNED]


def _in_one_frame(images: list[Float[Array, "H W 3"]], development: Development) -> _Frames:
    """Bring all photographs into the frame of the first, or measure whether they should be."""
    size = images[0].shape[:2]
    everywhere = np.ones(size, bool)
    if development.aligned:
        found = align_stack(images, 0, check=development.checked)[1:]
        warped = [images[0], *(one.warp(image) for one, image in zip(found, images[1:], strict=True))]
        seen = np.logical_and.reduce([everywhere, *(one.seen() for one in found)])
        return _Frames(warped, seen, found)
    if not development.checked:
        return _Frames(images, everywhere)
    try:
        shift = estimate_alignment(images[0], images[1], check=False).displacement_px()
    except ImageError:  # too little to hold on to: nothing can be said of motion, and noise is no reason to refuse
        return _Frames(images, everywhere)
    moved_px = float(np.median(np.hypot(shift[..., 0], shift[..., 1])))
    if moved_px > _MOVED_PX:
        raise ImageError(
            f"the photographs are displaced by {moved_px:.1f} px: did the scene or the camera move, or does the lens "
            "breathe? Pass --align to undo it, or --no-check to go on"
        )
    return _Frames(images, everywhere, moved_px=moved_px)


def _write(
    result: DepthResult,
    images: Sequence[Float[Array, "H W 3"]],
    folder: Path,
    facts: dict[str, Any],
    development: Development,
    table: dict[str, str],
    truth_m: Float[Array, "H W"] | None,
) -> None:
    """Write everything about a result in metres."""
    minus, plus = images[:2]
    write_result(result, folder, _sharper(minus, plus), facts)
    if result.pictures is not None and (development.maps == "all" or minus[..., 0].size <= _ANIMATION_BELOW_PX):
        refocus_gif(result, folder / "refocus.gif")
    overview(panels(result, minus, plus), folder / "overview.png")
    files = tuple(sorted(path.name for path in folder.iterdir() if not path.name.startswith(".")))
    about = About(table.pop("verdict"), table, development.command, files)
    write_report(result, minus, plus, about, folder / "report.html", truth_m)


def _nominal_camera(frames: _Frames) -> Camera:
    """Return a camera for photographs without one: depth by it has the right order, and no other meaning.

    A lens moves outwards to focus nearer, which enlarges the picture; where that does not show, the second photograph
    is taken to be focused nearer, as the paper's is.
    """
    camera = replace(Camera.paper(), psf=Psf("disc"), name="none")
    first_is_nearer = bool(frames.alignments) and frames.alignments[0].scale < 1 - _NOTABLE_BREATHING
    return replace(camera, minus=camera.plus, plus=camera.minus) if first_is_nearer else camera


def _order_warning(frames: _Frames) -> str:
    breathing = frames.alignments[0].scale - 1 if frames.alignments else 0.0
    known = abs(breathing) > _NOTABLE_BREATHING
    reading = "as their magnification shows" if known else "if the second photograph was focused nearer, else reversed"
    return f"no camera is known, so only the order of depths was written (order.npz, order.png), right {reading}"


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
    from_exif = (minus.exif.focus_distance_m, plus.exif.focus_distance_m)
    meant = (camera.focus_distance_m(camera.minus), camera.focus_distance_m(camera.plus))
    if from_exif[0] is None or from_exif[1] is None or from_exif[0] == from_exif[1] or meant[0] == meant[1]:
        return
    if (from_exif[0] < from_exif[1]) != (meant[0] < meant[1]):
        nearer = "minus" if meant[0] < meant[1] else "plus"
        raise ImageError(
            f"the photographs are swapped: the camera's {nearer} is focused nearer, but by their EXIF {minus.path} was "
            f"focused at {from_exif[0]:g} m and {plus.path} at {from_exif[1]:g} m; pass --no-check to go on"
        )


def _sharper(minus: np.ndarray, plus: np.ndarray) -> np.ndarray:
    """Return the picture with more contrast in its details."""
    return max((minus, plus), key=lambda image: float(np.abs(np.diff(image.mean(-1), axis=0)).mean()))


def _describe(photo: Photo) -> str:
    height, width = photo.image.shape[:2]
    coded = "sRGB, made linear" if photo.was_srgb else "linear"
    return f"{photo.path.name} ({width} x {height} px, {photo.bits} bits, {coded}, {photo.exif.describe()})"


def _table(result: DepthResult, photos: str, verdict: Verdict, warnings: Sequence[str]) -> dict[str, str]:
    """Return what the report says beside the pictures."""
    near, far = result.camera.depth_range_m
    rows = {
        "verdict": verdict.line(),
        "photographs": photos,
        "camera": f"{result.camera.name}, {near:g} to {far:g} m, blur of a {result.camera.psf.kind}",
        "light": describe_light(result),
        "estimator": verdict.method,  # not its time: equal runs give equal files
    }
    if warnings:
        rows["warnings"] = "; ".join(warnings)
    return rows


def describe_light(result: DepthResult) -> str:
    """Say how much light there was, or that the photographs do not show it."""
    if result.fit is not None and not result.fit.is_photon_limited:
        return (
            "no photon count: the photographs were developed or moved; what no depth explains is as large as the noise "
            f"of {result.fit.photon_level:.0f} photons"
        )
    return f"{result.photon_level:.0f} photons of white, read noise {result.read_noise:.1f} photons"
