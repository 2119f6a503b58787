"""One recipe a training: its presets, the scenes of a run, and the weights that come of them.

The command line names a preset and changes settings of it; all else that decides what a run computes is in the folder
of its model, `fused` or `paper`, where settings, scenes, task and losses are.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic

from blurry_edges.errors import BlurryEdgesError
from blurry_edges.train.config import Settings

__all__ = ["Place", "Recipe"]


@dataclass(frozen=True)
class Place:
    """Folders of a run, the weights it begins with, and the processes that share it."""

    folder: Path
    """Folder of the checkpoint, the logs, and at last the weights."""
    scene_folder: Path
    """Folder where scenes are rendered, or found from an earlier run."""
    start_from: str | None = None
    """Weights to begin with: a file, or the name of shipped ones; random ones without it."""
    devices: int = 1
    """Processes that share each step, on all machines together."""


class Recipe(ABC, Generic[Settings]):
    """A training, from a preset to weights."""

    @property
    @abstractmethod
    def presets(self) -> Mapping[str, Settings]:
        """Settings by the name of their preset."""

    def settings(self, preset: str, changes: Mapping[str, Any]) -> Settings:
        """Return the settings of a preset with changes to some of them."""
        if preset not in self.presets:
            raise BlurryEdgesError(f"there is no preset '{preset}' here; choose one of {', '.join(self.presets)}")
        return replace(self.presets[preset], **changes)

    @abstractmethod
    def train(self, preset: str, changes: Mapping[str, Any], place: Place) -> Path:
        """Render the scenes, or find them, and train, or continue; returns the file of the weights."""
