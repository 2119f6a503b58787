"""The paper's training scenes: many plain shapes, each at one depth, over a plain background."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from blurry_edges.errors import DataError
from blurry_edges.optics.camera import Camera, FocusSetting
from blurry_edges.render.boxes import Box, require_size
from blurry_edges.scenes.layers import Layer, canvas_margin_px, render_layers
from blurry_edges.scenes.outlines import Part, circle, draw_coverage, place, rectangle, triangle
from blurry_edges.scenes.planes import DepthPlane, finite_range_m
from blurry_edges.scenes.scene import Scene
from blurry_edges.typing import Array, Float

__all__ = ["ShapeScenes"]


@dataclass(frozen=True)
class ShapeScenes:
    """Rectangles, circles and triangles of constant colour and depth over the farthest depth."""

    size: tuple[int, int] = (147, 147)
    """Height and width of the images."""
    shapes: tuple[int, int] = (15, 25)
    """Least and greatest number of shapes."""
    largest: float = 0.8
    """Greatest size of a shape as a share of the image's shorter side."""

    def __post_init__(self) -> None:
        require_size(self.size)
        if not 0 <= self.shapes[0] <= self.shapes[1]:
            raise DataError(f"shapes is {self.shapes}; it needs 0 <= least <= greatest")
        if self.largest <= 0:
            raise DataError(f"largest is {self.largest}; shapes need a positive size")

    def render(self, rng: np.random.Generator, camera: Camera, settings: Sequence[FocusSetting] | None = None) -> Scene:
        """Draw one scene under each of `settings`; without them, under the camera's pair."""
        settings = camera.settings if settings is None else settings
        near, far = finite_range_m(camera)
        margin = canvas_margin_px(camera, settings)
        canvas = Box.of((self.size[0] + 2 * margin, self.size[1] + 2 * margin))
        background = Layer.paint(_plain(rng, canvas), np.ones(canvas.size, np.float32), canvas, DepthPlane(far))
        depths_m = np.sort(rng.uniform(near, far, rng.integers(self.shapes[0], self.shapes[1] + 1)))[::-1]
        shapes = [self._shape(rng, canvas, DepthPlane(float(z))) for z in depths_m]
        return render_layers([background, *shapes], self.size, camera, settings, margin)

    def _shape(self, rng: np.random.Generator, canvas: Box, plane: DepthPlane) -> Layer:
        """Draw one shape somewhere on the canvas."""
        longest = self.largest * min(self.size)
        size, stretch = rng.uniform(min(4, longest), longest), 1.0
        kind = rng.integers(3)
        if kind == 0:
            points = circle()
        elif kind == 1:
            points, stretch = rectangle(1.0), rng.uniform(min(3, longest), longest) / size
        else:
            points = triangle(rng)
        centre = (rng.uniform(0, canvas.right), rng.uniform(0, canvas.bottom))
        outline = Part(place(points, centre, size, rng.uniform(0, 2 * math.pi), stretch))
        coverage, box = draw_coverage([outline], canvas)
        return Layer.paint(_plain(rng, box), coverage, box, plane)


def _plain(rng: np.random.Generator, box: Box) -> Float[Array, "h w 3"]:
    """Return one random colour over the `box`."""
    return np.broadcast_to(rng.random(3, np.float32), (*box.size, 3))
