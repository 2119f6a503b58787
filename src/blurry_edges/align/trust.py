"""When an alignment cannot be trusted."""

import math

from blurry_edges.align.alignment import Alignment
from blurry_edges.errors import ImageError

__all__ = ["require_trust"]

_LEAST_CORRELATION = 0.75
_LARGEST_SCALE = 0.12
_LARGEST_SHIFT = 0.12
_LARGEST_RESIDUAL = 0.0012
"""As a share of the picture's diagonal: the same view at twice the resolution moves by twice as many px."""
_LEAST_LIMIT_PX = 0.75
"""Of small pictures a share of the diagonal is less than can be measured."""


def require_trust(found: Alignment) -> None:
    """Raise an error that says why, when an alignment is not to be used."""
    height, width = found.size
    x, y = found.shift_px()
    limit_px = max(_LEAST_LIMIT_PX, _LARGEST_RESIDUAL * math.hypot(height, width))
    problems = [
        (not found.correlation >= _LEAST_CORRELATION, f"their correlation is only {found.correlation:.2f}"),
        (abs(found.scale - 1) > _LARGEST_SCALE, f"one is {found.scale:.2f} times as large"),
        (max(abs(x) / width, abs(y) / height) > _LARGEST_SHIFT, f"one is shifted by ({x:.0f}, {y:.0f}) px"),
        (
            found.residual_px > limit_px,
            f"parts still move by {found.residual_px:.1f} px, more than {limit_px:.1f} px: a moving scene?",
        ),
    ]
    for wrong, reason in problems:
        if wrong:
            raise ImageError(f"the alignment of the photographs cannot be trusted: {reason}")
