"""Batches from scenes held in memory; batch k depends on the seed and k alone, so that a run resumes exactly."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from tqdm import tqdm

from blurry_edges.errors import DataError
from blurry_edges.optics import Camera, capture
from blurry_edges.scenes.store import SceneFolder
from blurry_edges.train.config import FusedTraining
from blurry_edges.typing import Array, Float, Tensor

__all__ = ["Batch", "SceneMemory"]


@dataclass(frozen=True)
class Batch:
    """Crops of scenes, with fresh noise."""

    noisy: Float[Tensor, "b 2 3 H W"]
    clean: Float[Tensor, "b 2 3 H W"]
    depth_m: Float[Tensor, "b H W"]
    photon_level: Float[Tensor, "b"]
    read_noise: Float[Tensor, "b"]


class SceneMemory:
    """Clean images and depths of all scenes, in 8 and 32 bits."""

    def __init__(self, folders: list[Path]) -> None:
        images, depths = [], []
        cameras = set()
        for folder in map(SceneFolder.open, folders):
            cameras.add(folder.camera)
            for scene in tqdm(folder, desc="loading", unit="scene", disable=None):
                images.append(np.round(scene.clean * 65535).astype(np.uint16))
                depths.append(scene.depth_m)
        if len(cameras) != 1:
            raise DataError(f"the scene folders were taken with {len(cameras)} different cameras; use one")
        self.camera: Camera = cameras.pop()
        self.images = np.stack(images)
        self.depths = np.stack(depths)

    def batch(self, step: int, settings: FusedTraining) -> Batch:
        """Draw batch number `step`: crops, turned and mirrored, in other colours and light, with fresh noise."""
        rng = np.random.default_rng((settings.seed, step))
        generator = torch.Generator().manual_seed(int(rng.integers(2**62)))
        images, depths = zip(*(self._crop(rng, settings.crop_px) for _ in range(settings.batch)), strict=True)
        clean = torch.from_numpy(np.stack(images)).permute(0, 1, 4, 2, 3).contiguous()
        low, high = np.log(settings.photon_level)
        photon_level = torch.from_numpy(np.exp(rng.uniform(low, high, settings.batch)).astype(np.float32))
        read_noise = torch.from_numpy(rng.uniform(*settings.read_noise, settings.batch).astype(np.float32))
        per_image = (-1, 1, 1, 1, 1)
        noisy = capture(clean, photon_level.view(per_image), read_noise.view(per_image), generator)
        return Batch(noisy, clean, torch.from_numpy(np.stack(depths)), photon_level, read_noise)

    def _crop(self, rng: np.random.Generator, size: int) -> tuple[Float[Array, "2 h w 3"], Float[Array, "h w"]]:
        index = rng.integers(len(self.images))
        top, left = (rng.integers(length - size + 1) for length in self.depths.shape[1:])
        image = self.images[index, :, top : top + size, left : left + size].astype(np.float32) / 65535
        depth = self.depths[index, top : top + size, left : left + size]
        turns = int(rng.integers(4))
        image, depth = np.rot90(image, turns, (1, 2)), np.rot90(depth, turns)
        if rng.random() < 0.5:
            image, depth = image[:, :, ::-1], depth[:, ::-1]
        image = image[..., rng.permutation(3)]
        if rng.random() < 0.5:  # darker and flatter: defocus is linear, so this is still a true pair
            gain = rng.uniform(0.3, 1)
            image = image * np.float32(gain) + np.float32(rng.uniform(0, 1 - gain) * (rng.random() < 0.5))
        return np.ascontiguousarray(image), np.ascontiguousarray(depth)
