"""`blurry-edges estimate`: photographs in, folders of depth and pictures out."""

import shlex
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import tyro

from blurry_edges.cli.sharing import Sharing
from blurry_edges.options import EstimateOptions

if TYPE_CHECKING:
    from blurry_edges.estimator import Estimator
    from blurry_edges.pairs import PairFiles, Task

__all__ = ["Demo", "Estimate"]


@dataclass(frozen=True)
class Estimate:
    """Estimate depth in metres with its error bar from two photographs of one static scene, or from many pairs."""

    output: Annotated[Path, tyro.conf.arg(aliases=["-o"])]
    """Folder to write; with many pairs, one folder for each in it."""
    minus: Annotated[Path | None, tyro.conf.Positional] = None
    """First photograph, taken with the camera's [minus] setting; or a folder or CSV file of many pairs; or a scene of
    `blurry-edges scenes`, scene-000000.npz."""
    plus: Annotated[Path | None, tyro.conf.Positional] = None
    """Second photograph, taken with the [plus] setting."""
    camera: Path | None = None
    """Camera file (TOML); without it, what --lens and the photographs' EXIF say; without these, the order of depths."""
    local: Literal["dense", "patchwise"] | None = None
    """For the paper's model: how its local stage is evaluated. patchwise is as the paper has it, and about 20 times
    slower; without it, densely."""
    linear: Path | None = None
    """File of `calibrate --linear`: depths are corrected as it says."""
    stack: Path | None = None
    """Folder with a focus stack: all photographs count where their focus is known (focus.csv, EXIF, or names with
    --lens.stack-names); otherwise the best pair is chosen."""
    overwrite: bool = False
    """Replace output folders that exist; without it, many pairs go on where they were."""
    options: Annotated[EstimateOptions, tyro.conf.arg(name="")] = field(default_factory=EstimateOptions)
    sharing: Annotated[Sharing, tyro.conf.arg(name="")] = field(default_factory=lambda: Sharing(workers=1))
    """With many pairs: who does the work."""

    def run(self) -> int:
        """Estimate, write and say where."""
        from blurry_edges.errors import BlurryEdgesError, DataError
        from blurry_edges.pairs import SCENE_SUFFIX, find_pairs, photos_in

        if self.stack is not None:
            files = photos_in(self.stack)
            if len(files) < 2:
                raise DataError(f"{self.stack} holds {len(files)} photographs; a stack needs two or more")
            return self._one(self._task(files, self.output, is_stack=True))
        if self.minus is None:
            raise BlurryEdgesError("give two photographs, a folder or CSV file of pairs, a scene, or --stack")
        if self.plus is None:
            if self.minus.suffix == SCENE_SUFFIX:
                return self._one(self._task([self.minus], self.output))
            return self._many(find_pairs(self.minus))
        return self._one(self._task([self.minus, self.plus], self.output))

    def _task(self, files: "list[Path]", output: Path, camera: Path | None = None, *, is_stack: bool = False) -> "Task":
        """Return what is asked; `camera` is the camera file that a table gives a pair."""
        from blurry_edges.pairs import Task

        command = shlex.join(["blurry-edges", *sys.argv[1:]])
        return Task(tuple(files), output, self.options, camera or self.camera, is_stack, self.overwrite, command)

    def _one(self, task: "Task") -> int:
        """Estimate a single pair or stack."""
        from blurry_edges.pairs import run_task

        answer = run_task(task, self._estimator(), progress=True)
        print("\n".join(answer.lines()))
        for warning in answer.warnings:
            print(f"warning: {warning}")
        names = sorted(path.name for path in self.output.iterdir() if not path.name.startswith("."))
        print(f"written to {self.output}: {', '.join(names)}")
        return 0

    def _many(self, pairs: "list[PairFiles]") -> int:
        """Estimate many pairs, one line each; those that were done before are skipped, and a table tells of all."""
        from collections import Counter

        from tqdm import tqdm

        from blurry_edges.files import exclusive
        from blurry_edges.pairs import run_pairs, write_summary
        from blurry_edges.workers import in_shard

        sharing, rows = self.sharing, []
        tasks = {
            pair.name: self._task([pair.minus, pair.plus], self.output / pair.name, pair.camera)
            for pair in in_shard(sorted(pairs, key=lambda pair: pair.name), sharing.shard)
        }
        self._estimator()  # what is wrong with it is said here, not by a worker
        with exclusive(self.output, sharing.shard or ""):  # the jobs of an array share the folder
            done = run_pairs(tasks, self._estimator, sharing.as_backend(), sharing.workers)
            for row in tqdm(done, total=len(tasks), desc="pairs", unit="pair", disable=None):
                rows.append(row)
                if row.state == "failed":
                    tqdm.write(f"{row.name}: failed: {row.remark}", file=sys.stderr)
                else:
                    warning = f"; warning: {row.remark}" if row.remark else ""
                    tqdm.write(f"{row.name}: {row.state}, {row.verdict}{warning}")
            summary = write_summary(rows, self.output, sharing.shard)
        count = Counter(row.state for row in rows)
        print(f"{count['done']} pairs done, {count['done before']} done before, {count['failed']} failed: {summary}")
        return 1 if count["failed"] else 0

    def _estimator(self) -> "Estimator":
        """Load the method that is asked for, as it is asked for."""
        from dataclasses import replace

        from blurry_edges.errors import BlurryEdgesError
        from blurry_edges.estimator import load
        from blurry_edges.estimator.linear import LinearEstimator, read_linear
        from blurry_edges.estimator.paper import PaperEstimator

        method = load(self.options.estimator)
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


@dataclass(frozen=True)
class Demo:
    """Estimate the bundled pair and compare it with the true depth."""

    output: Annotated[Path, tyro.conf.arg(aliases=["-o"])] = Path("demo-output")
    """Folder to write."""
    overwrite: bool = False
    """Replace the output folder if it exists."""
    device: str = "cpu"
    """Where to compute: auto, cpu, cuda or mps."""

    def run(self) -> int:
        """Estimate, compare and say where."""
        from dataclasses import replace

        import numpy as np

        from blurry_edges.bench.metrics import compare, depth_errors
        from blurry_edges.optics import Camera
        from blurry_edges.photos import DEMO_FOLDER, read_depth_png

        pair = DEMO_FOLDER
        options = EstimateOptions(device=self.device)
        estimate = Estimate(self.output, camera=pair / "camera.toml", overwrite=self.overwrite, options=options)
        task = estimate._task([pair / "minus.png", pair / "plus.png"], self.output)
        code = estimate._one(replace(task, truth=pair / "depth.png"))
        depth_m = np.load(self.output / "depth.npz")["depth_m"]
        truth_m = read_depth_png(pair / "depth.png")
        errors = depth_errors(compare(depth_m, truth_m, Camera.paper().depth_range_m))
        print(f"error against the true depth: {errors.rmse_cm:.2f} cm RMSE, {errors.abs_rel_percent:.2f} % on average")
        print(f"look at {self.output / 'report.html'}")
        return code
