"""`blurry-edges train`: from nothing to weights, on the processor alone."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import tyro

if TYPE_CHECKING:
    from blurry_edges.optics import Camera
    from blurry_edges.train.config import FusedTraining

__all__ = ["Train"]


@dataclass(frozen=True)
class Train:
    """Render scenes, train on them and write weights with their card. A run that was stopped continues exactly."""

    model: Annotated[Literal["fused"], tyro.conf.Positional]
    """fused: the default estimator."""
    output: Annotated[Path, tyro.conf.arg(aliases=["-o"])]
    """Folder of the run: scenes, checkpoint, log.jsonl, TensorBoard, and at last the weights."""
    preset: Literal["cpu", "finetune", "smoke"] = "cpu"
    """cpu: from nothing; finetune: a quarter of an hour more with --start-from; smoke: seconds, to see that all parts
    work."""
    start_from: str | None = None
    """Weights to begin with: a file, or the name of shipped ones."""
    steps: int | None = None
    """Optimiser steps, instead of the preset's."""
    scenes: int | None = None
    """Scenes to render ahead, instead of the preset's."""
    learning_rate: float | None = None
    """Highest learning rate, instead of the preset's."""
    seed: int | None = None
    """Seed of weights, crops and noise, instead of the preset's."""
    threads: int | None = None
    """Threads; without it, one for each core."""

    def run(self) -> int:
        """Train."""
        import torch

        from blurry_edges.train.data import SceneMemory
        from blurry_edges.train.fused import train_fused

        if self.threads is not None:
            torch.set_num_threads(self.threads)
        settings = self._settings()
        scenes = SceneMemory(_render(settings, self.output / "scenes"))
        weights = train_fused(settings, scenes, self.output, self.start_from)
        print(f"weights: {weights}\ncard:    {weights.with_suffix('.json')}\nlog:     {self.output / 'log.jsonl'}")
        return 0

    def _settings(self) -> "FusedTraining":
        from dataclasses import replace

        from blurry_edges.train.config import PRESETS

        asked = {name: getattr(self, name) for name in ("steps", "scenes", "learning_rate", "seed")}
        return replace(PRESETS[self.preset], **{name: value for name, value in asked.items() if value is not None})


def _render(settings: "FusedTraining", folder: Path) -> list[Path]:
    """Render the scenes of a run, or those that are missing."""
    from blurry_edges.scenes.generate import Plan, generate
    from blurry_edges.scenes.shape_scenes import ShapeScenes
    from blurry_edges.scenes.textured_scenes import TexturedScenes

    shapes = round(settings.scenes * settings.shape_share)
    textured = TexturedScenes(portrait_share=settings.portrait_share)
    parts = (("shapes", ShapeScenes(), shapes), ("textured", textured, settings.scenes - shapes))
    folders = []
    for name, recipe, count in parts:
        if count > 0:
            generate(Plan(recipe, training_camera(), seed=settings.scene_seed), count, folder / name)
            folders.append(folder / name)
    return folders


def training_camera() -> "Camera":
    """Return the paper's camera with a slightly wider range, so that the ends of the range are not favoured."""
    from dataclasses import replace

    from blurry_edges.optics import Camera

    return replace(Camera.paper(), depth_range_m=(0.735, 1.215))
