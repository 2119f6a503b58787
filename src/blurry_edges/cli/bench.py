"""`blurry-edges bench`: accuracy on scenes with known depth, and speed."""

import json as json_module
import shlex
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import tyro

if TYPE_CHECKING:
    from blurry_edges.bench.accuracy import AccuracyRow
    from blurry_edges.bench.breakdown import BreakdownRow
    from blurry_edges.bench.report import DataSetResults, Table
    from blurry_edges.bench.speed import SpeedRow

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
    """Also show where the errors of each method are: edges, texture, depth."""
    report: Path | None = None
    """Folder for benchmark.md and benchmark.html: tables, error maps, curves."""
    cache: Path | None = None
    """Folder in which results are kept, so that a stopped run goes on."""
    workers: int = 1
    """Processes that share the cores; with more than one, times are not worth comparing."""
    json: bool = False
    """Print JSON for scripts."""

    def run(self) -> int:
        """Measure and print the tables."""
        from blurry_edges.bench.breakdown import break_down
        from blurry_edges.bench.report import light_table, write_benchmark_report

        parts = [self._measure(path) for path in self.data]
        breakdowns = {}
        if self.breakdown:
            for part in parts:
                for result in part.results[1:]:
                    depths = [image.depth for image in result.images]
                    rows = break_down(depths, part.dataset.scenes, part.dataset.camera)
                    breakdowns[part.dataset.name, result.name] = rows
        if self.json:
            report = {
                part.dataset.name: {
                    result.name: asdict(result.mean)
                    | {"breakdown": [*map(asdict, breakdowns.get((part.dataset.name, result.name), []))]}
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
            for (_, name), rows in breakdowns.items():
                print(_breakdown_table(name, rows))
        if self.report is not None:
            for path in write_benchmark_report(parts, "blurry-edges " + shlex.join(sys.argv[1:]), self.report):
                print(f"report: {path}", file=sys.stderr if self.json else sys.stdout)
        return 0

    def _measure(self, path: Path) -> "DataSetResults":
        from dataclasses import replace

        from blurry_edges.bench.accuracy import relit
        from blurry_edges.bench.methods import method_names
        from blurry_edges.bench.report import DataSetResults
        from blurry_edges.bench.runner import run_method
        from blurry_edges.optics import read_camera
        from blurry_edges.scenes.datasets import read_dataset

        dataset = read_dataset(path, read_camera(self.camera) if self.camera else None)
        dataset = replace(dataset, scenes=dataset.scenes[: self.limit])
        if self.photon_level is not None:
            dataset = replace(dataset, scenes=relit(dataset.scenes, self.photon_level))
        every = [x for name in ("constant", *self.estimators) for x in (method_names() if name == "all" else (name,))]
        names = tuple(dict.fromkeys(every))
        options: dict[str, Any] = {"workers": self.workers, "noise_given": not self.estimate_noise}
        results = [run_method(name, dataset, self.cache, **options) for name in names]
        by_light = {}
        for level in self.photon_levels:
            again = replace(dataset, scenes=relit(dataset.scenes, level))
            by_light[level] = [run_method(name, again, self.cache, **options) for name in names]
        return DataSetResults(dataset, results, by_light)


@dataclass(frozen=True)
class Speed:
    """Measure time and memory of the estimators, beside the paper's patch-by-patch evaluation, in one run."""

    items: tuple[str, ...] = ()
    """What to measure; everything that takes seconds when left out. fused-large-image takes minutes."""
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
class Bench:
    """Measure accuracy or speed."""

    what: Annotated[
        Annotated[Accuracy, tyro.conf.subcommand("accuracy")] | Annotated[Speed, tyro.conf.subcommand("speed")],
        tyro.conf.arg(name=""),
    ]

    def run(self) -> int:
        """Measure what was asked for."""
        return self.what.run()


def _breakdown_table(name: str, rows: "list[BreakdownRow]") -> str:
    lines = [f"\nwhere the errors of {name} are", f"{'':34}{'pixels':>8}{'squared error':>15}{'RMSE cm':>9}"]
    for row in rows:
        lines.append(f"{row.pixels:34}{row.pixel_share:>8.0%}{row.squared_error_share:>15.0%}{row.rmse_cm:>9.2f}")
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
