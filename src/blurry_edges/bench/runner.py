"""Methods over data sets: each image once, in parallel, and kept so that a stopped run goes on.

What is kept is filed under the method, its weights, the version of the package and the photographs themselves, so no
result can be taken for another's. Code that changes without a new version needs an empty cache.
"""

import hashlib
import json
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
from tqdm import tqdm

from blurry_edges._version import __version__
from blurry_edges.arrays import read_npz
from blurry_edges.bench.accuracy import AccuracyRow, image_figures
from blurry_edges.bench.metrics import mean_over_images
from blurry_edges.devices import find_device
from blurry_edges.errors import BlurryEdgesError, DataError
from blurry_edges.estimator import Estimator, Options, load
from blurry_edges.estimator.registry import weights_of
from blurry_edges.files import atomic_write, exclusive
from blurry_edges.maps import CONFIDENCE_THRESHOLD
from blurry_edges.memory import peak_memory_mb
from blurry_edges.optics import Camera, FocusSetting
from blurry_edges.scenes.datasets import DataSet
from blurry_edges.scenes.store import CapturedScene
from blurry_edges.stack import FocusStack
from blurry_edges.typing import Array, Bool, Float
from blurry_edges.workers import Backend, in_shard

__all__ = ["ImageResult", "MethodResult", "run_method"]

_HERE = Backend()


@dataclass(frozen=True)
class ImageResult:
    """Result of a method for one image, and how good it is."""

    figures: AccuracyRow
    depth: Float[Array, "H W"]
    depth_sd: Float[Array, "H W"]
    sparse: Bool[Array, "H W"]
    """Where the method gives sparse depth along boundaries; nowhere if it has no boundaries."""
    seconds: float
    """Time of the depth alone."""
    memory_mb: float
    """Largest memory of the process beyond what it held before its first image."""


@dataclass(frozen=True)
class MethodResult:
    """All images of a data set."""

    name: str
    images_used: int
    images: tuple[ImageResult, ...]

    @property
    def mean(self) -> AccuracyRow:
        """Means over images."""
        return mean_over_images([image.figures for image in self.images]).mean

    def split(self, parts: int) -> "list[MethodResult]":
        """Return the results of as many data sets of equal length that were run one after the other."""
        length = len(self.images) // parts
        return [replace(self, images=self.images[k * length : (k + 1) * length]) for k in range(parts)]

    def values(self, figure: str) -> Float[Array, " n"]:
        """One figure of every image."""
        return np.array([getattr(image.figures, figure) for image in self.images], dtype=np.float64)


@dataclass(frozen=True)
class _Job:
    """One image for one method."""

    scene: CapturedScene
    camera: Camera
    settings: tuple[FocusSetting, ...]
    noise_given: bool
    device: str

    @property
    def key(self) -> str:
        digest = hashlib.sha256(np.ascontiguousarray(self.scene.counts).tobytes())
        digest.update(np.ascontiguousarray(self.scene.depth_m).tobytes())
        known = (self.scene.photon_level, self.scene.read_noise, self.noise_given, self.camera, self.settings)
        digest.update(repr(known).encode())
        return digest.hexdigest()[:24]

    def run(self, method: Estimator) -> ImageResult:
        light = (self.scene.photon_level, self.scene.read_noise) if self.noise_given else (None, None)
        stack = FocusStack.of(self.scene.noisy, settings=self.settings, photon_level=light[0], read_noise=light[1])
        if method.images_used(len(stack)) == 2:
            stack = stack.pair
        before_mb = _memory_at_start_mb()
        began = time.perf_counter()
        result = method.estimate_stack(stack, self.camera, Options(device=self.device))
        seconds, memory_mb = time.perf_counter() - began, peak_memory_mb() - before_mb
        sparse = (
            np.zeros(result.depth.shape, bool) if result.pictures is None else result.confidence > CONFIDENCE_THRESHOLD
        )
        figures = image_figures(result, self.scene, self.camera, self.settings)
        return ImageResult(figures, result.depth, result.depth_sd, sparse, seconds, memory_mb)


def run_method(
    name: str,
    dataset: DataSet,
    cache: Path | None = None,
    *,
    workers: int | None = 1,
    noise_given: bool = True,
    backend: Backend = _HERE,
    shard: str | None = None,
    device: str = "cpu",
) -> MethodResult:
    """Run a method on a data set, or take from the cache what is there.

    Args:
        name: what `load` knows.
        dataset: the scenes.
        cache: folder in which results are kept; without it, nothing is.
        workers: processes; they share the cores. Times are only worth comparing with one.
        noise_given: whether the method is told photon level and read noise.
        backend: who works.
        shard: run it on one part of the images only, `i/n`; the result is of that part.
        device: where to compute: auto, cpu, cuda or mps.

    """
    if workers is not None and workers < 1:
        raise BlurryEdgesError(f"{workers} workers cannot do anything; use one or more")
    device = find_device(device)
    folder = None if cache is None else cache / _method_key(name, device)
    scenes = in_shard(list(dataset.scenes), shard)
    jobs = [_Job(scene, dataset.camera, dataset.settings, noise_given, device) for scene in scenes]
    with nullcontext() if folder is None else exclusive(folder, shard or ""):  # shards share the cache
        results = _run_jobs(name, jobs, folder, workers, backend)
    method = load(name)
    return MethodResult(method.name, method.images_used(len(dataset.settings)), results)


def _run_jobs(
    name: str, jobs: list[_Job], folder: Path | None, workers: int | None, backend: Backend
) -> tuple[ImageResult, ...]:
    kept = {index: found for index, job in enumerate(jobs) if (found := _read(folder, job)) is not None}
    missing = [index for index in range(len(jobs)) if index not in kept]
    progress = tqdm(total=len(jobs), initial=len(kept), desc=name, unit="image", disable=None)
    given = name, backend.threads(workers)
    for number, result in backend.map(_prepared, given, [jobs[index] for index in missing], workers):
        index = missing[number]
        kept[index] = result
        if folder is not None:
            _write(folder, jobs[index], result)
        progress.update()
    progress.close()
    return tuple(kept[index] for index in range(len(jobs)))


def _prepared(name: str, threads: int) -> Callable[[_Job], ImageResult]:
    import torch

    torch.set_num_threads(threads)
    method = load(name)
    _memory_at_start_mb()
    return lambda job: job.run(method)


_start_memory_mb: list[float] = []


def _memory_at_start_mb() -> float:
    """Peak memory of this process when it was first asked."""
    if not _start_memory_mb:
        _start_memory_mb.append(peak_memory_mb())
    return _start_memory_mb[0]


def _method_key(name: str, device: str) -> str:
    """Name of a method with the hash of the weights it uses, the version, and the device if it is a graphics card."""
    hashes = [hashlib.sha256(card.path.read_bytes()).hexdigest() for card in weights_of(name)]
    weights = hashlib.sha256("".join(hashes).encode()).hexdigest()[:12]
    where = "" if device == "cpu" else "-" + device.replace(":", "-")  # no colon in names of files on Windows
    return f"{Path(name).stem}-{__version__}-{weights}{where}"


def _write(folder: Path, job: _Job, result: ImageResult) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    facts = {"figures": asdict(result.figures), "seconds": result.seconds, "memory_mb": result.memory_mb}
    with atomic_write(folder / f"{job.key}.npz", durable=False) as file:
        np.savez_compressed(
            file, depth=result.depth, depth_sd=result.depth_sd, sparse=result.sparse, facts=json.dumps(facts)
        )


def _read(folder: Path | None, job: _Job) -> ImageResult | None:
    """Return what is kept of a job; a file that a crash cut short is made again."""
    if folder is None or not (path := folder / f"{job.key}.npz").exists():
        return None
    try:
        file = read_npz(path, "cached estimate")
        facts = json.loads(str(file["facts"]))
        maps = (file["depth"], file["depth_sd"], file["sparse"])
        return ImageResult(AccuracyRow(**facts["figures"]), *maps, facts["seconds"], facts["memory_mb"])
    except (DataError, ValueError, KeyError, TypeError):
        return None
