"""Filters that more than one package needs."""

import functools
import math

import torch
import torch.nn.functional as F

from blurry_edges.typing import Float, Tensor

__all__ = ["gaussian_smooth", "interpolated_rows"]


_SMALL_SIDE_PX = 256
_WIDE_WINDOW_SHARE = 1 / 12
"""Small maps, and those of which the window is so large a share, are smoothed by matrix products."""


def gaussian_smooth(maps: Float[Tensor, "*n H W"], sigma_px: float) -> Float[Tensor, "*n H W"]:
    """Average with a Gaussian window; at the borders the maps are mirrored."""
    height, width = maps.shape[-2:]
    radius = min(math.ceil(3 * sigma_px), height - 1, width - 1)
    if max(height, width) <= max(_SMALL_SIDE_PX, (2 * radius + 1) / _WIDE_WINDOW_SHARE):
        rows, columns = (
            _smoothing_matrix(length, radius, sigma_px, maps.dtype, maps.device) for length in (height, width)
        )
        return rows @ maps @ columns.T
    kernel = _kernel(radius, sigma_px)
    flat = F.pad(maps.reshape(-1, 1, height, width), (radius,) * 4, mode="reflect")
    return _weighted_shifts(_weighted_shifts(flat, kernel, -2), kernel, -1).view(maps.shape)


def interpolated_rows(maps: Float[Tensor, "c h w"], rows: slice, size: tuple[int, int]) -> Float[Tensor, "c n W"]:
    """Return some rows of maps at another size, without making the others: bilinear, as `F.interpolate` does it."""
    if maps.shape[-2:] == size:
        return maps[:, rows]
    height = maps.shape[-2]
    place = ((torch.arange(rows.start, rows.stop) + 0.5) * (height / size[0]) - 0.5).clamp(0, height - 1)
    above = place.long().clamp(max=max(height - 2, 0))
    below = (above + 1).clamp(max=height - 1)
    band = torch.lerp(maps[:, above], maps[:, below], (place - above).to(maps)[:, None])
    return F.interpolate(band.unsqueeze(0), (len(place), size[1]), mode="bilinear", align_corners=False)[0]


def _weighted_shifts(maps: Float[Tensor, "n 1 H W"], kernel: list[float], axis: int) -> Float[Tensor, "n 1 h w"]:
    """Sum of shifted maps, as far as all of them reach: an eighth of the time and memory that `conv2d` takes."""
    length = maps.shape[axis] - len(kernel) + 1
    total = maps.narrow(axis, 0, length) * kernel[0]
    for first, weight in enumerate(kernel[1:], 1):
        total.add_(maps.narrow(axis, first, length), alpha=weight)
    return total


def _kernel(radius: int, sigma_px: float) -> list[float]:
    """Return the weights of a window, as numbers: tensors would become unknowns where a graph is exported."""
    kernel = [math.exp(-(offset**2) / (2 * sigma_px**2)) for offset in range(-radius, radius + 1)]
    total = sum(kernel)
    return [weight / total for weight in kernel]


@functools.lru_cache(maxsize=64)
def _smoothing_matrix(
    length: int, radius: int, sigma_px: float, dtype: torch.dtype, device: torch.device
) -> Float[Tensor, "n n"]:
    """Matrix that smooths a vector which is mirrored at both ends."""
    with torch.inference_mode(False):  # what is kept must also serve training
        kernel = torch.tensor(_kernel(radius, sigma_px), dtype=torch.float64)
        rows = torch.arange(length).repeat_interleave(len(kernel))
        columns = (rows + torch.arange(-radius, radius + 1).repeat(length)).abs()
        columns = (length - 1) - ((length - 1) - columns).abs()
        matrix = torch.zeros(length, length, dtype=kernel.dtype)
        matrix.index_put_((rows, columns), kernel.repeat(length), accumulate=True)
        return matrix.to(device, dtype)
