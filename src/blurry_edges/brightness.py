"""Brightness: how photographs of one scene differ besides their blur, found and taken away.

Refocusing changes the exposure and moves the vignetting, a black level may be off, phones map tones locally. Blur does
none of this: it does not touch what is wider than itself. So the photographs, smoothed far beyond their blur, should be
equal, and what makes them so can be undone without losing anything that tells depth.

First one gain, one offset and a smooth vignetting for each colour, by least squares over the whole picture; then the
local ratio of what is left. The offset can only be told from the gain over the whole picture, the tones only locally.
What little blur does even to smoothed pictures is d/2 times their Laplacian: it is fitted along with the rest, so that
it is not taken for a difference of brightness.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
import torch.nn.functional as F

from blurry_edges.errors import ImageError
from blurry_edges.filters import gaussian_smooth, interpolated_rows
from blurry_edges.typing import Bool, Float, Tensor

__all__ = ["Balance", "Correction", "balance", "corrected", "find_corrections"]

_WINDOW_PX = 15.0
"""Narrower windows see the blur itself, 8 px cost a fifth of the accuracy; 25 px leave vignetting."""
_LOCAL_WINDOW_PX = 25.0
"""Window of the local ratio: wider, since only the smooth part of what blur does is known there."""
_WINDOW_PER_BLUR = 2.5
_LARGEST_GAIN = 2.0
_SATURATED = 0.98
_DARK = 0.01
"""Share of white below which brightness is not compared in proportion."""
_PRIOR_SDS = (0.1, 0.05, 0.05, 0.15, 0.05, 0.15, 0.015)
"""How much gain, tilt and curvature of the vignetting, and offset usually differ, where the picture does not tell."""
_RELATIVE_ERROR = 0.02
"""By how much smoothed photographs differ for other reasons, blur and local tones, within one window."""
_BLUR_PRIOR_PX2 = 12.0
"""How much d/2 usually is, at the blur for which the window is meant."""
_ROBUST_FITS = 4
_SPECK_PX = 2
"""White spots this far across from their middle, or smaller, are noise."""
_BAND_ROWS = 512


@dataclass(frozen=True)
class Balance:
    """Correction of one photograph that makes it as bright as the first."""

    gain: float
    """Factor in the middle of the picture, mean of the colours."""
    offset: float
    """Offset that was added, as a share of white."""
    vignetting: float
    """Largest difference of the factor from that in the middle, over the whole picture."""
    local_ratio: tuple[float, float]
    """Local brightness before it was balanced, relative to the first photograph: the 5 % and 95 % quantiles."""


@dataclass(frozen=True)
class Correction:
    """Factors and offsets that make one photograph as bright as the first; found on a coarse grid, for any part."""

    found: Balance
    factors: Float[Tensor, "3 6"]
    """Factor of each colour, as a polynomial over the picture."""
    offsets: Float[Tensor, "3"]
    ratio: Float[Tensor, "h w"]
    """Factor that makes local means equal, on the coarse grid."""
    step_px: int
    """Pixels along one side of a cell of that grid."""
    size: tuple[int, int]
    """Height and width of the picture in px."""

    def applied_to(self, image: Float[Tensor, "3 n m"], rows: slice, columns: slice) -> Float[Tensor, "3 n m"]:
        """Correct the part of the photograph with these rows and columns."""
        y, x = (torch.arange(part.start, part.stop, device=image.device) for part in (rows, columns))
        factors: Tensor = torch.tensordot(self.factors, _polynomial(y, x, self.size), 1)
        whole = [self.step_px * n for n in self.ratio.shape]
        ratio = interpolated_rows(self.ratio[None], rows, (whole[0], whole[1]))[..., columns]
        return ((factors * image + self.offsets.view(3, 1, 1)) * ratio).clamp(0, 1)


def balance(
    images: Float[Tensor, "K 3 H W"], largest_blur_px: float = 6.0
) -> tuple[Float[Tensor, "K 3 H W"], tuple[Balance, ...]]:
    """Make all photographs as bright as the first; returns them, and what was found of each of the others.

    Args:
        images: photographs of one scene, aligned.
        largest_blur_px: σ of the largest blur that is to be measured; the comparison must be wider.

    """
    corrections = find_corrections(images, largest_blur_px)
    return corrected(images, corrections), tuple(correction.found for correction in corrections)


def corrected(images: Float[Tensor, "K 3 H W"], corrections: Sequence[Correction]) -> Float[Tensor, "K 3 H W"]:
    """Apply the corrections of all photographs but the first, in bands of rows."""
    done = images.clone()
    columns = slice(0, images.shape[-1])
    for image, correction in zip(done[1:], corrections, strict=True):
        for first in range(0, images.shape[-2], _BAND_ROWS):
            rows = slice(first, min(first + _BAND_ROWS, images.shape[-2]))
            image[:, rows] = correction.applied_to(image[:, rows], rows, columns)
    return done


def find_corrections(images: Float[Tensor, "K 3 H W"], largest_blur_px: float = 6.0) -> tuple[Correction, ...]:
    """Find how the brightness of each photograph but the first differs from it; see `balance`."""
    wider = max(1.0, _WINDOW_PER_BLUR * largest_blur_px / _WINDOW_PX)
    windows_px = [min(wider * px, min(images.shape[-2:]) / 4) for px in (_WINDOW_PX, _LOCAL_WINDOW_PX)]
    return tuple(_find(images[0], other, *windows_px) for other in images[1:])


def _find(
    first: Float[Tensor, "3 H W"], other: Float[Tensor, "3 H W"], window_px: float, local_window_px: float
) -> Correction:
    usable = _unsaturated(first, other, window_px)
    if not usable.any():
        raise ImageError("every pixel is saturated in one of the photographs; expose them less")
    size, step = (first.shape[-2], first.shape[-1]), max(1, int(window_px // 5))
    weight = _cells(usable[None].to(first), step)
    # Colour by colour: large images should not be in memory once more.
    weighted = [torch.cat([_cells((colour * usable)[None], step) for colour in image]) for image in (first, other)]
    wide_first, wide_other = (_local_mean(x, weight, window_px / step) for x in weighted)
    ratio = float(wide_first.mean() / wide_other.mean().clamp_min(1e-9))
    if not 1 / _LARGEST_GAIN < ratio < _LARGEST_GAIN:
        times = max(ratio, 1 / max(ratio, 1e-9))
        raise ImageError(f"one photograph is {times:.1f} times as bright as the other; expose both alike")
    local = (wide_other.sum(0) + _DARK) / (wide_first.sum(0) + _DARK)
    y, x = (step * torch.arange(n, device=first.device) + (step - 1) / 2 for n in weight.shape[-2:])
    terms = _polynomial(y, x, size)
    coefficients, offsets, half_d_px2 = _fit(wide_first, wide_other, terms, window_px, step)
    factors = torch.tensordot(coefficients, terms, 1)
    evened = factors * weighted[1] + offsets.view(3, 1, 1) * weight
    left, right = (_local_mean(x, weight, local_window_px / step) for x in (weighted[0], evened))
    right = (right + half_d_px2 * _laplacian(left + right) / (2 * step**2)).sum(0) + _DARK
    middle = factors[:, factors.shape[1] // 2, factors.shape[2] // 2]
    quantiles = torch.quantile(_thinned(local), torch.tensor([0.05, 0.95], device=local.device))
    found = Balance(
        gain=float(middle.mean()),
        offset=float(offsets.mean()),
        vignetting=float((factors / middle.view(3, 1, 1) - 1).mean(0).abs().amax()),
        local_ratio=(float(quantiles[0]), float(quantiles[1])),
    )
    return Correction(found, coefficients, offsets, (left.sum(0) + _DARK) / right.clamp_min(_DARK / 2), step, size)


def _fit(
    first: Float[Tensor, "3 h w"],
    other: Float[Tensor, "3 h w"],
    terms: Float[Tensor, "6 h w"],
    window_px: float,
    step_px: int,
) -> tuple[Float[Tensor, "3 6"], Float[Tensor, "3"], Float[Tensor, "h w"]]:
    """Factor, as a polynomial, and offset of each colour that make `other` as bright as `first`; and d/2.

    Both are smoothed.
    Errors count in proportion to the brightness and robustly: a tone that is mapped locally must not bend the rest.
    What differs within a window differs everywhere in it, so the picture counts as no more than so many measurements.
    """
    stride = max(1, int(window_px // (3 * step_px)))
    grid = (..., slice(stride // 2, None, stride), slice(stride // 2, None, stride))
    thin = terms[grid].flatten(1).double()
    bend = _laplacian(first + other) / (2 * step_px**2)
    windows = max(4.0, first.shape[-2] * first.shape[-1] * step_px**2 / (4 * math.pi * window_px**2))
    relative_error = _RELATIVE_ERROR * math.sqrt(thin.shape[1] / windows)
    blur_priors = (_BLUR_PRIOR_PX2 * (window_px / _WINDOW_PX) ** 2,) * len(thin)
    priors = torch.tensor((*_PRIOR_SDS, *blur_priors), device=first.device, dtype=torch.float64)
    factors, offsets, blurs = [], [], []
    for colour in range(3):
        target, source, curved = (x[colour][grid].flatten().double() for x in (first, other, bend))
        columns = torch.cat([thin * source, torch.ones_like(source)[None], thin * curved])
        scale = 1 / (relative_error * (target + _DARK))
        weight = torch.ones_like(target)
        for _ in range(_ROBUST_FITS):
            weighted = columns * (scale * weight.sqrt())
            start = (target - source) * scale * weight.sqrt()
            normal = weighted @ weighted.T + torch.diag(priors**-2)
            solution = torch.linalg.solve(normal, weighted @ start)
            error = (target - source - solution @ columns) * scale
            weight = 1 / (1 + (error * relative_error / (3 * _RELATIVE_ERROR)).square())
        factors.append(solution[: len(thin)].to(terms))
        offsets.append(solution[len(thin)].to(terms))
        blurs.append(solution[len(thin) + 1 :].to(terms))
    one = terms.new_tensor([1.0, 0, 0, 0, 0, 0])
    half_d_px2 = torch.tensordot(torch.stack(blurs).mean(0), terms, 1)
    return one + torch.stack(factors), torch.stack(offsets), half_d_px2


def _laplacian(maps: Float[Tensor, "3 H W"]) -> Float[Tensor, "3 H W"]:
    """Sum of the second differences along both axes."""
    kernel = torch.tensor([[0.0, 1, 0], [1, -4, 1], [0, 1, 0]], device=maps.device, dtype=maps.dtype)
    return F.conv2d(F.pad(maps[:, None], (1, 1, 1, 1), mode="replicate"), kernel[None, None])[:, 0]


def _unsaturated(first: Float[Tensor, "3 H W"], other: Float[Tensor, "3 H W"], window_px: float) -> Bool[Tensor, "H W"]:
    """Where neither photograph has a highlight near by, whose light is lost; single white pixels are noise."""
    white = (first >= _SATURATED).all(0) | (other >= _SATURATED).all(0)
    if not white.any():
        return ~white
    reach, usable = int(window_px / 2), torch.empty_like(white)
    for top in range(0, len(white), _BAND_ROWS):  # in bands, as maps of numbers take 32 times as much as of truths
        begin, bottom = max(0, top - reach - _SPECK_PX), min(top + _BAND_ROWS, len(white))
        seen = white[begin : bottom + reach + _SPECK_PX]
        highlight = -F.max_pool2d(-seen[None, None].to(first), 2 * _SPECK_PX + 1, 1, _SPECK_PX)
        near = F.max_pool2d(highlight, 2 * reach + 1, 1, reach)[0, 0] > 0.5
        usable[top:bottom] = ~near[top - begin : bottom - begin]
    return usable


def _polynomial(rows: Tensor, columns: Tensor, size: tuple[int, int]) -> Float[Tensor, "6 n m"]:
    """1, x, y, x², x y, y² at these rows and columns of a picture, −1 to 1 over its longer side."""
    y, x = ((at - (n - 1) / 2) / (max(size) / 2) for at, n in ((rows, size[0]), (columns, size[1])))
    y, x = torch.meshgrid(y.float(), x.float(), indexing="ij")
    return torch.stack([torch.ones_like(x), x, y, x * x, x * y, y * y])


def _cells(maps: Float[Tensor, "c H W"], step_px: int) -> Float[Tensor, "c h w"]:
    """Average over cells of the coarse grid, on which means over wide windows are as exact."""
    pads = (0, -maps.shape[2] % step_px, 0, -maps.shape[1] % step_px)
    return F.avg_pool2d(F.pad(maps[None], pads, mode="replicate"), step_px)[0]


def _local_mean(
    weighted: Float[Tensor, "3 h w"], weight: Float[Tensor, "1 h w"], sigma_cells: float
) -> Float[Tensor, "3 h w"]:
    """Mean over a Gaussian window of what has a weight."""
    return gaussian_smooth(weighted, sigma_cells) / gaussian_smooth(weight, sigma_cells).clamp_min(1e-6)


def _thinned(values: Float[Tensor, "H W"]) -> Float[Tensor, " n"]:
    """At most 100,000 of the values: enough for quantiles."""
    return values.flatten()[:: max(1, values.numel() // 100_000)]
