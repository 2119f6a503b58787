"""Outputs of the local stage for the photographs of all scenes: computed once, for the global stage to learn from.

The local stage is not changed any more by then and takes most of the time, so that steps without it are several times
as cheap.
"""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from tqdm import tqdm

from blurry_edges.estimator.paper_model import global_inputs
from blurry_edges.nets.global_stage import GLOBAL_INPUTS
from blurry_edges.nets.local_stage import LocalStage
from blurry_edges.optics import capture
from blurry_edges.patches import PatchGrid
from blurry_edges.train.data import SceneMemory
from blurry_edges.train.paper.config import PaperTraining
from blurry_edges.train.task import OnDevice, autocast
from blurry_edges.typing import Array, Float, Tensor

__all__ = ["GlobalBatch", "LocalOutputs"]


@dataclass(frozen=True)
class GlobalBatch(OnDevice):
    """Crops of scenes as the global stage sees them, and the truth about them."""

    features: Float[Tensor, "b rows cols 38"]
    """Input of the global stage: what the local stage found, with fixed noise."""
    origin_px: tuple[tuple[float, float], ...]
    """Centre (y, x) of the first patch of each crop in the whole photograph."""
    clean: Float[Tensor, "b 2 3 H W"]
    depth_m: Float[Tensor, "b H W"]
    edge_distance_px: Float[Tensor, "b H W"]
    edge_depth_m: Float[Tensor, "b H W"]
    grid: PatchGrid


@dataclass(frozen=True)
class LocalOutputs:
    """Inputs of the global stage for whole photographs, one of each scene."""

    scenes: SceneMemory
    features: Float[Array, "n rows cols 38"]
    """In 16 bits; on disk, and read as they are needed."""
    grid: PatchGrid

    @classmethod
    def compute(
        cls, local: LocalStage, scenes: SceneMemory, settings: PaperTraining, folder: Path, name: str = "training"
    ) -> "LocalOutputs":
        """Photograph every scene and run the local stage; what was computed before is read again."""
        count, height, width = scenes.depths.shape
        grid = PatchGrid(height, width, local.config.patch_size)
        path = folder / f"local-{name}-{_hash_of(local, settings)}-{count}.npy"
        if not path.exists():
            folder.mkdir(parents=True, exist_ok=True)
            part = path.with_suffix(f".{os.getpid()}.part")
            shape = (count, grid.rows, grid.cols, GLOBAL_INPUTS)
            features = np.lib.format.open_memmap(part, mode="w+", dtype=np.float16, shape=shape)
            for index in tqdm(range(count), desc="local stage", unit="pair", disable=None):
                features[index] = _features(local, scenes, settings, index, grid)
            features.flush()
            part.replace(path)
        return cls(scenes, np.load(path, mmap_mode="r"), grid)

    def batch(self, step: int, settings: PaperTraining) -> GlobalBatch:
        """Draw batch number `step`: crops of `crop_px` that begin where a patch does."""
        rng = np.random.default_rng((settings.seed, step))
        grid = PatchGrid(settings.crop_px, settings.crop_px, settings.patch_size)
        features, origins, images, maps = [], [], [], []
        for _ in range(settings.batch):
            index = int(rng.integers(len(self.features)))
            row, col = (
                int(rng.integers((whole - settings.crop_px) // grid.stride + 1))
                for whole in (self.grid.height, self.grid.width)
            )
            features.append(self.features[index, row : row + grid.rows, col : col + grid.cols].astype(np.float32))
            top, left = row * grid.stride, col * grid.stride
            origins.append((top + grid.half_patch_px, left + grid.half_patch_px))
            image, truth = self.scenes.window(index, top, left, settings.crop_px)
            images.append(image[:2])
            maps.append(truth)
        depth_m, distance_px, nearer_m, _ = torch.from_numpy(np.stack(maps, 1)).unbind()
        return GlobalBatch(
            torch.from_numpy(np.stack(features)),
            tuple(origins),
            torch.from_numpy(np.stack(images)).permute(0, 1, 4, 2, 3).contiguous(),
            depth_m,
            distance_px,
            depth_m - nearer_m,
            grid,
        )


def _features(
    local: LocalStage, scenes: SceneMemory, settings: PaperTraining, index: int, grid: PatchGrid
) -> Float[Array, "rows cols 38"]:
    """Photograph a scene with noise that depends on the seed and the scene alone, and run the local stage on it."""
    rng = np.random.default_rng((settings.seed, index))
    generator = torch.Generator().manual_seed(int(rng.integers(2**62)))
    image, _ = scenes.window(index, 0, 0, (grid.height, grid.width))
    clean = torch.from_numpy(image[:2]).permute(0, 3, 1, 2).contiguous()
    level, read_noise = rng.uniform(*settings.photon_level), rng.uniform(*settings.read_noise)
    noisy = capture(clean, level, read_noise, generator)
    with torch.inference_mode():
        with autocast(local, settings):
            codes = local.dense(noisy.contiguous(memory_format=torch.channels_last))
        features, _ = global_inputs(codes.float().unsqueeze(0), noisy.unsqueeze(0), grid)
    return features[0].numpy()


def _hash_of(local: LocalStage, settings: PaperTraining) -> str:
    """Name the local stage and the light: outputs of others are not taken for these."""
    digest = hashlib.sha256(repr((settings.seed, settings.photon_level, settings.read_noise)).encode())
    for tensor in local.state_dict().values():
        digest.update(tensor.detach().contiguous().numpy().tobytes())
    return digest.hexdigest()[:12]
