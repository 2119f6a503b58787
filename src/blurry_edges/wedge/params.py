"""Parameters of wedges and their codes: the only place that knows angle conventions.

Lengths are in half patches: a patch spans −1..1, so with 21 px a length of 1 is 10 px. Angles are in radians,
from the x axis (right) towards the y axis (down).
"""

import math
from dataclasses import dataclass

import torch

from blurry_edges.typing import Float, Tensor

__all__ = [
    "Wedges",
    "angles_from_opening",
    "code_from_eta",
    "eta_from_code",
    "opening_from_angles",
]


def angles_from_opening(start_opening: Float[Tensor, "*n 2"]) -> Float[Tensor, "*n 2"]:
    """Turn (start, opening), as networks predict them, into the paper's (θ₁, θ₂); the opening is mod 2π."""
    start, opening = start_opening.unbind(-1)
    return torch.stack([start, start + opening.remainder(math.tau)], -1)


def opening_from_angles(angles: Float[Tensor, "*n 2"]) -> Float[Tensor, "*n 2"]:
    """Turn (θ₁, θ₂) into (start, opening), both mod 2π."""
    start, end = angles.unbind(-1)
    return torch.stack([start, end - start], -1).remainder(math.tau)


def eta_from_code(code: Float[Tensor, "*n"]) -> Float[Tensor, "*n"]:
    """Smoothness η = 10^(2 erf(p) − 2) of a network's raw output p: from 1e-4 to 1 half patch."""
    return torch.exp(2 * math.log(10) * (torch.erf(code) - 1))


def code_from_eta(eta: Float[Tensor, "*n"]) -> Float[Tensor, "*n"]:
    """Invert `eta_from_code`; η at or beyond an end of the range gets the last finite code of that end."""
    last = 1 - torch.finfo(eta.dtype).eps
    return torch.erfinv((eta.log10() / 2 + 1).clamp(-last, last))


@dataclass(frozen=True)
class Wedges:
    """The l wedges of each patch, or of each patch pair, without their colours; wedge l is in front.

    The two patches of a pair share geometry and differ in smoothness.
    """

    vertex: Float[Tensor, "*n l 2"]
    """p_i = (x_i, y_i), from the centre of the patch."""
    angles: Float[Tensor, "*n l 2"]
    """θ_i = (θ_i1, θ_i2), angles of the starting and the ending edge; the wedge lies between, mod 2π."""
    eta: Float[Tensor, "*n l"] | Float[Tensor, "*n 2 l"]
    """η_i, smoothness of the boundary: standard deviation of its blur; of a pair that of I₋, then of I₊."""
