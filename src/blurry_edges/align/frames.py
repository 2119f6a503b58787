"""Two frames brought together, and all frames of a stack onto one of them."""

from collections.abc import Sequence

import numpy as np

from blurry_edges.align.alignment import Alignment
from blurry_edges.align.displacement import AFFINE, affine_matrix, affine_terms
from blurry_edges.align.estimate import Frame, affine_start, estimate_alignment, refine
from blurry_edges.align.trust import require_trust
from blurry_edges.errors import DataError, ImageError
from blurry_edges.typing import Array, Bool, Float

__all__ = ["align", "align_stack"]


def align(
    minus: Float[Array, "H W 3"], plus: Float[Array, "H W 3"]
) -> tuple[Float[Array, "h w 3"], Float[Array, "h w 3"], Alignment]:
    """Bring plus onto minus and cut both to what they share; refused when the fit cannot be trusted."""
    found = estimate_alignment(minus, plus)
    rows, columns = _common_rectangle(found.seen())
    return minus[rows, columns], np.ascontiguousarray(found.warp(plus)[rows, columns]), found


def align_stack(images: Sequence[Float[Array, "H W 3"]], reference: int, check: bool = True) -> list[Alignment]:
    """Return the alignment of every frame of a stack with the reference frame.

    Frames far apart in focus look different, so that each starts from what its neighbour towards the reference found;
    then it is compared with the reference itself, so that errors do not add up. With `check`, an error says which frame
    cannot be trusted.

    Examples:
        The second photograph of the bundled pair, shifted by 3 px, is brought back onto the first:

        >>> import numpy as np
        >>> import blurry_edges
        >>> demo = blurry_edges.demo_pair()
        >>> shifted = np.roll(demo.plus, 3, axis=1)
        >>> first, second = blurry_edges.align_stack([demo.minus, shifted], reference=0)
        >>> round(float(np.median(second.displacement_px()[..., 0])))
        3
        >>> second.warp(shifted).shape
        (200, 280, 3)

    """
    if not 0 <= reference < len(images):
        raise DataError(f"frame {reference} cannot be the reference of a stack of {len(images)}")
    for index, image in enumerate(images):
        if image.shape != images[reference].shape:
            raise ImageError(f"frame {index} differs in size: {image.shape[:2]} and {images[reference].shape[:2]}")
    origin = Frame.of(images[reference])
    found = {reference: Alignment.identity(origin.size)}
    for step in (-1, 1):
        last = origin
        for index in range(reference + step, len(images) if step > 0 else -1, step):
            frame = Frame.of(images[index])
            try:
                start = _composed(found[index - step], affine_start(last, frame, check=check))
                found[index] = refine(origin, frame, start)
                if check:
                    require_trust(found[index])
            except ImageError as error:
                raise ImageError(f"frame {index} of the stack: {error}") from error
            last = frame
    return [found[index] for index in range(len(images))]


def _composed(before: Alignment, step: Float[Array, "2 10"]) -> Float[Array, "2 10"]:
    """Return the terms of an alignment followed by an affine step; the bending stays: near enough to start."""
    square = [np.vstack([m, [0, 0, 1]]) for m in (affine_matrix(step, before.size), before.matrix)]
    terms = before.terms()
    terms[:, :AFFINE] = affine_terms((square[0] @ square[1])[:2], before.size)
    return terms


def _common_rectangle(seen: Bool[Array, "H W"]) -> tuple[slice, slice]:
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
