"""Batches from scenes held in memory; batch k depends on the seed and k alone, so that a run resumes exactly."""

import math
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from tqdm import tqdm

from blurry_edges.brightness import balance
from blurry_edges.errors import DataError, ImageError
from blurry_edges.estimator.fit import PairFit, best_misfit
from blurry_edges.filters import gaussian_smooth
from blurry_edges.optics import Camera, capture
from blurry_edges.scenes.effects import CameraEffects
from blurry_edges.scenes.photograph import photograph
from blurry_edges.scenes.shape_scenes import ShapeScenes
from blurry_edges.scenes.store import SceneFolder, StoredScene
from blurry_edges.stack import FocusStack
from blurry_edges.train.config import Optimization
from blurry_edges.train.task import OnDevice
from blurry_edges.typing import Array, Float, Tensor

__all__ = ["Batch", "SceneMemory", "nearest_edge"]

_FARTHEST_PX = 100.0
_BESIDE_OUTLINE_PX = 2.0
_BRIGHTEST, _LITTLE_READ_NOISE = 5000.0, 2.0
"""Developed pictures are taken to be as bright as this, before their misfit tells how far they are from it."""
_RATIO_PX, _DARK = 6.0, 0.01
_LEVEL_ERROR = 0.3
"""Standard deviation, in the logarithm, of a photon level that was found from the picture."""


@dataclass(frozen=True)
class Batch(OnDevice):
    """Crops of scenes, with fresh noise."""

    noisy: Float[Tensor, "b k 3 H W"]
    """I₋ and I₊, and further images of a focus stack where the scenes have them."""
    clean: Float[Tensor, "b k 3 H W"]
    """The same without noise."""
    depth_m: Float[Tensor, "b H W"]
    photon_level: Float[Tensor, "b"]
    """Photons of white as the network is told them; with effects, they are not exact."""
    read_noise: Float[Tensor, "b"]
    edge_distance_px: Float[Tensor, "b H W"]
    """Distance to the nearest edge: an outline of an object, or in scenes with texture an edge that can be seen."""
    edge_depth_m: Float[Tensor, "b H W"]
    """Depth of the surface to which the nearest edge belongs: at an outline, that of the nearer surface."""
    all_in_focus: Float[Tensor, "b 3 H W"]
    """The image without noise and blur."""
    edges: Float[Tensor, "b H W"]
    """1 at object outlines and at edges that can be seen in the image without blur, 0 elsewhere."""
    is_plain: Float[Tensor, "b"]
    """1 for scenes without texture, whose edges are sharp but for defocus; 0 for others."""


class SceneMemory:
    """Images and depths of all scenes taken with one camera, in 16 and 32 bits."""

    def __init__(self, folders: list[Path]) -> None:
        opened = [SceneFolder.open(folder) for folder in folders]
        cameras, settings = {folder.camera for folder in opened}, {folder.settings for folder in opened}
        if len(cameras) != 1 or len(settings) != 1:
            raise DataError("the scene folders were taken with different cameras or focus settings; use one")
        self.camera: Camera = cameras.pop()
        self.settings = settings.pop()
        """Focus settings of the images of each scene."""
        count, (height, width) = sum(map(len, opened)), opened[0][0].depth_m.shape
        # Made at their full size: lists that are stacked at the end would take twice the memory.
        self.images = np.empty((count, len(self.settings) + 1, height, width, 3), np.uint16)
        """The clean images of each scene, and last its image without blur."""
        self.edges = np.empty((count, height, width), opened[0][0].edges.dtype)
        self.depths = np.empty((count, height, width), np.float32)
        self.edge_distances = np.empty((count, height, width), np.float16)
        self.edge_nearer = np.empty((count, height, width), np.float16)
        """By how much the surface of the nearest edge is nearer than the one at the pixel, in metres."""
        self.is_plain = np.zeros(count, np.float32)
        index = 0
        for folder in opened:
            plain = folder.manifest["recipe"] == ShapeScenes.__name__
            for scene in tqdm(folder, desc="loading", unit="scene", disable=None):
                stacked = np.concatenate([scene.clean, scene.all_in_focus[None]])
                self.images[index] = np.round(stacked * 65535)
                self.edges[index], self.depths[index] = scene.edges, scene.depth_m
                distance_px, edge_depth_m = nearest_edge(scene, plain=plain)
                self.edge_distances[index] = distance_px.clip(0, _FARTHEST_PX)
                self.edge_nearer[index], self.is_plain[index] = scene.depth_m - edge_depth_m, plain
                index += 1

    def batch(self, step: int, settings: Optimization) -> Batch:
        """Draw batch number `step`: crops, turned and mirrored, in other colours and light, with fresh noise."""
        rng = np.random.default_rng((settings.seed, step))
        generator = torch.Generator().manual_seed(int(rng.integers(2**62)))
        crops = [self._crop(rng, settings) for _ in range(settings.batch)]
        images, maps, is_plain = zip(*crops, strict=True)
        stacked = torch.from_numpy(np.stack(images)).permute(0, 1, 4, 2, 3)
        clean, all_in_focus = stacked[:, :-1].contiguous(), stacked[:, -1].contiguous()
        low, high = np.log(settings.photon_level)
        photon_level = torch.from_numpy(np.exp(rng.uniform(low, high, settings.batch)).astype(np.float32))
        read_noise = torch.from_numpy(rng.uniform(*settings.read_noise, settings.batch).astype(np.float32))
        per_image = (-1, 1, 1, 1, 1)
        noisy = capture(clean, photon_level.view(per_image), read_noise.view(per_image), generator)
        depth_m, distance_px, nearer_m, edges = torch.from_numpy(np.stack(maps, 1)).unbind()
        batch = Batch(
            noisy, clean, depth_m, photon_level, read_noise, distance_px, depth_m - nearer_m, all_in_focus, edges,
            torch.tensor(is_plain),
        )  # fmt: skip
        return batch if settings.effects == "none" else _with_effects(batch, step, settings, self.camera)

    def window(
        self, index: int, top: int, left: int, size: int | tuple[int, int]
    ) -> tuple[Float[Array, "k h w 3"], Float[Array, "4 h w"]]:
        """Cut out the clean images of a scene, the one without blur last, and its maps.

        The maps are depth, distance to the nearest edge, how much nearer its surface is, and edges.
        """
        height, width = (size, size) if isinstance(size, int) else size
        window = (slice(top, top + height), slice(left, left + width))
        kinds = (self.depths, self.edge_distances, self.edge_nearer, self.edges)
        maps = np.stack([x[index][window] for x in kinds]).astype(np.float32)
        return self.images[index][:, *window].astype(np.float32) / 65535, maps

    def _crop(
        self, rng: np.random.Generator, settings: Optimization
    ) -> tuple[Float[Array, "k h w 3"], Float[Array, "4 h w"], float]:
        """Cut out images, and with them depth and edges, all turned and mirrored alike; and whether they are plain."""
        index = int(rng.integers(len(self.images)))
        image, maps = self.window(index, *self._corner(rng, index, settings), settings.crop_px)
        turns = int(rng.integers(4))
        image, maps = np.rot90(image, turns, (1, 2)), np.rot90(maps, turns, (1, 2))
        if rng.random() < 0.5:
            image, maps = image[:, :, ::-1], maps[:, :, ::-1]
        image = image[..., rng.permutation(3)]
        if rng.random() < settings.dimmed_share:  # darker and flatter: defocus is linear, so this is still a true pair
            gain = rng.uniform(0.3, 1)
            image = image * np.float32(gain) + np.float32(rng.uniform(0, 1 - gain) * (rng.random() < 0.5))
        return np.ascontiguousarray(image), np.ascontiguousarray(maps), float(self.is_plain[index])

    def _corner(self, rng: np.random.Generator, index: int, settings: Optimization) -> tuple[int, int]:
        """Draw the upper left corner of a crop: anywhere, or so that an edge is near its centre if there is any."""
        size, within_px = settings.crop_px, settings.centred_within_px
        rows, cols = (length - size + 1 for length in self.depths.shape[1:])
        if within_px is not None:
            centres = self.edge_distances[index, size // 2 :, size // 2 :][:rows, :cols]
            near = np.flatnonzero(centres <= within_px)
            if len(near):
                top, left = divmod(int(near[rng.integers(len(near))]), cols)
                return top, left
        return int(rng.integers(rows)), int(rng.integers(cols))


def nearest_edge(scene: StoredScene, *, plain: bool) -> tuple[Float[Array, "H W"], Float[Array, "H W"]]:
    """Return the distance in px to the nearest edge, and the depth in metres of the surface that it belongs to.

    Edges are the outlines of objects, which belong to the nearer surface, and in scenes with texture those that can be
    seen inside surfaces. Ridges of the gradient right beside an outline are the outline seen from outside: left out.
    """
    from scipy.ndimage import distance_transform_edt

    inside = scene.edges & (scene.boundary_distance_px > _BESIDE_OUTLINE_PX)
    edges = scene.boundary if plain else scene.boundary | inside
    if not edges.any():
        return np.full(edges.shape, np.inf, np.float32), scene.depth_m
    distance, (rows, cols) = distance_transform_edt(~edges, return_indices=True)
    return distance.astype(np.float32), scene.depth_m[rows, cols]


def _with_effects(batch: Batch, step: int, settings: Optimization, camera: Camera) -> Batch:
    """Photograph a share of the crops again as real cameras do; what the network is told is less exact then."""
    # Numbers of their own: crops and noise are those of the batch without effects.
    rng = np.random.default_rng((settings.seed, step, 1))
    noisy, clean, told = batch.noisy.clone(), batch.clean.clone(), batch.photon_level.clone()
    sharp = batch.all_in_focus.clone()
    for index in range(len(noisy)):
        seed = int(rng.integers(2**62))
        if rng.random() >= settings.effects_share:
            continue
        effects = CameraEffects.draw(rng)
        images = np.ascontiguousarray(batch.clean[index].permute(0, 2, 3, 1).numpy())
        level, read_noise = float(batch.photon_level[index]), float(batch.read_noise[index])
        for target, light in ((noisy, level), (clean, math.inf)):
            # The same seed: what is random but for the noise, such as a warp, is the same in both.
            taken = photograph(images, effects, light, read_noise, np.random.default_rng(seed))
            target[index] = torch.from_numpy(taken).permute(0, 3, 1, 2)
        # What differs between the exposures is in all but the first: one image alone is as minus is.
        one = np.ascontiguousarray(batch.all_in_focus[index].permute(1, 2, 0).numpy()[None])
        taken = photograph(one, effects, math.inf, read_noise, np.random.default_rng(seed))
        sharp[index] = torch.from_numpy(taken[0]).permute(2, 0, 1)
        if effects.differs_in_brightness:  # estimators balance the photographs where they differ
            noisy[index], clean[index] = _balanced(noisy[index], clean[index])
        if effects.is_developed:
            level = _level_of_misfit(noisy[index], camera)
        told[index] = level * math.exp(rng.normal(0, _LEVEL_ERROR))
    return replace(batch, noisy=noisy, clean=clean, photon_level=told, all_in_focus=sharp)


def _level_of_misfit(images: Float[Tensor, "k 3 H W"], camera: Camera) -> float:
    """Return the photons that an estimator would take developed pictures for: their noise no longer counts photons."""
    pair = FocusStack(images[:2], _BRIGHTEST, _LITTLE_READ_NOISE)
    return PairFit.of(best_misfit(pair, camera), pair).photon_level


def _balanced(
    noisy: Float[Tensor, "k 3 H W"], clean: Float[Tensor, "k 3 H W"]
) -> tuple[Float[Tensor, "k 3 H W"], Float[Tensor, "k 3 H W"]]:
    """Balance the photographs as an estimator does, and the same without noise in the same way."""
    try:
        done, _ = balance(noisy)
    except ImageError:  # a crop may be white all over, where a whole photograph would be refused: it stays as it is
        return noisy, clean
    # What was done is smooth but for the noise: its local mean is what the clean images have to go through.
    ratio = gaussian_smooth(done, _RATIO_PX).clamp_min(_DARK) / gaussian_smooth(noisy, _RATIO_PX).clamp_min(_DARK)
    return done, (clean * ratio).clamp(0, 1)
