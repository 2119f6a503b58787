"""Settings of a rival's training, and what it sees in a step: the pair or a stack of five."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch

from blurry_edges.optics import Camera, FocusSetting
from blurry_edges.train.config import Optimization
from blurry_edges.typing import Float, Tensor

__all__ = ["RivalTraining", "Sample"]


@dataclass(frozen=True)
class RivalTraining(Optimization):
    """Settings of `blurry-edges train baseline NAME`; the light is the paper's."""

    scenes: int = 600
    """Scenes to render ahead."""
    scene_seed: int = 1
    """Seed of the scenes."""
    textured_share: float = 0.0
    """Share of textured scenes; the paper trains everything on plain shapes."""
    stack_images: int = 5
    """Images of a focus stack, focused uniformly in 1/z over the working range."""
    stack_share: float = 0.5
    """Share of the steps that see the stack; the others see the pair, so that the weights serve both."""
    ema_decay: float = 0.99
    weight_decay: float = 0.0
    photon_level: tuple[float, float] = (180.0, 200.0)
    read_noise: tuple[float, float] = (2.0, 2.0)
    dimmed_share: float = 0.0
    brighter_share: float = 0.6
    """Share of the steps during which the light falls to that of the paper: blur is learned sooner without noise."""
    brighter: float = 30.0
    """How much more light there is in the first step."""

    def at(self, step: int) -> "RivalTraining":
        """Return the settings in the light of one step."""
        left = max(0.0, 1 - step / max(1.0, self.brighter_share * self.steps))
        low, high = (level * self.brighter**left for level in self.photon_level)
        return replace(self, photon_level=(low, high))

    def smoke(self) -> "RivalTraining":
        """Return settings that show in seconds that all parts work."""
        return replace(
            self,
            scenes=3,
            steps=4,
            batch=2,
            crop_px=32,
            warmup_steps=1,
            checkpoint_steps=2,
            log_steps=1,
            precision="float32",
        )


@dataclass(frozen=True)
class Sample:
    """Images of a step, ordered by focus distance, with their truth."""

    images: Float[Tensor, "b k 3 H W"]
    depth_m: Float[Tensor, "b H W"]
    settings: Sequence[FocusSetting]
    """Focus settings of the images."""
    camera: Camera

    @property
    def focus_m(self) -> Float[Tensor, "k"]:
        """Focus distance of each image."""
        return torch.tensor([self.camera.focus_distance_m(setting) for setting in self.settings])

    @property
    def focus_share(self) -> Float[Tensor, "k"]:
        """Focus distances, 1 at the farthest."""
        focus_m = self.focus_m
        return focus_m / focus_m.max()

    def blur_px(self, depth_m: Float[Tensor, "b H W"]) -> Float[Tensor, "b k H W"]:
        """Blur of each image at depths."""
        return torch.stack([self.camera.blur_sigma_px(depth_m, setting) for setting in self.settings], 1)
