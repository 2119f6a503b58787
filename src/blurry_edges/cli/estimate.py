"""`blurry-edges estimate`: photographs in, folders of depth and pictures out."""

import shlex
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import tyro

from blurry_edges.cli.lens import Lens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blurry_edges.cli.lens import ResolvedCamera
    from blurry_edges.estimator import Estimator
    from blurry_edges.io import PairFocus, Photo
    from blurry_edges.optics import FocusSetting
    from blurry_edges.pairs import Development, PairFiles

__all__ = ["Demo", "Estimate"]


@dataclass(frozen=True)
class Estimate:
    """Estimate depth in metres with its error bar from two photographs of one static scene, or from many pairs."""

    output: Annotated[Path, tyro.conf.arg(aliases=["-o"])]
    """Folder to write; with many pairs, one folder for each in it."""
    minus: Annotated[Path | None, tyro.conf.Positional] = None
    """First photograph, taken with the camera's [minus] setting; or a folder or CSV file of many pairs."""
    plus: Annotated[Path | None, tyro.conf.Positional] = None
    """Second photograph, taken with the [plus] setting."""
    camera: Path | None = None
    """Camera file (TOML); without it, what --lens and the photographs' EXIF say; without these, the order of depths."""
    lens: Lens = field(default_factory=Lens)
    estimator: str = "fused"
    """fused: the default; evidence: closed-form, depth alone; paper, paper-w: the paper's model."""
    local: Literal["dense", "patchwise"] | None = None
    """For the paper's model: how its local stage is evaluated. patchwise is as the paper has it, and about 20 times
    slower; without it, densely."""
    linear: Path | None = None
    """File of `calibrate --linear`: depths are corrected as it says."""
    stack: Path | None = None
    """Folder with a focus stack: all photographs count where their focus is known (focus.csv, EXIF, or names with
    --lens.stack-names); otherwise the best pair is chosen."""
    frames: int = 10
    """With --stack: at most so many photographs, spread over the focus."""
    align: bool = False
    """Align the photographs to the first; refused when it cannot be trusted."""
    photon_level: float | None = None
    """Photons of white; estimated from the photographs when left out."""
    read_noise: float | None = None
    """Read noise in photons; estimated from the photographs when left out."""
    gamma: Literal["auto", "linear", "srgb"] = "auto"
    """Coding of the files: linear light, or gamma-coded as sRGB; auto asks the file."""
    white_level: float | None = None
    """Value of white in the files; without it, the largest that their type holds."""
    black_level: float = 0.0
    """Value of black in the files."""
    tile: int | None = None
    """Side in px of the parts in which a large image is computed; without it, what memory allows."""
    maps: Literal["auto", "all", "depth"] = "auto"
    """all: also the paper's maps and a refocused sweep; depth: depth alone; auto: maps below 1.5 Mpx, a sweep below
    0.5 Mpx."""
    device: str = "cpu"
    """Where to compute: auto, cpu, cuda or mps."""
    check: bool = True
    """Refuse photographs that seem swapped or moved."""
    overwrite: bool = False
    """Replace output folders that exist; without it, many pairs go on where they were."""

    def run(self) -> int:
        """Estimate, write and say where."""
        from blurry_edges.errors import BlurryEdgesError
        from blurry_edges.pairs import find_pairs

        if self.stack is not None:
            return self._stack(self.stack)
        if self.minus is None:
            raise BlurryEdgesError("give two photographs, a folder or CSV file of pairs, or --stack")
        if self.plus is None:
            return self._many(find_pairs(self.minus))
        photos = self._load([self.minus, self.plus])
        return self._one(photos, self._camera(photos))

    def _one(
        self,
        photos: "list[Photo]",
        found: "ResolvedCamera",
        settings: "tuple[FocusSetting, ...] | None" = None,
    ) -> int:
        """Estimate a single pair or stack."""
        from blurry_edges.pairs import describe_light, estimate_photos

        how = self._development(progress=True)
        done = estimate_photos(photos, found.camera, self._estimator(), how, self.output, settings)
        height, width = done.result.depth.shape
        what = "order of depths" if found.camera is None else f"depth with camera '{found.camera.name}'"
        print("\n".join([*found.sources, f"{what}, {height} x {width} px, by '{done.verdict.method}'"]))
        print("\n".join([f"light: {describe_light(done.result)}", *done.remarks, f"verdict: {done.verdict.line()}"]))
        for warning in [*done.warnings, *([found.missing] if found.missing else [])]:
            print(f"warning: {warning}")
        names = sorted(path.name for path in self.output.iterdir() if not path.name.startswith("."))
        print(f"written to {self.output}: {', '.join(names)}")
        return 0

    def _many(self, pairs: "list[PairFiles]") -> int:
        """Estimate many pairs, one line each; those that were done before are skipped."""
        from tqdm import tqdm

        from blurry_edges.errors import BlurryEdgesError
        from blurry_edges.pairs import estimate_photos

        estimator, how = self._estimator(), self._development()
        failed = skipped = 0
        for pair in tqdm(pairs, desc="pairs", unit="pair", disable=None):
            folder = self.output / pair.name
            if folder.is_dir() and not self.overwrite:
                skipped += 1
                tqdm.write(f"{pair.name}: done before, skipped")
                continue
            try:
                photos = self._load([pair.minus, pair.plus])
                done = estimate_photos(photos, self._camera(photos, pair.camera).camera, estimator, how, folder)
            except BlurryEdgesError as error:
                failed += 1
                tqdm.write(f"{pair.name}: failed: {error}", file=sys.stderr)
                continue
            remarks = "".join(f"; warning: {line}" for line in done.warnings)
            tqdm.write(f"{pair.name}: {folder}, {done.verdict.line()}{remarks}")
        print(f"{len(pairs) - failed - skipped} pairs done, {skipped} done before, {failed} failed: {self.output}")
        return 1 if failed else 0

    def _estimator(self) -> "Estimator":
        """Load the method that is asked for, as it is asked for."""
        from dataclasses import replace

        from blurry_edges.errors import BlurryEdgesError
        from blurry_edges.estimator import load
        from blurry_edges.estimator.linear import LinearEstimator, read_linear
        from blurry_edges.estimator.paper import PaperEstimator

        method = load(self.estimator)
        if self.local is not None:
            if not isinstance(method, PaperEstimator):
                raise BlurryEdgesError("--local is for the paper's model; pass --estimator paper or paper-w with it")
            method = replace(method, evaluation=self.local)
        if self.linear is None:
            return method
        correction = read_linear(self.linear)
        if correction.method not in ("", method.name):
            raise BlurryEdgesError(
                f"{self.linear} was fitted to '{correction.method}'; pass --estimator {correction.method} with it"
            )
        return LinearEstimator(method, correction)

    def _load(self, files: "Sequence[Path]") -> "list[Photo]":
        """Read photographs: the only place where this command does."""
        from blurry_edges.io import load_photos

        return load_photos(files, gamma=self.gamma, white_level=self.white_level, black_level=self.black_level)

    def _camera(
        self, photos: "Sequence[Photo]", own: Path | None = None, focus: "PairFocus | None" = None
    ) -> "ResolvedCamera":
        """Find the camera of photographs; `own` is the camera file that a table gives them."""
        from blurry_edges.cli.lens import resolve_camera

        exifs = [photo.exif for photo in photos[:2]]
        return resolve_camera(own or self.camera, self.lens, exifs, photos[0].image.shape[:2], focus)

    def _development(self, *, progress: bool = False) -> "Development":
        from blurry_edges.pairs import Development

        return Development(
            photon_level=self.photon_level,
            read_noise=self.read_noise,
            aligned=self.align,
            tile_px=self.tile,
            maps=self.maps,
            overwrite=self.overwrite,
            checked=self.check,
            device=self.device,
            command=shlex.join(["blurry-edges", *sys.argv[1:]]),
            progress=progress,
        )

    def _stack(self, folder: Path) -> int:
        """Estimate a focus stack: all its photographs where their focus is known, otherwise the best pair of them."""
        from blurry_edges.errors import CameraError, DataError
        from blurry_edges.io import focus_of_files
        from blurry_edges.optics import Camera
        from blurry_edges.pairs import best_of_stack, photos_in, plan_stack, stack_settings

        files = photos_in(folder)
        if len(files) < 2:
            raise DataError(f"{folder} holds {len(files)} photographs; a stack needs two or more")
        focus = focus_of_files(files, self.lens.stack_names)
        known = [dpt for dpt in focus.dpt if dpt is not None]
        if len(known) == len(files) and self.camera is None:
            if self.lens.focus_m is not None or self.lens.focus_dpt is not None:
                raise CameraError(f"the focus of each photograph is known {focus.source}; leave out --lens.focus-m")
            plan = plan_stack(files, known, self.frames)
            order = [files.index(path) for path in plan.files[:2]]
            photos = self._load(plan.files)
            found = self._camera(photos, focus=focus.pair(order[0], order[1]))
            names = ", ".join(path.name for path in plan.files)
            print(f"{len(plan.files)} of {len(files)} photographs, focus {focus.source}: {names}")
            if found.camera is None:
                return self._one(photos[:2], found)
            return self._one(photos, found, stack_settings(found.camera, plan.focus_dpt))
        photos = self._load(files)
        found = self._camera([photos[0], photos[-1]])
        images, seen_by = [photo.image for photo in photos], found.camera or Camera.paper()
        first, second = best_of_stack(images, seen_by, aligned=self.align)
        print(f"of {len(files)} photographs, {files[first].name} and {files[second].name} are the best pair")
        if focus.hint:
            print(focus.hint)
        return self._one([photos[first], photos[second]], found)


@dataclass(frozen=True)
class Demo:
    """Estimate the bundled pair and compare it with the true depth."""

    output: Annotated[Path, tyro.conf.arg(aliases=["-o"])] = Path("demo-output")
    """Folder to write."""
    overwrite: bool = False
    """Replace the output folder if it exists."""

    def run(self) -> int:
        """Estimate, compare and say where."""
        import numpy as np

        from blurry_edges.bench.metrics import compare, depth_errors
        from blurry_edges.io import read_depth_png
        from blurry_edges.optics import Camera

        pair = Path(__file__).parent.parent / "assets" / "demo"
        code = Estimate(
            self.output, pair / "minus.png", pair / "plus.png", pair / "camera.toml", overwrite=self.overwrite
        ).run()
        depth_m = np.load(self.output / "depth.npz")["depth_m"]
        truth_m = read_depth_png(pair / "depth.png")
        errors = depth_errors(compare(depth_m, truth_m, Camera.paper().depth_range_m))
        print(f"error against the true depth: {errors.rmse_cm:.2f} cm RMSE, {errors.abs_rel_percent:.2f} % on average")
        print(f"look at {self.output / 'report.html'}")
        return code
