"""Point spread functions: how a lens spreads the light of a point that is out of focus.

All are radially symmetric and keep their shape when they grow, so each is one function of radius over σ, where σ is the
standard deviation of the blur along one axis. Two functions of equal σ blur low frequencies alike, whatever their
shape: their transfer functions agree to second order in frequency. They differ at high frequencies,
where a disc changes sign.

- gaussian: the paper's.
- disc: an ideal lens with a round aperture. Its radius is R = 2σ.
- disc with a soft rim: the disc convolved with a Gaussian of `soft_rim` R, for what the lens, the demosaicing and the
  apodisation of the rim smear; or with a central obstruction of `obstruction` R, for mirror lenses.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, get_args

import numpy as np
import torch

from blurry_edges.errors import CameraError
from blurry_edges.typing import Array, Float, Tensor

__all__ = ["GAUSSIAN", "Psf", "PsfKind"]

PsfKind = Literal["gaussian", "disc"]
_GAUSSIAN_REACH = 4.0
_SUBPIXELS = 16


@dataclass(frozen=True)
class Psf:
    """The shape of the blur of a point; its size is the camera's σ."""

    kind: str = "gaussian"
    """`gaussian` (the paper's) or `disc` (a real lens)."""
    soft_rim: float = 0.0
    """Disc: standard deviation of the Gaussian that softens the rim, as a share of the disc's radius."""
    obstruction: float = 0.0
    """Disc: radius of the hole in the middle, as a share of the disc's radius."""

    def __post_init__(self) -> None:
        if self.kind not in get_args(PsfKind):
            raise CameraError(f"psf is '{self.kind}'; it must be {' or '.join(map(repr, get_args(PsfKind)))}")
        for field, limit in (("soft_rim", 2.0), ("obstruction", 0.95)):
            value = getattr(self, field)
            if not 0 <= value <= limit:
                raise CameraError(f"{field} of the psf is {value}; a share of the radius is from 0 to {limit:g}")
            if value and self.kind == "gaussian":
                raise CameraError(f"a Gaussian psf has no {field}; leave it out or choose psf 'disc'")

    @property
    def radius_per_sigma(self) -> float:
        """Radius of the disc in units of σ: 2 for a plain disc, infinite for a Gaussian."""
        if self.kind == "gaussian":
            return math.inf
        return 1 / math.sqrt((1 + self.obstruction**2) / 4 + self.soft_rim**2)

    @property
    def reach_per_sigma(self) -> float:
        """Distance in units of σ beyond which there is less than 1e-3 of the light."""
        if self.kind == "gaussian":
            return _GAUSSIAN_REACH
        return self.radius_per_sigma * (1 + _GAUSSIAN_REACH * self.soft_rim)

    def transfer(self, omega_sigma: Float[Tensor, "*n"]) -> Float[Tensor, "*n"]:
        """Transfer function at angular frequency times σ: 1 at zero, 1 − (ω σ)²/2 for small frequencies."""
        if self.kind == "gaussian":
            return torch.exp(-omega_sigma.square() / 2)
        radius, hole = self.radius_per_sigma, self.obstruction
        disc = _airy(omega_sigma * radius)
        if hole:
            disc = (disc - hole**2 * _airy(omega_sigma * radius * hole)) / (1 - hole**2)
        return disc * torch.exp(-(omega_sigma * radius * self.soft_rim).square() / 2)

    def edge_profile(self, offset_per_sigma: Float[Array, "*n"]) -> Float[Array, "*n"]:
        """Brightness across a blurred step from 0 to 1, at distances from its middle in units of σ."""
        from scipy.special import ndtr

        offset = np.asarray(offset_per_sigma, np.float64)
        if self.kind == "gaussian":
            return np.asarray(ndtr(offset))
        if not self.soft_rim:
            return self._hard_edge_profile(offset)
        # The step of a soft disc is that of a hard one, smoothed by the rim's Gaussian.
        nodes, weights = np.polynomial.hermite_e.hermegauss(41)
        shifts = nodes * self.soft_rim * self.radius_per_sigma
        profiles = self._hard_edge_profile(offset[..., None] - shifts)
        return np.asarray(profiles @ (weights / weights.sum()))

    def _hard_edge_profile(self, offset: Float[Array, "*n"]) -> Float[Array, "*n"]:
        def disc(radius: float) -> Array:
            x = np.clip(offset / max(radius, 1e-9), -1, 1)
            return np.asarray(0.5 + (x * np.sqrt(1 - x**2) + np.arcsin(x)) / math.pi)

        outer, hole = disc(self.radius_per_sigma), self.obstruction
        if not hole:
            return outer
        return np.asarray((outer - hole**2 * disc(self.radius_per_sigma * hole)) / (1 - hole**2))

    def kernel(self, sigma_px: float) -> Float[Array, "n n"]:
        """Return the blur of a point on pixels; it sums to 1 and its variance along each axis is σ² exactly."""
        if sigma_px <= 0:
            return np.ones((1, 1))
        return _kernel(self, round(float(sigma_px), 4))

    def as_fields(self) -> dict[str, Any]:
        """Return what a camera file says of it: the kind, and what differs from zero."""
        extra = {name: getattr(self, name) for name in ("soft_rim", "obstruction") if getattr(self, name)}
        return {"kind": self.kind} | extra


GAUSSIAN = Psf()
"""The Gaussian PSF of the paper."""


def _airy(x: Float[Tensor, "*n"]) -> Float[Tensor, "*n"]:
    """2 J₁(x) / x, the transfer function of a disc of radius 1."""
    small = x.abs() < 1e-2
    safe = torch.where(small, torch.ones_like(x), x)
    return torch.where(small, 1 - x.square() / 8, 2 * torch.special.bessel_j1(safe) / safe)


@lru_cache(maxsize=4096)
def _kernel(psf: Psf, sigma_px: float) -> Float[Array, "n n"]:
    """Find the scale at which the sampled kernel has the right variance: sampling alone would change it."""
    radius = math.ceil(psf.reach_per_sigma * sigma_px) + 1
    low, high = 0.0, sigma_px + 1.0
    for _ in range(30):
        middle = (low + high) / 2
        if _axis_variance(_sampled(psf, middle, radius)) < sigma_px**2:
            low = middle
        else:
            high = middle
    kernel = _sampled(psf, high, radius)
    kernel.setflags(write=False)
    return kernel


def _sampled(psf: Psf, sigma_px: float, radius: int) -> Float[Array, "n n"]:
    """Light of a blurred point that falls on each pixel, as a sum over points inside it."""
    inside = (np.arange(_SUBPIXELS) + 0.5) / _SUBPIXELS - 0.5
    axis = (np.arange(-radius, radius + 1)[:, None] + inside).ravel()
    sigma_px = max(sigma_px, 1e-6)
    light = _density(psf, np.hypot(axis[:, None], axis) / sigma_px, 1 / _SUBPIXELS / sigma_px)
    side = 2 * radius + 1
    pixels = light.reshape(side, _SUBPIXELS, side, _SUBPIXELS).sum((1, 3))
    if pixels.sum() <= 0:  # narrower than the spacing of the points
        pixels[radius, radius] = 1.0
    return np.asarray(pixels / pixels.sum())


def _density(psf: Psf, distance_per_sigma: Float[Array, "*n"], step_per_sigma: float) -> Float[Array, "*n"]:
    """Light per area at a distance from the middle, up to a factor; hard rims are as wide as a step of the points."""
    if psf.kind == "gaussian":
        return np.asarray(np.exp(-(distance_per_sigma**2) / 2))
    distance = distance_per_sigma / psf.radius_per_sigma
    if not psf.soft_rim:
        step = step_per_sigma / psf.radius_per_sigma
        outer, hole = (np.clip((radius - distance) / step + 0.5, 0, 1) for radius in (1.0, psf.obstruction))
        return np.asarray(outer - hole if psf.obstruction else outer)
    radii, values = _soft_profile(psf)
    return np.asarray(np.interp(distance, radii, values, right=0.0))


@lru_cache(maxsize=256)
def _soft_profile(psf: Psf) -> tuple[Float[Array, " n"], Float[Array, " n"]]:
    """Radial profile of a soft disc of radius 1: the Hankel transform of its transfer function."""
    from scipy.special import j0

    radii = np.linspace(0, 1 + _GAUSSIAN_REACH * psf.soft_rim, 400)
    omega = np.linspace(0, min(6 / psf.soft_rim, 3000.0), 6000)
    transfer = psf.transfer(torch.from_numpy(omega / psf.radius_per_sigma)).numpy()
    values = np.trapezoid(transfer * omega * j0(radii[:, None] * omega), omega, axis=1)
    return radii, np.maximum(values, 0)


def _axis_variance(kernel: Float[Array, "n n"]) -> float:
    offsets = np.arange(len(kernel)) - len(kernel) // 2
    return float(kernel.sum(0) @ offsets**2)
