"""Alignment of two frames: where each pixel of the reference frame lies in the other frame."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from blurry_edges.align.displacement import AFFINE, TERMS, affine_terms, displacements
from blurry_edges.errors import DataError
from blurry_edges.typing import Array, Bool, Float

__all__ = ["Alignment"]


@dataclass(frozen=True)
class Alignment:
    """A smooth map from pixels of the reference (minus) frame to those of the other frame, and how well it fits."""

    matrix: Float[Array, "2 3"]
    """The affine part, in px."""
    remainder: Float[Array, "2 7"]
    """Terms of second and third degree, in px, x and y; zeros for an affine map. See `displacement.py`."""
    size: tuple[int, int]
    """Height and width of the frames."""
    correlation: float
    """Correlation of the two frames after alignment, smoothed."""
    residual_px: float
    """Residual displacement in px: the median length of the shifts of parts of the picture that the fit has not seen.

    The measurement's own noise is taken off. NaN when too little of the picture has texture to tell.
    """

    @classmethod
    def identity(cls, size: tuple[int, int]) -> "Alignment":
        """Return the alignment of a frame with itself."""
        return cls(np.eye(2, 3), np.zeros((2, TERMS - AFFINE)), size, 1.0, 0.0)

    @property
    def scale(self) -> float:
        """Magnification of the other frame relative to the reference."""
        return math.sqrt(abs(float(np.linalg.det(self.matrix[:, :2]))))

    def shift_px(self, size: tuple[int, int] | None = None) -> tuple[float, float]:
        """Return the shift of the image centre in px, x and y."""
        height, width = size or self.size
        centre = np.array([(width - 1) / 2, (height - 1) / 2, 1.0])
        shift = self.matrix @ centre - centre[:2]
        return float(shift[0]), float(shift[1])

    def terms(self) -> Float[Array, "2 10"]:
        """Return the whole map as the terms of one displacement field."""
        return np.column_stack([affine_terms(self.matrix, self.size), self.remainder])

    def displacement_px(self) -> Float[Array, "H W 2"]:
        """Return where each reference pixel lies in the other frame, minus its own place, x and y in px."""
        return displacements(self.terms(), self.size)

    def warp(self, image: Float[Array, "H W 3"]) -> Float[Array, "H W 3"]:
        """Bring the other frame into the reference frame, in full size; beyond its border the border is repeated."""
        import cv2

        if image.shape[:2] != self.size:
            raise DataError(f"the alignment is for images of {self.size} px, not of {image.shape[:2]}")
        place = self._places()
        moved = cv2.remap(
            image.astype(np.float32), place[..., 0], place[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(moved).clip(0, 1)

    def seen(self) -> Bool[Array, "H W"]:
        """Return which reference pixels the other frame shows."""
        height, width = self.size
        place = self._places()
        # A thousandth of a px of rounding must not hide a border that is shown.
        return (place > -1e-3).all(-1) & (place[..., 0] < width - 1 + 1e-3) & (place[..., 1] < height - 1 + 1e-3)

    def describe(self, size: tuple[int, int] | None = None) -> str:
        """Say what was found in one line."""
        x, y = self.shift_px(size)
        percent = 100 * (self.scale - 1)
        left = "what is left could not be measured" if math.isnan(self.residual_px) else (
            f"after alignment {self.residual_px:.2f} px are left"
        )  # fmt: skip
        return (
            f"plus is {abs(percent):.2f} % {'smaller' if percent < 0 else 'larger'} and shifted by "
            f"({x:+.2f}, {y:+.2f}) px{self._bending()}; {left}, correlation {self.correlation:.3f}"
        )

    def as_facts(self) -> dict[str, Any]:
        """Return plain data, fit for JSON, from which `from_facts` makes the alignment again."""
        return {
            "matrix": self.matrix.tolist(),
            "remainder": self.remainder.tolist(),
            "height_px": self.size[0],
            "width_px": self.size[1],
            "correlation": self.correlation,
            "residual_px": None if math.isnan(self.residual_px) else self.residual_px,
        }

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> "Alignment":
        """Return the alignment that `as_facts` wrote down."""
        try:
            matrix, remainder = (np.array(facts[name], np.float64) for name in ("matrix", "remainder"))
            size = (int(facts["height_px"]), int(facts["width_px"]))
            left = math.nan if facts["residual_px"] is None else float(facts["residual_px"])
            correlation = float(facts["correlation"])
        except (KeyError, TypeError, ValueError) as error:
            raise DataError(f"this is no alignment: {error!r}") from error
        if matrix.shape != (2, 3) or remainder.shape != (2, TERMS - AFFINE) or min(size) < 1:
            raise DataError(f"this is no alignment: sizes {matrix.shape}, {remainder.shape}, {size} px")
        if not (np.isfinite(matrix).all() and np.isfinite(remainder).all()):
            raise DataError("this is no alignment: it holds numbers that are not finite")
        return cls(matrix, remainder, size, correlation, left)

    def _places(self) -> Float[Array, "H W 2"]:
        """Return where each reference pixel lies in the other frame, x and y in px."""
        place = self.displacement_px()
        place[..., 0] += np.arange(self.size[1], dtype=np.float32)
        place[..., 1] += np.arange(self.size[0], dtype=np.float32)[:, None]
        return place

    def _bending(self) -> str:
        """Say how far the map bends from an affine one at most, along the borders, or nothing."""
        if not self.remainder.any():
            return ""
        terms = np.column_stack([np.zeros((2, AFFINE)), self.remainder])
        # A coarse grid is enough: the polynomials are smooth.
        most = float(np.hypot(*np.moveaxis(displacements(terms, (33, 33)), -1, 0)).max())
        return f", bent by up to {most:.2f} px"
