"""Shifts of small parts of the picture between two frames, each with its own uncertainty.

Blur by a lens is symmetric and does not move an edge, but it changes contrast, and brightness differs smoothly between
the frames. So the parts are compared in bands of frequencies, divided by their local contrast.
"""

from dataclasses import dataclass

import numpy as np

from blurry_edges.typing import Array, Float

__all__ = ["Band", "Cells", "bands_of", "measure_cells", "spread", "warped"]

_CELLS_ALONG = 32
_LEAST_CELL_PX = 16
_FINER = 4
"""Sums are taken on a grid this many times finer than the cells, then smoothed."""
_LEAST_CONTRAST = 0.004
"""Contrast of a band, as a share of white, below which there is nothing but noise."""
_SEEN = 0.25
"""Power of a normalised band from which a cell has more texture than noise."""
_WINDOW_CELLS = 3.0
"""Area of a cell's smooth window, in areas of a cell."""


@dataclass(frozen=True)
class Band:
    """The band-passed, normalised picture, and the sigma of the smoothing that ends the band at fine detail."""

    picture: Float[Array, "H W"]
    sigma_px: float


@dataclass(frozen=True)
class Cells:
    """Shifts of the cells in px, with two inverse covariances.

    `information` is small where the frames do not resemble each other: for fitting. `texture` knows only how much there
    is to see, at the picture's typical error: for judging a fit, where cells that fit badly must count like the others.
    """

    u: Float[Array, " n"]
    v: Float[Array, " n"]
    shift_px: Float[Array, "n 2"]
    information: Float[Array, "n 2 2"]
    texture: Float[Array, "n 2 2"]
    rows: int
    columns: int


def bands_of(grey: Float[Array, "H W"], sigmas_px: tuple[float, ...]) -> list[Band]:
    """Return the picture in bands of an octave and a half above each sigma, divided by the local contrast."""
    import cv2

    found = []
    for sigma in sigmas_px:
        band = cv2.GaussianBlur(grey, (0, 0), sigma) - cv2.GaussianBlur(grey, (0, 0), 3 * sigma)
        contrast = cv2.GaussianBlur(band * band, (0, 0), 6 * sigma)
        found.append(Band(band / np.sqrt(contrast + _LEAST_CONTRAST**2), sigma))
    return found


def measure_cells(first: Band, second: Band, displacement: Float[Array, "H W 2"]) -> Cells:
    """Measure, cell by cell, what the displacement lacks to bring the second picture onto the first."""
    import cv2

    size = (first.picture.shape[0], first.picture.shape[1])
    moved, inside = warped(second.picture, displacement)
    mean = (first.picture + moved) / 2
    slope_x, slope_y = (cv2.Sobel(mean, cv2.CV_32F, *order, ksize=3, scale=1 / 8) for order in ((1, 0), (0, 1)))
    difference = first.picture - moved
    pairs = (
        (slope_x, slope_x), (slope_x, slope_y), (slope_y, slope_y), (slope_x, difference), (slope_y, difference),
        (difference, difference), (mean, mean),
    )  # fmt: skip
    cell_px = max(_LEAST_CELL_PX, max(size) / _CELLS_ALONG)
    rows, columns = (max(2, round(n / cell_px)) for n in size)
    xx, xy, yy, x_, y_, error, power = (_cell_means(a * b * inside, rows, columns) for a, b in pairs)
    slopes = np.stack([np.stack([xx, xy], -1), np.stack([xy, yy], -1)], -2)
    # A little of the largest slope's square keeps parts without texture from having wild shifts.
    solved = slopes + (1e-3 * (xx + yy) + 1e-6)[:, None, None] * np.eye(2)
    shift = np.linalg.solve(solved, np.stack([x_, y_], -1)[..., None])[..., 0]
    samples = _WINDOW_CELLS * size[0] * size[1] / (rows * columns) / (4 * np.pi * first.sigma_px**2)
    # Where the pictures do not resemble each other the slopes are those of noise, and say nothing.
    alike = ((power - error / 4) / (power + error / 4 + 1e-9)).clip(0, 1)
    weight = samples * np.where(alike > 0.3, alike, 0) / (error + 0.01 * power + 1e-6)
    seen = power > _SEEN
    typical = float(np.median((error + 0.01 * power)[seen])) if seen.any() else np.inf
    v, u = np.meshgrid(*((2 * np.arange(n) + 1) / n - 1 for n in (rows, columns)), indexing="ij")
    return Cells(u.ravel(), v.ravel(), shift, slopes * weight[:, None, None], slopes * samples / typical, rows, columns)


def spread(shift_px: Float[Array, "n 2"], rows: int, columns: int, size: tuple[int, int]) -> Float[Array, "H W 2"]:
    """Return the shifts of rows x columns cells at every pixel, linear between the cells' centres."""
    import cv2

    grid = shift_px.reshape(rows, columns, 2).astype(np.float32)
    return np.asarray(cv2.resize(grid, (size[1], size[0]), interpolation=cv2.INTER_LINEAR))


def warped(picture: Float[Array, "H W"], displacement: Float[Array, "H W 2"]) -> tuple[Array, Array]:
    """Return the picture at the displaced places, and 1 where these are inside it."""
    import cv2

    height, width = picture.shape
    place = displacement.copy()
    place[..., 0] += np.arange(width, dtype=np.float32)
    place[..., 1] += np.arange(height, dtype=np.float32)[:, None]
    inside = (place >= 0).all(-1) & (place[..., 0] <= width - 1) & (place[..., 1] <= height - 1)
    moved = cv2.remap(picture, place[..., 0], place[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(moved), inside.astype(np.float32)


def _cell_means(values: Float[Array, "H W"], rows: int, columns: int) -> Float[Array, " n"]:
    """Return the mean in smooth windows about the centres of rows x columns cells, row by row."""
    import cv2

    fine = cv2.resize(values, (_FINER * columns, _FINER * rows), interpolation=cv2.INTER_AREA)
    fine = cv2.GaussianBlur(fine, (0, 0), _FINER / 2)
    return cv2.resize(fine, (columns, rows), interpolation=cv2.INTER_AREA).ravel().astype(np.float64)
