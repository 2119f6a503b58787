"""Training scenes of rooms: floor and walls in perspective, furniture with gaps and thin parts, balls, bare surfaces.

What is seen through a gap is not what surrounds it, and a bare wall tells nothing of its own distance: textured scenes,
whose objects are solid and mostly full of texture, teach neither. Nothing but a seed is needed.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from blurry_edges.errors import DataError
from blurry_edges.optics.camera import Camera, FocusSetting
from blurry_edges.render.boxes import require_size
from blurry_edges.scenes.depth_render import render_nearness, require_least_range
from blurry_edges.scenes.furniture import random_furniture
from blurry_edges.scenes.layers import canvas_margin_px
from blurry_edges.scenes.scene import Scene
from blurry_edges.scenes.textures import fractal, plain, random_texture, rich_texture
from blurry_edges.typing import Array, Bool, Float

__all__ = ["InteriorScenes"]

_EDGE_STEP = 0.03
"""Least step at an occlusion edge, as a share of the range of inverse depth in the scene."""
_NEAREST = 0.3
"""Distance, in units of the room's depth, in front of which nothing stands."""
_FINE = 16
"""Corners of polygons are in this part of a pixel."""
_LEAST_LIGHT = 0.35
_DARKEST = 0.04
"""Reflectance of the blackest paint."""
_BARE_SHARE = 0.5
"""Share of the surfaces that have no texture."""
_GLOOM_SHARE, _DEEPEST_GLOOM = 0.6, 12.0
"""Share of the rooms whose recesses are dark, and how dark at most: the logarithm for a recess as deep as the room."""


@dataclass(frozen=True)
class InteriorScenes:
    """Rooms seen through a lens of random focal length, with furniture and balls in them."""

    size: tuple[int, int] = (147, 147)
    """Height and width of the images."""
    most_things: int = 7
    """Greatest number of things in a room."""
    least_range: float = 0.3
    """Least part of the camera's range, in inverse depth, over which a scene is spread."""

    def __post_init__(self) -> None:
        require_size(self.size)
        if self.most_things < 0:
            raise DataError(f"most_things is {self.most_things}; it must be zero or more")
        require_least_range(self.least_range)

    def render(self, rng: np.random.Generator, camera: Camera, settings: Sequence[FocusSetting] | None = None) -> Scene:
        """Draw one scene under each of `settings`; without them, under the camera's pair."""
        settings = camera.settings if settings is None else settings
        margin = canvas_margin_px(camera, settings)
        view = _View.draw(rng, (self.size[0] + 2 * margin, self.size[1] + 2 * margin))
        floor = rng.uniform(0.25, 0.6)
        _put_room(rng, view, floor)
        for _ in range(int(rng.integers(min(2, self.most_things), self.most_things + 1))):
            _put_ball(rng, view, floor) if rng.random() < 0.2 else _put_furniture(rng, view, floor)
        if rng.random() < _GLOOM_SHARE:
            _darken_recesses(rng, view)
        colour = np.asarray(view.colour.clip(0, 1), np.float32)
        return render_nearness(rng, colour, view.nearness, camera, settings, margin, self.least_range, _EDGE_STEP)


@dataclass(frozen=True)
class _View:
    """A picture that is being drawn: what is nearest so far at each pixel. The room's depth is 1."""

    colour: Float[Array, "h w 3"]
    nearness: Float[Array, "h w"]
    """1 / z, which is linear over every plane."""
    rays: Float[Array, "h w 3"]
    """Directions (x, y, 1) of the pixels."""
    turn: Float[Array, "3 3"]
    """From the room's axes to the camera's."""
    light: Float[Array, " 3"]
    """Direction to the light; faces turned away from it are darker."""

    @classmethod
    def draw(cls, rng: np.random.Generator, size: tuple[int, int]) -> "_View":
        """Choose where the camera looks and where the light is; nothing is to be seen yet."""
        height, width = size
        focal_px = max(size) * rng.uniform(0.8, 2.0)
        rows, columns = np.mgrid[:height, :width].astype(np.float64)
        rays = np.stack([(columns - width / 2) / focal_px, (rows - height / 2) / focal_px, np.ones(size)], -1)
        turn = _turned(rng.uniform(-0.6, 0.6), rng.uniform(-0.15, 0.35), rng.normal(0, 0.06))
        light = rng.normal(size=3)
        blank = np.zeros((*size, 3), np.float32), np.zeros(size)
        return cls(*blank, rays, turn, light / np.linalg.norm(light))

    def put(
        self,
        nearness: Float[Array, "h w"],
        mask: Bool[Array, "h w"],
        texture: Float[Array, "h w 3"],
        shade: Float[Array, "*hw"] | float,
    ) -> None:
        """Draw a surface where it is in front of what is there."""
        seen = mask & (nearness > self.nearness) & (nearness < 1 / _NEAREST)
        np.copyto(self.nearness, nearness, where=seen)
        lit = texture * (shade[..., None] if isinstance(shade, np.ndarray) else shade)
        np.copyto(self.colour, lit.astype(np.float32), where=seen[..., None])

    def put_plane(
        self,
        normal: Float[Array, " 3"],
        distance: float,
        mask: Bool[Array, "h w"],
        texture: Float[Array, "h w 3"],
        shading: float,
    ) -> None:
        """Draw the plane of points p with normal · p = distance, where the mask is."""
        if abs(distance) > 1e-9:
            shade = 1 - shading * (0.5 + 0.5 * float(normal @ self.light))
            self.put(self.rays @ normal / distance, mask, texture, max(shade, _LEAST_LIGHT))

    def put_face(self, corners: Float[Array, "4 3"], texture: Float[Array, "h w 3"], shading: float) -> None:
        """Draw a flat face, given its corners in the camera's axes."""
        if corners[:, 2].min() < _NEAREST / 2:
            return
        height, width = self.nearness.shape
        centre = (width / 2, height / 2)
        focal_px = 1 / (self.rays[0, 1, 0] - self.rays[0, 0, 0])
        points = focal_px * corners[:, :2] / corners[:, 2:] + centre
        mask = np.zeros((height, width), np.uint8)
        whole = np.round(_FINE * points).clip(-(2**24), 2**24).astype(np.int32)
        cv2.fillPoly(mask, [whole], 1, shift=int(math.log2(_FINE)))
        normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        normal = normal / max(float(np.linalg.norm(normal)), 1e-12)
        self.put_plane(normal, float(normal @ corners[0]), mask > 0, texture, shading)


def _put_room(rng: np.random.Generator, view: _View, floor: float) -> None:
    """Draw walls and floor around the camera, each with a texture of its own or all alike."""
    everywhere = np.ones(view.nearness.shape, bool)
    shading = rng.uniform(0, 0.4)
    planes = [((0.0, 0.0, 1.0), 1.0), ((0.0, 1.0, 0.0), floor)]
    planes += [((side, 0.0, 0.0), rng.uniform(0.3, 1.2)) for side in (-1.0, 1.0) if rng.random() < 0.5]
    texture = _surface(rng, view)
    for normal, distance in planes:
        turned = view.turn @ np.array(normal)
        view.put_plane(turned, distance, everywhere & (view.rays @ turned > 0.02), texture, shading)
        if rng.random() < 0.8:
            texture = _surface(rng, view)


def _put_furniture(rng: np.random.Generator, view: _View, floor: float) -> None:
    """Draw one thing: mostly on the floor, turned about the vertical, at times fallen over or hanging."""
    size = floor * 10 ** rng.uniform(-0.6, 0.35)
    place, turn = _place(rng, view, floor), _turned(rng.uniform(0, math.tau), 0.0, 0.0)
    if rng.random() < 0.25:
        place[1], turn = rng.uniform(-0.3, floor), _turned(*rng.uniform(0, math.tau, 3))
    texture, shading = _surface(rng, view), rng.choice([0.0, rng.uniform(0.1, 0.7)])
    for board in random_furniture(rng):
        corners = (size * board.faces() @ turn.T + place) @ view.turn.T
        surface = _surface(rng, view) if board.own_texture else texture
        for face in corners:
            view.put_face(face, surface, shading)


def _put_ball(rng: np.random.Generator, view: _View, floor: float) -> None:
    """Draw a ball on the floor or in the air."""
    radius = floor * 10 ** rng.uniform(-1.0, -0.2)
    place = _place(rng, view, floor)
    place[1] = floor - radius if rng.random() < 0.7 else rng.uniform(-0.3, floor)
    centre = view.turn @ place
    # |z r - c| = radius for each ray r: the nearer of two solutions z.
    square, along = (view.rays**2).sum(-1), view.rays @ centre
    root = along**2 - square * (centre @ centre - radius**2)
    z = (along - np.sqrt(root.clip(0))) / square
    normals = (z[..., None] * view.rays - centre) / radius
    shade = 1 - rng.uniform(0, 0.6) * (0.5 - 0.5 * (normals @ view.light))
    view.put(1 / np.where(z > 1e-3, z, 1e3), (root > 0) & (z > _NEAREST), _surface(rng, view), shade)


def _darken_recesses(rng: np.random.Generator, view: _View) -> None:
    """Take light from what lies behind its surroundings: below a table, between the bars of a chair.

    Such places are black in pictures of rooms, so that they tell nothing of their distance, and it is not that of what
    surrounds them.
    """
    reach_px = min(view.nearness.shape) * rng.uniform(0.05, 0.25)
    around = cv2.GaussianBlur(view.nearness, (0, 0), reach_px, borderType=cv2.BORDER_REPLICATE)
    depth = np.asarray(around - view.nearness).clip(0) / max(float(np.ptp(view.nearness)), 1e-6)
    view.colour[:] *= np.exp(-rng.uniform(0, _DEEPEST_GLOOM) * depth)[..., None].astype(np.float32)


def _place(rng: np.random.Generator, view: _View, floor: float) -> Float[Array, " 3"]:
    """Draw a place on the floor, in the room's axes: below or above a pixel of the picture."""
    rays = view.rays.reshape(-1, 3)
    x, _, z = view.turn.T @ (rng.uniform(_NEAREST + 0.1, 1.0) * rays[rng.integers(len(rays))])
    return np.array([x, floor, z])


def _surface(rng: np.random.Generator, view: _View) -> Float[Array, "h w 3"]:
    """Draw what a surface looks like: bare with a little unevenness of the light, or with a texture."""
    size = (view.nearness.shape[0], view.nearness.shape[1])
    kind = rng.random()
    if kind < _BARE_SHARE:
        unevenness = rng.uniform(0, 0.15) * fractal(rng, size, 1, rng.uniform(0.2, 0.9))
        return plain(rng, size).clip(_DARKEST) * (1 + unevenness)
    return random_texture(rng, size) if kind < 0.75 else rich_texture(rng, size)


def _turned(yaw: float, pitch: float, roll: float) -> Float[Array, "3 3"]:
    """Return the rotation about the vertical, then about the horizontal, then about the line of sight."""
    (cy, sy), (cp, sp), (cr, sr) = ((math.cos(a), math.sin(a)) for a in (yaw, pitch, roll))
    about_y = np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
    about_x = np.array([[1, 0, 0], [0, cp, -sp], [0, sp, cp]])
    about_z = np.array([[cr, -sr, 0], [sr, cr, 0], [0, 0, 1]])
    return np.asarray(about_z @ about_x @ about_y)
