"""`blurry-edges bench`: accuracy on scenes with known depth, and speed."""

import json as json_module
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import tyro

if TYPE_CHECKING:
    from blurry_edges.bench.accuracy import AccuracyRow
    from blurry_edges.bench.breakdown import BreakdownRow
    from blurry_edges.bench.speed import SpeedRow
    from blurry_edges.scenes.store import CapturedScene

__all__ = ["Bench"]


@dataclass(frozen=True)
class Accuracy:
    """Measure estimators on scenes with known depth, beside a constant predictor."""

    data: Path
    """A folder made by `blurry-edges scenes`, or a frozen benchmark (.npz with counts, alpha, depth, clean)."""
    estimators: tuple[str, ...] = ("evidence", "fused")
    """Estimators to measure, by name or by the path of their weights: fused, evidence, paper, paper-w, and the rivals
    focal-track, focal-track-published, tang, tang-published."""
    camera: Path | None = None
    """Camera file; without it, the camera of the paper's synthetic data."""
    photon_level: float | None = None
    """Photograph the scenes again with this photon level."""
    estimate_noise: bool = False
    """Let the estimators find out the noise themselves."""
    limit: int | None = None
    """Use the first scenes only."""
    breakdown: bool = False
    """Also show where the errors of each estimator are: edges, texture, depth."""
    json: bool = False
    """Print JSON for scripts."""

    def run(self) -> int:
        """Measure and print the table."""
        from blurry_edges.bench.accuracy import ConstantEstimator, measure, relit
        from blurry_edges.bench.baselines import baselines
        from blurry_edges.bench.breakdown import break_down
        from blurry_edges.estimator import Estimator, load
        from blurry_edges.optics import Camera, read_camera

        camera = read_camera(self.camera) if self.camera else Camera.paper()
        scenes = _read(self.data)[: self.limit]
        if self.photon_level is not None:
            scenes = relit(scenes, self.photon_level)
        rivals = baselines()
        methods = [rivals[name] if name in rivals else load(name) for name in self.estimators]
        estimators: list[Estimator] = [ConstantEstimator(), *methods]
        names = ("constant", *self.estimators)
        rows = {
            name: measure(estimator, scenes, camera, noise_given=not self.estimate_noise)
            for name, estimator in zip(names, estimators, strict=True)
        }
        parts = {}
        if self.breakdown:
            parts = {
                name: break_down(method, scenes, camera) for name, method in zip(self.estimators, methods, strict=True)
            }
        if self.json:
            report = {
                name: asdict(row) | {"breakdown": [*map(asdict, parts.get(name, []))]} for name, row in rows.items()
            }
            print(json_module.dumps(report, indent=2))
        else:
            print(_as_table(rows, len(scenes)))
            for name, part in parts.items():
                print(_breakdown_table(name, part))
        return 0


@dataclass(frozen=True)
class Speed:
    """Measure time and memory of the estimators, beside the paper's patch-by-patch evaluation, in one run."""

    items: tuple[str, ...] = ()
    """What to measure; everything that takes seconds when left out. fused-large-image takes minutes."""
    threads: int = 2
    """Threads of each measurement."""
    repetitions: int = 7
    """Repetitions of each measurement."""
    json: bool = False
    """Print JSON for scripts."""

    def run(self) -> int:
        """Measure and print the table."""
        from tqdm import tqdm

        from blurry_edges.bench.speed import QUICK_ITEMS, measure_speed

        names = self.items or QUICK_ITEMS
        rows = list(
            tqdm(
                measure_speed(names, self.threads, self.repetitions),
                total=len(names),
                desc="measuring",
                disable=None,
            )
        )
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


def _read(path: Path) -> "list[CapturedScene]":
    from blurry_edges.scenes.store import SceneFolder, read_benchmark

    return list(SceneFolder.open(path)) if path.is_dir() else list(read_benchmark(path))


def _as_table(rows: "dict[str, AccuracyRow]", count: int) -> str:
    names = list(rows)
    width = max(map(len, names)) + 2
    lines = [f"mean over {count} images", " " * 26 + "".join(f"{name:>{width}}" for name in names)]
    for figure in asdict(next(iter(rows.values()))):
        cells = "".join(f"{getattr(row, figure):>{width}.3f}" for row in rows.values())
        lines.append(f"{figure:26}{cells}")
    return "\n".join(lines)
