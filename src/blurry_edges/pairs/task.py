"""The files of one scene, and what is asked of them: the one door of the command line and of the service."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from blurry_edges.errors import CameraError, ImageError
from blurry_edges.estimator import Estimator
from blurry_edges.estimator.registry import weights_of
from blurry_edges.optics import Camera, FocusSetting
from blurry_edges.options import EstimateOptions
from blurry_edges.pairs.camera import ResolvedCamera, resolve_camera
from blurry_edges.pairs.run import Development, Done, Tell, describe_light, estimate_photos, silent
from blurry_edges.pairs.scene import shots_of_scene
from blurry_edges.pairs.stack import best_of_stack, plan_stack, stack_settings
from blurry_edges.photos import PairFocus, Photo, announced_pixels, focus_of_files, load_photos, read_depth_png
from blurry_edges.photos.decode import read_bytes
from blurry_edges.typing import Array, Float

__all__ = ["Answer", "Task", "run_task"]


@dataclass(frozen=True)
class Task:
    """Photographs of one scene, and what is asked of them."""

    files: tuple[Path, ...]
    """The first and the second photograph, all those of a stack, or one scene that `blurry-edges scenes` wrote."""
    output: Path
    """Folder to write."""
    options: EstimateOptions = field(default_factory=EstimateOptions)
    camera: Path | None = None
    """Camera file (TOML); without it, what the options' lens and the EXIF say."""
    is_stack: bool = False
    """Whether the files are a focus stack; a pair otherwise."""
    overwrite: bool = False
    """Replace the result that is there."""
    command: str = ""
    """The command that asks for it, for the report."""
    names: tuple[str, ...] = ()
    """Names that the owner of the files gave them, where they are kept under others."""
    truth: Path | None = None
    """PNG of the true depth, where it is known: the page shows it beside what was found."""
    most_pixels: int | None = None
    """Photographs that announce more than this together are refused before they are decoded."""

    def request(self, estimator: Estimator) -> str:
        """Return a hash of all that the result depends on: photographs, camera, options, method and its weights."""
        weights = [card.sha256 for card in weights_of(self.options.estimator)]
        digest = hashlib.sha256(repr((self.options, self.is_stack, estimator.identity, weights)).encode())
        for path in (*self.files, *([self.camera] if self.camera else [])):
            digest.update(hashlib.sha256(read_bytes(path)).digest())
        return digest.hexdigest()

    def named(self, path: Path) -> Path:
        """Return what the owner calls a file."""
        return Path(self.names[self.files.index(path)]) if self.names else path


@dataclass(frozen=True)
class Answer:
    """Outcome of a task whose files are written."""

    done: Done
    found: ResolvedCamera
    chosen: list[str]
    """Which photographs of a stack were used, and why, one sentence each."""

    def lines(self) -> list[str]:
        """Say what was found, one sentence a line; the verdict is the last one."""
        done, camera = self.done, self.found.camera
        height, width = done.result.depth.shape
        title = "order of depths" if camera is None else f"depth with camera '{camera.name}'"
        return [
            *self.chosen,
            *self.found.sources,
            f"{title}, {height} x {width} px, by '{done.verdict.method}'",
            f"light: {describe_light(done.result)}",
            *done.remarks,
            f"verdict: {done.verdict.line()}",
        ]

    @property
    def warnings(self) -> list[str]:
        """Reasons to be careful with the result."""
        return [*self.done.warnings, *([self.found.missing] if self.found.missing else [])]


def run_task(task: Task, estimator: Estimator, *, progress: bool = False, tell: Tell = silent) -> Answer:
    """Read the photographs, find their camera, estimate, and write the folder.

    Args:
        task: what is asked.
        estimator: the method, loaded.
        progress: show a progress bar when a large image is computed in parts.
        tell: called with what is being done, and which share of that is done.

    """
    tell("reading the photographs", 0.0)
    if task.most_pixels is not None:
        _require_pixels(task, task.most_pixels)
    shots = _shots(task)
    options = task.options
    development = Development(
        photon_level=shots.photon_level if options.photon_level is None else options.photon_level,
        read_noise=shots.read_noise if options.read_noise is None else options.read_noise,
        aligned=options.align,
        tile_px=options.tile,
        maps=options.maps,
        overwrite=task.overwrite,
        checked=options.check,
        device=options.device,
        command=task.command,
        request=task.request(estimator),
        progress=progress,
        tell=tell,
    )
    done = estimate_photos(
        shots.photos, shots.found.camera, estimator, development, task.output, shots.settings, shots.truth_m
    )
    return Answer(done, shots.found, shots.chosen)


def _require_pixels(task: Task, most: int) -> None:
    total = 0
    for path in task.files:
        pixels = announced_pixels(path, path.read_bytes())
        if pixels is None:
            raise ImageError(f"image {path} is damaged or not what its name says: it does not tell its size")
        total += pixels
    if total > most:
        raise ImageError(
            f"the photographs have {total / 1e6:.5g} megapixels together, more than the {most / 1e6:g} that are taken; "
            "make them smaller or give fewer"
        )


@dataclass(frozen=True)
class _Shots:
    """Photographs in the order in which estimators take them, and their camera."""

    photos: list[Photo]
    found: ResolvedCamera
    settings: tuple[FocusSetting, ...] | None = None
    """Focus of each photograph of a stack."""
    chosen: list[str] = field(default_factory=list)
    photon_level: float | None = None
    """Photons of white, where the file tells."""
    read_noise: float | None = None
    """Read noise in photons, where the file tells."""
    truth_m: Float[Array, "H W"] | None = None
    """True depth, where it is known."""


def _shots(task: Task) -> _Shots:
    if task.is_stack:
        return _shots_of_stack(task)
    if len(task.files) == 1:
        scene = shots_of_scene(task.files[0], task.camera)
        return _Shots(
            scene.photos, scene.found, scene.settings, [], scene.photon_level, scene.read_noise, scene.truth_m
        )
    photos = _load(task, task.files)
    truth_m = None if task.truth is None else read_depth_png(task.truth)
    return _Shots(photos, _camera(task, photos), truth_m=truth_m)


def _shots_of_stack(task: Task) -> _Shots:
    """Return all photographs of a stack where their focus is known, otherwise the best pair of them."""
    files, lens = task.files, task.options.lens
    focus = focus_of_files(files, lens.stack_names, [task.named(path).name for path in files])
    known = [dpt for dpt in focus.dpt if dpt is not None]
    if len(known) == len(files) and task.camera is None:
        if lens.focus_m is not None or lens.focus_dpt is not None:
            raise CameraError(f"the focus of each photograph is known {focus.source}; leave out --lens.focus-m")
        plan = plan_stack(files, known, task.options.frames)
        order = [files.index(path) for path in plan.files[:2]]
        photos = _load(task, plan.files)
        found = _camera(task, photos, focus.pair(order[0], order[1]))
        names = ", ".join(photo.path.name for photo in photos)
        chosen = [f"{len(photos)} of {len(files)} photographs, focus {focus.source}: {names}"]
        if found.camera is None:
            return _Shots(photos[:2], found, None, chosen)
        return _Shots(photos, found, stack_settings(found.camera, plan.focus_dpt), chosen)
    photos = _load(task, files)
    found = _camera(task, [photos[0], photos[-1]])
    images, seen_by = [photo.image for photo in photos], found.camera or Camera.paper()
    pair = [photos[index] for index in best_of_stack(images, seen_by, aligned=task.options.align)]
    chosen = [f"of {len(files)} photographs, {pair[0].path.name} and {pair[1].path.name} are the best pair"]
    return _Shots(pair, found, None, chosen + ([focus.hint] if focus.hint else []))


def _load(task: Task, files: Sequence[Path]) -> list[Photo]:
    """Read photographs, and call them as their owner does."""
    options = task.options
    photos = load_photos(files, gamma=options.gamma, white_level=options.white_level, black_level=options.black_level)
    return [replace(photo, path=task.named(photo.path)) for photo in photos]


def _camera(task: Task, photos: Sequence[Photo], focus: PairFocus | None = None) -> ResolvedCamera:
    exifs = [photo.exif for photo in photos[:2]]
    return resolve_camera(task.camera, task.options.lens, exifs, photos[0].image.shape[:2], focus)
