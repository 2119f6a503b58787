"""Training scenes with curved surfaces: textured objects with relief over an uneven background, no pictures needed.

They are to `rgbd` scenes what textured scenes are to realistic ones: drawn at random, and rendered in the same way.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from blurry_edges.errors import DataError
from blurry_edges.optics.camera import Camera, FocusSetting
from blurry_edges.render.boxes import Box, require_size
from blurry_edges.scenes.depth_render import render_nearness, require_least_range
from blurry_edges.scenes.layers import canvas_margin_px
from blurry_edges.scenes.objects import random_outline
from blurry_edges.scenes.outlines import draw_coverage
from blurry_edges.scenes.scene import Scene
from blurry_edges.scenes.textures import random_texture, rich_texture
from blurry_edges.typing import Array, Bool, Float

__all__ = ["ReliefScenes"]

_EDGE_STEP = 0.04
"""Least step at an occlusion edge, as a share of the range of inverse depth in the scene."""
_GAP = 0.06
"""Objects are at least this much nearer than what they hide, in the same unit."""


@dataclass(frozen=True)
class ReliefScenes:
    """Domes, cylinders, slopes and bumpy things over uneven ground; depth is anything but flat."""

    size: tuple[int, int] = (147, 147)
    """Height and width of the images."""
    most_objects: int = 8
    """Greatest number of objects."""
    least_range: float = 0.3
    """Least part of the camera's range, in inverse depth, over which a scene is spread."""

    def __post_init__(self) -> None:
        require_size(self.size)
        if self.most_objects < 0:
            raise DataError(f"most_objects is {self.most_objects}; it must be zero or more")
        require_least_range(self.least_range)

    def render(self, rng: np.random.Generator, camera: Camera, settings: Sequence[FocusSetting] | None = None) -> Scene:
        """Draw one scene under each of `settings`; without them, under the camera's pair."""
        settings = camera.settings if settings is None else settings
        margin = canvas_margin_px(camera, settings)
        canvas = Box.of((self.size[0] + 2 * margin, self.size[1] + 2 * margin))
        colour, nearness = _ground(rng, canvas)
        for _ in range(int(rng.integers(0, self.most_objects + 1))):
            self._put_object(rng, canvas, colour, nearness)
        return render_nearness(rng, colour, nearness, camera, settings, margin, self.least_range, _EDGE_STEP)

    def _put_object(
        self, rng: np.random.Generator, canvas: Box, colour: Float[Array, "h w 3"], nearness: Float[Array, "h w"]
    ) -> None:
        """Draw one object in front of all that it hides, in place."""
        centre = (float(rng.uniform(0, canvas.right)), float(rng.uniform(0, canvas.bottom)))
        size = min(self.size) * 10 ** rng.uniform(-0.8, 0.1)
        coverage, box = draw_coverage(random_outline(rng, centre, size), canvas)
        if 0 in box.size:
            return
        solid = coverage > 0.5
        if not solid.any():
            return
        relief = _relief(rng, solid)
        behind = nearness[box.slices][solid]
        # In front by a little or by much; the object's own relief goes on towards the camera.
        front = relief - relief[solid].min() + behind.max() + _GAP + rng.exponential(0.25)
        np.copyto(nearness[box.slices], front, where=solid)
        texture = rich_texture if rng.random() < 0.5 else random_texture
        np.copyto(colour[box.slices], texture(rng, box.size), where=solid[..., None])


def _ground(rng: np.random.Generator, canvas: Box) -> tuple[Float[Array, "h w 3"], Float[Array, "h w"]]:
    """Draw the background: tilted as a floor or a wall is, and uneven."""
    texture = rich_texture if rng.random() < 0.6 else random_texture
    nearness = _slope(rng, canvas.size, rng.uniform(0, 1.2)) + rng.uniform(0, 0.4) * _bumps(rng, canvas.size)
    return texture(rng, canvas.size).astype(np.float32), nearness


def _relief(rng: np.random.Generator, solid: Bool[Array, "h w"]) -> Float[Array, "h w"]:
    """Draw how far an object comes forward: domed, bumpy or flat, and tilted."""
    relief = _slope(rng, solid.shape, rng.uniform(0, 0.5))
    kind = rng.random()
    if kind < 0.45:
        distance = cv2.distanceTransform(np.pad(solid, 1).astype(np.uint8), cv2.DIST_L2, 5)
        inside = np.asarray(distance, np.float32)[1:-1, 1:-1]
        smooth = cv2.GaussianBlur(np.asarray(inside / max(float(inside.max()), 1e-6), np.float32), (0, 0), 1.5)
        unit = np.asarray(smooth).clip(0, 1)
        relief = relief + rng.uniform(0.1, 0.6) * np.sqrt(unit * (2 - unit))
    elif kind < 0.75:
        relief = relief + rng.uniform(0.05, 0.3) * _bumps(rng, solid.shape)
    return relief


def _slope(rng: np.random.Generator, size: tuple[int, ...], rise: float) -> Float[Array, "h w"]:
    """Return a plane that rises by `rise` over the size, in a random direction."""
    angle = rng.uniform(0, 2 * np.pi)
    rows, columns = (np.linspace(-0.5, 0.5, n, dtype=np.float32) for n in size)
    return np.asarray(rise * (np.sin(angle) * rows[:, None] + np.cos(angle) * columns), np.float32)


def _bumps(rng: np.random.Generator, size: tuple[int, ...]) -> Float[Array, "h w"]:
    """Return smooth random heights of about -1 to 1, a few to a side."""
    coarse = rng.uniform(-1, 1, rng.integers(2, 7, 2)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (size[1], size[0]), interpolation=cv2.INTER_CUBIC))
