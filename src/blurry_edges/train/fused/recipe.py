"""The recipe of the default network."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from blurry_edges.train.fused.config import FUSED_PRESETS, FusedTraining
from blurry_edges.train.fused.scenes import fused_scenes
from blurry_edges.train.fused.task import train_fused
from blurry_edges.train.recipe import Place, Recipe

__all__ = ["FusedRecipe"]


@dataclass(frozen=True)
class FusedRecipe(Recipe[FusedTraining]):
    """The default network, on scenes of five cameras."""

    presets = FUSED_PRESETS

    def train(self, preset: str, changes: Mapping[str, Any], place: Place) -> Path:
        """Render the scenes, or find them, and train, or continue; returns the file of the weights."""
        settings = self.settings(preset, changes)
        scenes = fused_scenes(settings.scenes, settings.scene_seed, settings.portrait_share, place.scene_folder)
        return train_fused(settings, scenes, place.folder, place.start_from, place.devices)
