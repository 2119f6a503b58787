"""Speed and memory, measured in one run on one machine: what counts are the ratios."""

import gc
import multiprocessing
import resource
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from statistics import quantiles

import torch

from blurry_edges.errors import BlurryEdgesError
from blurry_edges.typing import Tensor

__all__ = ["SPEED_ITEMS", "SpeedRow", "measure_speed"]

_PATCHES = 4096  # of one 147 x 147 image at a stride of 2
_SAMPLED_PATCHES = 128


@dataclass(frozen=True)
class SpeedRow:
    """Cost of one piece of work."""

    name: str
    seconds: float
    """Median over the repetitions."""
    seconds_low: float
    """First quartile."""
    seconds_high: float
    """Third quartile."""
    peak_memory_mb: float
    """Memory beyond what the process held before the work."""
    note: str = ""
    """How it was measured, where that is not plain."""


@dataclass(frozen=True)
class _Item:
    """A piece of work: prepared once, then repeated; `times` is how often a full pair would need it."""

    prepare: Callable[[], Callable[[], object]]
    times: float = 1.0
    note: str = ""


def measure_speed(names: tuple[str, ...], threads: int, repetitions: int) -> Iterator[SpeedRow]:
    """Measure each item in a process of its own."""
    context = multiprocessing.get_context("spawn")
    for name in names:
        if name not in SPEED_ITEMS:
            raise BlurryEdgesError(f"nothing to measure is called '{name}'; known are {', '.join(SPEED_ITEMS)}")
        with ProcessPoolExecutor(1, context) as pool:
            yield pool.submit(_measure, name, threads, repetitions).result()


def _measure(name: str, threads: int, repetitions: int) -> SpeedRow:
    torch.set_num_threads(threads)
    item = SPEED_ITEMS[name]
    work = item.prepare()
    gc.collect()
    before_mb = _peak_memory_mb()
    work()  # warm up
    seconds = []
    for _ in range(max(2, repetitions)):
        began = time.perf_counter()
        work()
        seconds.append((time.perf_counter() - began) * item.times)
    low, median, high = quantiles(seconds, n=4, method="inclusive")
    return SpeedRow(name, median, low, high, _peak_memory_mb() - before_mb, item.note)


def _peak_memory_mb() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak / 1e3


def _random_wedges(count: int) -> tuple[Tensor, Tensor, Tensor]:
    """Vertices, angles and smoothness of patch pairs."""
    generator = torch.Generator().manual_seed(0)
    vertex = torch.randn(count, 2, 2, generator=generator)
    angles = 6 * torch.rand(count, 2, 2, generator=generator)
    eta = 0.05 + 0.3 * torch.rand(count, 2, 2, generator=generator)
    return vertex, angles, eta


def _wedge_forward() -> Callable[[], object]:
    from blurry_edges.wedge import render_pair

    wedges, patches = _random_wedges(_PATCHES), torch.rand(_PATCHES, 2, 3, 21, 21)

    def work() -> object:
        with torch.inference_mode():
            return render_pair(*wedges, patches)

    return work


def _wedge_training() -> Callable[[], object]:
    from blurry_edges.wedge import render_pair

    wedges = _random_wedges(_PATCHES)
    for x in wedges:
        x.requires_grad_()
    patches = torch.rand(_PATCHES, 2, 3, 21, 21)

    def work() -> object:
        maps = render_pair(*wedges, patches)
        return torch.autograd.grad(maps.color.square().sum() + maps.boundary.sum(), wedges)

    return work


def _estimate(name: str, *, all_maps: bool) -> Callable[[], Callable[[], object]]:
    def prepare() -> Callable[[], object]:
        from blurry_edges.estimator import load
        from blurry_edges.optics import Camera

        estimator, camera = load(name), Camera.paper()
        minus, plus = torch.rand(2, 147, 147, 3).numpy()

        def work() -> object:
            result = estimator.estimate(minus, plus, camera=camera, photon_level=190.0, read_noise=2.0)
            return (result.boundary, result.refocus(10.1)) if all_maps else result.depth

        return work

    return prepare


def _patch_by_patch() -> Callable[[], object]:
    from blurry_edges.nets.local_stage import LocalStage

    net, patches = LocalStage().eval(), torch.rand(_SAMPLED_PATCHES, 3, 21, 21)

    def work() -> object:
        with torch.inference_mode():
            return net(patches)

    return work


SPEED_ITEMS: dict[str, _Item] = {
    "wedge-maps": _Item(_wedge_forward, note=f"all maps of {_PATCHES} patch pairs"),
    "wedge-maps-training": _Item(_wedge_training, note=f"the same with gradients, {_PATCHES} patch pairs"),
    "evidence": _Item(_estimate("evidence", all_maps=False), note="depth of a 147 x 147 pair"),
    "fused-depth": _Item(_estimate("fused", all_maps=False), note="depth of a 147 x 147 pair"),
    "fused-all-maps": _Item(
        _estimate("fused", all_maps=True), note="depth, every map of the paper, one refocused image"
    ),
    "paper-patch-by-patch": _Item(
        _patch_by_patch,
        times=2 * _PATCHES / _SAMPLED_PATCHES,
        note=f"local stage alone, {_SAMPLED_PATCHES} patches times {2 * _PATCHES // _SAMPLED_PATCHES}",
    ),
}
"""What `blurry-edges bench speed` measures."""
