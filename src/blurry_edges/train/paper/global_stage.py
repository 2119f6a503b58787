"""Training of the paper's global stage, on top of a local stage that is not changed any more."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn

from blurry_edges.estimator.paper_model import base_of, read_global, wedge_depth_m
from blurry_edges.nets.global_stage import GlobalConfig, GlobalStage
from blurry_edges.nets.local_stage import LocalStage
from blurry_edges.optics import Camera
from blurry_edges.train.data import SceneMemory
from blurry_edges.train.loop import train
from blurry_edges.train.paper.config import GlobalTraining
from blurry_edges.train.paper.local_outputs import GlobalBatch, LocalOutputs
from blurry_edges.train.paper.loss_weights import Keys, global_weight_keys
from blurry_edges.train.paper.losses import (
    boundary_consistency,
    color_consistency,
    color_error,
    dense_depth_error,
    depth_error,
    log_boundary_localization,
    smoothness_consistency,
    smoothness_error,
    stroke_depth_error,
)
from blurry_edges.train.precision import with_precision
from blurry_edges.train.schedules import interpolated
from blurry_edges.train.task import SourcedTask
from blurry_edges.typing import Float, Tensor
from blurry_edges.wedge import Wedges, render_pair

__all__ = ["GlobalTask", "global_losses", "train_global"]

_KINDS = ("conv2d", "conv2d_dilated", "linear", "attention")
"""Kinds of layers of both stages that must be right in bfloat16; see `precision.py`."""


@dataclass(frozen=True)
class GlobalTask(SourcedTask[GlobalBatch, LocalOutputs]):
    """The global stage on crops of what the local stage found."""

    settings: GlobalTraining

    def build(self) -> nn.Module:
        """Return the network with random weights."""
        return GlobalStage(GlobalConfig(dropout=self.settings.dropout))

    def loss_weights(self, step: int) -> dict[str, float]:
        """Return the weight of each loss at a step."""
        weights = interpolated(self.settings.epoch(step), self._keys())
        return {name: weight for name, weight in weights.items() if name in self._used()}

    def losses_of(self, net: nn.Module, batch: GlobalBatch) -> dict[str, Float[Tensor, ""]]:
        """Return g1 to g7, and g8 for dense depth."""
        # In 32 bits: of crops, attention in bfloat16 is no faster.
        numbers = net(batch.features, base_of(batch.features), torch.tensor(batch.origin_px))
        return global_losses(read_global(numbers), batch, self.source.scenes.camera, self._used())

    def _used(self) -> frozenset[str]:
        """Return the losses that have a weight at any step: half of the time is theirs."""
        return frozenset(name for _, weights in self._keys() for name, weight in weights.items() if weight)

    def _keys(self) -> Keys:
        settings = self.settings
        return global_weight_keys(settings.configuration, short=settings.short, dense_depth=settings.dense_depth)


def global_losses(
    wedges: Wedges, batch: GlobalBatch, camera: Camera, used: Collection[str]
) -> dict[str, Float[Tensor, ""]]:
    """Return those losses of the global stage that are used."""
    grid = batch.grid
    patches = grid.unfold(batch.clean.flatten(1, 2)).unflatten(-3, (2, 3))
    depth_m, edge_depth_m, distance_px = (
        grid.unfold(x.unsqueeze(1)).squeeze(-3) for x in (batch.depth_m, batch.edge_depth_m, batch.edge_distance_px)
    )
    maps = render_pair(wedges, patches)
    wedge_m = wedge_depth_m(wedges.eta, camera, grid.half_patch_px)
    every: dict[str, Callable[[], Tensor]] = {
        "color": lambda: color_error(maps.color, patches),
        "color_consistency": lambda: color_consistency(maps.color, grid),
        "boundary_consistency": lambda: boundary_consistency(maps.boundary, grid),
        "smoothness": lambda: smoothness_error(maps.color, patches),
        "smoothness_consistency": lambda: smoothness_consistency(maps.color, grid),
        "localization": lambda: log_boundary_localization(maps.boundary, distance_px),
        "depth": lambda: depth_error(maps.boundary, maps.masks, wedge_m, edge_depth_m, distance_px),
        "stroke_depth": lambda: stroke_depth_error(maps.unsigned_distance, maps.masks, wedge_m, depth_m),
        "dense_depth": lambda: dense_depth_error(maps.masks, wedge_m, depth_m),
    }
    return {name: loss() for name, loss in every.items() if name in used}


def train_global(
    settings: GlobalTraining,
    scenes: SceneMemory,
    local: LocalStage,
    folder: Path,
    start_from: str | None = None,
    devices: int = 1,
    validation: SceneMemory | None = None,
) -> Path:
    """Train the global stage, or continue; returns the file of the averaged weights."""
    settings = with_precision(settings, folder, _KINDS)
    outputs = LocalOutputs.compute(local, scenes, settings, folder)
    apart = None if validation is None else LocalOutputs.compute(local, validation, settings, folder, "validation")
    run = train(GlobalTask(settings, outputs, apart), settings, folder, ("color", "depth"), devices, start_from)
    path = folder / f"{'paper-global-dense' if settings.dense_depth else 'paper-global'}.safetensors"
    facts = {"architecture": "global-stage", "crops_seen": settings.steps * settings.batch * devices}
    return run.save(path, run.average.config, facts)
