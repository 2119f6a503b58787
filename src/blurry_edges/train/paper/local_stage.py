"""Training of the paper's local stage: on all patches of crops, of both images of a pair."""

import math
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn

from blurry_edges.estimator.paper_model import read_local
from blurry_edges.nets.local_stage import LocalConfig, LocalStage
from blurry_edges.optics import Camera
from blurry_edges.patches import PatchGrid
from blurry_edges.train.data import Batch, SceneMemory
from blurry_edges.train.loop import train
from blurry_edges.train.paper.config import LocalTraining
from blurry_edges.train.paper.loss_weights import local_weight_keys
from blurry_edges.train.paper.losses import (
    blur_difference_error,
    blur_error,
    boundary_localization,
    color_error,
    smoothness_error,
)
from blurry_edges.train.precision import with_precision
from blurry_edges.train.schedules import interpolated
from blurry_edges.train.task import SourcedTask, autocast
from blurry_edges.typing import Float, Tensor
from blurry_edges.wedge import (
    boundary_map,
    collective_alpha_maps,
    color_map,
    ridge_colors,
    signed_distance,
    unoccluded_masks,
    unsigned_distance,
)

__all__ = ["LocalTask", "train_local"]

_KINDS = ("conv2d", "conv2d_dilated", "linear")
"""Kinds of layers that must be right in bfloat16; see `precision.py`."""
_PIXEL_BLUR_PX = 0.5
"""Blur in px that sampling adds to the sharpest edge."""


@dataclass(frozen=True)
class LocalTask(SourcedTask[Batch, SceneMemory]):
    """The local stage on crops, which may be single patches."""

    settings: LocalTraining

    def build(self) -> nn.Module:
        """Return the network with random weights."""
        net = LocalStage(LocalConfig(self.settings.patch_size))
        for module in net.modules():
            if isinstance(module, nn.Conv2d | nn.Linear):
                nn.init.xavier_normal_(module.weight)
        nn.init.normal_(net.out.weight, std=0.02)
        # Two half planes through the centre, one across the other, with a blur of about 2 px.
        start = [0, 0, 0, 0, 0, math.pi, math.pi / 2, math.pi, 0.76, 0.76]
        with torch.no_grad():
            net.out.bias.copy_(torch.tensor(start))
        return net.to(memory_format=torch.channels_last)  # type: ignore[call-overload, no-any-return]

    def loss_weights(self, step: int) -> dict[str, float]:
        """Return the weight of each loss at a step."""
        return interpolated(self.settings.epoch(step), local_weight_keys(short=self.settings.short))

    def losses_of(self, net: nn.Module, batch: Batch) -> dict[str, Float[Tensor, ""]]:
        """Return l1 to l3, and the two losses of known blur."""
        grid = PatchGrid.of(batch.noisy, self.settings.patch_size)
        clean = grid.unfold(batch.clean)
        wedges = read_local(self._codes(net, batch.noisy, grid).float())
        geometry = signed_distance(wedges.vertex, wedges.angles, grid.patch_size)
        alphas = collective_alpha_maps(geometry, wedges.eta)
        color = color_map(alphas, ridge_colors(alphas, clean))
        boundary, masks = boundary_map(unsigned_distance(geometry)), unoccluded_masks(geometry)
        distance_px, true_d_px2 = (
            grid.unfold(x.unsqueeze(1)).squeeze(-3)
            for x in (batch.edge_distance_px, self.source.camera.d_px2(batch.edge_depth_m))
        )
        true_eta = grid.unfold(_edge_eta(batch, self.source.camera, grid).unsqueeze(2)).squeeze(-3)
        # Edges of texture have a blur of their own, which is not known; only the difference of the two images is.
        known = torch.where(batch.is_plain[:, None, None, None, None] > 0, distance_px, torch.inf)
        distances_px, known = (x.unsqueeze(1).expand_as(boundary) for x in (distance_px, known))
        eta_px, h_px = wedges.eta * grid.half_patch_px, float(self.source.camera.h_px(1.0))
        return {
            "color": color_error(color, clean),
            "smoothness": smoothness_error(color, clean),
            "localization": boundary_localization(boundary, distances_px),
            "blur": blur_error(boundary, masks, wedges.eta, true_eta, known),
            "blur_difference": blur_difference_error(boundary, masks, eta_px, true_d_px2, distance_px, h_px),
        }

    def _codes(
        self, net: nn.Module, images: Float[Tensor, "b 2 3 H W"], grid: PatchGrid
    ) -> Float[Tensor, "b 2 rows cols 10"]:
        """Run the network on all patches of all images: densely, or patch by patch."""
        with autocast(net, self.settings):
            if self.settings.dense:
                flat = images.flatten(0, 1).contiguous(memory_format=torch.channels_last)
                codes: Tensor = net.dense(flat)  # type: ignore[operator]
            else:
                codes = net(grid.unfold(images).flatten(0, 3))
        return codes.view(*images.shape[:2], grid.rows, grid.cols, -1)


def _edge_eta(batch: Batch, camera: Camera, grid: PatchGrid) -> Float[Tensor, "b 2 H W"]:
    """Smoothness in both images of a sharp edge of the surface to which the nearest edge belongs."""
    sigma_px = torch.stack(camera.blur_sigmas_px(batch.edge_depth_m), 1)
    return (sigma_px.square() + _PIXEL_BLUR_PX**2).sqrt() / grid.half_patch_px


def train_local(
    settings: LocalTraining,
    scenes: SceneMemory,
    folder: Path,
    start_from: str | None = None,
    devices: int = 1,
    validation: SceneMemory | None = None,
) -> Path:
    """Train the local stage, or continue; returns the file of the averaged weights."""
    settings = with_precision(settings, folder, _KINDS)
    task = LocalTask(settings, scenes, validation)
    run = train(task, settings, folder, ("color", "localization", "blur"), devices, start_from)
    path = folder / "paper-local.safetensors"
    patches = PatchGrid(settings.crop_px, settings.crop_px, settings.patch_size).rows ** 2
    facts = {
        "architecture": "local-stage",
        "patches_seen": settings.steps * settings.batch * 2 * patches * devices,
    }
    return run.save(path, run.average.config, facts, bits=8)
