"""Find the alignment of two frames: an affine map from coarse to fine, then a smooth field from the shifts of cells."""

from dataclasses import dataclass, replace

import numpy as np

from blurry_edges.align.alignment import Alignment
from blurry_edges.align.cells import Band, Cells, bands_of, measure_cells, spread, warped
from blurry_edges.align.displacement import (
    AFFINE,
    TERMS,
    affine_matrix,
    affine_terms,
    at_size,
    basis,
    displacements,
    terms_of_degree,
)
from blurry_edges.align.fit import Prior, fit_field, joined
from blurry_edges.align.holdout import left_px
from blurry_edges.align.trust import require_trust
from blurry_edges.errors import ImageError
from blurry_edges.typing import Array, Float

__all__ = ["Frame", "affine_start", "estimate_alignment", "refine"]

_AFFINE_SIDES_PX = (100, 200, 400, 800)
"""Longer sides of the resized pictures on which the affine map is found, one after the other."""
_ENOUGH_PX = 400
"""At this size the affine map is good enough to go on; larger pictures are for those that show nothing at this size."""
_FIELD_SIDES_PX = (800, 1200)
"""And those on which the field is found; larger ones would take long, and a smooth field needs no more."""
_SMOOTHING_PX = 9
"""Window of the smoothing that makes two frames of different focus look alike."""
_BANDS_PX = (1.5, 3.0)
_SPREADS_PX = (1.0, 0.5, 0.3, 0.2)
"""How far cells may lie off the field, step by step: first all are heard, in the end only those that agree."""
_ROUNDS = 4
_FARTHEST_PX = 2.0
"""Rounds in which cells are followed to judge a fit, and how far in one of them."""
_WORTHWHILE = 0.97
"""A field of higher degree must leave less than this share of what a stiffer one leaves, on cells it has not seen."""


@dataclass(frozen=True)
class Frame:
    """A frame's brightness, at most as large as the work needs, and the height and width of the whole frame."""

    grey: Float[Array, "h w"]
    size: tuple[int, int]

    @classmethod
    def of(cls, image: Float[Array, "H W 3"]) -> "Frame":
        """Return the brightness compressed as eyes do, so that highlights do not decide."""
        grey = np.sqrt(image.mean(-1).clip(0, None)).astype(np.float32)
        return cls(_shrunk(grey, _FIELD_SIDES_PX[-1]), (image.shape[0], image.shape[1]))


def estimate_alignment(minus: Float[Array, "H W 3"], plus: Float[Array, "h w 3"], check: bool = True) -> Alignment:
    """Find where each pixel of `minus` lies in `plus`; with `check`, an error when that cannot be trusted."""
    if minus.shape != plus.shape:
        raise ImageError(f"the images differ in size: {minus.shape[:2]} and {plus.shape[:2]}; nothing to align")
    first, second = Frame.of(minus), Frame.of(plus)
    found = refine(first, second, affine_start(first, second, check=check))
    if check:
        require_trust(found)
    return found


def affine_start(first: Frame, second: Frame, check: bool = True) -> Float[Array, "2 10"]:
    """Return the terms, in px of the whole frame, of the affine map that makes the frames most alike."""
    import cv2

    terms, failure = np.zeros((2, TERMS)), None
    criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 50, 1e-5)
    for step, side in enumerate(_AFFINE_SIDES_PX):
        small = [_smoothed(_shrunk(x.grey, side)) for x in (first, second)]
        size = (small[0].shape[0], small[0].shape[1])
        matrix = affine_matrix(at_size(terms, first.size, size), size).astype(np.float32)
        motion = cv2.MOTION_TRANSLATION if step == 0 else cv2.MOTION_AFFINE
        try:
            _, better = cv2.findTransformECC(small[0], small[1], matrix, motion, criteria)
        except cv2.error as error:
            failure = error
        else:
            failure = None
            terms[:, :AFFINE] = at_size(affine_terms(np.asarray(better, np.float64), size), size, first.size)
            if max(size) >= _ENOUGH_PX or size == first.grey.shape:
                break
    if failure is not None and check:
        raise ImageError("the photographs cannot be aligned: they do not show the same view") from failure
    return terms


def refine(first: Frame, second: Frame, start: Float[Array, "2 10"]) -> Alignment:
    """Return the alignment that a start, as terms in px of the whole frame, leads to."""
    sides = sorted({min(side, max(first.grey.shape)) for side in _FIELD_SIDES_PX})
    terms = start
    for coarse, side in zip((True, False), sides, strict=False):
        small = [_shrunk(x.grey, side) for x in (first, second)]
        size = (small[0].shape[0], small[0].shape[1])
        bands = [bands_of(x, _BANDS_PX) for x in small]
        prior = Prior.near(at_size(start, first.size, size), max(size))
        field = at_size(terms, first.size, size)
        for step, spread_px in enumerate(_SPREADS_PX if coarse else _SPREADS_PX[-2:]):
            count = AFFINE if coarse and step == 0 else TERMS
            field = fit_field(_cells(bands[0], bands[1], field), count, spread_px, prior)
        terms = at_size(field, size, first.size)
    field, left = _best_degree(_cells(bands[0], bands[1], field), _cells(bands[0], bands[1], field, _ROUNDS), prior)
    terms = at_size(field, size, first.size)
    return Alignment(
        affine_matrix(terms, first.size),
        terms[:, AFFINE:],
        first.size,
        _correlation(small[0], small[1], field),
        left * max(first.size) / max(size),
    )


def _cells(first: list[Band], second: list[Band], field: Float[Array, "2 10"], rounds: int = 1) -> Cells:
    """Return the whole shifts of the cells in all bands, measured after the field has been undone.

    With more rounds each cell is also brought closer by its own shift before it is measured again: one round alone says
    too little about cells that are far off.
    """
    size = (first[0].picture.shape[0], first[0].picture.shape[1])
    smooth = displacements(field, size)
    displacement, own = smooth, np.zeros((1, 2))
    for left in range(rounds - 1, -1, -1):
        parts = [measure_cells(a, b, displacement) for a, b in zip(first, second, strict=True)]
        if left:
            own = own + np.mean([part.shift_px for part in parts], 0).clip(-_FARTHEST_PX, _FARTHEST_PX)
            displacement = smooth + spread(own, parts[0].rows, parts[0].columns, size)
    cells = joined(parts)
    own = np.tile(own, (len(parts), 1)) if len(own) > 1 else own
    return replace(cells, shift_px=cells.shift_px + own + basis(cells.u, cells.v) @ field.T)


def _best_degree(cells: Cells, judges: Cells, prior: Prior) -> tuple[Float[Array, "2 10"], float]:
    """Return the field of the degree that cells which the fit has not seen speak for, and what it leaves in px."""
    best, least, left = AFFINE, np.inf, np.nan
    for degree in (1, 2, 3):
        count = terms_of_degree(degree)
        raw, without_noise = left_px(cells, judges, count, _SPREADS_PX[-1], prior)
        if raw < _WORTHWHILE * least:
            best, least, left = count, raw, without_noise
    return fit_field(cells, best, _SPREADS_PX[-1], prior), left


def _correlation(first: Float[Array, "H W"], second: Float[Array, "H W"], field: Float[Array, "2 10"]) -> float:
    """Return the correlation of the smoothed pictures where both show the scene."""
    moved, inside = warped(_smoothed(second), displacements(field, (second.shape[0], second.shape[1])))
    a, b = (x[inside > 0] for x in (_smoothed(first), moved))
    if len(a) < 2:
        return 0.0
    a, b = a - a.mean(), b - b.mean()
    return float((a * b).sum() / max(float(np.sqrt((a * a).sum() * (b * b).sum())), 1e-12))


def _smoothed(picture: Float[Array, "H W"]) -> Float[Array, "H W"]:
    import cv2

    return np.asarray(cv2.GaussianBlur(picture, (_SMOOTHING_PX, _SMOOTHING_PX), 0))


def _shrunk(picture: Float[Array, "H W"], side_px: int) -> Float[Array, "h w"]:
    """Return the picture with its longer side at most so long."""
    import cv2

    height, width = picture.shape
    factor = side_px / max(height, width)
    if factor >= 1:
        return picture
    small = (max(1, round(width * factor)), max(1, round(height * factor)))
    return np.asarray(cv2.resize(picture, small, interpolation=cv2.INTER_AREA))
