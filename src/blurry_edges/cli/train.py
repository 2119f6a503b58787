"""`blurry-edges train`: from nothing to weights. Each model is a subcommand with the options that apply to it."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

import tyro

if TYPE_CHECKING:
    from blurry_edges.train.config import Optimization
    from blurry_edges.train.data import SceneMemory
    from blurry_edges.train.paper_config import PaperTraining

__all__ = ["Train"]

Settings = TypeVar("Settings", bound="Optimization")


@dataclass(frozen=True)
class _Run(ABC):
    """Options of every training."""

    output: Annotated[Path, tyro.conf.arg(aliases=["-o"])]
    """Folder of the run: scenes, checkpoint, log.jsonl, TensorBoard, and at last the weights."""
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
    precision: Literal["auto", "float32", "bfloat16"] | None = None
    """Numbers of convolutions, instead of the preset's; auto: bfloat16 where a self-test finds it right and faster."""
    devices: int = 1
    """Processes that share each step, on all machines together; see docs/training.md for torchrun and Slurm."""
    threads: int | None = None
    """Threads; without it, one for each core."""

    def run(self) -> int:
        """Render the scenes, train, and say where the weights are."""
        import torch

        from blurry_edges.train.processes import rank

        if self.threads is not None:
            torch.set_num_threads(self.threads)
        weights = self.train()
        if rank() != 0:  # with several devices, one of them speaks
            return 0
        print(f"weights: {weights}\ncard:    {weights.with_suffix('.json')}\nlog:     {self.output / 'log.jsonl'}")
        return 0

    @abstractmethod
    def train(self) -> Path:
        """Train, or continue; returns the file of the weights."""

    def settings(self, preset: Settings, *more: str) -> Settings:
        """Return a preset with what the command line asks for; `more` are options of this model alone."""
        from dataclasses import replace

        names = ("steps", "scenes", "learning_rate", "seed", "precision", *more)
        return replace(preset, **{name: value for name in names if (value := getattr(self, name)) is not None})

    @property
    def scenes_here(self) -> Path:
        """Folder of the scenes."""
        return self.output / "scenes" if self.scene_folder is None else self.scene_folder


@dataclass(frozen=True)
class TrainFused(_Run):
    """The default network."""

    preset: Literal["cpu", "smoke"] = "cpu"
    """cpu: for two cores; smoke: seconds, to see that all parts work."""

    def train(self) -> Path:
        """Train, or continue; returns the file of the weights."""
        from blurry_edges.train.fused import train_fused
        from blurry_edges.train.fused_config import FUSED_PRESETS
        from blurry_edges.train.fused_scenes import fused_scenes

        settings = self.settings(FUSED_PRESETS[self.preset])
        scenes = fused_scenes(settings.scenes, settings.scene_seed, settings.portrait_share, self.scenes_here)
        return train_fused(settings, scenes, self.output, self.start_from, self.devices)


@dataclass(frozen=True)
class _PaperRun(_Run):
    preset: Literal["cpu", "finetune", "paper", "smoke"] = "cpu"
    """cpu: for two cores; paper: as the paper trains it; finetune: a little more of a stage, with --start-from; smoke:
    seconds, to see that all parts work."""

    def chosen(self, presets: dict[str, Settings]) -> Settings:
        """Return the preset that is asked for."""
        from blurry_edges.errors import BlurryEdgesError

        if self.preset not in presets:
            raise BlurryEdgesError(f"there is no preset '{self.preset}' here; choose one of {', '.join(presets)}")
        return presets[self.preset]

    def paper_scenes(self, settings: "PaperTraining") -> "SceneMemory":
        """Render the scenes of the run."""
        from blurry_edges.optics import Camera
        from blurry_edges.train.fused_scenes import training_camera
        from blurry_edges.train.paper_scenes import paper_scenes

        camera = Camera.paper() if self.preset == "paper" else training_camera()
        count, share, seed = settings.scenes, settings.textured_share, settings.scene_seed
        return paper_scenes(camera, count, share, seed, self.scenes_here)

    def validation_scenes(self, settings: "PaperTraining") -> "SceneMemory":
        """Render the scenes by which the best weights are chosen, of the same kinds but with a seed of their own."""
        from dataclasses import replace

        from blurry_edges.train.paper_scenes import VALIDATION_SEED

        seed, count = settings.scene_seed + VALIDATION_SEED, settings.validation_scenes
        apart = replace(self, scene_folder=self.scenes_here / "validation")
        return apart.paper_scenes(replace(settings, scene_seed=seed, scenes=count))


@dataclass(frozen=True)
class TrainLocal(_PaperRun):
    """The paper's local stage."""

    patch_size: int | None = None
    """Patch size in px; the paper compares 11, 21 and 31."""
    evaluation: Literal["dense", "patchwise"] | None = None
    """How the network is evaluated: patch by patch, as the paper does, or densely; without it, as the preset says."""

    def train(self) -> Path:
        """Train, or continue; returns the file of the weights."""
        from dataclasses import replace

        from blurry_edges.train.paper_config import LOCAL_PRESETS
        from blurry_edges.train.paper_local import train_local

        settings = self.settings(self.chosen(LOCAL_PRESETS), "patch_size")
        if self.evaluation is not None:
            settings = replace(settings, dense=self.evaluation == "dense")
        scenes, validation = self.paper_scenes(settings), self.validation_scenes(settings)
        return train_local(settings, scenes, self.output, self.start_from, self.devices, validation)


@dataclass(frozen=True)
class TrainGlobal(_PaperRun):
    """The paper's global stage, on top of a local one."""

    local: str = "paper-local"
    """The local stage, a weights file or shipped weights; it decides the patch size."""
    dense: bool = False
    """Train for dense depth by wedges (W)."""
    configuration: Literal[1, 2, 3] | None = None
    """Row of the paper's ablation of loss weights; for the paper preset."""

    def train(self) -> Path:
        """Train, or continue; returns the file of the weights."""
        from dataclasses import replace

        from blurry_edges.errors import BlurryEdgesError
        from blurry_edges.estimator.paper import load_local
        from blurry_edges.train.paper_config import GLOBAL_PRESETS
        from blurry_edges.train.paper_global import train_global

        if self.configuration is not None and self.preset != "paper":
            raise BlurryEdgesError("--configuration is a row of the paper's schedule; pass --preset paper with it")
        local = load_local(self.local)
        settings = self.settings(self.chosen(GLOBAL_PRESETS), "configuration")
        settings = replace(settings, dense_depth=self.dense, patch_size=local.config.patch_size)
        scenes, validation = self.paper_scenes(settings), self.validation_scenes(settings)
        return train_global(settings, scenes, local, self.output, self.start_from, self.devices, validation)


@dataclass(frozen=True)
class TrainDensify(_PaperRun):
    """The paper's densifier PP, on sparse maps of the two stages."""

    local: str = "paper-local"
    """The local stage, a weights file or shipped weights."""
    global_stage: str = "paper-global"
    """The global stage, a weights file or shipped weights."""
    samples: int | None = None
    """Sparse maps to compute ahead."""
    forgive_level: bool = False
    """Learn the shape of depth maps and leave their level as it is."""

    def train(self) -> Path:
        """Train, or continue; returns the file of the weights."""
        from blurry_edges.estimator.paper import PaperEstimator, load_global, load_local
        from blurry_edges.train.densify import train_densify
        from blurry_edges.train.paper_config import DENSIFY_PRESETS

        settings = self.settings(self.chosen(DENSIFY_PRESETS), "samples", "forgive_level")
        paper = PaperEstimator(load_local(self.local), load_global(self.global_stage), None)
        scenes, validation = self.paper_scenes(settings), self.validation_scenes(settings)
        return train_densify(settings, scenes, paper, self.output, self.start_from, self.devices, validation)


@dataclass(frozen=True)
class TrainBaseline(_Run):
    """A rival network of the benchmark."""

    name: Annotated[str | None, tyro.conf.Positional] = None
    """Which network."""
    preset: Literal["cpu", "smoke"] = "cpu"
    """cpu: for two cores; smoke: seconds, to see that all parts work."""
    textured: bool = False
    """Train on textured scenes instead of the paper's plain shapes."""

    def train(self) -> Path:
        """Train, or continue; returns the file of the weights."""
        from dataclasses import replace

        from blurry_edges.errors import BlurryEdgesError
        from blurry_edges.optics import Camera
        from blurry_edges.rivals.network import rival_network, rival_network_names
        from blurry_edges.rivals.train import train_rival
        from blurry_edges.train.paper_scenes import paper_scenes

        if self.name is None:
            raise BlurryEdgesError(f"say which baseline to train: one of {', '.join(rival_network_names())}")
        network = rival_network(self.name)
        preset = network.training if self.preset == "cpu" else network.training.smoke()
        settings = replace(self.settings(preset), textured_share=float(self.textured))
        count, share, seed = settings.scenes, settings.textured_share, settings.scene_seed
        scenes = paper_scenes(Camera.paper(), count, share, seed, self.scenes_here, settings.stack_images)
        return train_rival(network, settings, scenes, self.output, self.start_from, self.devices)


@dataclass(frozen=True)
class Train:
    """Render scenes, train on them and write weights with their card. A run that was stopped continues exactly."""

    model: Annotated[
        Annotated[TrainFused, tyro.conf.subcommand("fused")]
        | Annotated[TrainLocal, tyro.conf.subcommand("local")]
        | Annotated[TrainGlobal, tyro.conf.subcommand("global")]
        | Annotated[TrainDensify, tyro.conf.subcommand("densify")]
        | Annotated[TrainBaseline, tyro.conf.subcommand("baseline")],
        tyro.conf.arg(name=""),
    ]

    def run(self) -> int:
        """Train what was asked for."""
        return self.model.run()
