"""`blurry-edges bench`: accuracy on scenes with known depth and on real photographs, and speed."""

import json as json_module
import math
import os
import shlex
import sys
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import tyro

from blurry_edges.cli.sharing import Sharing
from blurry_edges.options import Lens

if TYPE_CHECKING:
    from blurry_edges.bench.accuracy import AccuracyRow
    from blurry_edges.bench.breakdown import BreakdownRow
    from blurry_edges.bench.edges import EdgeRow
    from blurry_edges.bench.effects import EffectsTable
    from blurry_edges.bench.real import MeasuredShot, RealFigures, RealShot
    from blurry_edges.bench.real_data import AperturePair, RealStack
    from blurry_edges.bench.report import DataSetResults, Table
    from blurry_edges.bench.speed import SpeedRow
    from blurry_edges.io import PairFocus
    from blurry_edges.optics import Camera
    from blurry_edges.scenes.datasets import DataSet

__all__ = ["Bench"]


@dataclass(frozen=True)
class Accuracy:
    """Measure methods on scenes with known depth, beside a constant predictor."""

    data: tuple[Path, ...]
    """Data sets: folders made by `blurry-edges scenes`, frozen benchmarks (.npz with counts, alpha, depth, clean), or
    folders with the authors' images_ny.npy, depth_maps.npy and alphas.npy."""
    estimators: tuple[str, ...] = ("evidence", "fused")
    """Methods to measure, by name or by the path of their weights; `all` is every one that runs here."""
    camera: Path | None = None
    """Camera file; without it, that of the data, or of the paper's synthetic data."""
    photon_level: float | None = None
    """Photograph the scenes again with this photon level."""
    photon_levels: tuple[float, ...] = ()
    """Also show the error at each of these photon levels."""
    estimate_noise: bool = False
    """Let the methods find out the noise themselves."""
    limit: int | None = None
    """Use the first scenes only."""
    breakdown: bool = False
    """Also show where the errors of each method are: edges, texture, depth; and where it puts occlusion edges."""
    effects: bool = False
    """Also show what each effect of real cameras costs: the scenes are photographed again with one at a time, at 5000
    photons or --photon-level."""
    weights: Path | None = None
    """Folder with weights of further methods, such as rivals; those of a checkout are found without it."""
    report: Path | None = None
    """Folder for benchmark.md and benchmark.html: tables, error maps, curves."""
    cache: Path | None = None
    """Folder in which results are kept, so that a stopped run goes on."""
    sharing: Annotated[Sharing, tyro.conf.arg(name="")] = field(default_factory=lambda: Sharing(workers=1))
    """Who does the work; a shard needs --cache, and the tables come from a run without one that finds all there."""
    json: bool = False
    """Print JSON for scripts."""

    def run(self) -> int:
        """Measure and print the tables."""
        from blurry_edges.bench.breakdown import break_down
        from blurry_edges.bench.edges import edge_profiles, edge_rows
        from blurry_edges.bench.report import light_table, write_benchmark_report
        from blurry_edges.weights import WEIGHTS_VARIABLE

        if self.weights is not None:
            os.environ[WEIGHTS_VARIABLE] = str(self.weights.resolve())  # worker processes look there, too
        if self.sharing.shard is not None:
            return self._one_shard()
        parts = [self._measure(path) for path in self.data]
        effects = {part.dataset.name: self._effects(part.dataset) for part in parts if self.effects}
        breakdowns, edges = {}, {}
        if self.breakdown:
            for part in parts:
                for result in (result for result in part.results if result.name != "constant"):
                    depths = [image.depth for image in result.images]
                    rows = break_down(depths, part.dataset.scenes, part.dataset.camera)
                    breakdowns[part.dataset.name, result.name] = rows
                    profiles = [edge_profiles(*x) for x in zip(depths, part.dataset.scenes, strict=True)]
                    edges[part.dataset.name, result.name] = edge_rows(profiles)
        if self.json:
            report = {
                part.dataset.name: {
                    result.name: asdict(result.mean)
                    | {"breakdown": [*map(asdict, breakdowns.get((part.dataset.name, result.name), []))]}
                    | {"edges": [*map(asdict, edges.get((part.dataset.name, result.name), []))]}
                    | _effects_of(result.name, effects.get(part.dataset.name))
                    for result in part.results
                }
                for part in parts
            }
            print(json_module.dumps(report if len(parts) > 1 else next(iter(report.values())), indent=2))
        else:
            for part in parts:
                print(_as_table({result.name: result.mean for result in part.results}, len(part.dataset.scenes)))
                if part.by_light:
                    print("\n" + _columns(light_table(part.by_light)))
                if self.effects:
                    print("\n" + _effects_table(effects[part.dataset.name]))
            for (_, name), rows in breakdowns.items():
                print(_breakdown_table(name, rows))
            for (_, name), found in edges.items():
                print(_edge_table(name, found))
        if self.report is not None:
            for path in write_benchmark_report(parts, "blurry-edges " + shlex.join(sys.argv[1:]), self.report):
                print(f"report: {path}", file=sys.stderr if self.json else sys.stdout)
        return 0

    def _one_shard(self) -> int:
        """Fill the cache with one part of the images; the means of a part would say nothing."""
        from blurry_edges.errors import BlurryEdgesError

        if self.cache is None:
            raise BlurryEdgesError(
                "a shard is kept for the run that shows the tables; pass --cache FOLDER with --shard"
            )
        if self.effects or self.report is not None:
            raise BlurryEdgesError(
                "a shard shows no tables; leave out --effects and --report until all shards are done"
            )
        images = sum(len(result.images) for path in self.data for result in self._measure(path).results)
        print(f"{images} results of shard {self.sharing.shard} in {self.cache}; without --shard, the tables follow")
        return 0

    def _measure(self, path: Path) -> "DataSetResults":
        from blurry_edges.bench.accuracy import relit
        from blurry_edges.bench.report import DataSetResults
        from blurry_edges.bench.runner import run_method
        from blurry_edges.optics import read_camera
        from blurry_edges.scenes.datasets import read_dataset

        dataset = read_dataset(path, read_camera(self.camera) if self.camera else None)
        dataset = replace(dataset, scenes=dataset.scenes[: self.limit])
        if self.photon_level is not None:
            dataset = replace(dataset, scenes=relit(dataset.scenes, self.photon_level))
        names, options = self._names(), self._options()
        results = [run_method(name, dataset, self.cache, **options) for name in names]
        by_light = {}
        for level in self.photon_levels:
            again = replace(dataset, scenes=relit(dataset.scenes, level))
            by_light[level] = [run_method(name, again, self.cache, **options) for name in names]
        return DataSetResults(dataset, results, by_light)

    def _effects(self, dataset: "DataSet") -> "EffectsTable":
        from blurry_edges.bench.effects import EFFECTS_PHOTON_LEVEL, measure_effects

        level = EFFECTS_PHOTON_LEVEL if self.photon_level is None else self.photon_level
        return measure_effects(self._names(), dataset, level, self.cache, **self._options())

    def _names(self) -> tuple[str, ...]:
        """Methods to measure, each once; depth from focus is not among all, as data sets hold pairs."""
        from blurry_edges.estimator import method_names

        every = [name for name in method_names() if name != "focus"]
        asked = [x for name in ("constant", *self.estimators) for x in (every if name == "all" else (name,))]
        return tuple(dict.fromkeys(asked))

    def _options(self) -> dict[str, Any]:
        sharing = self.sharing
        who = {"workers": sharing.workers, "backend": sharing.as_backend(), "shard": sharing.shard}
        return who | {"noise_given": not self.estimate_noise}


@dataclass(frozen=True)
class Speed:
    """Measure time and memory of the estimators, beside the paper's patch-by-patch evaluation, in one run."""

    items: tuple[str, ...] = ()
    """Items to measure; everything that takes seconds when left out. fused-large-image takes minutes."""
    threads: int = 2
    """Threads of each measurement."""
    repetitions: int = 7
    """Least number of repetitions of each measurement, over three rounds; quick work goes on for a second in each."""
    json: bool = False
    """Print JSON for scripts."""

    def run(self) -> int:
        """Measure and print the table."""
        from blurry_edges.bench.speed import QUICK_ITEMS, measure_speed

        rows = measure_speed(self.items or QUICK_ITEMS, self.threads, self.repetitions)
        if self.json:
            print(json_module.dumps([asdict(row) for row in rows], indent=2))
        else:
            print(_speed_table(rows, self.threads))
        return 0


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
                found = measure_shot(shot, estimators)
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
        from blurry_edges.io import PairFocus
        from blurry_edges.pairs import plan_stack, stack_settings

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
        from blurry_edges.io import load_photos
        from blurry_edges.pairs import resolve_camera

        photos = load_photos(files)
        size = photos[0].image.shape[:2]
        found = resolve_camera(self.camera, lens, [photo.exif for photo in photos], size, focus)
        if found.camera is None:
            raise CameraError(found.missing or "metres need a camera")
        return found.camera


@dataclass(frozen=True)
class Bench:
    """Measure accuracy, on scenes or real photographs, or speed."""

    what: Annotated[
        Annotated[Accuracy, tyro.conf.subcommand("accuracy")]
        | Annotated[Real, tyro.conf.subcommand("real")]
        | Annotated[Speed, tyro.conf.subcommand("speed")],
        tyro.conf.arg(name=""),
    ]

    def run(self) -> int:
        """Measure what was asked for."""
        return self.what.run()


def _real_table(shots: "list[MeasuredShot]", medians: "dict[str, RealFigures]", truth: str) -> str:
    """Return the figures of each scene and estimator, and their medians; `truth` says what they are compared with."""
    head = ("", "", "Spearman", "median dpt", "mean dpt", "AbsRel", "within 1 sd", "2 sd", "known")
    rows = []
    for shot in shots:
        for name, figures in shot.figures.items():
            rows.append((shot.name, *_real_cells(name, figures)))
    if len(shots) > 1:
        rows += [(f"median of {len(shots)}", *_real_cells(name, figures)) for name, figures in medians.items()]
    return f"truth: {truth}\n" + _columns((head, rows))


def _real_cells(name: str, figures: "RealFigures") -> tuple[str, ...]:
    return (name, *("-" if math.isnan(value) else f"{value:.3f}" for value in asdict(figures).values()))


def _effects_of(name: str, table: "EffectsTable | None") -> dict[str, Any]:
    """Return what the effects cost one method, for JSON."""
    return {} if table is None else {"effects_rmse_cm": {key: row[name] for key, row in table.rmse_cm.items()}}


def _effects_table(table: "EffectsTable") -> str:
    """Return what each effect costs, one line each, and which effects are left out."""
    names = list(next(iter(table.rmse_cm.values())))
    effects = max(map(len, table.rmse_cm)) + 1
    width = max(9, *map(len, names)) + 2
    lines = [f"one effect at a time, {table.photon_level:g} photons, dense RMSE in cm"]
    lines.append(" " * effects + "".join(f"{name:>{width}}" for name in names))
    for effect, row in table.rmse_cm.items():
        lines.append(f"{effect:{effects}}" + "".join(f"{row[name]:>{width}.2f}" for name in names))
    if table.left_out:
        lines.append(f"left out, as the scenes would have to be rendered anew: {', '.join(table.left_out)}")
    return "\n".join(lines)


def _breakdown_table(name: str, rows: "list[BreakdownRow]") -> str:
    lines = [f"\nwhere the errors of {name} are", f"{'':34}{'pixels':>8}{'squared error':>15}{'RMSE cm':>9}"]
    for row in rows:
        lines.append(f"{row.pixels:34}{row.pixel_share:>8.0%}{row.squared_error_share:>15.0%}{row.rmse_cm:>9.2f}")
    return "\n".join(lines)


def _edge_table(name: str, rows: "list[EdgeRow]") -> str:
    lines = [f"\nwhere {name} puts occlusion edges, by the contrast of their sides"]
    lines.append(
        f"{'contrast':12}{'edge points':>12}{'median |offset|, px':>21}{'mean offset, px':>17}{'softness, px':>14}"
    )
    for row in rows:
        figures = f"{row.median_abs_offset_px:>21.2f}{row.mean_offset_px:>+17.2f}{row.median_softness_px:>14.2f}"
        lines.append(f"{row.contrast:12}{row.edges:>12}{figures}")
    return "\n".join(lines)


def _speed_table(rows: "list[SpeedRow]", threads: int) -> str:
    slowest = max(row.seconds for row in rows)
    lines = [f"{threads} threads; 'faster' is against the slowest row of this run"]
    lines.append(f"{'':22}{'seconds':>10}{'quartiles':>18}{'faster':>9}{'memory MB':>11}  note")
    for row in rows:
        quartiles = f"{row.seconds_low:.3f}..{row.seconds_high:.3f}"
        lines.append(
            f"{row.name:22}{row.seconds:>10.3f}{quartiles:>18}{slowest / row.seconds:>8.0f}x"
            f"{row.peak_memory_mb:>11.0f}  {row.note}"
        )
    return "\n".join(lines)


def _columns(table: "Table") -> str:
    """Return a table in columns of equal width."""
    head, rows = table
    widths = [max(map(len, column)) + 2 for column in zip(head, *rows, strict=True)]
    return "\n".join(
        "".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)) for row in (head, *rows)
    )


def _as_table(rows: "dict[str, AccuracyRow]", count: int) -> str:
    names = list(rows)
    width = max(map(len, names)) + 2
    lines = [f"mean over {count} images", " " * 26 + "".join(f"{name:>{width}}" for name in names)]
    for figure in asdict(next(iter(rows.values()))):
        cells = "".join(f"{getattr(row, figure):>{width}.3f}" for row in rows.values())
        lines.append(f"{figure:26}{cells}")
    return "\n".join(lines)
