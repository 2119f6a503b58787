"""Speed and memory, measured in one run on one machine: what counts are the ratios."""

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import quantiles
from typing import TYPE_CHECKING

import torch
from tqdm import tqdm

from blurry_edges.devices import find_device
from blurry_edges.errors import BlurryEdgesError
from blurry_edges.memory import peak_memory_mb
from blurry_edges.typing import Float, Tensor
from blurry_edges.workers import worker_pool

if TYPE_CHECKING:
    from blurry_edges.estimator import Estimator, Maps

__all__ = ["QUICK_ITEMS", "SPEED_ITEMS", "SpeedRow", "measure_speed"]

_PATCHES = 4096  # of one 147 x 147 image at a stride of 2
_SAMPLED_PATCHES = 128
_ROUNDS = 3
"""Everything is measured in turn, so often: a machine's speed drifts within a minute, and the ratios would with it."""
_LEAST_SECONDS = 1.0
"""Quick work is repeated for at least so long in each round."""


Prepare = Callable[[str], Callable[[], object]]
"""Prepares work on a device, and returns what does it."""


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
    """Memory of the computer, not of a graphics card, beyond what the process held before the work."""
    note: str = ""
    """How it was measured, where that is not plain."""


@dataclass(frozen=True)
class _Item:
    """A piece of work: its parts are prepared once, then repeated, each as often as a full pair needs it."""

    parts: tuple[tuple[Prepare, float], ...]
    note: str = ""
    once: bool = False
    """Takes minutes: measured once, and only when asked for."""

    @classmethod
    def of(cls, prepare: Prepare, note: str) -> "_Item":
        return cls(((prepare, 1.0),), note)


def measure_speed(names: tuple[str, ...], threads: int, repetitions: int, device: str = "cpu") -> list[SpeedRow]:
    """Measure the items in turn, several times, each in a process of its own."""
    for name in names:
        if name not in SPEED_ITEMS:
            raise BlurryEdgesError(f"nothing to measure is called '{name}'; known are {', '.join(SPEED_ITEMS)}")
    device = find_device(device)
    turns = [name for turn in range(_ROUNDS) for name in names if turn == 0 or not SPEED_ITEMS[name].once]
    seconds: dict[str, list[float]] = {name: [] for name in names}
    memory_mb = dict.fromkeys(names, 0.0)
    for name in tqdm(turns, desc="measuring", disable=None):
        with worker_pool(1) as pool:
            taken, peak_mb = pool.submit(_measure, name, threads, -(-repetitions // _ROUNDS), device).result()
        seconds[name] += taken
        memory_mb[name] = max(memory_mb[name], peak_mb)
    rows = []
    for name in names:
        taken = seconds[name]
        low, median, high = quantiles(taken, n=4, method="inclusive") if len(taken) > 1 else 3 * taken
        rows.append(SpeedRow(name, median, low, high, memory_mb[name], SPEED_ITEMS[name].note))
    return rows


def _measure(name: str, threads: int, repetitions: int, device: str) -> tuple[list[float], float]:
    """Seconds of each repetition in one round, and the memory beyond what the process held before."""
    torch.set_num_threads(threads)
    item = SPEED_ITEMS[name]
    parts = [(prepare(device), times) for prepare, times in item.parts]
    gc.collect()
    before_mb = peak_memory_mb()
    if not item.once:
        for work, _ in parts:
            work()  # warm up
    seconds: list[float] = []
    started = time.perf_counter()
    while True:
        total = 0.0
        for work, times in parts:
            began = time.perf_counter()
            work()
            _wait_for(device)
            total += (time.perf_counter() - began) * times
        seconds.append(total)
        enough = len(seconds) >= repetitions and time.perf_counter() - started >= _LEAST_SECONDS
        if enough or item.once:
            break
    return seconds, peak_memory_mb() - before_mb


def _wait_for(device: str) -> None:
    """Wait until a graphics card has done what it was asked for; it answers before that."""
    if device.startswith("cuda"):
        torch.cuda.synchronize(device)
    elif device == "mps":
        torch.mps.synchronize()


def _random_wedges(count: int, device: str) -> tuple[Tensor, Tensor, Tensor]:
    """Vertices, angles and smoothness of patch pairs."""
    generator = torch.Generator().manual_seed(0)
    vertex = torch.randn(count, 2, 2, generator=generator)
    angles = 6 * torch.rand(count, 2, 2, generator=generator)
    eta = 0.05 + 0.3 * torch.rand(count, 2, 2, generator=generator)
    return vertex.to(device), angles.to(device), eta.to(device)


def _wedge_forward(device: str) -> Callable[[], object]:
    from blurry_edges.wedge import Wedges, render_pair

    wedges, patches = _random_wedges(_PATCHES, device), torch.rand(_PATCHES, 2, 3, 21, 21, device=device)

    def work() -> object:
        with torch.inference_mode():
            return render_pair(Wedges(*wedges), patches)

    return work


def _wedge_training(device: str) -> Callable[[], object]:
    from blurry_edges.wedge import Wedges, render_pair

    wedges = _random_wedges(_PATCHES, device)
    for x in wedges:
        x.requires_grad_()
    patches = torch.rand(_PATCHES, 2, 3, 21, 21, device=device)

    def work() -> object:
        maps = render_pair(Wedges(*wedges), patches)
        return torch.autograd.grad(maps.color.square().sum() + maps.boundary.sum(), wedges)

    return work


def _depth(estimator: "Estimator", pair: Float[Tensor, "2 H W 3"], maps: "Maps", device: str) -> object:
    """Estimate a pair of the paper's camera in its light; the noise is given."""
    from blurry_edges.optics import Camera

    minus, plus = pair.numpy()
    return estimator.estimate(
        minus, plus, camera=Camera.paper(), photon_level=190.0, read_noise=2.0, maps=maps, device=device
    )


def _estimate(name: str, *, all_maps: bool) -> Prepare:
    def prepare(device: str) -> Callable[[], object]:
        from blurry_edges.estimator import load

        estimator, pair = load(name), torch.rand(2, 147, 147, 3)
        return lambda: _depth(estimator, pair, "all" if all_maps else "depth", device)

    return prepare


def _large_image(device: str) -> Callable[[], object]:
    from blurry_edges.estimator import load

    estimator = load("fused")
    return lambda: _depth(estimator, torch.rand(2, 3000, 4000, 3), "depth", device)


def _patch_by_patch(device: str) -> Callable[[], object]:
    from blurry_edges.nets.local_stage import LocalStage

    net, patches = LocalStage().eval().to(device), torch.rand(_SAMPLED_PATCHES, 3, 21, 21, device=device)

    def work() -> object:
        with torch.inference_mode():
            return net(patches)

    return work


def _paper_dense(device: str) -> Callable[[], object]:
    from blurry_edges.estimator.paper import PaperEstimator
    from blurry_edges.nets.global_stage import GlobalStage
    from blurry_edges.nets.local_stage import LocalStage

    paper, pair = PaperEstimator(LocalStage().eval(), GlobalStage().eval(), None), torch.rand(2, 147, 147, 3)
    return lambda: _depth(paper, pair, "all", device)


def _global_stage_and_maps(device: str) -> Callable[[], object]:
    from blurry_edges.estimator.paper_model import global_inputs, global_maps_of, read_global
    from blurry_edges.nets.global_stage import GlobalStage
    from blurry_edges.optics import Camera
    from blurry_edges.patches import PatchGrid

    stage = GlobalStage().eval().to(device)
    images, codes = torch.rand(2, 3, 147, 147, device=device), torch.rand(1, 2, 64, 64, 10, device=device)
    grid = PatchGrid.of(images)

    def work() -> object:
        with torch.inference_mode():
            wedges = read_global(stage(*global_inputs(codes, images.unsqueeze(0), grid))[0])
            return global_maps_of(wedges, images, grid, Camera.paper())

    return work


SPEED_ITEMS: dict[str, _Item] = {
    "wedge-maps": _Item.of(_wedge_forward, f"all maps of {_PATCHES} patch pairs"),
    "wedge-maps-training": _Item.of(_wedge_training, f"the same with gradients, {_PATCHES} patch pairs"),
    "evidence": _Item.of(_estimate("evidence", all_maps=False), "depth of a 147 x 147 pair"),
    "fused-depth": _Item.of(_estimate("fused", all_maps=False), "depth of a 147 x 147 pair"),
    "fused-all-maps": _Item.of(_estimate("fused", all_maps=True), "depth, boundaries, and pictures"),
    "fused-large-image": _Item(((_large_image, 1.0),), "depth of a 4000 x 3000 pair, the images included", once=True),
    "paper-dense": _Item.of(_paper_dense, "the paper's model, local stage evaluated densely, and maps; random weights"),
    "paper-patch-by-patch": _Item(
        ((_patch_by_patch, 2 * _PATCHES / _SAMPLED_PATCHES), (_global_stage_and_maps, 1.0)),
        f"the same patch by patch: local stage {_SAMPLED_PATCHES} patches times {2 * _PATCHES // _SAMPLED_PATCHES}",
    ),
}
"""Items that `blurry-edges bench speed` measures."""
QUICK_ITEMS = tuple(name for name, item in SPEED_ITEMS.items() if not item.once)
"""Items that it measures when none is named."""
