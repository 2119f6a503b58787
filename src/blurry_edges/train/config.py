"""Settings of a training run; saved beside the weights."""

from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

__all__ = ["Optimization", "Settings", "smoke"]


@dataclass(frozen=True)
class Optimization:
    """Settings that every run has: how long, how fast, from which seed."""

    steps: int = 4800
    """Optimiser steps."""
    batch: int = 8
    """Crops in a step."""
    crop_px: int = 128
    """Side of a crop in px."""
    centred_within_px: float | None = None
    """Crops are centred at most this far from an edge; none: anywhere."""
    optimizer: Literal["adamw", "muon"] = "adamw"
    """muon: Muon for kernels of convolutions and matrices of linear layers, AdamW for the rest."""
    muon_rate: float = 10.0
    """Rate of Muon in units of the learning rate."""
    learning_rate: float = 2e-3
    """Highest learning rate; it warms up, is held, then falls as a cosine."""
    warmup_steps: int = 200
    """Steps of the warm-up."""
    held_share: float = 0.0
    """Share of the steps before the rate begins to fall. Until then a longer run is the same run, so that one which is
    done can be lengthened; see `TrainingState.restore`."""
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
    validation_steps: int = 0
    """Steps between validations, after which the best weights so far are kept; 0: none, and the last are kept."""
    validation_batches: int = 0
    """Batches of a validation, always the same."""
    log_steps: int = 20
    """Steps between lines of the log."""

    @property
    def held_steps(self) -> int:
        """Steps before the rate begins to fall."""
        return int(self.held_share * self.steps)

    @property
    def bfloat16(self) -> bool:
        """Whether bfloat16 was decided on; undecided settings compute in 32 bits, which is always right."""
        return self.precision == "bfloat16"


Settings = TypeVar("Settings", bound=Optimization)


def smoke(settings: Settings, **more: Any) -> Settings:
    """Return settings of a run of seconds, which shows that all parts work; `more` are those of a model."""
    short: dict[str, Any] = {
        "steps": 4, "warmup_steps": 1, "checkpoint_steps": 2, "log_steps": 1, "precision": "float32",
    }  # fmt: skip
    return replace(settings, **short | more)
