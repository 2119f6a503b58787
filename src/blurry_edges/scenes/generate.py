"""Making folders of scenes: parallel, resumable, and the same bytes for any number of workers.

Sample k depends on the plan and k alone. A scene file appears only when it is whole, the manifest only when every
scene is there; a run that was killed continues where it stopped. Shards make a part each; the last one to end writes
the manifest.
"""

import json
import os
import time
from collections.abc import Callable, Iterator
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
from blurry_edges.workers import Backend, in_shard

__all__ = ["Generated", "Light", "Plan", "Recipe", "generate", "make_sample"]

_FEW_SCENES = 4
"""So few are made in this process: starting others takes longer."""

PLAN_NAME = "plan.json"
_HERE = Backend()


@dataclass(frozen=True)
class Generated:
    """Outcome of a run of `generate`."""

    folder: SceneFolder | None
    """The complete folder; None as long as other shards are missing."""
    made: int
    """Scenes made by this run; the others were there already."""
    seconds: float
    """Time of the run."""


def generate(
    plan: Plan,
    count: int,
    folder: Path | str,
    workers: int | None = None,
    *,
    backend: Backend = _HERE,
    shard: str | None = None,
    wait: bool = False,
) -> Generated:
    """Write samples 0..count-1 of a plan to a folder; whole scenes of the same plan that it holds are kept.

    More than one worker means new processes: call it from a script only under `if __name__ == "__main__"`.

    Args:
        plan: what the scenes are.
        count: number of scenes.
        folder: where they are written.
        workers: processes; without it, one for each core.
        backend: who works.
        shard: make one part of the scenes only, `i/n`; others may make other parts at the same time.
        wait: if another process of this machine writes to the folder, wait until it is done instead of refusing.

    """
    if backend.kind == "local" and workers is None:
        workers = 1 if count <= _FEW_SCENES else os.cpu_count() or 1
    for what, number in (("scenes", count), ("workers", workers)):
        if number is not None and number < 1:
            raise DataError(f"cannot make scenes with {number} {what}; ask for one or more")
    indices = in_shard(range(count), shard)
    writer = "" if shard is None else f"-{shard.replace('/', '-of-')}"
    with exclusive(Path(folder), writer, -1.0 if wait else 0.0):
        return _generate(plan, count, indices, Path(folder), _Sharing(backend, workers, writer))


@dataclass(frozen=True)
class _Sharing:
    """Who makes the scenes."""

    backend: Backend
    workers: int | None
    writer: str
    """Which of several shards writes; empty for a whole run."""


def _generate(plan: Plan, count: int, indices: list[int], folder: Path, sharing: _Sharing) -> Generated:
    start = time.perf_counter()
    _claim(folder, plan, sharing.writer)
    known = _known_hashes(folder)
    job = _Job(plan, folder, known)
    hashes: dict[str, str] = {}
    made = 0
    for index, (digest, is_new) in tqdm(
        _results(job, indices, sharing), total=len(indices), unit="scene", disable=None
    ):
        hashes[scene_name(index)] = digest
        made += is_new
    names = [scene_name(index) for index in range(count)]
    if not all(name in hashes or (folder / name).exists() for name in names):
        return Generated(None, made, time.perf_counter() - start)
    hashes = {name: hashes[name] if name in hashes else file_sha256(folder / name) for name in names}
    if hashes != known:
        _write_json(plan.describe() | {"count": count, "sha256": hashes}, folder / MANIFEST_NAME, sharing.writer)
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


def _results(job: _Job, indices: list[int], sharing: _Sharing) -> Iterator[tuple[int, tuple[str, bool]]]:
    """Complete samples, and give the number of each with its hash and whether it was made."""
    if sharing.backend.kind == "local" and sharing.workers == 1:
        with _one_thread():
            yield from ((index, job.complete(index)) for index in indices)
        return
    for number, result in sharing.backend.map(_prepared, (job,), indices, sharing.workers):
        yield indices[number], result


def _prepared(job: _Job) -> Callable[[int], tuple[str, bool]]:
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    return job.complete


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


def _claim(folder: Path, plan: Plan, writer: str) -> None:
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
        _write_json(plan.describe(), folder / PLAN_NAME, writer)


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


def _write_json(content: dict[str, Any], path: Path, writer: str) -> None:
    try:
        with atomic_write(path, writer=writer) as file:
            file.write((json.dumps(content, indent=2) + "\n").encode())
    except OSError as error:
        raise DataError(f"cannot write {path}: {error.strerror}") from error
