"""Things that stand in rooms, built of boards: tables, chairs, shelves, rows of books, gratings, boxes.

Lengths are in units of the thing's own height, which is about 1. It stands on y = 0; y points down, as in images.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from blurry_edges.typing import Array, Float

__all__ = ["Board", "random_furniture"]


@dataclass(frozen=True)
class Board:
    """A cuboid along the axes of the thing it belongs to."""

    centre: tuple[float, float, float]
    half: tuple[float, float, float]
    """Half of its length along each axis."""
    own_texture: bool = False
    """Whether it is made of something else than the rest, as books are."""

    def faces(self) -> Float[Array, "6 4 3"]:
        """Return the corners of its six faces, each in order around the face."""
        square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64)
        faces = []
        for axis in range(3):
            for side in (-1, 1):
                corners = np.insert(square, axis, side, axis=1)
                faces.append(corners * self.half + self.centre)
        return np.stack(faces)


def random_furniture(rng: np.random.Generator) -> list[Board]:
    """Build something."""
    kinds: tuple[Callable[[np.random.Generator], list[Board]], ...] = (_box, _table, _chair, _shelf, _books, _grating)
    return kinds[int(rng.choice(len(kinds), p=(0.3, 0.15, 0.15, 0.15, 0.1, 0.15)))](rng)


def _box(rng: np.random.Generator) -> list[Board]:
    width, depth = rng.uniform(0.3, 1.5, 2)
    return [Board((0, -0.5, 0), (width / 2, 0.5, depth / 2))]


def _table(rng: np.random.Generator) -> list[Board]:
    width, depth = rng.uniform(0.4, 1.0, 2)
    return _top_on_legs(width, depth, 1.0, rng.uniform(0.02, 0.06), rng.uniform(0.02, 0.08))


def _chair(rng: np.random.Generator) -> list[Board]:
    """Build a seat on legs, and a back of slats through which one sees."""
    width, depth, thick = rng.uniform(0.2, 0.35), rng.uniform(0.2, 0.35), rng.uniform(0.015, 0.05)
    boards = _top_on_legs(width, depth, 0.5, thick, rng.uniform(0.015, 0.04))
    slats = int(rng.integers(2, 7))
    for x in np.linspace(-width, width, slats):
        boards.append(Board((float(x), -0.75, depth), (width / slats * rng.uniform(0.15, 0.6), 0.25, thick / 2)))
    return [*boards, Board((0, -0.97, depth), (width, 0.04, thick / 2))]


def _shelf(rng: np.random.Generator) -> list[Board]:
    """Build shelves between two sides, often without a back."""
    width, depth, thick = rng.uniform(0.25, 0.7), rng.uniform(0.1, 0.25), rng.uniform(0.01, 0.03)
    boards = [Board((side * width, -0.5, 0), (thick, 0.5, depth)) for side in (-1, 1)]
    boards += [Board((0, -float(y), 0), (width, thick, depth)) for y in np.linspace(0.02, 0.98, rng.integers(2, 6))]
    if rng.random() < 0.4:
        boards.append(Board((0, -0.5, depth), (width, 0.5, thick)))
    return boards


def _books(rng: np.random.Generator) -> list[Board]:
    """Build a row of books, upright, each with a cover of its own."""
    boards, x = [], -0.8
    while x < 0.8:
        thick, height, depth = rng.uniform(0.03, 0.15), rng.uniform(0.6, 1.0), rng.uniform(0.2, 0.4)
        boards.append(Board((x + thick, -height / 2, -depth / 2), (thick, height / 2, depth / 2), own_texture=True))
        x += 2 * thick + rng.choice([0.0, rng.uniform(0, 0.1)])
    return boards


def _grating(rng: np.random.Generator) -> list[Board]:
    """Build bars, upright and lying: a fence, a window, pipes."""
    width, thick = rng.uniform(0.4, 1.2), rng.uniform(0.01, 0.05)
    upright, lying = rng.integers(2, 9), rng.integers(1, 5)
    boards = [Board((float(x), -0.5, 0), (thick, 0.5, thick)) for x in np.linspace(-width, width, upright)]
    return boards + [Board((0, -float(y), thick), (width, thick, thick)) for y in np.linspace(0.05, 0.95, lying)]


def _top_on_legs(width: float, depth: float, height: float, thick: float, leg: float) -> list[Board]:
    top = Board((0, thick - height, 0), (width, thick, depth))
    legs = [
        Board((x * (width - leg), -height / 2, z * (depth - leg)), (leg, height / 2, leg))
        for x in (-1, 1)
        for z in (-1, 1)
    ]
    return [top, *legs]
