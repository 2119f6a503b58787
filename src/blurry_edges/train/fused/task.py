"""Training of the default network, and its weights with their card at the end."""

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn

from blurry_edges.errors import BlurryEdgesError
from blurry_edges.estimator.fused_inputs import H_PX, fused_config, fused_inputs, t_hypotheses_px
from blurry_edges.estimator.hypotheses import DepthHypotheses
from blurry_edges.nets.fused import FusedConfig, FusedNet, FusedOutput, TwoLayers
from blurry_edges.train.data import Batch, SceneMemory
from blurry_edges.train.fused.config import FusedTraining
from blurry_edges.train.fused.losses import fused_losses
from blurry_edges.train.loop import train
from blurry_edges.train.precision import with_precision
from blurry_edges.train.task import OnDevice, Task, autocast
from blurry_edges.typing import Float, Tensor

__all__ = ["FusedTask", "sd_scale", "train_fused"]

_KINDS = ("conv2d", "conv2d_stride2", "conv2d_dilated")
"""Kinds of layers of the network, whose gradients must be right in bfloat16."""
_GROUPS = 2
"""A batch is of so many cameras, each drawn as often as it has scenes."""
_SHARES = {1: 0.683, 2: 0.954}
"""Share of the errors that should lie within so many sd."""
_SD_BATCHES = 120
_RIM_PX = 8


@dataclass(frozen=True)
class FusedBatch(OnDevice):
    """Crops of scenes of several cameras, and what the network sees of them."""

    crops: Batch
    t_px: Float[Tensor, "b H W"]
    """True t at the network's scale."""
    evidence: Float[Tensor, "b e h w"]
    """Evidence of each camera's own blur."""
    analytic_t_px: Float[Tensor, "b h w"]
    """t that the evidence alone gives."""

    @property
    def inputs(self) -> tuple[Tensor, Tensor, Tensor]:
        """Input of the network."""
        return self.crops.noisy, self.evidence, self.analytic_t_px


@dataclass(frozen=True)
class FusedTask(Task[FusedBatch]):
    """The default network on crops of scenes of several cameras."""

    settings: FusedTraining
    scenes: Sequence[SceneMemory]
    """One memory for each camera."""
    config: FusedConfig

    def build(self) -> nn.Module:
        """Return the network with random weights."""
        net = FusedNet(self.config)
        return net.to(memory_format=torch.channels_last)  # type: ignore[call-overload, no-any-return]

    def loss_weights(self, step: int) -> dict[str, float]:
        """Return the weight of each loss."""
        return dataclasses.asdict(self.settings.losses)

    def losses_of(self, net: nn.Module, batch: FusedBatch) -> dict[str, Float[Tensor, ""]]:
        """Return the losses of a batch, unweighted."""
        with autocast(net, self.settings):
            output: FusedOutput = net(*batch.inputs)
        return fused_losses(output, batch.crops, batch.t_px, self.settings.edge_attention)

    def batch(self, step: int) -> FusedBatch:
        """Draw batch number `step` with its true t and what the network sees of the evidence."""
        sizes = np.array([len(memory.images) for memory in self.scenes])
        rng = np.random.default_rng((self.settings.seed, step, 2))
        part = dataclasses.replace(self.settings, batch=self.settings.batch // _GROUPS)
        drawn = [
            (self.scenes[index], self.scenes[index].batch(_GROUPS * step + group, part))
            for group, index in enumerate(rng.choice(len(sizes), _GROUPS, p=sizes / sizes.sum()))
        ]
        crops = Batch(*(torch.cat(values) for values in zip(*(vars(b).values() for _, b in drawn), strict=True)))
        t_px = torch.cat([memory.camera.d_px2(b.depth_m) / (4 * H_PX) for memory, b in drawn])
        with torch.no_grad():
            evidence, analytic_t_px = zip(*(_inputs(memory, b) for memory, b in drawn), strict=True)
        return FusedBatch(crops, t_px, torch.cat(evidence), torch.cat(analytic_t_px))


def _inputs(memory: SceneMemory, batch: Batch) -> tuple[Float[Tensor, "b e h w"], Float[Tensor, "b h w"]]:
    """Evidence of the camera's own blur."""
    hypotheses = DepthHypotheses.at(4 * H_PX * t_hypotheses_px(), memory.camera)
    return fused_inputs(batch.noisy, batch.photon_level, batch.read_noise, hypotheses.sigmas_px, hypotheses.psf)


def train_fused(
    settings: FusedTraining,
    scenes: Sequence[SceneMemory],
    folder: Path,
    start_from: str | None = None,
    devices: int = 1,
    config: FusedConfig | None = None,
) -> Path:
    """Train, or continue a run that was stopped; returns the file of the averaged weights."""
    if settings.batch % (_GROUPS * devices):
        raise BlurryEdgesError(
            f"a batch of {settings.batch} crops cannot be shared out to {devices} devices; use a divisor of "
            f"{settings.batch // _GROUPS}"
        )
    settings = with_precision(settings, folder, _KINDS)
    shared = dataclasses.replace(settings, batch=settings.batch // devices)  # the step is the same on any number
    task = FusedTask(shared, scenes, fused_config() if config is None else config)
    run = train(task, settings, folder, ("likelihood", "squared", "membership", "sharp"), devices, start_from)
    path = folder / "fused.safetensors"
    if not run.is_first_process:
        return path
    net = run.average
    if not isinstance(net, FusedNet):
        raise TypeError(f"the run gave a {type(net).__name__}")
    card = {
        "architecture": "fused",
        "sd_scale": sd_scale(net, task, min(_SD_BATCHES, settings.steps)),
        "scenes": sum(len(memory.images) for memory in scenes),
    }
    return run.save(path, net.config, card)


def sd_scale(net: FusedNet, task: FusedTask, batches: int) -> float:
    """Factor that makes two thirds of the errors lie within one sd and 95 % within two, on batches not yet drawn.

    Errors have longer tails than a Gaussian's, so the two ask for different factors: it is their geometric mean. It is
    a factor on the sd of each surface, as in `Surfaces`. The distance of the two surfaces, which is most of the sd
    beside an edge, is not scaled: where the network cannot tell which of them is seen, the error is that distance.
    """
    factors: dict[int, list[Tensor]] = {count: [] for count in _SHARES}
    for step in range(task.settings.steps, task.settings.steps + batches):
        batch = task.batch(step)
        with torch.inference_mode():
            layers: TwoLayers = net(*batch.inputs).layers
            within, between = layers.variances()
        squared = (layers.mean_px - batch.t_px).square()
        for count in _SHARES:
            # With this factor, the error would be so many sd.
            factor = ((squared / count**2 - between).clamp_min(0) / within).sqrt()
            factors[count].append(factor[:, _RIM_PX:-_RIM_PX, _RIM_PX:-_RIM_PX].flatten())
    return math.prod(_quantile(torch.cat(factors[n]), share) for n, share in _SHARES.items()) ** (1 / len(_SHARES))


def _quantile(values: Float[Tensor, "n"], share: float) -> float:
    """Return the value that so large a share is below; torch.quantile takes 16 million numbers at most."""
    return float(values.sort().values[int(share * len(values))])
