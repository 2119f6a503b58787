"""`blurry-edges train`: from nothing to weights. Each model is a subcommand with the options that apply to it."""

import shlex
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import tyro

if TYPE_CHECKING:
    from blurry_edges.train.recipe import Place

__all__ = ["Train", "command_line"]

_FOLDERS = ("-o", "--output", "--scene-folder")


def command_line(arguments: Sequence[str]) -> str:
    """Return what the user typed as it goes into a card: folders of one machine are of no use on another."""
    words = ["blurry-edges"]
    for before, word in zip(("", *arguments), arguments, strict=False):
        name, equals, _ = word.partition("=")
        if before in _FOLDERS:
            words.append("FOLDER")
        else:
            words.append(f"{name}=FOLDER" if equals and name in _FOLDERS else shlex.quote(word))
    return " ".join(words)


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
        from blurry_edges.train.recipe import Place
        from blurry_edges.weights import WeightsCard

        if self.threads is not None:
            torch.set_num_threads(self.threads)
        scenes = self.output / "scenes" if self.scene_folder is None else self.scene_folder
        weights = self.train(Place(self.output, scenes, self.start_from, self.devices))
        if rank() != 0:  # with several devices, one of them speaks
            return 0
        WeightsCard(weights).add(command=command_line(sys.argv[1:]))
        print(f"weights: {weights}\ncard:    {weights.with_suffix('.json')}\nlog:     {self.output / 'log.jsonl'}")
        return 0

    @abstractmethod
    def train(self, place: "Place") -> Path:
        """Train, or continue; returns the file of the weights."""

    def changes(self, *more: str) -> dict[str, Any]:
        """Return the settings that the command line gives; `more` are options of this model alone."""
        names = ("steps", "scenes", "learning_rate", "seed", "precision", *more)
        return {name: value for name in names if (value := getattr(self, name)) is not None}


@dataclass(frozen=True)
class TrainFused(_Run):
    """The default network."""

    preset: Literal["cpu", "smoke"] = "cpu"
    """cpu: for two cores; smoke: seconds, to see that all parts work."""

    def train(self, place: "Place") -> Path:
        """Train, or continue; returns the file of the weights."""
        from blurry_edges.train.fused.recipe import FusedRecipe

        return FusedRecipe().train(self.preset, self.changes(), place)


@dataclass(frozen=True)
class _PaperRun(_Run):
    preset: Literal["cpu", "finetune", "ablation", "paper", "smoke"] = "cpu"
    """cpu: for two cores; paper: as the paper trains it; finetune: a little more of a stage, with --start-from;
    ablation: minutes, to compare; smoke: seconds, to see that all parts work."""


@dataclass(frozen=True)
class TrainLocal(_PaperRun):
    """The paper's local stage."""

    patch_size: int | None = None
    """Patch size in px; the paper compares 11, 21 and 31."""
    evaluation: Literal["dense", "patchwise"] | None = None
    """Evaluation of the network: patch by patch, as the paper does, or densely; without it, as the preset says."""

    def train(self, place: "Place") -> Path:
        """Train, or continue; returns the file of the weights."""
        from blurry_edges.train.paper.recipes import LocalRecipe

        changes = self.changes("patch_size")
        if self.evaluation is not None:
            changes["dense"] = self.evaluation == "dense"
        return LocalRecipe().train(self.preset, changes, place)


@dataclass(frozen=True)
class TrainGlobal(_PaperRun):
    """The paper's global stage, on top of a local one."""

    local: str = "paper-local"
    """The local stage, a weights file or shipped weights; it decides the patch size."""
    dense: bool = False
    """Train for dense depth by wedges (W)."""
    configuration: Literal[1, 2, 3] | None = None
    """Row of the paper's ablation of loss weights; for the presets `ablation` and `paper`."""

    def train(self, place: "Place") -> Path:
        """Train, or continue; returns the file of the weights."""
        from blurry_edges.train.paper.recipes import GlobalRecipe

        return GlobalRecipe(self.local, self.dense).train(self.preset, self.changes("configuration"), place)


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

    def train(self, place: "Place") -> Path:
        """Train, or continue; returns the file of the weights."""
        from blurry_edges.train.paper.recipes import DensifyRecipe

        recipe = DensifyRecipe(self.local, self.global_stage)
        return recipe.train(self.preset, self.changes("samples", "forgive_level"), place)


@dataclass(frozen=True)
class TrainBaseline(_Run):
    """A rival network of the benchmark."""

    name: Annotated[str | None, tyro.conf.Positional] = None
    """Network to train; without it, the command lists them."""
    preset: Literal["cpu", "smoke"] = "cpu"
    """cpu: for two cores; smoke: seconds, to see that all parts work."""
    textured: bool = False
    """Train on textured scenes instead of the paper's plain shapes."""

    def train(self, place: "Place") -> Path:
        """Train, or continue; returns the file of the weights."""
        from blurry_edges.errors import BlurryEdgesError
        from blurry_edges.rivals.network import rival_network, rival_network_names
        from blurry_edges.rivals.train import RivalRecipe

        if self.name is None:
            raise BlurryEdgesError(f"say which baseline to train: one of {', '.join(rival_network_names())}")
        return RivalRecipe(rival_network(self.name), self.textured).train(self.preset, self.changes(), place)


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
