"""Plan of a set of scenes, which decides every byte: recipe, camera and its effects, light, seed."""

import dataclasses
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

import numpy as np
import torch

from blurry_edges._version import __version__
from blurry_edges.errors import DataError
from blurry_edges.optics import Camera, FocusSetting
from blurry_edges.optics.noise import counts as photon_counts
from blurry_edges.scenes.effects import NO_EFFECTS, CameraEffects
from blurry_edges.scenes.photograph import developed_scene, photograph
from blurry_edges.scenes.scene import Scene
from blurry_edges.scenes.store import FORMAT_VERSION, StoredScene, camera_fields

__all__ = ["Light", "Plan", "Recipe", "make_sample"]

_WIDE_RATIO = 2.0
_MAX_PHOTON_LEVEL = 65535  # counts are stored in at most 16 bits


@runtime_checkable
class Recipe(Protocol):
    """A picklable frozen dataclass that draws scenes."""

    def render(self, rng: np.random.Generator, camera: Camera, settings: Sequence[FocusSetting] | None = None) -> Scene:
        """Draw one scene and photograph it without noise under each focus setting; None is the camera's pair."""
        ...


@dataclass(frozen=True)
class Light:
    """How much light the scenes get; each scene draws its own photon level."""

    photon_level: tuple[float, float] = (180.0, 200.0)
    """Lowest and highest number of photons of white: uniform between them, in the logarithm if they are more than
    a factor of two apart."""
    read_noise: float = 2.0
    """Standard deviation of the read noise in photons."""

    def __post_init__(self) -> None:
        low, high = self.photon_level
        if not 1 <= low <= high <= _MAX_PHOTON_LEVEL:
            raise DataError(f"photon level is {low} to {high}; it needs 1 <= low <= high <= {_MAX_PHOTON_LEVEL}")
        if not 0 <= self.read_noise < _MAX_PHOTON_LEVEL:
            raise DataError(f"read noise is {self.read_noise} photons; it must be zero or more, and finite")

    def draw_photon_level(self, rng: np.random.Generator) -> float:
        """Draw the photon level of one scene."""
        low, high = self.photon_level
        if high > _WIDE_RATIO * low:
            return float(np.exp(rng.uniform(np.log(low), np.log(high))).clip(low, high))
        return float(rng.uniform(low, high))


@dataclass(frozen=True)
class Plan:
    """Everything that decides the bytes of a sample, but for its number."""

    recipe: Recipe
    """Recipe that draws the scenes."""
    camera: Camera
    """The camera that takes them."""
    settings: tuple[FocusSetting, ...] | None = None
    """Focus settings of the images; None is the camera's pair."""
    light: Light = Light()
    """Photon level and read noise."""
    seed: int = 0
    """Seed of the whole set."""
    effects: CameraEffects | Literal["random"] = NO_EFFECTS
    """Effects of the camera that its description does not know; `random` draws them anew for each scene."""

    def __post_init__(self) -> None:
        if self.seed < 0:
            raise DataError(f"seed is {self.seed}; it must be zero or more")

    @property
    def said_camera(self) -> Camera:
        """The camera as an estimator is told it: without its errors, but with the depths that the scenes have."""
        if self.effects == "random":
            return self.camera
        return dataclasses.replace(self.camera, depth_range_m=self.effects.camera(self.camera).depth_range_m)

    def describe(self) -> dict[str, Any]:
        """Return the plan as plain data for JSON."""
        recipe: Any = self.recipe
        settings = self.camera.settings if self.settings is None else self.settings
        description = {
            "format_version": FORMAT_VERSION,
            "package_version": __version__,
            "recipe": type(recipe).__name__,
            "recipe_fields": dataclasses.asdict(recipe),
            "seed": self.seed,
            "camera": camera_fields(self.camera),
            "settings": [dataclasses.asdict(setting) for setting in settings],
            "light": dataclasses.asdict(self.light),
        }
        if self.effects == "random":
            description["effects"] = "random"
        elif not self.effects.is_none:  # left out without any: folders from before there were effects can go on
            description["effects"] = self.effects.as_fields()
            description["camera"] = camera_fields(self.said_camera)
        plain: dict[str, Any] = json.loads(json.dumps(description, default=str))
        return plain


def make_sample(plan: Plan, index: int) -> StoredScene:
    """Make sample `index` of a plan, in memory."""
    streams = np.random.SeedSequence(plan.seed, spawn_key=(index,)).spawn(4)
    scene_rng, light_rng, effects_rng = (np.random.default_rng(streams[k]) for k in (0, 1, 3))
    effects = CameraEffects.draw(effects_rng, rendering=True) if plan.effects == "random" else plan.effects
    scene = plan.recipe.render(scene_rng, effects.camera(plan.camera), plan.settings)
    photon_level = plan.light.draw_photon_level(light_rng)
    # Torch takes 63-bit seeds.
    generator = torch.Generator().manual_seed(int(streams[2].generate_state(1, np.uint64)[0] >> 1))
    counts = photon_counts(torch.from_numpy(scene.images), photon_level, plan.light.read_noise, generator)
    stored = StoredScene(
        counts=counts.numpy().astype(np.uint8 if photon_level < 256 else np.uint16),
        clean=scene.images,
        depth_m=scene.depth_m,
        photon_level=photon_level,
        read_noise=plan.light.read_noise,
        all_in_focus=scene.all_in_focus,
        boundary=scene.boundary,
        boundary_depth_m=scene.boundary_depth_m,
    )
    if effects.on_images().is_none:
        return stored
    noisy = photograph(scene.images, effects, photon_level, plan.light.read_noise, effects_rng)
    return developed_scene(stored, noisy)
