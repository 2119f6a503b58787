"""Checkpoints: written whole or not at all, so that a killed run always resumes."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn

from blurry_edges.errors import DataError
from blurry_edges.files import atomic_write
from blurry_edges.train.schedules import Scheduler

__all__ = ["TrainingState", "stored_settings"]

_NAME = "checkpoint.pt"


def stored_settings(folder: Path) -> dict[str, Any] | None:
    """Return the settings of the run whose checkpoint is in the folder; none without a checkpoint."""
    path = folder / _NAME
    if not path.exists():
        return None
    return dict(torch.load(path, weights_only=True, mmap=True)["settings"])


@dataclass
class TrainingState:
    """All that changes during training."""

    net: nn.Module
    average: nn.Module
    """The exponential moving average of `net`, which is what is shipped."""
    optimizer: torch.optim.Optimizer
    scheduler: Scheduler
    step: int = 0
    """Steps done."""

    def update_average(self, decay: float) -> None:
        """Move the averaged weights towards the current ones; early in training faster."""
        decay = min(decay, self.step / (self.step + 20))
        with torch.no_grad():
            for mean, value in zip(self.average.state_dict().values(), self.net.state_dict().values(), strict=True):
                if mean.dtype.is_floating_point:
                    mean.lerp_(value, 1 - decay)
                else:
                    mean.copy_(value)

    def save(self, folder: Path, settings: dict[str, Any]) -> None:
        """Write the checkpoint of a run."""
        content = {
            "settings": settings,
            "step": self.step,
            "net": self.net.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "scheduler": self.scheduler.state_dict(),
        }
        with atomic_write(folder / _NAME) as file:
            torch.save(content, file)

    def restore(self, folder: Path, settings: dict[str, Any]) -> bool:
        """Read the checkpoint of a run if there is one; refuse that of a run with other settings."""
        path = folder / _NAME
        if not path.exists():
            return False
        content = torch.load(path, weights_only=True)
        for name, value in settings.items():
            if name == "precision":
                continue  # decided, and said when it changes, by `precision.with_precision`
            if content["settings"].get(name) != value:
                raise DataError(
                    f"{path} is of a run with {name} = {content['settings'].get(name)}, not {value}; "
                    "give the same settings or another output folder"
                )
        self.net.load_state_dict(content["net"])
        self.average.load_state_dict(content["average"])
        self.optimizer.load_state_dict(content["optimizer"])
        self.scheduler.load_state_dict(content["scheduler"])
        self.step = content["step"]
        return True
