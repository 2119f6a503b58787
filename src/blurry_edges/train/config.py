"""Settings of a training run; saved beside the weights."""

from dataclasses import dataclass
from typing import Literal

__all__ = ["PRESETS", "FusedLossWeights", "FusedTraining", "Optimization"]


@dataclass(frozen=True)
class Optimization:
    """Settings that every run has: how long, how fast, from which seed."""

    steps: int = 4800
    """Optimiser steps."""
    batch: int = 8
    """Crops in a step."""
    crop_px: int = 128
    """Side of a crop."""
    learning_rate: float = 2e-3
    """Highest learning rate; it warms up, then falls as a cosine."""
    warmup_steps: int = 200
    """Steps of the warm-up."""
    plateau: bool = False
    """Lower the rate when the loss no longer falls, as the paper does, instead of by a cosine."""
    plateau_from_epoch: int = 0
    """Epoch from which on that is done."""
    steps_per_epoch: int = 100
    """Steps of what counts as one epoch."""
    weight_decay: float = 1e-4
    """Weight decay of AdamW."""
    gradient_norm: float = 2.0
    """Gradients are clipped to this norm."""
    ema_decay: float = 0.998
    """Decay of the averaged weights, which are what is shipped."""
    photon_level: tuple[float, float] = (20.0, 5000.0)
    """Photon levels, uniform in the logarithm."""
    read_noise: tuple[float, float] = (0.5, 4.0)
    """Read noise in photons, uniform."""
    dimmed_share: float = 0.5
    """Share of the crops that are made darker and flatter."""
    effects: Literal["none", "random"] = "none"
    """Effects of real cameras on the crops. random: what `CameraEffects.draw` draws, without what needs rendering."""
    effects_share: float = 0.8
    """Share of the crops that get them."""
    precision: Literal["auto", "float32", "bfloat16"] = "auto"
    """Numbers of convolutions. auto: bfloat16 where a self-test finds it right and faster; see `precision.py`."""
    seed: int = 0
    """Seed of the weights, crops and noise."""
    checkpoint_steps: int = 200
    """Steps between checkpoints."""
    log_steps: int = 20
    """Steps between lines of the log."""

    @property
    def bfloat16(self) -> bool:
        """Whether bfloat16 was decided on; undecided settings compute in 32 bits, which is always right."""
        return self.precision == "bfloat16"


@dataclass(frozen=True)
class FusedLossWeights:
    """Weight of each loss of `train.losses`."""

    likelihood: float = 1.0
    squared: float = 0.15
    denoise: float = 0.1
    color: float = 20.0
    color_consistency: float = 5.0
    boundary_consistency: float = 4.0
    derivative: float = 0.4
    derivative_consistency: float = 0.1
    localization: float = 8.0
    depth: float = 0.6


@dataclass(frozen=True)
class FusedTraining(Optimization):
    """Settings of `blurry-edges train fused`; the defaults fit two CPU cores and an hour and a quarter."""

    scenes: int = 6000
    """Scenes to render ahead."""
    scene_seed: int = 1
    """Seed of the scenes."""
    shape_share: float = 0.1
    """Share of the scenes that are the paper's shapes; the others are textured."""
    portrait_share: float = 0.5
    """Share of the textured scenes with one large object over a background."""
    blocks: int = 2
    """Blocks of neighbouring patches in each crop on which the wedge losses are taken."""
    block_patches: int = 6
    """Patches along one side of a block."""
    edge_attention: float = 3.0
    """How much more the pixels at occlusion edges count."""
    losses: FusedLossWeights = FusedLossWeights()
    """Weights of the losses."""


PRESETS = {
    "cpu": FusedTraining(),
    # Squared error counts for more: it settles between the surfaces of an occlusion edge.
    "finetune": FusedTraining(
        steps=4400,
        learning_rate=1.2e-3,
        seed=1,
        losses=FusedLossWeights(squared=0.5),
    ),
    "smoke": FusedTraining(
        scenes=4,
        steps=4,
        batch=2,
        crop_px=64,
        warmup_steps=1,
        blocks=1,
        block_patches=3,
        checkpoint_steps=2,
        log_steps=1,
        precision="float32",
    ),
}
"""Named settings: `cpu` trains from nothing and `finetune` goes on from there, which gave the shipped weights; `smoke`
shows in seconds that all parts work."""
