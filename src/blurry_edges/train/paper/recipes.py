"""The recipes of the paper's model: its local stage, its global stage, and its densifier PP."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from blurry_edges.errors import BlurryEdgesError
from blurry_edges.estimator.paper import PaperEstimator, load_global, load_local
from blurry_edges.optics import Camera
from blurry_edges.train.camera import training_camera
from blurry_edges.train.data import SceneMemory
from blurry_edges.train.paper.config import (
    DENSIFY_PRESETS,
    GLOBAL_PRESETS,
    LOCAL_PRESETS,
    DensifyTraining,
    GlobalTraining,
    LocalTraining,
    PaperTraining,
)
from blurry_edges.train.paper.densify import train_densify
from blurry_edges.train.paper.global_stage import train_global
from blurry_edges.train.paper.local_stage import train_local
from blurry_edges.train.paper.scenes import VALIDATION_SEED, paper_scenes
from blurry_edges.train.recipe import Place, Recipe

__all__ = ["DensifyRecipe", "GlobalRecipe", "LocalRecipe"]

PaperSettings = TypeVar("PaperSettings", bound=PaperTraining)


class PaperRecipe(Recipe[PaperSettings]):
    """A part of the paper's model, on plain shapes and textured scenes."""

    def scenes(self, preset: str, settings: PaperSettings, folder: Path) -> tuple[SceneMemory, SceneMemory]:
        """Render the scenes that are learned from, and those by which the best weights are chosen.

        The latter are of the same kinds, with a seed of their own. The paper's camera takes them for its own preset,
        and otherwise one whose range is a little wider; see `training_camera`.
        """
        camera = Camera.paper() if preset == "paper" else training_camera()
        share, seed = settings.textured_share, settings.scene_seed
        learned = paper_scenes(camera, settings.scenes, share, seed, folder)
        apart = paper_scenes(camera, settings.validation_scenes, share, seed + VALIDATION_SEED, folder / "validation")
        return learned, apart


@dataclass(frozen=True)
class LocalRecipe(PaperRecipe[LocalTraining]):
    """The paper's local stage."""

    presets = LOCAL_PRESETS

    def train(self, preset: str, changes: Mapping[str, Any], place: Place) -> Path:
        """Render the scenes, or find them, and train, or continue; returns the file of the weights."""
        settings = self.settings(preset, changes)
        scenes, apart = self.scenes(preset, settings, place.scene_folder)
        return train_local(settings, scenes, place.folder, place.start_from, place.devices, apart)


@dataclass(frozen=True)
class GlobalRecipe(PaperRecipe[GlobalTraining]):
    """The paper's global stage, on top of a local one."""

    local: str = "paper-local"
    """Local stage, a file or shipped weights; it decides the patch size."""
    dense: bool = False
    """Train for dense depth by wedges (W)."""
    presets = GLOBAL_PRESETS

    def train(self, preset: str, changes: Mapping[str, Any], place: Place) -> Path:
        """Render the scenes, or find them, and train, or continue; returns the file of the weights."""
        if "configuration" in changes and preset not in ("ablation", "paper"):
            raise BlurryEdgesError(
                "--configuration is a row of the paper's schedule; pass --preset ablation or paper with it"
            )
        local = load_local(self.local)
        given = {"dense_depth": self.dense, "patch_size": local.config.patch_size}
        settings = self.settings(preset, {**changes, **given})
        scenes, apart = self.scenes(preset, settings, place.scene_folder)
        return train_global(settings, scenes, local, place.folder, place.start_from, place.devices, apart)


@dataclass(frozen=True)
class DensifyRecipe(PaperRecipe[DensifyTraining]):
    """The paper's densifier PP, on sparse maps of the two stages."""

    local: str = "paper-local"
    """Local stage, a file or shipped weights."""
    global_stage: str = "paper-global"
    """Global stage, a file or shipped weights."""
    presets = DENSIFY_PRESETS

    def train(self, preset: str, changes: Mapping[str, Any], place: Place) -> Path:
        """Render the scenes, or find them, and train, or continue; returns the file of the weights."""
        settings = self.settings(preset, changes)
        paper = PaperEstimator(load_local(self.local), load_global(self.global_stage), None)
        scenes, apart = self.scenes(preset, settings, place.scene_folder)
        return train_densify(settings, scenes, paper, place.folder, place.start_from, place.devices, apart)
