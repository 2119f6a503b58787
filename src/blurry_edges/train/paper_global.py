"""Training of the paper's global stage, on top of a local stage that is not changed any more."""

from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn

from blurry_edges.estimator.paper_model import GlobalWedges, global_inputs, read_global, wedge_depth_m
from blurry_edges.nets.global_stage import GlobalConfig, GlobalStage
from blurry_edges.nets.local_stage import LocalStage
from blurry_edges.optics import Camera
from blurry_edges.patches import PatchGrid
from blurry_edges.train.data import Batch, SceneMemory
from blurry_edges.train.loop import Trained, load_start, start_facts, train
from blurry_edges.train.paper_config import GlobalTraining, global_weight_keys
from blurry_edges.train.precision import with_precision
from blurry_edges.train.schedules import interpolated
from blurry_edges.train.wedge_losses import (
    boundary_consistency,
    color_consistency,
    color_error,
    dense_depth_error,
    depth_error,
    log_boundary_localization,
    smoothness_consistency,
    smoothness_error,
)
from blurry_edges.typing import Float, Tensor
from blurry_edges.wedge import render_pair
from blurry_edges.weights import save_weights

__all__ = ["GlobalTask", "train_global"]


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
        return interpolated(self.settings.epoch(step), keys)

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
) -> dict[str, Float[Tensor, ""]]:
    """All losses of the global stage."""
    patches = grid.unfold(batch.clean.flatten(1, 2)).unflatten(-3, (2, 3))
    depth_m, edge_depth_m, distance_px = (
        grid.unfold(x.unsqueeze(1)).squeeze(-3) for x in (batch.depth_m, batch.edge_depth_m, batch.edge_distance_px)
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
        "depth": depth_error(maps.boundary, maps.masks, wedge_m, edge_depth_m, distance_px),
    }
    if dense_depth:
        losses["dense_depth"] = dense_depth_error(maps.masks, wedge_m, depth_m)
    return losses


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
    about = facts | run.facts | {"stored_as": "float16", "licence": "Apache-2.0"}
    return save_weights(run.average, path, run.average.config, about, half=True)
