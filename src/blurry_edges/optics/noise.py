"""Photon and read noise: Poisson-Gaussian, with an explicit generator.

Images are linear light divided by the white level; the photon level α is the number of photons of white, the read
noise is in photons. One pixel of irradiance I has the variance (α I + read_noise²) / α².
"""

from typing import Any, TypeVar, overload

import torch

from blurry_edges.typing import Array, Float, Tensor

__all__ = ["capture", "counts", "noise_variance"]

Light = TypeVar("Light", float, Array)


def counts(
    irradiance: Float[Tensor, "*n"],
    photon_level: float | Float[Tensor, "*#n"],
    read_noise: float | Float[Tensor, "*#n"],
    generator: torch.Generator,
) -> Float[Tensor, "*n"]:
    """Photons that the sensor reports: whole, not below zero and not above white."""
    photons = torch.poisson((irradiance * photon_level).clamp_min(0), generator=generator)
    electrons = torch.randn(photons.shape, generator=generator, dtype=photons.dtype, device=photons.device)
    white = torch.as_tensor(photon_level, dtype=photons.dtype, device=photons.device).floor()
    return torch.minimum((photons + read_noise * electrons).round().clamp_min(0), white)


def capture(
    irradiance: Float[Tensor, "*n"],
    photon_level: float | Float[Tensor, "*#n"],
    read_noise: float | Float[Tensor, "*#n"],
    generator: torch.Generator,
) -> Float[Tensor, "*n"]:
    """Photograph a clean image in 0..1: the noisy image on the same scale."""
    return counts(irradiance, photon_level, read_noise, generator) / photon_level


@overload
def noise_variance(irradiance: Light, photon_level: float, read_noise: float) -> Light: ...
@overload
def noise_variance(
    irradiance: Float[Tensor, "*n"],
    photon_level: float | Float[Tensor, "*#n"],
    read_noise: float | Float[Tensor, "*#n"],
) -> Float[Tensor, "*n"]: ...
def noise_variance(irradiance: Any, photon_level: Any, read_noise: Any) -> Any:
    """Variance of `capture` at each pixel, clipping aside; for tensors, arrays and numbers."""
    return (irradiance * photon_level + read_noise**2) / photon_level**2
