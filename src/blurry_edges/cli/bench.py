"""`blurry-edges bench`: accuracy on scenes with known depth."""

import json as json_module
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import tyro

if TYPE_CHECKING:
    from blurry_edges.bench.accuracy import AccuracyRow
    from blurry_edges.scenes.store import CapturedScene

__all__ = ["Bench"]


@dataclass(frozen=True)
class Bench:
    """Measure estimators on scenes with known depth, beside a constant predictor."""

    what: Annotated[Literal["accuracy"], tyro.conf.Positional]
    """accuracy: errors of depth, calibration of its error bar, quality of images."""
    data: Path
    """A folder made by `blurry-edges scenes`, or a frozen benchmark (.npz with counts, alpha, depth, clean)."""
    estimators: tuple[str, ...] = ("evidence", "fused")
    """Estimators to measure, by name or by the path of their weights."""
    camera: Path | None = None
    """Camera file; without it, the camera of the paper's synthetic data."""
    photon_level: float | None = None
    """Photograph the scenes again with this photon level."""
    estimate_noise: bool = False
    """Let the estimators find out the noise themselves."""
    limit: int | None = None
    """Use the first scenes only."""
    json: bool = False
    """Print JSON for scripts."""

    def run(self) -> int:
        """Measure and print the table."""
        from blurry_edges.bench.accuracy import ConstantEstimator, measure, relit
        from blurry_edges.estimator import Estimator, load
        from blurry_edges.optics import Camera, read_camera

        camera = read_camera(self.camera) if self.camera else Camera.paper()
        scenes = _read(self.data)[: self.limit]
        if self.photon_level is not None:
            scenes = relit(scenes, self.photon_level)
        estimators: list[Estimator] = [ConstantEstimator(), *map(load, self.estimators)]
        names = ("constant", *self.estimators)
        rows = {
            name: measure(estimator, scenes, camera, noise_given=not self.estimate_noise)
            for name, estimator in zip(names, estimators, strict=True)
        }
        if self.json:
            print(json_module.dumps({name: asdict(row) for name, row in rows.items()}, indent=2))
        else:
            print(_as_table(rows, len(scenes)))
        return 0


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
