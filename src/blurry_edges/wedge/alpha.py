"""Opacity of wedges: how much of each one a pixel shows."""

import math

import torch

from blurry_edges.typing import Float, Tensor

__all__ = ["alpha_map", "collective_alpha_maps", "composite"]


def alpha_map(distance: Float[Tensor, "*n l R R"], eta: Float[Tensor, "*n l"]) -> Float[Tensor, "*n l R R"]:
    """α_i = [1 + erf(d_i / (√2 η_i))] / 2: opacity of each wedge on its own."""
    scale = (1 / (math.sqrt(2) * eta))[..., None, None]
    return torch.erf(distance * scale).mul_(0.5).add_(0.5)


def composite(alpha: Float[Tensor, "*n l R R"]) -> Float[Tensor, "*n l+1 R R"]:
    """α_{l→i} = α_i ∏_{j>i} (1 − α_j) for i = 0..l: share of each layer in a pixel, background first."""
    *behind, front = alpha.unbind(-3)
    shares, light = [front], 1 - front  # light is what the layers so far let through
    for layer in reversed(behind):
        shares.append(light * layer)
        light = light - shares[-1]
    return torch.stack([light, *reversed(shares)], -3)


def collective_alpha_maps(
    distance: Float[Tensor, "*n l R R"], eta: Float[Tensor, "*n l"]
) -> Float[Tensor, "*n l+1 R R"]:
    """α_{l→i} for i = 0..l from distances and smoothness; the l + 1 maps sum to 1."""
    return composite(alpha_map(distance, eta))
