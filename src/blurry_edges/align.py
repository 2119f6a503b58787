"""Alignment of the two frames: focus breathing changes the magnification, and a hand moves the camera."""

import math
from dataclasses import dataclass

import numpy as np

from blurry_edges.errors import ImageError
from blurry_edges.typing import Array, Float

__all__ = ["Alignment", "align", "estimate_alignment"]

_LEVELS = 4
_SMOOTHING_PX = 9
"""Window of the smoothing that makes two frames of different focus look alike."""
_LEAST_CORRELATION = 0.75
_LARGEST_SCALE = 0.12
_LARGEST_SHIFT = 0.12
_LARGEST_RESIDUAL_PX = 1.0
_BLOCKS = 5


@dataclass(frozen=True)
class Alignment:
    """An affine map from pixels of the minus frame to those of the plus frame, and how well it fits."""

    matrix: Float[Array, "2 3"]
    correlation: float
    """Correlation of the two smoothed frames after alignment."""
    residual_px: float
    """What is left between the frames: the median length of the shifts of blocks, in px."""

    @property
    def scale(self) -> float:
        """Magnification of the plus frame relative to the minus frame."""
        return math.sqrt(abs(float(np.linalg.det(self.matrix[:, :2]))))

    def shift_px(self, size: tuple[int, int]) -> tuple[float, float]:
        """Shift of the image centre in px, x and y."""
        centre = np.array([(size[1] - 1) / 2, (size[0] - 1) / 2, 1.0])
        shift = self.matrix @ centre - centre[:2]
        return float(shift[0]), float(shift[1])

    def describe(self, size: tuple[int, int]) -> str:
        """Say what was found in one line."""
        x, y = self.shift_px(size)
        return (
            f"plus is {100 * (self.scale - 1):+.2f} % larger and shifted by ({x:+.2f}, {y:+.2f}) px; "
            f"after alignment {self.residual_px:.2f} px are left, correlation {self.correlation:.3f}"
        )


def align(
    minus: Float[Array, "H W 3"], plus: Float[Array, "H W 3"]
) -> tuple[Float[Array, "h w 3"], Float[Array, "h w 3"], Alignment]:
    """Bring plus onto minus and cut both to what they share; refused when the fit cannot be trusted."""
    import cv2

    found = estimate_alignment(minus, plus)
    height, width = minus.shape[:2]
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    warped = cv2.warpAffine(plus, found.matrix.astype(np.float32), (width, height), flags=flags)
    seen = cv2.warpAffine(
        np.ones((height, width), np.float32), found.matrix.astype(np.float32), (width, height), flags=flags
    )
    rows, columns = _common_rectangle(seen > 1 - 1e-3)
    return minus[rows, columns], np.ascontiguousarray(warped[rows, columns].clip(0, 1)), found


def estimate_alignment(minus: Float[Array, "H W 3"], plus: Float[Array, "h w 3"]) -> Alignment:
    """Find the affine map between two frames from coarse to fine; an error when it cannot be trusted."""
    import cv2

    if minus.shape != plus.shape:
        raise ImageError(f"the images differ in size: {minus.shape[:2]} and {plus.shape[:2]}; nothing to align")
    frames = [_prepare(x) for x in (minus, plus)]
    matrix = np.eye(2, 3, dtype=np.float32)
    correlation = 0.0
    criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 100, 1e-6)
    levels = [level for level in range(_LEVELS - 1, -1, -1) if min(minus.shape[:2]) >> level >= 32]
    for level in levels or [0]:
        factor = 0.5**level
        small = [cv2.resize(x, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA) for x in frames]
        scaled = _rescaled(matrix, factor)
        motion = cv2.MOTION_TRANSLATION if level == max(levels or [0]) and level > 0 else cv2.MOTION_AFFINE
        try:
            correlation, scaled = cv2.findTransformECC(small[0], small[1], scaled, motion, criteria)
        except cv2.error as error:
            raise ImageError("the photographs cannot be aligned: they do not show the same view") from error
        matrix = _rescaled(scaled, 1 / factor)
    found = Alignment(matrix.astype(np.float64), float(correlation), _residual_px(frames, matrix))
    _require_trust(found, (minus.shape[0], minus.shape[1]))
    return found


def _require_trust(found: Alignment, size: tuple[int, int]) -> None:
    x, y = found.shift_px(size)
    problems = [
        (found.correlation < _LEAST_CORRELATION, f"their correlation is only {found.correlation:.2f}"),
        (abs(found.scale - 1) > _LARGEST_SCALE, f"one is {found.scale:.2f} times as large"),
        (max(abs(x) / size[1], abs(y) / size[0]) > _LARGEST_SHIFT, f"one is shifted by ({x:.0f}, {y:.0f}) px"),
        (found.residual_px > _LARGEST_RESIDUAL_PX, f"parts still move by {found.residual_px:.1f} px: a moving scene?"),
    ]
    for wrong, reason in problems:
        if wrong:
            raise ImageError(f"the alignment of the photographs cannot be trusted: {reason}")


def _prepare(image: Float[Array, "H W 3"]) -> Float[Array, "H W"]:
    """Grey, compressed as eyes do, so that highlights do not decide, and smoothed."""
    import cv2

    grey = np.sqrt(image.mean(-1).clip(0, None)).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(grey, (_SMOOTHING_PX, _SMOOTHING_PX), 0))


def _rescaled(matrix: Float[Array, "2 3"], factor: float) -> Float[Array, "2 3"]:
    """Return the map between frames resized by `factor`; pixel centres are at whole numbers."""
    scaled = matrix.astype(np.float64).copy()
    offset = (factor - 1) / 2
    # A pixel at x lies at factor (x + 1/2) − 1/2 = factor x + offset after resizing.
    scaled[:, 2] = factor * matrix[:, 2] + offset - matrix[:, :2] @ np.full(2, offset)
    return scaled.astype(np.float32)


def _residual_px(frames: list[Array], matrix: Float[Array, "2 3"]) -> float:
    """Median length of the shifts of blocks after alignment, by phase correlation."""
    import cv2

    height, width = frames[0].shape
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    warped = cv2.warpAffine(frames[1], matrix, (width, height), flags=flags, borderMode=cv2.BORDER_REFLECT)
    block_y, block_x = height // _BLOCKS, width // _BLOCKS
    if min(block_y, block_x) < 16:
        return 0.0
    window = cv2.createHanningWindow((block_x, block_y), cv2.CV_32F)
    lengths = []
    for row in range(_BLOCKS):
        for column in range(_BLOCKS):
            part = (slice(row * block_y, (row + 1) * block_y), slice(column * block_x, (column + 1) * block_x))
            first, second = (np.ascontiguousarray(x[part]) for x in (frames[0], warped))
            if first.std() < 0.01:
                continue  # nothing to hold on to
            (x, y), response = cv2.phaseCorrelate(first - first.mean(), second - second.mean(), window)
            if response > 0.1:
                lengths.append(math.hypot(x, y))
    return float(np.median(lengths)) if lengths else 0.0


def _common_rectangle(seen: Array) -> tuple[slice, slice]:
    """Shrink the frame until all of it is seen by both, at each step from the side that misses most."""
    top, bottom, left, right = 0, seen.shape[0], 0, seen.shape[1]
    while bottom - top > 1 and right - left > 1:
        missing = {
            "top": 1 - seen[top, left:right].mean(),
            "bottom": 1 - seen[bottom - 1, left:right].mean(),
            "left": 1 - seen[top:bottom, left].mean(),
            "right": 1 - seen[top:bottom, right - 1].mean(),
        }
        side = max(missing, key=lambda name: missing[name])
        if missing[side] == 0:
            return slice(top, bottom), slice(left, right)
        top, bottom = top + (side == "top"), bottom - (side == "bottom")
        left, right = left + (side == "left"), right - (side == "right")
    raise ImageError("the photographs cannot be aligned: they share no part of the view")
