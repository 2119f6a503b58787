"""Filters that more than one package needs."""

import functools
import math

import torch
import torch.nn.functional as F

from blurry_edges.typing import Float, Tensor

__all__ = ["gaussian_smooth"]


_LARGEST_MATRIX_SIDE = 256


def gaussian_smooth(maps: Float[Tensor, "*n H W"], sigma_px: float) -> Float[Tensor, "*n H W"]:
    """Average with a Gaussian window; at the borders the maps are mirrored."""
    height, width = maps.shape[-2:]
    radius = min(math.ceil(3 * sigma_px), height - 1, width - 1)
    if max(height, width) <= _LARGEST_MATRIX_SIDE:  # for small maps, two matrix products are several times as fast
        rows, columns = (
            _smoothing_matrix(length, radius, sigma_px, maps.dtype, maps.device) for length in (height, width)
        )
        return rows @ maps @ columns.T
    kernel = _kernel(radius, sigma_px).to(maps)
    flat = F.pad(maps.reshape(-1, 1, height, width), (radius,) * 4, mode="reflect")
    flat = F.conv2d(F.conv2d(flat, kernel.view(1, 1, -1, 1)), kernel.view(1, 1, 1, -1))
    return flat.view(maps.shape)


def _kernel(radius: int, sigma_px: float) -> Float[Tensor, " k"]:
    offsets = torch.arange(-radius, radius + 1, dtype=torch.float64)
    kernel = torch.exp(-offsets.square() / (2 * sigma_px**2))
    return kernel / kernel.sum()


@functools.lru_cache(maxsize=64)
def _smoothing_matrix(
    length: int, radius: int, sigma_px: float, dtype: torch.dtype, device: torch.device
) -> Float[Tensor, "n n"]:
    """Matrix that smooths a vector which is mirrored at both ends."""
    with torch.inference_mode(False):  # what is kept must also serve training
        kernel = _kernel(radius, sigma_px)
        rows = torch.arange(length).repeat_interleave(len(kernel))
        columns = (rows + torch.arange(-radius, radius + 1).repeat(length)).abs()
        columns = (length - 1) - ((length - 1) - columns).abs()
        matrix = torch.zeros(length, length, dtype=kernel.dtype)
        matrix.index_put_((rows, columns), kernel.repeat(length), accumulate=True)
        return matrix.to(device, dtype)
