"""Schedules: how learning rates and loss weights change during a run."""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Protocol, runtime_checkable

import torch

from blurry_edges.errors import BlurryEdgesError
from blurry_edges.train.config import Optimization
from blurry_edges.train.optimizer import KernelMuon

__all__ = ["Scheduler", "interpolated", "learning_rate", "make_scheduler"]


@runtime_checkable
class Scheduler(Protocol):
    """Sets the learning rate of an optimiser."""

    def before(self, step: int) -> None:
        """Set the rate of a step."""
        ...

    def after(self, step: int, loss: float) -> None:
        """Learn what the step cost."""
        ...

    def state_dict(self) -> dict[str, Any]:
        """Return what a checkpoint must hold."""
        ...

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Continue from a checkpoint."""
        ...


def make_scheduler(optimizer: torch.optim.Optimizer | KernelMuon, settings: Optimization) -> Scheduler:
    """Return the scheduler that the settings name."""
    if not settings.plateau:
        return OneCycle(optimizer, settings)
    if isinstance(optimizer, KernelMuon):
        raise BlurryEdgesError("the plateau schedule is the paper's, with AdamW; choose one rate or one optimiser")
    return Plateau(optimizer, settings)


def learning_rate(step: int, settings: Optimization) -> float:
    """Warm up linearly, hold, then fall as half a cosine to a hundredth."""
    warm = min(1.0, (step + 1) / settings.warmup_steps)
    held = settings.held_steps
    cosine = 0.5 * (1 + math.cos(math.pi * max(0, step - held) / (settings.steps - held)))
    return settings.learning_rate * warm * (0.01 + 0.99 * cosine)


class OneCycle:
    """Up and down once; depends on the step alone."""

    def __init__(self, optimizer: torch.optim.Optimizer | KernelMuon, settings: Optimization) -> None:
        self._optimizer, self._settings = optimizer, settings

    def before(self, step: int) -> None:
        """Set the rate of a step."""
        for group in self._optimizer.param_groups:
            group["lr"] = group.get("rate_factor", 1.0) * learning_rate(step, self._settings)

    def after(self, step: int, loss: float) -> None:
        """Nothing to learn."""

    def state_dict(self) -> dict[str, Any]:
        """Nothing to keep."""
        return {}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Nothing to continue."""


class Plateau:
    """The paper's schedule: the rate falls by a tenth when the mean loss of an epoch no longer does.

    The patience is 2 + 3 log2(epoch + 1) epochs, and the rate ends at a tenth of the first.
    """

    def __init__(self, optimizer: torch.optim.Optimizer, settings: Optimization) -> None:
        self._settings, self._loss, self._steps = settings, 0.0, 0
        self._scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(
            optimizer, factor=0.9, min_lr=0.1 * settings.learning_rate
        )

    def before(self, step: int) -> None:
        """Leave the rate as it is within an epoch."""

    def after(self, step: int, loss: float) -> None:
        """Add up the loss; at the end of an epoch, decide."""
        self._loss, self._steps = self._loss + loss, self._steps + 1
        if (step + 1) % self._settings.steps_per_epoch == 0:
            epoch = (step + 1) // self._settings.steps_per_epoch
            if epoch > self._settings.plateau_from_epoch:
                self._scheduler.patience = int(2 + 3 * math.log2(epoch + 1))
                self._scheduler.step(self._loss / self._steps)
            self._loss, self._steps = 0.0, 0

    def state_dict(self) -> dict[str, Any]:
        """Return what a checkpoint must hold."""
        kept = ("best", "num_bad_epochs", "last_epoch", "cooldown_counter", "_last_lr")
        inner = {name: value for name, value in self._scheduler.state_dict().items() if name in kept}
        return {"loss": self._loss, "steps": self._steps, "scheduler": inner}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Continue from a checkpoint; the rate itself is in the optimiser's."""
        self._loss, self._steps = state["loss"], state["steps"]
        self._scheduler.load_state_dict(state["scheduler"])


def interpolated(epoch: float, keys: Sequence[tuple[float, Mapping[str, float]]]) -> dict[str, float]:
    """Weights at an epoch, linear between key epochs and constant beyond the ends."""
    first, last = keys[0], keys[-1]
    if epoch <= first[0]:
        return dict(first[1])
    for (begin, low), (end, high) in pairwise(keys):
        if epoch <= end:
            share = (epoch - begin) / (end - begin)
            return {name: (1 - share) * low[name] + share * high[name] for name in low}
    return dict(last[1])
