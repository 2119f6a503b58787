"""Registration of a depth map with its picture: another sensor saw it from a little aside.

Where depth jumps, most pictures have an edge. The shift at which they have the strongest edges there is the one that
brings both together.
"""

import numpy as np

from blurry_edges.render.depth_maps import find_edges
from blurry_edges.typing import Array, Float

__all__ = ["depth_shift_px", "shift_depth"]

_LARGEST_SHIFT = 0.015
"""Largest shift looked for, as a share of the picture's longer side."""
_EDGE_STEP = 0.05
_FEWEST_EDGES = 100
_CLEARLY_BETTER = 1.05


def depth_shift_px(coded: Float[Array, "H W 3"], nearness: Float[Array, "H W"]) -> tuple[int, int]:
    """Return by how many rows and columns to shift the depth map; zero unless that is clearly better."""
    edges = find_edges(nearness, _EDGE_STEP * float(np.ptp(nearness)) + 1e-9)
    points = [np.argwhere(edge) for edge in (edges.across_columns, edges.across_rows)]
    if sum(map(len, points)) < _FEWEST_EDGES:
        return 0, 0
    strengths = [_edge_strength(coded, axis) for axis in (1, 0)]
    most = round(_LARGEST_SHIFT * max(nearness.shape))
    shifts = [(y, x) for y in range(-most, most + 1) for x in range(-most, most + 1)]
    scores = [_score(points, strengths, shift) for shift in shifts]
    best = int(np.argmax(scores))
    return shifts[best] if scores[best] > _CLEARLY_BETTER * scores[len(shifts) // 2] else (0, 0)


def shift_depth(values: Float[Array, "H W"], shift_px: tuple[int, int]) -> Float[Array, "H W"]:
    """Shift a map by rows and columns; what comes in from outside repeats the border."""
    height, width = values.shape
    rows = (np.arange(height) - shift_px[0]).clip(0, height - 1)
    columns = (np.arange(width) - shift_px[1]).clip(0, width - 1)
    return np.ascontiguousarray(values[rows[:, None], columns])


def _edge_strength(coded: Float[Array, "H W 3"], axis: int) -> Float[Array, "h w"]:
    """Difference of neighbouring pixels along an axis; the strongest count alike, lest a few decide."""
    strength = np.abs(np.diff(coded, axis=axis)).sum(-1)
    return np.asarray(np.minimum(strength, np.percentile(strength, 97)))


def _score(points: list[Array], strengths: list[Array], shift: tuple[int, int]) -> float:
    """Mean strength of the picture's edges where the shifted depth map has its own."""
    total, count = 0.0, 0
    for at, strength in zip(points, strengths, strict=True):
        rows, columns = (at + shift).T
        inside = (rows >= 0) & (rows < strength.shape[0]) & (columns >= 0) & (columns < strength.shape[1])
        total += float(strength[rows[inside], columns[inside]].sum())
        count += int(inside.sum())
    return total / max(count, 1)
