"""Focus stacks: which photographs to use, and in which order."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from blurry_edges.align import align
from blurry_edges.errors import DataError, ImageError
from blurry_edges.estimator.fit import best_misfit
from blurry_edges.optics import Camera, FocusSetting
from blurry_edges.stack import FocusStack
from blurry_edges.typing import Array, Float

__all__ = ["StackPlan", "best_of_stack", "in_focus_quantiles", "plan_stack", "stack_settings"]

_WINDOW_PX = 15
_GOOD_MISFIT = 8.0
_NOTABLE_BREATHING = 0.004
_COUNTED_PHOTONS = 500.0
_SPREADS = ((0.25, 0.75), (0.35, 0.65), (0.42, 0.58), (0.47, 0.53))


@dataclass(frozen=True)
class StackPlan:
    """Photographs of a stack in the order in which estimators take them: the camera's pair first, then the others."""

    files: tuple[Path, ...]
    focus_dpt: tuple[float, ...]
    """Focus of each in dioptres; 0 is infinity."""


def plan_stack(files: Sequence[Path], focus_dpt: Sequence[float], frames: int) -> StackPlan:
    """Choose `frames` photographs, spread evenly over the focus; the pair is a quarter from either end of them."""
    if frames < 2 or len(files) < 2:
        raise DataError(f"a stack of {min(frames, len(files))} photographs has no pair; give two or more")
    order = np.argsort(focus_dpt)
    wanted = np.linspace(focus_dpt[order[0]], focus_dpt[order[-1]], min(frames, len(files)))
    chosen = list(dict.fromkeys(int(order[np.abs(np.asarray(focus_dpt)[order] - x).argmin()]) for x in wanted))
    quarter = (len(chosen) - 1) // 4
    far, near = chosen[quarter], chosen[len(chosen) - 1 - quarter]
    if far == near:
        raise DataError("all photographs of the stack are focused at the same distance; depth needs two different ones")
    ordered = [far, near, *(index for index in chosen if index not in (far, near))]
    return StackPlan(tuple(files[i] for i in ordered), tuple(float(focus_dpt[i]) for i in ordered))


def stack_settings(camera: Camera, focus_dpt: Sequence[float]) -> tuple[FocusSetting, ...]:
    """Return the focus setting of each photograph of a stack; `camera` is that of the first two."""
    powers = (1 / camera.sensor_distance_m + dpt for dpt in focus_dpt)
    return tuple(replace(camera.minus, optical_power_dpt=power) for power in powers)


def best_of_stack(images: Sequence[Float[Array, "H W 3"]], camera: Camera, *, aligned: bool = False) -> tuple[int, int]:
    """Choose two images of a stack whose focus is not known, in the order of the camera's minus and plus.

    A lens moves outwards to focus nearer, which enlarges the image: when that shows, it gives the order, and otherwise
    the order is the one that the camera explains better.

    First those in focus a quarter and three quarters of the way through the scene: between them every depth is blurred
    differently in the two, and sharp enough in one. If their blur differs by more than the camera can explain, nearer
    ones.
    """
    if len(images) < 2:
        raise DataError(f"a stack of {len(images)} photographs has no pair; give two or more")
    tried: dict[tuple[int, int], float] = {}
    for spread in _SPREADS:
        low, high = in_focus_quantiles(images, spread)
        if low == high:
            low, high = (low, low + 1) if low + 1 < len(images) else (low - 1, low)
        try:
            found = _both_orders(images[low], images[high], camera, aligned=aligned)
        except ImageError:
            continue  # these two cannot be aligned; nearer ones may
        tried |= {(low, high): found[0], (high, low): found[1]}
        best = min(tried, key=lambda order: tried[order])
        if tried[best] < _GOOD_MISFIT:
            return best
    if not tried:
        raise ImageError("no two photographs of the stack can be aligned: they do not show the same view")
    return min(tried, key=lambda order: tried[order])


def in_focus_quantiles(images: Sequence[Float[Array, "H W 3"]], quantiles: tuple[float, float]) -> tuple[int, int]:
    """Images by which these shares of the scene have been in focus, weighted by how much there is to see."""
    import cv2

    sharpness = []
    for image in images:
        grey = image.mean(-1).astype(np.float32)
        edges = cv2.Laplacian(cv2.GaussianBlur(grey, (0, 0), 1.0), cv2.CV_32F) ** 2
        sharpness.append(cv2.blur(edges, (_WINDOW_PX, _WINDOW_PX)))
    stack = np.stack(sharpness)
    best, texture = stack.argmax(0), stack.max(0) - stack.min(0)
    weight = np.bincount(best.ravel(), texture.ravel(), minlength=len(images))
    share = np.cumsum(weight) / max(weight.sum(), 1e-12)
    low, high = (min(int(np.searchsorted(share, quantile)), len(images) - 1) for quantile in quantiles)
    return low, high


def _both_orders(
    first: Float[Array, "H W 3"], second: Float[Array, "H W 3"], camera: Camera, *, aligned: bool
) -> tuple[float, float]:
    """Misfit of two photographs as minus and plus, and the other way round."""
    magnification = 1.0
    if aligned:
        first, second, found = align(first, second)
        magnification = found.scale
    pair = FocusStack.of([first, second])
    pair = pair.balanced(pair.corrections(camera))
    brighter = max(1.0, pair.photon_level / _COUNTED_PHOTONS)  # errors of a few per cent are forgiven
    pair = replace(pair, photon_level=pair.photon_level / brighter, read_noise=pair.read_noise / brighter)
    as_given, swapped = (float(best_misfit(pair, camera, swapped=x).quantile(0.8)) for x in (False, True))
    if abs(magnification - 1) < _NOTABLE_BREATHING:
        return as_given, swapped
    minus_is_nearer = camera.focus_distance_m(camera.minus) < camera.focus_distance_m(camera.plus)
    first_is_nearer = magnification < 1
    return (as_given, math.inf) if first_is_nearer == minus_is_nearer else (math.inf, swapped)
