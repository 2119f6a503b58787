"""Training of PP, the densifier: sparse depth, its confidence and colours of the paper's model in, dense depth out."""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
from torch import nn
from tqdm import tqdm

from blurry_edges.estimator.paper import PaperEstimator
from blurry_edges.estimator.paper_model import depth_from_t, global_maps_of, t_from_depth
from blurry_edges.files import atomic_write
from blurry_edges.maps import CONFIDENCE_THRESHOLD
from blurry_edges.nets.unet import UNet, UNetConfig
from blurry_edges.optics import Camera
from blurry_edges.patches import PatchGrid
from blurry_edges.train.data import SceneMemory
from blurry_edges.train.loop import train
from blurry_edges.train.paper.config import DensifyTraining
from blurry_edges.train.precision import with_precision
from blurry_edges.train.task import OnDevice, SourcedTask, autocast
from blurry_edges.typing import Array, Float, Tensor

__all__ = ["DensifyBatch", "DensifyTask", "SparseMaps", "train_densify"]

_KINDS = ("conv2d", "conv2d_dilated", "linear", "attention")
"""Kinds of layers of all three networks that must be right in bfloat16."""
_FIRST_BATCH = 10_000_000
"""Samples are drawn from batches that the training of the stages never reaches."""
_LARGEST_SHIFT = 0.3
"""Half of the change of level, in units of `t_from_depth`."""
_LARGEST_T = 1.6
"""Beyond the working range, but still at some depth."""
_UNIT_M = 0.1
"""Depth is compared in decimetres, so that the losses are about 1."""


@dataclass(frozen=True)
class DensifyBatch(OnDevice):
    """Sparse maps and the dense truth behind them."""

    sparse_t: Float[Tensor, "b h w"]
    """Z in units of `t_from_depth`, NaN where no wedge brings a depth."""
    confidence: Float[Tensor, "b h w"]
    """F, share of the patches that see a boundary."""
    color: Float[Tensor, "b 2 3 h w"]
    """C₋ and C₊."""
    true_t: Float[Tensor, "b h w"]


@dataclass(frozen=True)
class SparseMaps:
    """Maps of the paper's model on crops, with the truth, in 16 bits: sparse t, confidence, six colours, true t."""

    maps: Float[Array, "n 9 h w"]

    @classmethod
    def compute(
        cls,
        paper: PaperEstimator,
        scenes: SceneMemory,
        settings: DensifyTraining,
        folder: Path,
        count: int,
        name: str = "training",
    ) -> "SparseMaps":
        """Run the paper's model on crops; what was computed before is read again."""
        path = folder / f"sparse-{name}-{count}-{settings.crop_px}-{settings.seed}.npy"
        if path.exists():
            return cls(np.load(path))
        maps: list[Float[Array, "9 h w"]] = []
        progress = tqdm(total=count, desc="sparse maps", unit="map", disable=None)
        for index in range(-(-count // settings.batch)):
            batch = scenes.batch(_FIRST_BATCH + index, settings)
            for images, depth_m in zip(batch.noisy, batch.depth_m, strict=True):
                if len(maps) < count:
                    maps.append(_maps_of(paper, images, depth_m, scenes.camera, settings))
                    progress.update()
        progress.close()
        stacked = np.stack(maps)
        with atomic_write(path) as file:
            np.save(file, stacked)
        return cls(stacked)

    def batch(self, step: int, settings: DensifyTraining) -> DensifyBatch:
        """Draw batch number `step`, turned, mirrored and with its colours exchanged.

        A network that does not see colours gets maps moved to other depths; the blur of colours would tell that they
        are not. With `forgive_level`, what is learned is the shape of the depth map, not its level.
        """
        rng = np.random.default_rng((settings.seed, step))
        drawn = self.maps[rng.integers(len(self.maps), size=settings.batch)].astype(np.float32)
        turned = [np.rot90(x, int(rng.integers(4)), (1, 2))[..., :: rng.choice((-1, 1))] for x in drawn]
        maps = torch.from_numpy(np.ascontiguousarray(np.stack(turned)))
        sparse_t, confidence, true_t = maps[:, 0], maps[:, 1], maps[:, 8]
        color = maps[:, 2:8].unflatten(1, (2, 3))[:, :, torch.from_numpy(rng.permutation(3))]
        largest = 0.0 if settings.inputs == "all" else _LARGEST_SHIFT
        shift = torch.from_numpy(rng.uniform(-1, 1, (len(maps), 1, 1)).astype(np.float32)) * largest
        if settings.forgive_level:
            off = (sparse_t - true_t).flatten(1).nanmedian(1).values.nan_to_num(0)[:, None, None]
            true_t = true_t + off
        return DensifyBatch(sparse_t + shift, confidence, color, true_t + shift)


def _maps_of(
    paper: PaperEstimator,
    images: Float[Tensor, "2 3 h w"],
    depth_m: Float[Tensor, "h w"],
    camera: Camera,
    settings: DensifyTraining,
) -> Float[Array, "9 h w"]:
    with torch.inference_mode():
        with autocast(paper.local, settings):
            wedges = paper.wedges(images)
        found = global_maps_of(wedges, images, PatchGrid.of(images, paper.local.config.patch_size), camera)
        sparse_t, true_t = (t_from_depth(x, camera) for x in (found.depth_m, depth_m))
        together = torch.cat([sparse_t[None], found.confidence[None], found.color.flatten(0, 1), true_t[None]])
    return together.numpy().astype(np.float16)


@dataclass(frozen=True)
class DensifyTask(SourcedTask[DensifyBatch, SparseMaps]):
    """The densifier on sparse maps."""

    settings: DensifyTraining
    camera: Camera = field(kw_only=True)
    """Camera of the scenes."""

    def build(self) -> nn.Module:
        """Return the network with random weights."""
        net = UNet(UNetConfig(self.settings.widths, self.settings.inputs))
        return net.to(memory_format=torch.channels_last)  # type: ignore[call-overload, no-any-return]

    def loss_weights(self, step: int) -> dict[str, float]:
        """Return ν1 and ν2."""
        return {"depth": 1.0, "derivative": self.settings.derivative}

    def losses_of(self, net: nn.Module, batch: DensifyBatch) -> dict[str, Float[Tensor, ""]]:
        """Return squared errors of the depth and of its first derivatives."""
        with autocast(net, self.settings):
            filled_t = net(batch.sparse_t, batch.confidence, batch.color, CONFIDENCE_THRESHOLD)
        found, truth = (
            depth_from_t(t.float().clamp(-_LARGEST_T, _LARGEST_T), self.camera) for t in (filled_t, batch.true_t)
        )
        error = (found - truth) / _UNIT_M
        return {
            "depth": error.square().mean(),
            "derivative": error.diff(dim=-1).square().mean() + error.diff(dim=-2).square().mean(),
        }


def train_densify(
    settings: DensifyTraining,
    scenes: SceneMemory,
    paper: PaperEstimator,
    folder: Path,
    start_from: str | None = None,
    devices: int = 1,
    validation: SceneMemory | None = None,
) -> Path:
    """Train the densifier, or continue; returns the file of the averaged weights."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = with_precision(settings, folder, _KINDS)
    maps = SparseMaps.compute(paper, scenes, settings, folder, settings.samples)
    apart = None
    if validation is not None:
        count = settings.validation_batches * settings.batch
        apart = SparseMaps.compute(paper, validation, settings, folder, count, "validation")
    task = DensifyTask(settings, maps, apart, camera=scenes.camera)
    run = train(task, settings, folder, ("depth", "derivative"), devices, start_from)
    facts = {"architecture": "densifier", "maps_seen": settings.steps * settings.batch * devices}
    return run.save(folder / "paper-densify.safetensors", run.average.config, facts)
