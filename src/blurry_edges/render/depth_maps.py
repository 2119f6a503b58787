"""Depth maps of real scenes: holes filled, occlusion edges found, and what the nearer surfaces hide made up.

All maps here are of nearness: any increasing, linear function of inverse depth, such as the inverse depth itself or a
disparity. In it, planes are planes and the blur of a lens is linear.
"""

import itertools
from dataclasses import dataclass

import cv2
import numpy as np

from blurry_edges.typing import Array, Bool, Float

__all__ = [
    "Hidden",
    "OcclusionEdges",
    "clean_rims",
    "farthest_on_surface",
    "fill_holes",
    "find_edges",
    "hidden_surface",
]

_STEEPER = 2.5
"""A step is an edge when it is so many times steeper than the surfaces beside it."""


@dataclass(frozen=True)
class OcclusionEdges:
    """Where one surface ends in front of another: steps between neighbouring pixels that no surface makes."""

    across_columns: Bool[Array, "H w"]
    """Between each pixel and the next one to the right; one column less than the map."""
    across_rows: Bool[Array, "h W"]
    """Between each pixel and the next one below; one row less than the map."""
    least_step: float
    """Least step of nearness that counts."""

    def rim(self, nearness: Float[Array, "H W"]) -> Bool[Array, "H W"]:
        """Return the pixels on the nearer side of an edge, also those that touch it by a corner alone."""
        near, far = self.sides(nearness)
        upper, lower = slice(None, -1), slice(1, None)
        for here, there in itertools.permutations(itertools.product((upper, lower), repeat=2), 2):
            if here[0] != there[0] and here[1] != there[1]:
                near[here] |= far[there] & (nearness[here] - nearness[there] >= self.least_step)
        return near

    def sides(self, nearness: Float[Array, "H W"]) -> tuple[Bool[Array, "H W"], Bool[Array, "H W"]]:
        """Return the pixels beside an edge: those on the nearer side, and those on the farther side."""
        near, far = np.zeros(nearness.shape, bool), np.zeros(nearness.shape, bool)
        for axis, edge in ((1, self.across_columns), (0, self.across_rows)):
            before, after = _first(axis), _last(axis)
            rises = np.diff(nearness, axis=axis) > 0
            near[after] |= edge & rises
            near[before] |= edge & ~rises
            far[before] |= edge & rises
            far[after] |= edge & ~rises
        return near, far


@dataclass(frozen=True)
class Hidden:
    """A second surface behind the visible one, made up near occlusion edges."""

    colour: Float[Array, "H W 3"]
    """Its colour; that of the visible surface where there is none."""
    nearness: Float[Array, "H W"]
    """How near it is; NaN where there is none."""


def fill_holes(nearness: Float[Array, "H W"], known: Bool[Array, "H W"]) -> Float[Array, "H W"]:
    """Fill unknown pixels from the farther of the known ones to the left and right.

    Most holes are what a second eye could not see beside a nearer object: they belong to the surface behind it. A hole
    inside an object has the object on both sides.
    """
    if known.all():
        return nearness.astype(np.float32)
    filled = nearness.astype(np.float32)
    for _ in range(2):  # along the rows, then, for rows without any known pixel, along the columns
        filled, known = _fill_rows(filled, known).T, (known | known.any(1, keepdims=True)).T
    holes = filled != nearness
    # Neighbouring rows may be filled from different surfaces: the median of a small window tidies that up.
    return np.where(holes, cv2.medianBlur(filled, 5), filled).astype(np.float32)


def _fill_rows(values: Float[Array, "H W"], known: Bool[Array, "H W"]) -> Float[Array, "H W"]:
    """Fill unknown pixels with the smaller of the nearest known values to the left and right, where there are any."""
    columns = np.arange(values.shape[1])
    left = np.maximum.accumulate(np.where(known, columns, -1), axis=1)
    right = np.minimum.accumulate(np.where(known, columns, len(columns))[:, ::-1], axis=1)[:, ::-1]
    rows = np.arange(len(values))[:, None]
    from_left = np.where(left >= 0, values[rows, np.maximum(left, 0)], np.inf)
    from_right = np.where(right < len(columns), values[rows, np.minimum(right, len(columns) - 1)], np.inf)
    farther = np.minimum(from_left, from_right)
    return np.where(known | ~np.isfinite(farther), values, farther).astype(np.float32)


def find_edges(nearness: Float[Array, "H W"], least_step: float) -> OcclusionEdges:
    """Find steps of `least_step` or more that are far steeper than the surface on either side of them."""
    across_columns, across_rows = (_steps(nearness, least_step, axis) for axis in (1, 0))
    return OcclusionEdges(across_columns, across_rows, least_step)


def _steps(nearness: Float[Array, "H W"], least_step: float, axis: int) -> Bool[Array, "h w"]:
    step = np.diff(nearness, axis=axis)
    index = np.arange(step.shape[axis])
    previous, following = (
        np.take(step, (index + k).clip(0, max(len(index) - 1, 0)), axis) * np.sign(step) for k in (-1, 1)
    )
    # The gentler side counts: a pixel half-way between two surfaces has a steep step on one side of each step.
    slope = np.maximum(np.minimum(previous, following), 0)
    return np.asarray((np.abs(step) >= least_step) & (np.abs(step) > _STEEPER * slope))


def clean_rims(
    colour: Float[Array, "H W 3"], nearness: Float[Array, "H W"], edges: OcclusionEdges, width_px: int
) -> Float[Array, "H W 3"]:
    """Replace colours within `width_px` of an edge by those of the same surface farther inside.

    Pixels at an edge hold a mixture of both surfaces. Left as it is, a sharp trace of the nearer surface would stay on
    the farther one. Surfaces too narrow to have an inside keep their colours.
    """
    near, far = edges.sides(nearness)
    mixed = (near | far).astype(np.uint8)
    for _ in range(width_px - 1):
        mixed = cv2.dilate(mixed, np.ones((3, 3), np.uint8))
    clean, cleaned = mixed == 0, colour.copy()
    for _ in range(2 * width_px):  # from the inside out, a pixel at a time; corners are twice as far
        total, count = np.zeros_like(colour), np.zeros(clean.shape, np.float32)
        for axis, edge in ((1, edges.across_columns), (0, edges.across_rows)):
            for here, there in ((_first(axis), _last(axis)), (_last(axis), _first(axis))):
                share = (clean[there] & ~edge).astype(np.float32)
                total[here] += share[..., None] * cleaned[there]
                count[here] += share
        new = ~clean & (count > 0)
        cleaned[new] = total[new] / count[new][:, None]
        clean = clean | new
    return cleaned


def farthest_on_surface(nearness: Float[Array, "H W"], edges: OcclusionEdges, reach_px: int) -> Float[Array, "H W"]:
    """Return the least nearness that the surface of each pixel has within `reach_px` steps that cross no edge."""
    least = nearness.copy()
    for _ in range(reach_px):
        for axis, edge in ((1, edges.across_columns), (0, edges.across_rows)):
            before, after = _first(axis), _last(axis)
            smaller = np.where(edge, np.inf, np.minimum(least[before], least[after]))
            np.minimum(least[before], smaller, out=least[before])
            np.minimum(least[after], smaller, out=least[after])
    return least


def hidden_surface(
    colour: Float[Array, "H W 3"],
    nearness: Float[Array, "H W"],
    edges: OcclusionEdges,
    farthest: Float[Array, "H W"],
    reach_px: int,
) -> Hidden:
    """Continue each surface behind the nearer ones that end in front of it, up to `reach_px` from the edge.

    Its nearness goes on as it is at the edge; its colours are those of the visible part, mirrored at the edge, so that
    texture goes on as texture. `farthest` is what `farthest_on_surface` says: what is not behind all of the nearer
    surface is left out.
    """
    from scipy.ndimage import distance_transform_edt

    _, far = edges.sides(nearness)
    if not far.any():
        return Hidden(colour, np.full_like(nearness, np.nan))
    distance, (rows, columns) = distance_transform_edt(~far, return_indices=True)
    behind = nearness[rows, columns]
    exists = (behind < farthest) & (distance <= reach_px)
    height, width = nearness.shape
    row, column = np.indices(nearness.shape)
    mirrored = (2 * rows - row).clip(0, height - 1), (2 * columns - column).clip(0, width - 1)
    # The mirrored pixel may lie on a nearer surface again; then the pixel at the edge itself has to do.
    is_behind = nearness[mirrored] < (behind + farthest) / 2
    made_up = np.where(is_behind[..., None], colour[mirrored], colour[rows, columns])
    return Hidden(
        np.where(exists[..., None], made_up, colour),
        np.where(exists, behind, np.float32(np.nan)),
    )


def _first(axis: int) -> tuple[slice, slice]:
    """All pixels but the last along an axis."""
    return (slice(None), slice(None, -1)) if axis else (slice(None, -1), slice(None))


def _last(axis: int) -> tuple[slice, slice]:
    """All pixels but the first along an axis."""
    return (slice(None), slice(1, None)) if axis else (slice(1, None), slice(None))
