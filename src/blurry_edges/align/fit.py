"""A smooth field through the shifts of cells, little disturbed by the cells that move on their own."""

from dataclasses import dataclass

import numpy as np

from blurry_edges.align.cells import Cells
from blurry_edges.align.displacement import AFFINE, TERMS, basis
from blurry_edges.typing import Array, Bool, Float

__all__ = ["Prior", "fit_field", "joined"]

_AFFINE, _BENDING = 0.01, 0.001
"""How far affine and other terms are expected from the start, as a share of the longer side."""
_ROUNDS = 8
_OUTLIER = 6.0
"""Squared distance, in units of the expected one, at which a cell's weight is a quarter."""


def joined(parts: list[Cells]) -> Cells:
    """Return the cells of several bands as one list."""
    arrays = zip(*((x.u, x.v, x.shift_px, x.information, x.texture) for x in parts), strict=True)
    u, v, shift_px, information, texture = (np.concatenate(values) for values in arrays)
    return Cells(u, v, shift_px, information, texture, parts[0].rows, parts[0].columns)


@dataclass(frozen=True)
class Prior:
    """Prior displacement of the cells, with its weight; it decides where there is no texture."""

    start: Float[Array, "2 10"]
    sd_px: Float[Array, " 10"]

    @classmethod
    def near(cls, start: Float[Array, "2 10"], side_px: int) -> "Prior":
        """Return the expectation about a start, in a picture whose longer side is so long."""
        return cls(start, side_px * np.where(np.arange(TERMS) < AFFINE, _AFFINE, _BENDING))


def fit_field(
    cells: Cells, terms: int, spread_px: float, prior: Prior, used: Bool[Array, " n"] | None = None
) -> Float[Array, "2 10"]:
    """Return the field that explains the cells' shifts best, as robustly weighted least squares.

    Args:
        cells: their whole shifts and information.
        terms: number of terms of the polynomial that may differ from zero.
        spread_px: how far single cells may lie off a smooth field: depth, and what the measurement does not know.
        prior: what to expect of the terms.
        used: which cells count; all when not given.

    """
    weights = _weights(cells.information, spread_px)
    if used is not None:
        weights = weights * used[:, None, None]
    design = basis(cells.u, cells.v, terms)
    start, precision = prior.start[:, :terms], 1 / prior.sd_px[:terms] ** 2
    trust = np.ones(len(cells.u))
    for _ in range(_ROUNDS):
        trusted = weights * trust[:, None, None]
        normal = np.einsum("nk,nij,nl->ikjl", design, trusted, design)
        for axis in range(2):
            normal[axis, np.arange(terms), axis, np.arange(terms)] += precision
        right = np.einsum("nk,nij,nj->ik", design, trusted, cells.shift_px) + start * precision
        field = np.linalg.solve(normal.reshape(2 * terms, -1), right.ravel()).reshape(2, terms)
        left = cells.shift_px - design @ field.T
        distance = np.einsum("ni,nij,nj->n", left, weights, left)
        trust = 1 / (1 + distance / _OUTLIER) ** 2
    return np.pad(field, ((0, 0), (0, TERMS - terms)))


def _weights(information: Float[Array, "n 2 2"], spread_px: float) -> Float[Array, "n 2 2"]:
    """Return the inverse of the covariance with a spread added, also where the information has rank one or none."""
    values, vectors = np.linalg.eigh(information)
    values = values.clip(0, None)
    return np.asarray(np.einsum("nik,nk,njk->nij", vectors, values / (1 + spread_px**2 * values), vectors))
