"""Training of the rival networks of the benchmark, on the pair or on stacks of five."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn

from blurry_edges.errors import DataError
from blurry_edges.optics import Camera
from blurry_edges.rivals.config import RivalTraining
from blurry_edges.rivals.network import RivalNetwork, Sample
from blurry_edges.train.data import SceneMemory
from blurry_edges.train.loop import train
from blurry_edges.train.paper.scenes import paper_scenes
from blurry_edges.train.precision import with_precision
from blurry_edges.train.recipe import Place, Recipe
from blurry_edges.train.task import Task, autocast
from blurry_edges.typing import Float, Tensor

__all__ = ["RivalConfig", "RivalRecipe", "RivalTask", "train_rival"]


@dataclass(frozen=True)
class RivalConfig:
    """Which network; stored in the card of its weights."""

    network: str


@dataclass(frozen=True)
class RivalTask(Task[Sample]):
    """A rival network on crops of scenes, each a pair followed by a stack."""

    network: RivalNetwork
    settings: RivalTraining
    scenes: SceneMemory

    def build(self) -> nn.Module:
        """Return the network with random weights."""
        return self.network.build()

    def loss_weights(self, step: int) -> dict[str, float]:
        """Return the weight of each loss."""
        return self.network.loss_weights

    def losses_of(self, net: nn.Module, batch: Sample) -> dict[str, Float[Tensor, ""]]:
        """Return the losses of a sample, unweighted."""
        with autocast(net, self.settings):
            return self.network.losses(net, batch)

    def batch(self, step: int) -> Sample:
        """Draw what a step sees, ordered by focus distance: the pair, or the stack behind it."""
        batch, camera = self.scenes.batch(step, self.settings.at(step)), self.scenes.camera
        draw = torch.rand((), generator=torch.Generator().manual_seed(step)).item()
        chosen = range(2, len(self.scenes.settings)) if draw < self.settings.stack_share else range(2)
        order = sorted(chosen, key=lambda index: camera.focus_distance_m(self.scenes.settings[index]))
        return Sample(batch.noisy[:, order], batch.depth_m, [self.scenes.settings[i] for i in order], camera)


def train_rival(
    network: RivalNetwork,
    settings: RivalTraining,
    scenes: SceneMemory,
    folder: Path,
    start_from: str | None = None,
    devices: int = 1,
) -> Path:
    """Train a rival network, or continue; returns the file of the averaged weights."""
    if settings.stack_share > 0 and len(scenes.settings) <= 2:
        raise DataError("the scenes hold pairs only; a network that sees stacks needs scenes with a stack behind them")
    settings = with_precision(settings, folder, network.layer_kinds)
    shown = tuple(network.loss_weights)[:2]
    run = train(RivalTask(network, settings, scenes), settings, folder, shown, devices, start_from)
    data = "textured" if settings.textured_share else "shapes"
    path = folder / f"{network.name}-{data}.safetensors"
    facts = {"architecture": network.name, "images_seen": settings.steps * settings.batch * devices}
    return run.save(path, RivalConfig(network.name), facts)


@dataclass(frozen=True)
class RivalRecipe(Recipe[RivalTraining]):
    """A rival network, on scenes of the paper's camera with a stack behind each pair."""

    network: RivalNetwork
    textured: bool = False
    """Learn from textured scenes instead of the paper's plain shapes."""

    @property
    def presets(self) -> Mapping[str, RivalTraining]:
        """Settings by the name of their preset."""
        return {"cpu": self.network.training, "smoke": self.network.training.smoke()}

    def train(self, preset: str, changes: Mapping[str, Any], place: Place) -> Path:
        """Render the scenes, or find them, and train, or continue; returns the file of the weights."""
        settings = self.settings(preset, {**changes, "textured_share": float(self.textured)})
        count, share, seed = settings.scenes, settings.textured_share, settings.scene_seed
        scenes = paper_scenes(Camera.paper(), count, share, seed, place.scene_folder, settings.stack_images)
        return train_rival(self.network, settings, scenes, place.folder, place.start_from, place.devices)
