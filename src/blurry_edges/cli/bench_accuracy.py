"""`blurry-edges bench accuracy`: methods on scenes with known depth."""

import json as json_module
import os
import shlex
import sys
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import tyro

from blurry_edges.cli.columns import columns
from blurry_edges.cli.sharing import Sharing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blurry_edges.bench.accuracy import AccuracyRow
    from blurry_edges.bench.breakdown import BreakdownRow
    from blurry_edges.bench.edges import EdgeRow
    from blurry_edges.bench.effects import EffectsTable
    from blurry_edges.bench.report import DataSetResults
    from blurry_edges.scenes.datasets import DataSet
    from blurry_edges.scenes.store import CapturedScene

__all__ = ["Accuracy"]


@dataclass(frozen=True)
class Accuracy:
    """Measure methods on scenes with known depth, beside a constant predictor."""

    data: tuple[Path, ...]
    """Data sets: folders made by `blurry-edges scenes`, frozen benchmarks (.npz with counts, alpha, depth, clean), or
    folders with the authors' images_ny.npy, depth_maps.npy and alphas.npy."""
    estimators: tuple[str, ...] = ("evidence", "fused")
    """Methods to measure, by name, by the path of their weights, or by a folder with those of the paper's model; `all`
    is every one that runs here."""
    camera: Path | None = None
    """Camera file; without it, that of the data, or of the paper's synthetic data."""
    photon_level: float | None = None
    """Photograph the scenes again with this photon level."""
    photon_levels: tuple[float, ...] = ()
    """Also show the error at each of these photon levels."""
    estimate_noise: bool = False
    """Let the methods find out the noise themselves."""
    device: str = "cpu"
    """Where to compute: auto, cpu, cuda or mps."""
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
        from blurry_edges.bench.report import write_benchmark_report
        from blurry_edges.results import output_folder
        from blurry_edges.weights import WEIGHTS_VARIABLE

        if self.weights is not None:
            os.environ[WEIGHTS_VARIABLE] = str(self.weights.resolve())  # worker processes look there, too
        if self.sharing.shard is not None:
            return self._one_shard()
        if self.report is None:
            self._show()
            return 0
        command = "blurry-edges " + shlex.join(sys.argv[1:])
        with output_folder(self.report, overwrite=True) as folder:  # refused before the work, not after it
            written = write_benchmark_report(self._show(), command, folder)
        for path in written:
            print(f"report: {self.report / path.name}", file=sys.stderr if self.json else sys.stdout)
        return 0

    def _show(self) -> list["DataSetResults"]:
        """Measure, print the tables and return what was found."""
        from blurry_edges.bench.breakdown import break_down
        from blurry_edges.bench.edges import edge_profiles, edge_rows
        from blurry_edges.bench.report import light_table

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
                    print("\n" + columns(light_table(part.by_light)))
                if self.effects:
                    print("\n" + _effects_table(effects[part.dataset.name]))
            for (_, name), rows in breakdowns.items():
                print(_breakdown_table(name, rows))
            for (_, name), found in edges.items():
                print(_edge_table(name, found))
        return parts

    def _one_shard(self) -> int:
        """Fill the cache with one part of the images; the means of a part would say nothing."""
        from blurry_edges.bench.runner import run_method
        from blurry_edges.errors import BlurryEdgesError

        if self.cache is None:
            raise BlurryEdgesError(
                "a shard is kept for the run that shows the tables; pass --cache FOLDER with --shard"
            )
        if self.effects or self.report is not None:
            raise BlurryEdgesError(
                "a shard shows no tables; leave out --effects and --report until all shards are done"
            )
        images = 0
        for path in self.data:
            dataset, lights = self._read(path)
            together = replace(dataset, scenes=[scene for scenes in lights for scene in scenes])
            runs = [run_method(name, together, self.cache, **self._options()) for name in self._names()]
            images += sum(len(run.images) for run in runs)
        print(f"{images} results of shard {self.sharing.shard} in {self.cache}; without --shard, the tables follow")
        return 0

    def _measure(self, path: Path) -> "DataSetResults":
        from blurry_edges.bench.report import DataSetResults
        from blurry_edges.bench.runner import run_method

        dataset, lights = self._read(path)
        # All lights in one run: starting a process and loading weights takes longer than some methods do.
        together = replace(dataset, scenes=[scene for scenes in lights for scene in scenes])
        names, options = self._names(), self._options()
        runs = [run_method(name, together, self.cache, **options).split(len(lights)) for name in names]
        results, *others = ([run[index] for run in runs] for index in range(len(lights)))
        return DataSetResults(dataset, results, dict(zip(self.photon_levels, others, strict=True)))

    def _read(self, path: Path) -> "tuple[DataSet, list[Sequence[CapturedScene]]]":
        """Return a data set, and its scenes in each light, its own first."""
        from blurry_edges.bench.accuracy import relit
        from blurry_edges.optics import read_camera
        from blurry_edges.scenes.datasets import read_dataset

        dataset = read_dataset(path, read_camera(self.camera) if self.camera else None)
        dataset = replace(dataset, scenes=dataset.scenes[: self.limit])
        if self.photon_level is not None:
            dataset = replace(dataset, scenes=relit(dataset.scenes, self.photon_level))
        return dataset, [dataset.scenes, *(relit(dataset.scenes, level) for level in self.photon_levels)]

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
        return who | {"noise_given": not self.estimate_noise, "device": self.device}


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


def _as_table(rows: "dict[str, AccuracyRow]", count: int) -> str:
    names = list(rows)
    width = max(map(len, names)) + 2
    lines = [f"mean over {count} images", " " * 26 + "".join(f"{name:>{width}}" for name in names)]
    for figure in asdict(next(iter(rows.values()))):
        cells = "".join(f"{getattr(row, figure):>{width}.3f}" for row in rows.values())
        lines.append(f"{figure:26}{cells}")
    return "\n".join(lines)
