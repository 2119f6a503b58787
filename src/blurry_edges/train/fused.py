"""Training of the fused network, and its weights with their card at the end."""

import dataclasses
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn

from blurry_edges.estimator.fused_inputs import fused_config, fused_inputs
from blurry_edges.nets.fused import FusedNet
from blurry_edges.train.calibration import sd_scale
from blurry_edges.train.config import FusedTraining
from blurry_edges.train.data import SceneMemory
from blurry_edges.train.loop import load_start, train
from blurry_edges.train.losses import fused_losses
from blurry_edges.train.precision import with_precision
from blurry_edges.typing import Float, Tensor
from blurry_edges.weights import save_weights

__all__ = ["FusedTask", "train_fused"]

_KINDS = ("conv2d", "conv2d_stride2", "conv2d_dilated")
"""Kinds of layers of the network, whose gradients must be right in bfloat16."""


@dataclass(frozen=True)
class FusedTask:
    """The fused network on crops of scenes."""

    settings: FusedTraining
    scenes: SceneMemory
    start_from: str | None = None
    """Shipped weights or a weights file to begin with, instead of random ones."""

    def build(self) -> nn.Module:
        """Return the network as it starts."""
        net = FusedNet(fused_config())
        if self.start_from is not None:
            load_start(net, self.start_from)
        return net.to(memory_format=torch.channels_last)  # type: ignore[call-overload, no-any-return]

    def loss_weights(self, step: int) -> dict[str, float]:
        """Return the weight of each loss."""
        return dataclasses.asdict(self.settings.losses)

    def losses(self, net: nn.Module, step: int) -> dict[str, Float[Tensor, ""]]:
        """Return the losses of batch number `step`."""
        batch, camera = self.scenes.batch(step, self.settings), self.scenes.camera
        with torch.no_grad():
            evidence, t_evidence = fused_inputs(batch.noisy, batch.photon_level, batch.read_noise)
        with torch.autocast("cpu", torch.bfloat16, enabled=self.settings.bfloat16):
            output = net(batch.noisy, evidence, t_evidence)
        generator = torch.Generator().manual_seed(step)
        return fused_losses(
            output, batch, camera.t_px(batch.depth_m), float(camera.h_px(1.0)), self.settings, generator
        )


def train_fused(
    settings: FusedTraining, scenes: SceneMemory, folder: Path, start_from: str | None = None, devices: int = 1
) -> Path:
    """Train, or continue a run that was stopped; returns the file of the averaged weights."""
    settings = with_precision(settings, folder, _KINDS)
    run = train(FusedTask(settings, scenes, start_from), settings, folder, ("likelihood", "squared", "depth"), devices)
    path = folder / "fused.safetensors"
    if not run.is_first_process:
        return path
    net = run.average
    if not isinstance(net, FusedNet):
        raise TypeError(f"the run gave a {type(net).__name__}")
    card = {
        "sd_scale": sd_scale(net, scenes, settings),
        "started_from": start_from,
        "scenes": len(scenes.images),
        "licence": "Apache-2.0",
    }
    return save_weights(net, path, net.config, card | run.facts)
