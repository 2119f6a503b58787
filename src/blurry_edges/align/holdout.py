"""Residual displacement of an alignment, measured on parts of the picture that the fit has not seen."""

import math

import numpy as np

from blurry_edges.align.cells import Cells
from blurry_edges.align.displacement import basis
from blurry_edges.align.fit import Prior, fit_field
from blurry_edges.typing import Array, Float, Int

__all__ = ["left_px"]

_LEAST_BLOCKS = 8
_LARGEST_SD_PX = 0.5
"""Blocks whose own measurement is less certain than this say nothing about the fit."""


def left_px(cells: Cells, judges: Cells, terms: int, spread_px: float, prior: Prior) -> tuple[float, float]:
    """Return the median length of the shifts left in blocks of 2 x 2 cells, without and with the noise taken off.

    The field is fitted on every other block, like the black squares of a chessboard, and compared with the white ones,
    and the other way round. The two diagonals of a block are two measurements of the same shift; their difference
    shows how much of its length is noise. `cells` are fitted; `judges` are the same cells, followed to where they lie,
    and chosen by their texture alone: chosen by how well they fit, they would praise every fit. NaN when fewer than
    eight blocks have enough texture. Motion within a block, a sixteenth of the longer side, is understated.
    """
    row, column, _ = _grid(cells)
    black = (row // 2 + column // 2) % 2 == 0
    lengths, noises = [], []
    for used in (black, ~black):
        field = fit_field(cells, terms, spread_px, prior, used)
        left = judges.shift_px - basis(cells.u, cells.v) @ field.T
        first, second = (_blocks(judges, left, ~used & ((row + column) % 2 == parity)) for parity in (0, 1))
        known = (first[1] < _LARGEST_SD_PX) & (second[1] < _LARGEST_SD_PX)
        lengths.append(((first[0] + second[0])[known] ** 2).sum(-1) / 4)
        noises.append(((first[0] - second[0])[known] ** 2).sum(-1) / 4)
    length, noise = np.concatenate(lengths), np.concatenate(noises)
    if len(length) < _LEAST_BLOCKS:
        return math.nan, math.nan
    # Both are squared lengths of two-dimensional normal errors, so that their medians are alike multiples of variances.
    raw, own = float(np.median(length)), float(np.median(noise))
    return math.sqrt(raw), math.sqrt(max(raw - own, 0.0))


def _grid(cells: Cells) -> tuple[Int[Array, " n"], Int[Array, " n"], Int[Array, " n"]]:
    """Return row, column and block of each cell."""
    place = np.arange(len(cells.u)) % (cells.rows * cells.columns)  # the bands follow one another
    row, column = place // cells.columns, place % cells.columns
    return row, column, row // 2 * ((cells.columns + 1) // 2) + column // 2


def _blocks(cells: Cells, shift_px: Float[Array, "n 2"], used: Array) -> tuple[Float[Array, "b 2"], Float[Array, " b"]]:
    """Return the mean shift of the used cells of each block, weighted by their texture, and its largest sd."""
    _, _, block = _grid(cells)
    information = np.zeros((int(block.max()) + 1, 2, 2))
    weighted = np.zeros((len(information), 2))
    np.add.at(information, block[used], cells.texture[used])
    np.add.at(weighted, block[used], np.einsum("nij,nj->ni", cells.texture[used], shift_px[used]))
    information += 1e-9 * np.eye(2)
    sd = 1 / np.sqrt(np.linalg.eigvalsh(information)[:, 0].clip(1e-9, None))
    return np.linalg.solve(information, weighted[..., None])[..., 0], sd
