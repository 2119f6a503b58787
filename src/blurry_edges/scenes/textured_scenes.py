"""Training scenes of the default model: textured objects on tilted planes over a textured background."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from blurry_edges.errors import DataError
from blurry_edges.optics.camera import Camera, FocusSetting
from blurry_edges.render.boxes import Box, require_size
from blurry_edges.scenes.layers import Layer, canvas_margin_px, render_layers
from blurry_edges.scenes.objects import random_outline
from blurry_edges.scenes.outlines import draw_coverage
from blurry_edges.scenes.planes import DepthPlane, draw_intervals, finite_range_m, tilted_plane
from blurry_edges.scenes.scene import Scene
from blurry_edges.scenes.textures import random_texture, rich_texture

__all__ = ["TexturedScenes"]

Interval = tuple[float, float]


@dataclass(frozen=True)
class TexturedScenes:
    """One to many objects with textures of all kinds, each in its own interval of depth."""

    size: tuple[int, int] = (147, 147)
    """Height and width of the images."""
    most_objects: int = 20
    """Greatest number of objects."""
    portrait_share: float = 0.35
    """Share of scenes with one large object over a background, both richly textured and tilted."""
    crowd_share: float = 0.2
    """Share of scenes with more than eight objects."""

    def __post_init__(self) -> None:
        require_size(self.size)
        if self.most_objects < 1:
            raise DataError(f"most_objects is {self.most_objects}; a scene needs one object or more")
        if min(self.portrait_share, self.crowd_share) < 0 or self.portrait_share + self.crowd_share > 1:
            raise DataError(
                f"portrait_share {self.portrait_share} and crowd_share {self.crowd_share} must be shares of "
                "one whole: at least 0, together at most 1"
            )

    def render(self, rng: np.random.Generator, camera: Camera, settings: Sequence[FocusSetting] | None = None) -> Scene:
        """Draw one scene under each of `settings`; without them, under the camera's pair."""
        settings = camera.settings if settings is None else settings
        range_m = finite_range_m(camera)
        margin = canvas_margin_px(camera, settings)
        canvas = Box.of((self.size[0] + 2 * margin, self.size[1] + 2 * margin))
        portrait = rng.random() < self.portrait_share
        count = 1 if portrait else self._object_count(rng)
        intervals = draw_intervals(rng, range_m if portrait else _part(rng, range_m), count + 1)
        layers = [_background(rng, canvas, intervals[0], portrait)]
        layers += [self._object(rng, canvas, interval, portrait) for interval in intervals[1:]]
        return render_layers(layers, self.size, camera, settings, margin)

    def _object_count(self, rng: np.random.Generator) -> int:
        """Draw the number of objects of a scene that is not a portrait."""
        few = min(8, self.most_objects)
        if rng.random() * (1 - self.portrait_share) < self.crowd_share and few < self.most_objects:
            return int(rng.integers(few + 1, self.most_objects + 1))
        return int(rng.integers(1, few + 1))

    def _object(self, rng: np.random.Generator, canvas: Box, interval: Interval, portrait: bool) -> Layer:
        """Draw one object somewhere on the canvas."""
        share = rng.uniform(0.7, 1.7) if portrait else 10 ** rng.uniform(-1.1, -0.05)
        spread = 0.2 if portrait else 0.45
        x, y = (0.5 + rng.uniform(-spread, spread, 2)) * (canvas.right, canvas.bottom)
        coverage, box = draw_coverage(random_outline(rng, (x, y), share * min(self.size)), canvas)
        if rng.random() < 0.3:
            coverage = np.round(coverage)  # as jagged as the masks of real cut-outs
        if 0 in box.size:
            return Layer(np.zeros((*box.size, 4), np.float32), box, DepthPlane(interval[0]))
        texture = rich_texture if portrait and rng.random() < 0.75 else random_texture
        plane = _plane(rng, canvas, interval, always_tilted=portrait)
        return Layer.paint(texture(rng, box.size), coverage, box, plane)


def _part(rng: np.random.Generator, range_m: Interval) -> Interval:
    """Return the whole range or, as often, a part of it: else crowds would put all backgrounds far away."""
    if rng.random() < 0.5:
        return range_m
    near, far = np.sort(rng.uniform(*range_m, 2)).tolist()
    return near, far


def _background(rng: np.random.Generator, canvas: Box, interval: Interval, portrait: bool) -> Layer:
    """Draw a tilted, textured background."""
    texture = rich_texture if portrait and rng.random() < 0.75 else random_texture
    coverage = np.ones(canvas.size, np.float32)
    return Layer.paint(texture(rng, canvas.size), coverage, canvas, tilted_plane(rng, canvas.size, interval))


def _plane(rng: np.random.Generator, canvas: Box, interval: Interval, always_tilted: bool) -> DepthPlane:
    """Draw a plane within `interval`: tilted fully, tilted a little, or at one depth."""
    near, far = interval
    kind = rng.random()
    if kind < 0.3 and not always_tilted:
        return DepthPlane((near + far) / 2)
    if kind < 0.65 and not always_tilted:
        near = far - (far - near) * rng.uniform(0, 0.2)
    return tilted_plane(rng, canvas.size, (near, far))
