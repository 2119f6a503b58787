"""Settings of the default network's training."""

from dataclasses import dataclass
from typing import Literal

from blurry_edges.train.config import Optimization, smoke

__all__ = ["FUSED_PRESETS", "FusedLossWeights", "FusedTraining"]


@dataclass(frozen=True)
class FusedLossWeights:
    """Weight of each loss of `train.fused.losses`."""

    likelihood: float = 1.0
    squared: float = 0.4
    layers: float = 0.5
    membership: float = 1.0
    coarse_membership: float = 0.3
    denoise: float = 0.1
    sharp: float = 0.15
    boundary: float = 0.5


@dataclass(frozen=True)
class FusedTraining(Optimization):
    """Settings of `blurry-edges train fused`; the defaults take two hours on one core."""

    steps: int = 9_000
    """Optimiser steps."""
    optimizer: Literal["adamw", "muon"] = "muon"
    """It learns depth with two thirds of the steps of AdamW (docs/experiments.md)."""
    held_share: float = 0.5
    """The rate falls over the second half."""
    effects: Literal["none", "random"] = "random"
    """Effects of real cameras on the crops."""
    effects_share: float = 0.45
    """Share of the crops that get them."""
    scenes: int = 10_000
    """Scenes to render ahead."""
    scene_seed: int = 1
    """Seed of the scenes."""
    portrait_share: float = 0.5
    """Share of the textured scenes with one large object over a background."""
    edge_attention: float = 3.0
    """How much more the pixels at occlusion edges count."""
    losses: FusedLossWeights = FusedLossWeights()
    """Weights of the losses."""


FUSED_PRESETS = {
    "cpu": FusedTraining(),
    "smoke": smoke(FusedTraining(), scenes=8, batch=4, crop_px=64),
}
"""Named settings: `cpu` gives the shipped weights; `smoke` shows in seconds that all parts work."""
