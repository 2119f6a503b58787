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
from dataclasses import dataclass

import torch
import torch.nn.functional as F

from blurry_edges.errors import ImageError
from blurry_edges.filters import gaussian_smooth
from blurry_edges.typing import Bool, Float, Tensor

__all__ = ["Balance", "balance"]

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


def balance(
    images: Float[Tensor, "K 3 H W"], largest_blur_px: float = 6.0
) -> tuple[Float[Tensor, "K 3 H W"], tuple[Balance, ...]]:
    """Make all photographs as bright as the first; returns them, and what was found of each of the others.

    Args:
        images: photographs of one scene, aligned.
        largest_blur_px: σ of the largest blur that is to be measured; the comparison must be wider.

    """
    wider = max(1.0, _WINDOW_PER_BLUR * largest_blur_px / _WINDOW_PX)
    windows_px = [min(wider * px, min(images.shape[-2:]) / 4) for px in (_WINDOW_PX, _LOCAL_WINDOW_PX)]
    first = images[0]
    done, found = [first], []
    for other in images[1:]:
        image, what = _balance_one(first, other, *windows_px)
        done.append(image)
        found.append(what)
    return torch.stack(done), tuple(found)


def _balance_one(
    first: Float[Tensor, "3 H W"], other: Float[Tensor, "3 H W"], window_px: float, local_window_px: float
) -> tuple[Float[Tensor, "3 H W"], Balance]:
    usable = _unsaturated(torch.stack([first, other]), window_px)
    if not usable.any():
        raise ImageError("every pixel is saturated in one of the photographs; expose them less")
    wide_first, wide_other = (_local_mean(x, usable, window_px) for x in (first, other))
    ratio = float(wide_first.mean() / wide_other.mean().clamp_min(1e-9))
    if not 1 / _LARGEST_GAIN < ratio < _LARGEST_GAIN:
        times = max(ratio, 1 / max(ratio, 1e-9))
        raise ImageError(f"one photograph is {times:.1f} times as bright as the other; expose both alike")
    local = (wide_other.sum(0) + _DARK) / (wide_first.sum(0) + _DARK)
    factors, offsets, half_d_px2 = _fit(wide_first, wide_other, window_px)
    evened = factors * other + offsets.view(3, 1, 1)
    left, right = (_local_mean(x, usable, local_window_px) for x in (first, evened))
    right = (right + half_d_px2 * _laplacian(left + right) / 2).sum(0) + _DARK
    evened = evened * (left.sum(0) + _DARK) / right.clamp_min(_DARK / 2)
    middle = factors[:, factors.shape[1] // 2, factors.shape[2] // 2]
    quantiles = torch.quantile(_thinned(local), torch.tensor([0.05, 0.95], device=local.device))
    what = Balance(
        gain=float(middle.mean()),
        offset=float(offsets.mean()),
        vignetting=float((factors / middle.view(3, 1, 1) - 1).mean(0).abs().amax()),
        local_ratio=(float(quantiles[0]), float(quantiles[1])),
    )
    return evened.clamp(0, 1), what


def _fit(
    first: Float[Tensor, "3 H W"], other: Float[Tensor, "3 H W"], window_px: float
) -> tuple[Float[Tensor, "3 H W"], Float[Tensor, "3"], Float[Tensor, "H W"]]:
    """Factor at each pixel and offset of each colour that make `other` as bright as `first`, both smoothed; and d/2.

    Errors count in proportion to the brightness and robustly: a tone that is mapped locally must not bend the rest.
    What differs within a window differs everywhere in it, so the picture counts as no more than so many measurements.
    """
    terms = _polynomial(first.shape[-2], first.shape[-1]).to(first)
    step = max(1, int(window_px // 3))
    grid = (..., slice(step // 2, None, step), slice(step // 2, None, step))
    thin = terms[grid].flatten(1).double()
    bend = _laplacian(first + other) / 2
    windows = max(4.0, first.shape[-2] * first.shape[-1] / (4 * math.pi * window_px**2))
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
        factors.append(1 + (solution[: len(thin)].to(terms).view(-1, 1, 1) * terms).sum(0))
        offsets.append(solution[len(thin)].to(first))
        blurs.append((solution[len(thin) + 1 :].to(terms).view(-1, 1, 1) * terms).sum(0))
    return torch.stack(factors), torch.stack(offsets), torch.stack(blurs).mean(0)


def _laplacian(maps: Float[Tensor, "3 H W"]) -> Float[Tensor, "3 H W"]:
    """Sum of the second differences along both axes."""
    kernel = torch.tensor([[0.0, 1, 0], [1, -4, 1], [0, 1, 0]], device=maps.device, dtype=maps.dtype)
    return F.conv2d(F.pad(maps[:, None], (1, 1, 1, 1), mode="replicate"), kernel[None, None])[:, 0]


def _unsaturated(pair: Float[Tensor, "2 3 H W"], window_px: float) -> Bool[Tensor, "H W"]:
    """Where neither photograph has a highlight near by, whose light is lost; single white pixels are noise."""
    white = (pair.amin(1) >= _SATURATED).to(pair).amax(0)[None, None]
    if not white.any():
        return torch.ones_like(white[0, 0], dtype=torch.bool)
    highlight = -F.max_pool2d(-white, 5, 1, 2)
    reach = int(window_px / 2)
    return F.max_pool2d(highlight, 2 * reach + 1, 1, reach)[0, 0] < 0.5


def _polynomial(height: int, width: int) -> Float[Tensor, "6 H W"]:
    """1, x, y, x², x y, y² with x and y from −1 to 1 over the longer side."""
    longer = max(height, width)
    y, x = ((torch.arange(n, dtype=torch.float32) - (n - 1) / 2) / (longer / 2) for n in (height, width))
    y, x = torch.meshgrid(y, x, indexing="ij")
    return torch.stack([torch.ones_like(x), x, y, x * x, x * y, y * y])


def _local_mean(image: Float[Tensor, "3 H W"], usable: Bool[Tensor, "H W"], sigma_px: float) -> Float[Tensor, "3 H W"]:
    """Mean over a Gaussian window of the usable pixels; computed on a coarser grid, where it is as exact."""
    step = max(1, int(sigma_px // 5))
    height, width = usable.shape
    padded = [-(-n // step) * step for n in (height, width)]
    weight = usable.to(image)
    stacked = torch.cat([image * weight, weight[None]])
    pads = (0, padded[1] - width, 0, padded[0] - height)
    small = F.avg_pool2d(F.pad(stacked[None], pads, mode="replicate"), step)[0]
    smooth = gaussian_smooth(small, sigma_px / step)
    mean = smooth[:3] / smooth[3:].clamp_min(1e-6)
    if step == 1:
        return mean
    whole = F.interpolate(mean[None], scale_factor=float(step), mode="bilinear", align_corners=False)[0]
    return whole[:, :height, :width]


def _thinned(values: Float[Tensor, "H W"]) -> Float[Tensor, " n"]:
    """At most 100,000 of the values: enough for quantiles."""
    return values.flatten()[:: max(1, values.numel() // 100_000)]
