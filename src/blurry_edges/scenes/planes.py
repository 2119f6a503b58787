"""Depth planes of objects, and how their depths are drawn so that no object pierces another."""

import math
from dataclasses import dataclass

import numpy as np

from blurry_edges.errors import DataError
from blurry_edges.optics.camera import Camera
from blurry_edges.render.boxes import Box
from blurry_edges.typing import Array, Float

__all__ = ["DepthPlane", "draw_intervals", "finite_range_m", "tilted_plane"]


@dataclass(frozen=True)
class DepthPlane:
    """A plane whose depth is linear in the pixel position."""

    origin_m: float
    """Depth at the first pixel of the canvas."""
    per_row_m: float = 0.0
    """Depth gained from one row to the next."""
    per_column_m: float = 0.0
    """Depth gained from one column to the next."""

    def over(self, box: Box) -> Float[Array, "h w"]:
        """Return the depth in metres of each pixel of `box`."""
        rows = self.per_row_m * np.arange(box.top, box.bottom)
        columns = self.per_column_m * np.arange(box.left, box.right)
        return (self.origin_m + rows[:, None] + columns).astype(np.float32)

    def span_m(self, box: Box) -> tuple[float, float]:
        """Return the least and the greatest depth over `box`."""
        rows = [self.per_row_m * r for r in (box.top, box.bottom - 1)]
        columns = [self.per_column_m * c for c in (box.left, box.right - 1)]
        return self.origin_m + min(rows) + min(columns), self.origin_m + max(rows) + max(columns)


def tilted_plane(rng: np.random.Generator, size: tuple[int, int], interval_m: tuple[float, float]) -> DepthPlane:
    """Return a plane tilted in a random direction that just spans `interval_m` over a canvas of `size`."""
    near, far = interval_m
    angle = rng.uniform(0, 2 * math.pi)
    row, column = math.cos(angle), -math.sin(angle)
    extent = abs(row) * (size[0] - 1) + abs(column) * (size[1] - 1)
    slope = (far - near) / extent if extent else 0.0
    lowest = min(0.0, row * (size[0] - 1)) + min(0.0, column * (size[1] - 1))
    return DepthPlane(near - slope * lowest, slope * row, slope * column)


def draw_intervals(rng: np.random.Generator, range_m: tuple[float, float], count: int) -> list[tuple[float, float]]:
    """Draw `count` disjoint intervals of depth, farthest first, each as (nearest, farthest).

    Objects that stay inside their own interval cannot pierce each other, however they are tilted.
    """
    ends = np.sort(rng.uniform(*range_m, 2 * count))[::-1].reshape(count, 2)
    return [(float(near), float(far)) for far, near in ends]


def finite_range_m(camera: Camera) -> tuple[float, float]:
    """Return the working range of `camera`, which scenes need to be finite."""
    near, far = camera.depth_range_m
    if math.isinf(far):
        raise DataError(
            f"camera '{camera.name}' has an infinite farthest depth, where no scene can be placed: "
            "give depth_range_m a finite end"
        )
    return near, far
