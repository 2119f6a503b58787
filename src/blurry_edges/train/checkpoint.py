"""Checkpoints: written whole or not at all, so that a killed run always resumes."""

import io
import pickle
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn

from blurry_edges.errors import DataError
from blurry_edges.files import atomic_write
from blurry_edges.train.optimizer import KernelMuon
from blurry_edges.train.schedules import Scheduler

__all__ = ["TrainingState", "stored_settings"]

_NAME = "checkpoint.pt"
_HELD_NAME = "checkpoint-held.pt"
"""The checkpoint from which a run can be lengthened: the last one before its rate began to fall."""
_WITHOUT = "put back a copy of it, or remove it to begin the run anew"
_MAY_CHANGE = ("precision", "steps")
"""Precision is decided, and said when it changes, by `precision.with_precision`; steps may grow."""


def stored_settings(folder: Path) -> dict[str, Any] | None:
    """Return the settings of the run whose checkpoint is in the folder; none without a checkpoint."""
    path = folder / _NAME
    if not path.exists():
        return None
    return dict(_read(path)["settings"])


def _read(path: Path) -> dict[str, Any]:
    """Read a checkpoint; one that does not have its checksums is refused."""
    try:
        with zipfile.ZipFile(path) as archive:
            damaged = archive.testzip()
        if damaged is None:
            return dict(torch.load(path, map_location="cpu", weights_only=True))
    except (zipfile.BadZipFile, RuntimeError, EOFError, zlib.error, pickle.UnpicklingError) as error:
        raise DataError(f"{path} is damaged ({error}); {_WITHOUT}") from error
    raise DataError(f"{path} is damaged (its part {damaged} does not have its checksum); {_WITHOUT}")


@dataclass
class TrainingState:
    """All that changes during training."""

    net: nn.Module
    average: nn.Module
    """The exponential moving average of `net`, which is what is shipped."""
    optimizer: torch.optim.Optimizer | KernelMuon
    scheduler: Scheduler
    began_with: str | None = None
    """Hash of the weights that the run began with; None if they were random."""
    step: int = 0
    """Steps done."""
    seconds: float = 0.0
    """Time that they took, over all processes that continued one another."""
    best: dict[str, Any] | None = None
    """Weights of the average with the lowest loss in validation, that loss, and the step."""

    def update_average(self, decay: float) -> None:
        """Move the averaged weights towards the current ones; early in training faster."""
        decay = min(decay, self.step / (self.step + 20))
        with torch.no_grad():
            for mean, value in zip(self.average.state_dict().values(), self.net.state_dict().values(), strict=True):
                if mean.dtype.is_floating_point:
                    mean.lerp_(value, 1 - decay)
                else:
                    mean.copy_(value)

    def keep_if_best(self, loss: float) -> None:
        """Keep the averaged weights if no earlier ones had a lower loss in validation."""
        if self.best is None or loss < self.best["loss"]:
            weights = {name: value.clone() for name, value in self.average.state_dict().items()}
            self.best = {"loss": loss, "step": self.step, "weights": weights}

    def save(self, folder: Path, settings: dict[str, Any], held_steps: int) -> None:
        """Write the checkpoint of a run; one that a longer run could have written is kept for it."""
        content = {
            "settings": settings,
            "began_with": self.began_with,
            "step": self.step,
            "seconds": self.seconds,
            "net": self.net.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "scheduler": self.scheduler.state_dict(),
            "best": self.best,
        }
        data = io.BytesIO()  # torch would not say that it is the disk that is full
        torch.save(content, data)
        for name in (_NAME, _HELD_NAME) if 0 < self.step <= held_steps else (_NAME,):
            with atomic_write(folder / name) as file:
                file.write(data.getbuffer())

    def restore(self, folder: Path, settings: dict[str, Any], held_steps: int) -> bool:
        """Read the checkpoint of a run if there is one; refuse that of a run with other settings.

        A run may be given more steps: as long as the rate is held, the longer run is the same. If the shorter one has
        gone beyond that, the longer one goes on from where the rate began to fall.
        """
        path = folder / _NAME
        if not path.exists():
            return False
        content = _read(path)
        for name, value in settings.items():
            if name not in _MAY_CHANGE and content["settings"].get(name) != value:
                raise DataError(
                    f"{path} is of a run with {name} = {content['settings'].get(name)}, not {value}; "
                    "give the same settings or another output folder"
                )
        # Version 0.1.0 did not note it.
        if content.get("began_with", self.began_with) != self.began_with:
            raise DataError(
                f"{path} is of a run that began with other weights; give the same --start-from or another output folder"
            )
        before, now = content["settings"].get("steps"), settings.get("steps")
        if before != now:
            content = _lengthened(folder, content, held_steps)
        self.net.load_state_dict(content["net"])
        self.average.load_state_dict(content["average"])
        self.optimizer.load_state_dict(content["optimizer"])
        self.scheduler.load_state_dict(content["scheduler"])
        self.step, self.seconds, self.best = content["step"], content["seconds"], content.get("best")
        return True


def _lengthened(folder: Path, content: dict[str, Any], held_steps: int) -> dict[str, Any]:
    """Return the last checkpoint of a run that one with another number of steps would have written, too."""
    path = folder / _HELD_NAME
    kept = _read(path) if path.exists() else content
    if kept["step"] > held_steps or not path.exists():
        raise DataError(
            f"{folder / _NAME} is of a run with steps = {content['settings']['steps']}, whose rate fell too early for "
            "this one; give the same settings or another output folder"
        )
    return dict(kept)
