"""Training of PP, the densifier: sparse depth maps of the paper's model in, dense depth out."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn
from tqdm import tqdm

from blurry_edges.estimator.paper import PaperEstimator
from blurry_edges.estimator.paper_model import global_maps_of, t_from_depth
from blurry_edges.files import atomic_write
from blurry_edges.nets.unet import UNet
from blurry_edges.patches import PatchGrid
from blurry_edges.train.data import SceneMemory
from blurry_edges.train.loop import train
from blurry_edges.train.paper_config import DensifyTraining
from blurry_edges.train.precision import with_precision
from blurry_edges.typing import Array, Float, Tensor
from blurry_edges.weights import save_weights

__all__ = ["DensifyTask", "SparseMaps", "train_densify"]

_FIRST_BATCH = 10_000_000
"""Samples are drawn from batches that the training of the stages never reaches."""
_LARGEST_SHIFT = 0.4
"""Half of the change of level, in units of `t_from_depth`."""


@dataclass(frozen=True)
class SparseMaps:
    """Sparse maps of t, as the paper's model finds them, with the truth; centred and scaled, NaN where unknown."""

    sparse: Float[Array, "n h w"]
    truth: Float[Array, "n h w"]

    @classmethod
    def compute(
        cls, paper: PaperEstimator, scenes: SceneMemory, settings: DensifyTraining, folder: Path
    ) -> "SparseMaps":
        """Run the paper's model on crops; what was computed before is read again."""
        path = folder / f"samples-{settings.samples}-{settings.crop_px}-{settings.seed}.npz"
        if path.exists():
            stored = np.load(path)
            return cls(stored["sparse"], stored["truth"])
        sparse, truth = [], []
        progress = tqdm(total=settings.samples, desc="sparse maps", unit="map", disable=None)
        for index in range(-(-settings.samples // settings.batch)):
            batch = scenes.batch(_FIRST_BATCH + index, settings)
            for images, depth_m in zip(batch.noisy, batch.depth_m, strict=True):
                with torch.inference_mode():
                    grid = PatchGrid.of(images, paper.local.config.patch_size)
                    found = global_maps_of(paper.wedges(images), images, grid, scenes.camera)
                    sparse.append(t_from_depth(found.depth_m, scenes.camera).numpy())
                    truth.append(t_from_depth(depth_m, scenes.camera).numpy())
                progress.update()
        progress.close()
        maps = cls(np.stack(sparse[: settings.samples]), np.stack(truth[: settings.samples]))
        with atomic_write(path) as file:
            np.savez(file, sparse=maps.sparse, truth=maps.truth)
        return maps

    def batch(self, step: int, settings: DensifyTraining) -> tuple[Float[Tensor, "b h w"], Float[Tensor, "b h w"]]:
        """Draw batch number `step`, turned, mirrored and moved to another depth.

        What is learned is the shape of the depth map, not its level: by how much sparse depth is off on average depends
        on the kind of scenes, and a correction of that would not hold for others.
        """
        rng = np.random.default_rng((settings.seed, step))
        both = np.stack([self.sparse, self.truth], 1)[rng.integers(len(self.sparse), size=settings.batch)]
        both = np.stack([np.rot90(x, int(rng.integers(4)), (1, 2))[..., :: rng.choice((-1, 1))] for x in both])
        sparse, truth = torch.from_numpy(np.ascontiguousarray(both)).unbind(1)
        off = (sparse - truth).flatten(1).nanmedian(1).values.nan_to_num(0)[:, None, None]
        shift = torch.from_numpy(rng.uniform(-_LARGEST_SHIFT, _LARGEST_SHIFT, (len(sparse), 1, 1)).astype(np.float32))
        return sparse + shift, truth + off + shift


@dataclass(frozen=True)
class DensifyTask:
    """The densifier on sparse maps."""

    settings: DensifyTraining
    maps: SparseMaps

    def build(self) -> nn.Module:
        """Return the network as it starts."""
        return UNet()

    def loss_weights(self, step: int) -> dict[str, float]:
        """ν1 and ν2."""
        return {"depth": 1.0, "derivative": self.settings.derivative}

    def losses(self, net: nn.Module, step: int) -> dict[str, Float[Tensor, ""]]:
        """Squared errors of the depth, measured in t, and of its first derivatives."""
        sparse, truth = self.maps.batch(step, self.settings)
        with torch.autocast("cpu", torch.bfloat16, enabled=self.settings.bfloat16):
            filled = net(sparse)
        error = filled.float() - truth
        return {
            "depth": error.square().mean(),
            "derivative": error.diff(dim=-1).square().mean() + error.diff(dim=-2).square().mean(),
        }


def train_densify(
    settings: DensifyTraining, scenes: SceneMemory, paper: PaperEstimator, folder: Path, devices: int = 1
) -> Path:
    """Train the densifier, or continue; returns the file of the averaged weights."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = with_precision(settings, folder)
    maps = SparseMaps.compute(paper, scenes, settings, folder)
    run = train(DensifyTask(settings, maps), settings, folder, ("depth", "derivative"), devices)
    path = folder / "paper-densify.safetensors"
    if not run.is_first_process:
        return path
    facts = {"maps_seen": settings.steps * settings.batch * devices, "licence": "Apache-2.0"}
    return save_weights(run.average, path, run.average.config, facts | run.facts)
