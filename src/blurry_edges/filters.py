"""Filters that more than one package needs."""

import math

import torch
import torch.nn.functional as F

from blurry_edges.typing import Float, Tensor

__all__ = ["gaussian_smooth"]


def gaussian_smooth(maps: Float[Tensor, "*n H W"], sigma_px: float) -> Float[Tensor, "*n H W"]:
    """Average with a Gaussian window; at the borders the maps are mirrored."""
    height, width = maps.shape[-2:]
    radius = min(math.ceil(3 * sigma_px), height - 1, width - 1)
    offsets = torch.arange(-radius, radius + 1, dtype=maps.dtype, device=maps.device)
    kernel = torch.exp(-offsets.square() / (2 * sigma_px**2))
    kernel = kernel / kernel.sum()
    flat = F.pad(maps.reshape(-1, 1, height, width), (radius,) * 4, mode="reflect")
    flat = F.conv2d(F.conv2d(flat, kernel.view(1, 1, -1, 1)), kernel.view(1, 1, 1, -1))
    return flat.view(maps.shape)
