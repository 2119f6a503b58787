"""Rectangles of pixels on a canvas: each object is drawn and blurred only where it is."""

from dataclasses import dataclass

import numpy as np

from blurry_edges.errors import DataError
from blurry_edges.typing import Array, Float

__all__ = ["Box", "require_size"]


@dataclass(frozen=True)
class Box:
    """The pixels of rows top..bottom−1 and columns left..right−1."""

    top: int
    left: int
    bottom: int
    right: int

    @classmethod
    def of(cls, size: tuple[int, int]) -> "Box":
        """Return the box of a whole canvas of (height, width) `size`."""
        return cls(0, 0, *size)

    @classmethod
    def around(cls, points: Float[Array, "n 2"]) -> "Box":
        """Return the smallest box that holds all (x, y) `points`."""
        left, top = np.floor(points.min(0)).astype(int).tolist()
        right, bottom = np.ceil(points.max(0)).astype(int).tolist()
        return cls(top, left, bottom, right)

    @property
    def size(self) -> tuple[int, int]:
        """Height and width; zero for a box without pixels."""
        return max(0, self.bottom - self.top), max(0, self.right - self.left)

    @property
    def slices(self) -> tuple[slice, slice]:
        """Rows and columns, to index an array of the canvas."""
        return slice(self.top, self.bottom), slice(self.left, self.right)

    def intersect(self, other: "Box") -> "Box":
        """Return the pixels in both boxes; where there are none, the box has size 0."""
        top, left = max(self.top, other.top), max(self.left, other.left)
        bottom, right = min(self.bottom, other.bottom), min(self.right, other.right)
        return Box(top, left, max(top, bottom), max(left, right))

    def grow(self, margin: int, canvas: "Box") -> "Box":
        """Return the box with `margin` more pixels at each side, but none outside `canvas`."""
        grown = Box(self.top - margin, self.left - margin, self.bottom + margin, self.right + margin)
        return grown.intersect(canvas)


def require_size(size: tuple[int, int]) -> None:
    """Refuse an image size that no scene can have."""
    if min(size) < 1:
        raise DataError(f"size is {size[0]} x {size[1]}; scenes need a positive height and width")
