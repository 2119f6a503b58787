"""Training of the paper's model: the local stage, then the global stage on top of it."""

import math
from dataclasses import dataclass
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import nn

from blurry_edges.estimator.paper_model import GlobalWedges, global_inputs, read_global, read_local, wedge_depth_m
from blurry_edges.nets.global_stage import GlobalConfig, GlobalStage
from blurry_edges.nets.local_stage import LocalConfig, LocalStage
from blurry_edges.optics import Camera
from blurry_edges.patches import PatchGrid
from blurry_edges.train.data import Batch, SceneMemory
from blurry_edges.train.loop import Trained, load_start, start_facts, train
from blurry_edges.train.paper_config import GlobalTraining, LocalTraining, global_weight_keys, local_weight_keys
from blurry_edges.train.precision import with_precision
from blurry_edges.train.schedules import interpolated
from blurry_edges.train.wedge_losses import (
    blur_error,
    boundary_consistency,
    boundary_localization,
    color_consistency,
    color_error,
    dense_depth_error,
    depth_error,
    log_boundary_localization,
    smoothness_consistency,
    smoothness_error,
)
from blurry_edges.typing import Float, Int, Tensor
from blurry_edges.wedge import (
    boundary_map,
    collective_alpha_maps,
    color_map,
    render_pair,
    ridge_colors,
    signed_distance,
    unoccluded_masks,
    unsigned_distance,
)
from blurry_edges.weights import save_weights

__all__ = ["GlobalTask", "LocalTask", "train_global", "train_local"]

_PIXEL_BLUR_PX = 0.5
"""Blur in px that sampling adds to the sharpest edge."""


@dataclass(frozen=True)
class LocalTask:
    """The local stage on patches near boundaries."""

    settings: LocalTraining
    scenes: SceneMemory
    start_from: str | None = None

    def build(self) -> nn.Module:
        """Return the network as it starts."""
        net = LocalStage(LocalConfig(self.settings.patch_size))
        for module in net.modules():
            if isinstance(module, nn.Conv2d | nn.Linear):
                nn.init.xavier_normal_(module.weight)
        nn.init.normal_(net.out.weight, std=0.02)
        # Two half planes through the centre, one across the other, with a blur of about 2 px.
        start = [0, 0, 0, 0, 0, math.pi, math.pi / 2, math.pi, 0.76, 0.76]
        with torch.no_grad():
            net.out.bias.copy_(torch.tensor(start))
        if self.start_from is not None:
            load_start(net, self.start_from)
        return net.to(memory_format=torch.channels_last)  # type: ignore[call-overload, no-any-return]

    def loss_weights(self, step: int) -> dict[str, float]:
        """Return the weight of each loss at a step."""
        return interpolated(step / self.settings.steps_per_epoch, local_weight_keys(short=self.settings.short))

    def losses(self, net: nn.Module, step: int) -> dict[str, Float[Tensor, ""]]:
        """Return l1 to l3 of batch number `step`."""
        batch = self.scenes.batch(step, self.settings)
        generator = torch.Generator().manual_seed(step)
        which = torch.randint(2, (len(batch.noisy),), generator=generator)
        rows = torch.arange(len(which))
        noisy, clean = batch.noisy[rows, which], batch.clean[rows, which]
        grid = PatchGrid.of(noisy, self.settings.patch_size)
        places = self._places(batch, grid, generator)
        true_eta = self._true_eta(batch.depth_m, which, grid)
        clean_patches, distance, edge_eta = (
            _pick(grid.unfold(x), places)
            for x in (clean, batch.boundary_distance_px.unsqueeze(1), true_eta.unsqueeze(1))
        )
        with torch.autocast("cpu", torch.bfloat16, enabled=self.settings.bfloat16):
            if self.settings.dense:
                code = _pick(net.dense(noisy.contiguous(memory_format=torch.channels_last)), places)  # type: ignore[operator]
            else:
                code = net(_pick(grid.unfold(noisy), places))
        wedges = read_local(code.float())
        geometry = signed_distance(wedges.vertex, wedges.angles, grid.patch_size)
        alphas = collective_alpha_maps(geometry, wedges.eta)
        color = color_map(alphas, ridge_colors(alphas, clean_patches))
        boundary, distance, edge_eta = boundary_map(unsigned_distance(geometry)), distance[:, 0], edge_eta[:, 0]
        return {
            "color": color_error(color, clean_patches),
            "smoothness": smoothness_error(color, clean_patches),
            "localization": boundary_localization(boundary, distance),
            "blur": blur_error(boundary, unoccluded_masks(geometry), wedges.eta, edge_eta, distance),
        }

    def _true_eta(
        self, depth_m: Float[Tensor, "b H W"], which: Int[Tensor, "b"], grid: PatchGrid
    ) -> Float[Tensor, "b H W"]:
        """Smoothness of an edge at each pixel of I₋ or I₊: the blur of the nearer surface around it."""
        minus, plus = self.scenes.camera.blur_sigmas_px(_front_m(depth_m))
        sigma_px = torch.where(which[:, None, None] == 0, minus, plus)
        return (sigma_px.square() + _PIXEL_BLUR_PX**2).sqrt() / grid.half_patch_px

    def _places(self, batch: Batch, grid: PatchGrid, generator: torch.Generator) -> Int[Tensor, "b n 2"]:
        """Draw patches whose centre is near a boundary; any where there is none."""
        centre = grid.patch_size // 2
        distance = batch.boundary_distance_px[:, centre :: grid.stride, centre :: grid.stride]
        distance = distance[:, : grid.rows, : grid.cols].flatten(1)
        chance = (distance <= self.settings.boundary_within_px).float() + 1e-6
        index = torch.multinomial(chance, self.settings.patches, replacement=True, generator=generator)
        return torch.stack([index // grid.cols, index % grid.cols], -1)


@dataclass(frozen=True)
class GlobalTask:
    """The global stage on crops, on top of a local stage that is not changed any more."""

    settings: GlobalTraining
    scenes: SceneMemory
    local: LocalStage
    start_from: str | None = None

    def build(self) -> nn.Module:
        """Return the network as it starts."""
        net = GlobalStage(GlobalConfig(dropout=self.settings.dropout))
        if self.start_from is not None:
            load_start(net, self.start_from)
        return net

    def loss_weights(self, step: int) -> dict[str, float]:
        """Return the weight of each loss at a step."""
        keys = global_weight_keys(
            self.settings.configuration, short=self.settings.short, dense_depth=self.settings.dense_depth
        )
        return interpolated(step / self.settings.steps_per_epoch, keys)

    def losses(self, net: nn.Module, step: int) -> dict[str, Float[Tensor, ""]]:
        """Return g1 to g7 of batch number `step`, and g8 for dense depth."""
        batch = self.scenes.batch(step, self.settings)
        grid = PatchGrid.of(batch.noisy, self.settings.patch_size)
        with torch.autocast("cpu", torch.bfloat16, enabled=self.settings.bfloat16):
            features, base = local_estimates(self.local, batch.noisy, grid)
            numbers = net(features, base, self._origin(grid, step))
        return global_losses(
            read_global(numbers.float()),
            batch,
            grid,
            self.scenes.camera,
            dense_depth=self.settings.dense_depth,
            front_depth=self.settings.front_depth,
        )

    def _origin(self, grid: PatchGrid, step: int) -> tuple[int, int]:
        """Draw the place of a crop in a whole image, so that the network gets to know the codes of all places."""
        _, height, width = self.scenes.depths.shape
        whole = PatchGrid(height, width, self.settings.patch_size)
        generator = torch.Generator().manual_seed(step)
        rows, cols = (
            int(torch.randint(all_of - part + 1, (), generator=generator))
            for all_of, part in ((whole.rows, grid.rows), (whole.cols, grid.cols))
        )
        return rows, cols


def local_estimates(
    local: LocalStage, images: Float[Tensor, "b 2 3 H W"], grid: PatchGrid
) -> tuple[Float[Tensor, "b rows cols 38"], Float[Tensor, "b rows cols 12"]]:
    """Run the local stage on both images: what the global stage is fed."""
    with torch.no_grad():
        flat = images.flatten(0, 1).contiguous(memory_format=torch.channels_last)
        codes = local.dense(flat).float().unflatten(0, (-1, 2))
        with torch.autocast("cpu", enabled=False):
            return global_inputs(codes, images, grid)


def global_losses(
    wedges: GlobalWedges,
    batch: Batch,
    grid: PatchGrid,
    camera: Camera,
    *,
    dense_depth: bool,
    front_depth: bool = False,
) -> dict[str, Float[Tensor, ""]]:
    """All losses of the global stage; with `front_depth`, strokes are compared with the nearer surface around them."""
    patches = grid.unfold(batch.clean.flatten(1, 2)).unflatten(-3, (2, 3))
    stroke_m = _front_m(batch.depth_m) if front_depth else batch.depth_m
    depth_m, stroke_depth_m, distance_px = (
        grid.unfold(x.unsqueeze(1)).squeeze(-3) for x in (batch.depth_m, stroke_m, batch.boundary_distance_px)
    )
    maps = render_pair(wedges.vertex, wedges.angles, wedges.eta, patches)
    wedge_m = wedge_depth_m(wedges.eta, camera, grid.half_patch_px)
    losses = {
        "color": color_error(maps.color, patches),
        "color_consistency": color_consistency(maps.color, grid),
        "boundary_consistency": boundary_consistency(maps.boundary, grid),
        "smoothness": smoothness_error(maps.color, patches),
        "smoothness_consistency": smoothness_consistency(maps.color, grid),
        "localization": log_boundary_localization(maps.boundary, distance_px),
        "depth": depth_error(maps.boundary, maps.masks, wedge_m, stroke_depth_m),
    }
    if dense_depth:
        losses["dense_depth"] = dense_depth_error(maps.masks, wedge_m, depth_m)
    return losses


def train_local(
    settings: LocalTraining, scenes: SceneMemory, folder: Path, start_from: str | None = None, devices: int = 1
) -> Path:
    """Train the local stage, or continue; returns the file of the averaged weights."""
    settings = with_precision(settings, folder)
    task = LocalTask(settings, scenes, start_from)
    run = train(task, settings, folder, ("color", "localization", "blur"), devices)
    side = PatchGrid(settings.crop_px, settings.crop_px, settings.patch_size).rows if settings.dense else 1
    samples = settings.steps * settings.batch * (side**2 if settings.dense else settings.patches) * devices
    return _save(
        run, folder / "paper-local.safetensors", {"patches_seen": samples, "started_from": start_facts(start_from)}
    )


def train_global(
    settings: GlobalTraining,
    scenes: SceneMemory,
    local: LocalStage,
    folder: Path,
    start_from: str | None = None,
    devices: int = 1,
) -> Path:
    """Train the global stage, or continue; returns the file of the averaged weights."""
    settings = with_precision(settings, folder)
    task = GlobalTask(settings, scenes, local, start_from)
    run = train(task, settings, folder, ("color", "depth"), devices)
    name = "paper-global-dense" if settings.dense_depth else "paper-global"
    seen = settings.steps * settings.batch * devices
    return _save(run, folder / f"{name}.safetensors", {"crops_seen": seen, "started_from": start_facts(start_from)})


def _save(run: Trained, path: Path, facts: dict[str, object]) -> Path:
    if not run.is_first_process:
        return path
    about = facts | run.facts | {"licence": "Apache-2.0"}
    return save_weights(run.average, path, run.average.config, about, bits=16)


def _front_m(depth_m: Float[Tensor, "b H W"]) -> Float[Tensor, "b H W"]:
    """Depth of the nearest surface within 2 px: the one whose blur an edge has."""
    return -F.max_pool2d(-depth_m, 5, 1, 2)


def _pick(maps: Tensor, places: Int[Tensor, "b n 2"]) -> Tensor:
    """Take the patches at `places` of each image, all on one axis."""
    image = torch.arange(len(places))[:, None]
    return maps[image, places[..., 0], places[..., 1]].flatten(0, 1)
