"""One recipe a training: its presets, the scenes of a run, and the weights that come of them.

The command line names a preset and changes settings of it; all else that decides what a run computes is here.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, TypeVar

from blurry_edges.errors import BlurryEdgesError
from blurry_edges.estimator.paper import PaperEstimator, load_global, load_local
from blurry_edges.optics import Camera
from blurry_edges.train.config import Settings
from blurry_edges.train.data import SceneMemory
from blurry_edges.train.densify import train_densify
from blurry_edges.train.fused import train_fused
from blurry_edges.train.fused_config import FUSED_PRESETS, FusedTraining
from blurry_edges.train.fused_scenes import fused_scenes, training_camera
from blurry_edges.train.paper_config import (
    DENSIFY_PRESETS,
    GLOBAL_PRESETS,
    LOCAL_PRESETS,
    DensifyTraining,
    GlobalTraining,
    LocalTraining,
    PaperTraining,
)
from blurry_edges.train.paper_global import train_global
from blurry_edges.train.paper_local import train_local
from blurry_edges.train.paper_scenes import VALIDATION_SEED, paper_scenes

__all__ = ["DensifyRecipe", "FusedRecipe", "GlobalRecipe", "LocalRecipe", "Place", "Recipe"]

PaperSettings = TypeVar("PaperSettings", bound=PaperTraining)


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


@dataclass(frozen=True)
class FusedRecipe(Recipe[FusedTraining]):
    """The default network, on scenes of five cameras."""

    presets = FUSED_PRESETS

    def train(self, preset: str, changes: Mapping[str, Any], place: Place) -> Path:
        """Render the scenes, or find them, and train, or continue; returns the file of the weights."""
        settings = self.settings(preset, changes)
        scenes = fused_scenes(settings.scenes, settings.scene_seed, settings.portrait_share, place.scene_folder)
        return train_fused(settings, scenes, place.folder, place.start_from, place.devices)


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
