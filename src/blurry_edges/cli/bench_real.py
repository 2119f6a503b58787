"""`blurry-edges bench real`: methods on real photographs with known depth."""

import json as json_module
import math
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from blurry_edges.cli.columns import columns
from blurry_edges.options import Lens

if TYPE_CHECKING:
    from blurry_edges.bench.real import MeasuredShot, RealFigures, RealShot
    from blurry_edges.bench.real_data import AperturePair, RealStack
    from blurry_edges.optics import Camera
    from blurry_edges.photos import PairFocus

__all__ = ["Real"]


@dataclass(frozen=True)
class Real:
    """Measure estimators on real photographs with known depth: a focus stack, or pairs with depth maps."""

    data: Path
    """Folder with a focus stack of known focus (focus.csv, EXIF, or names with --lens.stack-names) and perhaps
    truth.npz (depth_dpt, valid, reference_dpt; without it, the truth is depth from focus over all frames); or with
    NAME_f8.jpg, NAME_f2.8.jpg and NAME_depth_mm.png (16 bits, 0 unknown)."""
    estimators: tuple[str, ...] = ("evidence", "fused")
    """Estimators to measure; focus needs --frames."""
    camera: Path | None = None
    """Camera file (TOML); without it, what --lens and the photographs' EXIF say."""
    lens: Lens = field(default_factory=Lens)
    focus_dpt: tuple[float, float] | None = None
    """Of a stack: focus in dioptres of the pair to take, the nearest photographs; without it, a quarter from the
    ends."""
    frames: tuple[int, ...] = ()
    """Of a stack: also measure so many photographs together, as estimate --stack chooses them."""
    limit: int | None = None
    """Of pairs: use the first only."""
    device: str = "cpu"
    """Where to compute: auto, cpu, cuda or mps."""
    pictures: Path | None = None
    """Folder for a picture of each scene: photograph, truth, depth, error and sd."""
    json: bool = False
    """Print JSON for scripts."""

    def run(self) -> int:
        """Measure and print the table."""
        from tqdm import tqdm

        from blurry_edges.bench.real import draw_shot, measure_shot, median_figures
        from blurry_edges.bench.real_data import find_pairs_with_depth, read_stack
        from blurry_edges.errors import DataError, ImageError
        from blurry_edges.estimator import load

        pairs = find_pairs_with_depth(self.data)
        stack = None if pairs else read_stack(self.data, self.lens.stack_names)
        shots = [self._pair(pair) for pair in pairs[: self.limit]] if stack is None else self._stack(stack)
        estimators = [load(name) for name in dict.fromkeys(self.estimators)]
        measured: list[MeasuredShot] = []
        failed: dict[str, str] = {}
        for shot in tqdm(shots, desc="scenes", unit="scene", disable=None):
            try:
                found = measure_shot(shot, estimators, self.device)
            except (ImageError, DataError) as error:  # it cannot be aligned, or has no truth: others may
                failed[shot.name] = str(error)
                continue
            if self.pictures is not None:
                self.pictures.mkdir(parents=True, exist_ok=True)
                draw_shot(found, self.pictures / f"{shot.name.replace(' ', '-')}.png")
            measured.append(replace(found, results={}))
        if not measured:
            raise DataError(f"no scene of {self.data} could be measured; the first: {next(iter(failed.values()))}")
        medians = median_figures(measured)
        truth = "the depth maps" if stack is None else stack.truth_source
        if self.json:
            facts = {"truth": truth, "failed": failed, "median": {name: asdict(row) for name, row in medians.items()}}
            print(json_module.dumps(facts | {"scenes": {x.name: x.facts() for x in measured}}, indent=2))
        else:
            print(_real_table(measured, medians, truth))
            print("".join(f"\n{name}: left out: {error}" for name, error in failed.items()), end="")
        return 0

    def _pair(self, pair: "AperturePair") -> "RealShot":
        from blurry_edges.bench.real import RealShot

        lens = self.lens if self.camera or self.lens.f_number else replace(self.lens, f_number=pair.f_numbers)
        camera = self._camera(pair.files, lens)
        return RealShot(pair.name, pair.files, camera, None, lambda image: pair.truth_dpt(image, camera.depth_range_m))

    def _stack(self, stack: "RealStack") -> "list[RealShot]":
        """Return the pair of a stack, and so many frames of it as were asked for."""
        from blurry_edges.bench.real import RealShot
        from blurry_edges.errors import DataError
        from blurry_edges.pairs import plan_stack, stack_settings
        from blurry_edges.photos import PairFocus

        plans = [plan_stack(stack.files, stack.focus_dpt, count) for count in (len(stack.files), *self.frames)]
        chosen = [stack.files.index(path) for path in plans[0].files[:2]]
        if self.focus_dpt is not None:
            chosen = [stack.nearest(dpt) for dpt in self.focus_dpt]
        if chosen[0] == chosen[1]:
            raise DataError(f"both photographs of the pair would be {stack.files[chosen[0]].name}; see --focus-dpt")
        taken = [(tuple(stack.files[i] for i in chosen), tuple(stack.focus_dpt[i] for i in chosen))]
        taken += [(plan.files, plan.focus_dpt) for plan in plans[1:]]
        shots = []
        for files, focus_dpt in taken:
            camera = self._camera(files[:2], self.lens, PairFocus((focus_dpt[0], focus_dpt[1]), stack.source))
            name = f"{len(files)} frames" if len(files) > 2 else f"{focus_dpt[0]:.2f} and {focus_dpt[1]:.2f} dpt"
            settings = stack_settings(camera, focus_dpt) if len(files) > 2 else None
            truth = partial(stack.truth_dpt, files[0])
            shots.append(RealShot(name, files, camera, settings, truth))
        return shots

    def _camera(self, files: tuple[Path, ...], lens: Lens, focus: "PairFocus | None" = None) -> "Camera":
        from blurry_edges.errors import CameraError
        from blurry_edges.pairs import resolve_camera
        from blurry_edges.photos import load_photos

        photos = load_photos(files)
        size = photos[0].image.shape[:2]
        found = resolve_camera(self.camera, lens, [photo.exif for photo in photos], size, focus)
        if found.camera is None:
            raise CameraError(found.missing or "metres need a camera")
        return found.camera


def _real_table(shots: "list[MeasuredShot]", medians: "dict[str, RealFigures]", truth: str) -> str:
    """Return the figures of each scene and estimator, and their medians; `truth` says what they are compared with."""
    head = ("", "", "Spearman", "median dpt", "mean dpt", "AbsRel", "within 1 sd", "2 sd", "known")
    rows = []
    for shot in shots:
        for name, figures in shot.figures.items():
            rows.append((shot.name, *_real_cells(name, figures)))
    if len(shots) > 1:
        rows += [(f"median of {len(shots)}", *_real_cells(name, figures)) for name, figures in medians.items()]
    return f"truth: {truth}\n" + columns((head, rows))


def _real_cells(name: str, figures: "RealFigures") -> tuple[str, ...]:
    return (name, *("-" if math.isnan(value) else f"{value:.3f}" for value in asdict(figures).values()))
