"""Outlines of random objects: single shapes, figures with limbs, unions and differences."""

import math
from dataclasses import replace

import numpy as np

from blurry_edges.scenes.outlines import Part, blob, circle, limb, place, rectangle, rounded_polygon, triangle
from blurry_edges.typing import Array, Float

__all__ = ["random_outline"]

Point = tuple[float, float]


def random_outline(rng: np.random.Generator, centre: Point, size: float) -> list[Part]:
    """Return the outline of an object of about `size` px around `centre`."""
    outline = _figure(rng, centre, size) if rng.random() < 0.3 else [Part(_placed(rng, centre, size))]
    if rng.random() < 0.35:
        outline.append(_change(rng, centre, size))
    return outline


def _placed(rng: np.random.Generator, centre: Point, size: float) -> Float[Array, "n 2"]:
    """One shape of a random kind, stretched and turned."""
    kind = rng.choice(5, p=(0.15, 0.15, 0.15, 0.3, 0.25))
    if kind == 0:
        points = circle()
    elif kind == 1:
        points = rectangle(1.0)
    else:
        points = (triangle, blob, rounded_polygon)[kind - 2](rng)
    return place(points, centre, size, rng.uniform(0, 2 * math.pi), rng.uniform(0.35, 1))


def _figure(rng: np.random.Generator, centre: Point, size: float) -> list[Part]:
    """Return a body with a head and limbs, as people, animals and plants have."""
    upright = rng.uniform(0, 2 * math.pi)
    body = place(blob(rng), centre, 0.6 * size, upright, rng.uniform(0.4, 1))
    parts = [Part(body)]
    for _ in range(rng.integers(2, 7)):
        root = body[rng.integers(len(body))] * 0.7 + np.asarray(centre) * 0.3
        outward = math.atan2(root[1] - centre[1], root[0] - centre[0]) + rng.normal(0, 0.5)
        length = size * rng.uniform(0.2, 0.6)
        parts.append(Part(place(limb(rng), (float(root[0]), float(root[1])), length, outward)))
    return [*parts, Part(_head(rng, centre, size, upright))]


def _head(rng: np.random.Generator, centre: Point, size: float, upright: float) -> Float[Array, "n 2"]:
    """Return a round shape at one end of the body."""
    distance = size * rng.uniform(0.25, 0.45)
    at = (centre[0] + distance * math.cos(upright), centre[1] + distance * math.sin(upright))
    return place(blob(rng), at, size * rng.uniform(0.15, 0.35), upright, rng.uniform(0.7, 1))


def _change(rng: np.random.Generator, centre: Point, size: float) -> Part:
    """Return a smaller shape near the edge of the object, to be added to it or cut from it."""
    x, y = rng.uniform(-0.5, 0.5, 2) * size
    part = Part(_placed(rng, (centre[0] + x, centre[1] + y), size * rng.uniform(0.2, 0.7)))
    return replace(part, add=bool(rng.random() < 0.6))
