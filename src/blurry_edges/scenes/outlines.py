"""Outlines of objects: polygons in px, added to and cut from each other, and the coverage they draw."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from blurry_edges.render.boxes import Box
from blurry_edges.typing import Array, Float

__all__ = [
    "Part",
    "blob",
    "circle",
    "draw_coverage",
    "limb",
    "place",
    "rectangle",
    "rounded_polygon",
    "triangle",
]

_SHIFT = 4  # OpenCV takes polygon corners in 1/16 px


@dataclass(frozen=True)
class Part:
    """One polygon of an outline."""

    points: Float[Array, "n 2"]
    """Corners as (x, y); pixel k covers the interval k..k+1."""
    add: bool = True
    """Whether the polygon belongs to the object, or is cut from the parts before it."""


def circle() -> Float[Array, "n 2"]:
    """Return a circle of diameter 1 around the origin."""
    return _on_circle(np.linspace(0, 2 * math.pi, 96, endpoint=False)) / 2


def rectangle(aspect: float) -> Float[Array, "n 2"]:
    """Return a rectangle around the origin, 1 wide and `aspect` high."""
    return np.array([[-1.0, -aspect], [1.0, -aspect], [1.0, aspect], [-1.0, aspect]]) / 2


def triangle(rng: np.random.Generator) -> Float[Array, "n 2"]:
    """Return a triangle with corners on the circle of diameter 1."""
    # Concentrated gaps between the corners: few triangles are slivers.
    return _on_circle(2 * math.pi * np.cumsum(rng.dirichlet([3, 3, 3]))) / 2


def blob(rng: np.random.Generator) -> Float[Array, "n 2"]:
    """Return a smooth irregular outline of about diameter 1: a circle with random harmonics."""
    angle = np.linspace(0, 2 * math.pi, 128, endpoint=False)
    orders = np.arange(1, 15)
    amplitude = rng.normal(0, rng.uniform(0.1, 0.45), 14) / orders ** rng.uniform(0.7, 1.6)
    waves = np.cos(np.outer(angle, orders) + rng.uniform(0, 2 * math.pi, 14))
    return _on_circle(angle) * np.exp(waves @ amplitude - 0.3)[:, None] / 2


def rounded_polygon(rng: np.random.Generator) -> Float[Array, "n 2"]:
    """Return an irregular polygon within diameter 1 whose corners are sharp or rounded."""
    corners = int(rng.integers(4, 12))
    angle = np.sort(rng.uniform(0, 2 * math.pi, corners))
    points = _on_circle(angle) * rng.uniform(0.2, 1, (corners, 1)) / 2
    for _ in range(rng.integers(0, 4)):  # Chaikin's rule: cut off each corner
        ahead = np.roll(points, -1, 0)
        points = np.stack([0.75 * points + 0.25 * ahead, 0.25 * points + 0.75 * ahead], 1).reshape(-1, 2)
    return points


def limb(rng: np.random.Generator) -> Float[Array, "n 2"]:
    """Return a bent, tapered arm of length 1 that starts at the origin along x."""
    along = np.linspace(0, 1, 16)
    middle = np.stack([along, rng.normal(0, 0.25) * np.sin(math.pi * along) + rng.normal(0, 0.3) * along**2], 1)
    half_width = np.linspace(rng.uniform(0.06, 0.2), rng.uniform(0.02, 0.1), 16)[:, None]
    tangent = np.gradient(middle, axis=0)
    normal = np.stack([-tangent[:, 1], tangent[:, 0]], 1) / np.hypot(*tangent.T)[:, None]
    return np.concatenate([middle + half_width * normal, (middle - half_width * normal)[::-1]])


def place(
    points: Float[Array, "n 2"], centre: tuple[float, float], size: float, angle: float, stretch: float = 1.0
) -> Float[Array, "n 2"]:
    """Scale `points` to `size` px, their y also by `stretch`, turn them by `angle` and move them to `centre`."""
    scaled = points * (size, size * stretch)
    cos, sin = math.cos(angle), math.sin(angle)
    return np.asarray(scaled @ np.array([[cos, sin], [-sin, cos]]) + centre)


def draw_coverage(parts: Sequence[Part], canvas: Box, supersampling: int = 4) -> tuple[Float[Array, "h w"], Box]:
    """Draw an outline: the share of each pixel that it covers, and the box of these pixels on the `canvas`."""
    added = np.concatenate([part.points for part in parts if part.add])
    box = Box.around(added).grow(1, canvas)
    height, width = box.size
    if height == 0 or width == 0:
        return np.zeros(box.size, np.float32), box
    fine = np.zeros((height * supersampling, width * supersampling), np.uint8)
    for part in parts:
        # The centre of the first fine pixel is at ½ here, and at 0 for OpenCV.
        corners = (part.points - (box.left, box.top)) * supersampling - 0.5
        fixed = np.round(corners * (1 << _SHIFT)).astype(np.int32)
        cv2.fillPoly(fine, [fixed], 255 if part.add else 0, shift=_SHIFT)
    # OpenCV fills half a fine pixel too much all around: take the mean with the mask one pixel smaller.
    smaller = cv2.erode(fine, cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3)))
    even = cv2.addWeighted(fine, 0.5, smaller, 0.5, 0, dtype=cv2.CV_32F)
    return np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA)) / np.float32(255), box


def _on_circle(angle: Float[Array, " n"]) -> Float[Array, "n 2"]:
    """Points of the unit circle."""
    return np.stack([np.cos(angle), np.sin(angle)], -1)
