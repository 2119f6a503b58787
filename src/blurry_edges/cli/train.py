"""`blurry-edges train`: from nothing to weights, on the processor alone."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import tyro

if TYPE_CHECKING:
    from blurry_edges.train.data import SceneMemory

__all__ = ["Train"]

_OVERRIDES = (
    "precision",
    "steps",
    "scenes",
    "learning_rate",
    "seed",
    "patch_size",
    "configuration",
    "samples",
)


@dataclass(frozen=True)
class Train:
    """Render scenes, train on them and write weights with their card. A run that was stopped continues exactly."""

    model: Annotated[Literal["fused", "local", "global", "densify", "baseline"], tyro.conf.Positional]
    """fused: the default estimator; local, global: the two stages of the paper; densify: its densifier PP; baseline: a
    rival network."""
    output: Annotated[Path, tyro.conf.arg(aliases=["-o"])]
    """Folder of the run: scenes, checkpoint, log.jsonl, TensorBoard, and at last the weights."""
    name: Annotated[str | None, tyro.conf.Positional] = None
    """baseline: which network."""
    preset: Literal["cpu", "finetune", "paper", "smoke"] = "cpu"
    """cpu: for two cores; finetune: more of global, with --start-from; paper: the stages as the paper trains
    them; smoke: seconds, to see that all parts work."""
    dense: bool = False
    """global: train for dense depth by wedges (W)."""
    textured: bool = False
    """baseline: train on textured scenes instead of the paper's plain shapes."""
    local: str = "paper-local"
    """global, densify: the local stage, a weights file or shipped weights."""
    global_stage: str = "paper-global"
    """densify: the global stage, a weights file or shipped weights."""
    start_from: str | None = None
    """Weights to begin with: a file, or the name of shipped ones."""
    scene_folder: Path | None = None
    """Where scenes are rendered, or found from an earlier run; without it, in the output folder."""
    steps: int | None = None
    """Optimiser steps, instead of the preset's."""
    scenes: int | None = None
    """Scenes to render ahead, instead of the preset's."""
    learning_rate: float | None = None
    """Highest learning rate, instead of the preset's."""
    seed: int | None = None
    """Seed of weights, crops and noise, instead of the preset's."""
    patch_size: int | None = None
    """local, global: patch size in px; the paper compares 11, 21 and 31."""
    configuration: Literal[1, 2, 3] | None = None
    """global, paper preset: row of the paper's ablation of loss weights."""
    samples: int | None = None
    """densify: sparse maps to compute ahead."""
    precision: Literal["auto", "float32", "bfloat16"] | None = None
    """Numbers of convolutions, instead of the preset's; auto: bfloat16 where a self-test finds it right and faster."""
    devices: int = 1
    """Processes that share each step."""
    threads: int | None = None
    """Threads; without it, one for each core."""

    def run(self) -> int:
        """Render the scenes, train, and say where the weights are."""
        import torch

        if self.threads is not None:
            torch.set_num_threads(self.threads)
        weights = {
            "fused": self._fused,
            "local": self._local,
            "global": self._global,
            "densify": self._densify,
            "baseline": self._baseline,
        }[self.model]()
        if os.environ.get("LOCAL_RANK", "0") != "0":  # with several devices, one of them speaks
            return 0
        print(f"weights: {weights}\ncard:    {weights.with_suffix('.json')}\nlog:     {self.output / 'log.jsonl'}")
        return 0

    def _fused(self) -> Path:
        from blurry_edges.train.fused import train_fused
        from blurry_edges.train.fused_config import FUSED_PRESETS
        from blurry_edges.train.fused_scenes import fused_scenes

        settings = self._settings(FUSED_PRESETS)
        folder = self.output / "scenes" if self.scene_folder is None else self.scene_folder
        scenes = fused_scenes(settings.scenes, settings.scene_seed, settings.portrait_share, folder)
        return train_fused(settings, scenes, self.output, self.start_from, self.devices)

    def _local(self) -> Path:
        from blurry_edges.train.paper import train_local
        from blurry_edges.train.paper_config import LOCAL_PRESETS

        settings = self._settings(LOCAL_PRESETS)
        return train_local(settings, self._paper_scenes(settings), self.output, self.start_from, self.devices)

    def _global(self) -> Path:
        from dataclasses import replace

        from blurry_edges.estimator.paper import load_local
        from blurry_edges.train.paper import train_global
        from blurry_edges.train.paper_config import GLOBAL_PRESETS

        local = load_local(self.local)
        settings = replace(self._settings(GLOBAL_PRESETS), dense_depth=self.dense, patch_size=local.config.patch_size)
        scenes = self._paper_scenes(settings)
        return train_global(settings, scenes, local, self.output, self.start_from, self.devices)

    def _densify(self) -> Path:
        from blurry_edges.estimator.paper import PaperEstimator, load_global, load_local
        from blurry_edges.train.densify import train_densify
        from blurry_edges.train.paper_config import DENSIFY_PRESETS

        settings = self._settings(DENSIFY_PRESETS)
        paper = PaperEstimator(load_local(self.local), load_global(self.global_stage), None)
        return train_densify(settings, self._paper_scenes(settings), paper, self.output, self.devices)

    def _baseline(self) -> Path:
        from dataclasses import replace

        from blurry_edges.errors import BlurryEdgesError
        from blurry_edges.estimator import method_names
        from blurry_edges.rivals.network import rival_network, rival_network_names
        from blurry_edges.rivals.train import train_rival

        method_names()  # every rival registers itself
        if self.name is None:
            raise BlurryEdgesError(f"say which baseline to train: one of {', '.join(rival_network_names())}")
        network = rival_network(self.name)
        presets = {"cpu": network.training, "smoke": network.training.smoke()}
        settings = replace(self._settings(presets), textured_share=float(self.textured))
        scenes = self._render(settings, 0 if self.textured else settings.scenes, stack_images=settings.stack_images)
        return train_rival(network, settings, scenes, self.output, self.start_from, self.devices)

    def _settings(self, presets: dict[str, Any]) -> Any:
        """Take the preset of a model and change what the command line asks for."""
        from dataclasses import fields, replace

        from blurry_edges.errors import BlurryEdgesError

        if self.preset not in presets:
            raise BlurryEdgesError(
                f"there is no preset '{self.preset}' for {self.model}; choose one of {', '.join(presets)}"
            )
        preset = presets[self.preset]
        asked = {name: value for name in _OVERRIDES if (value := getattr(self, name)) is not None}
        if unknown := sorted(set(asked) - {field.name for field in fields(preset)}):
            option = unknown[0].replace("_", "-")
            raise BlurryEdgesError(f"--{option} does not apply to {self.model}; leave it out")
        return replace(preset, **asked)

    def _paper_scenes(self, settings: Any) -> "SceneMemory":
        return self._render(settings, round(settings.scenes * (1 - settings.textured_share)))

    def _render(self, settings: Any, shapes: int, portrait_share: float = 0.5, stack_images: int = 0) -> "SceneMemory":
        """Render the scenes of a run, or those that are missing: pairs, and stacks behind them if asked for."""
        from blurry_edges.optics import Camera
        from blurry_edges.scenes.generate import Plan, generate
        from blurry_edges.scenes.shape_scenes import ShapeScenes
        from blurry_edges.scenes.textured_scenes import TexturedScenes
        from blurry_edges.train.data import SceneMemory
        from blurry_edges.train.fused_scenes import training_camera

        folder = self.output / "scenes" if self.scene_folder is None else self.scene_folder
        textured = settings.scenes - shapes
        camera = Camera.paper() if self.preset == "paper" or stack_images else training_camera()
        taken = (*camera.settings, *camera.focus_stack(stack_images)) if stack_images else None
        recipes = (
            ("shapes", ShapeScenes(), shapes),
            ("textured", TexturedScenes(portrait_share=portrait_share), textured),
        )
        folders = []
        for name, recipe, count in recipes:
            if count > 0:
                generate(Plan(recipe, camera, taken, seed=settings.scene_seed), count, folder / name)
                folders.append(folder / name)
        return SceneMemory(folders)
