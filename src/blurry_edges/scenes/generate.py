"""Making folders of scenes: parallel, resumable, and the same bytes for any number of workers.

Sample k depends on the plan and k alone. A scene file appears only when it is whole, the manifest only when every
scene is there; a run that was killed continues where it stopped.
"""

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import torch
from tqdm import tqdm

from blurry_edges.errors import DataError
from blurry_edges.files import atomic_write, exclusive
from blurry_edges.scenes.plan import Light, Plan, Recipe, make_sample
from blurry_edges.scenes.store import (
    MANIFEST_NAME,
    SceneFolder,
    file_sha256,
    read_scene,
    scene_name,
    write_scene,
)
from blurry_edges.workers import worker_pool

__all__ = ["Generated", "Light", "Plan", "Recipe", "generate", "make_sample"]

_FEW_SCENES = 4
"""So few are made in this process: starting others takes longer."""

PLAN_NAME = "plan.json"


@dataclass(frozen=True)
class Generated:
    """Outcome of a run of `generate`."""

    folder: SceneFolder
    """The complete folder."""
    made: int
    """Scenes made by this run; the others were there already."""
    seconds: float
    """Time of the run."""


def generate(plan: Plan, count: int, folder: Path | str, workers: int | None = None) -> Generated:
    """Write samples 0..count-1 of a plan to a folder; whole scenes of the same plan that it holds are kept.

    More than one worker means new processes: call it from a script only under `if __name__ == "__main__"`.
    """
    if workers is None:
        workers = 1 if count <= _FEW_SCENES else os.cpu_count() or 1
    for what, number in (("scenes", count), ("workers", workers)):
        if number < 1:
            raise DataError(f"cannot make scenes with {number} {what}; ask for one or more")
    with exclusive(Path(folder)):
        return _generate(plan, count, Path(folder), workers)


def _generate(plan: Plan, count: int, folder: Path, workers: int) -> Generated:
    start = time.perf_counter()
    _claim(folder, plan)
    job = _Job(plan, folder, _known_hashes(folder))
    hashes, made = [], 0
    for digest, is_new in tqdm(_results(job, count, workers), total=count, unit="scene", disable=None):
        hashes.append(digest)
        made += is_new
    names = [scene_name(index) for index in range(count)]
    manifest = plan.describe() | {"count": count, "sha256": dict(zip(names, hashes, strict=True))}
    _write_json(manifest, folder / MANIFEST_NAME)
    return Generated(SceneFolder.open(folder), made, time.perf_counter() - start)


@dataclass(frozen=True)
class _Job:
    """Task of a worker: any sample of a plan."""

    plan: Plan
    folder: Path
    known: dict[str, str]

    def complete(self, index: int) -> tuple[str, bool]:
        """Make sample `index` unless it is there; return its hash, and whether it was made."""
        path = self.folder / scene_name(index)
        if path.exists() and self._is_whole(path):
            return file_sha256(path), False
        write_scene(make_sample(self.plan, index), path)
        return file_sha256(path), True

    def _is_whole(self, path: Path) -> bool:
        if path.name in self.known:
            return file_sha256(path) == self.known[path.name]
        try:
            read_scene(path)
        except DataError:
            return False  # cut short by a crash of the machine: it is made again
        return True


def _results(job: _Job, count: int, workers: int) -> Iterator[tuple[str, bool]]:
    """Complete all samples, in order."""
    if workers == 1:
        with _one_thread():
            yield from map(job.complete, range(count))
        return
    with worker_pool(min(workers, count), _start_worker, (job,)) as pool:
        yield from pool.map(_complete, range(count))


# The job of a worker process: sent once, so that what a recipe has loaded is not loaded again for every scene.
_worker_job: _Job | None = None


def _start_worker(job: _Job) -> None:
    global _worker_job
    _worker_job = job
    cv2.setNumThreads(1)
    torch.set_num_threads(1)


def _complete(index: int) -> tuple[str, bool]:
    if _worker_job is None:
        raise RuntimeError("the worker process was not started with a job")
    return _worker_job.complete(index)


@contextmanager
def _one_thread() -> Iterator[None]:
    """Work with one thread, as the worker processes do, and restore the caller's setting."""
    threads = cv2.getNumThreads(), torch.get_num_threads()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(threads[0])
        torch.set_num_threads(threads[1])


def _claim(folder: Path, plan: Plan) -> None:
    """Make the folder and write the plan, or check that its scenes are of the same plan."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        entries = {entry.name for entry in folder.iterdir() if not entry.name.startswith(".")}
    except OSError as error:
        raise DataError(f"cannot make the folder {folder}: {error.strerror}") from error
    if entries and PLAN_NAME not in entries:
        raise DataError(f"folder {folder} holds other files, such as {min(entries)}; choose a new or empty folder")
    # A plan that failed before its first scene, say by a mistyped path, may be replaced.
    if any(name.startswith("scene-") for name in entries):
        _require_same_plan(folder, plan.describe())
    else:
        _write_json(plan.describe(), folder / PLAN_NAME)


def _require_same_plan(folder: Path, wanted: dict[str, Any]) -> None:
    found = _read_json(folder / PLAN_NAME)
    for key in wanted:
        if found.get(key) != wanted[key]:
            raise DataError(
                f"folder {folder} holds scenes of another {key.replace('_', ' ')} ({found.get(key)}, "
                f"not {wanted[key]}); choose another folder"
            )


def _known_hashes(folder: Path) -> dict[str, str]:
    """Hashes in the manifest of an earlier complete run, if there was one."""
    path = folder / MANIFEST_NAME
    return dict(_read_json(path).get("sha256", {})) if path.exists() else {}


def _read_json(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DataError(f"cannot read {path}: {error}; choose another folder") from error
    if not isinstance(content, dict):
        raise DataError(f"{path} does not describe scenes; choose another folder")
    return content


def _write_json(content: dict[str, Any], path: Path) -> None:
    try:
        with atomic_write(path) as file:
            file.write((json.dumps(content, indent=2) + "\n").encode())
    except OSError as error:
        raise DataError(f"cannot write {path}: {error.strerror}") from error
