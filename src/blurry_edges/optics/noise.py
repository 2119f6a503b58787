"""Photon and read noise: Poisson-Gaussian, with an explicit generator.

Images are linear light divided by the white level; the photon level α is the number of photons of white, the read
noise is in photons. One pixel of irradiance I has the variance (α I + read_noise²) / α².
"""

import torch

from blurry_edges.typing import Float, Tensor

__all__ = ["capture", "counts", "noise_variance"]


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


def noise_variance(
    irradiance: Float[Tensor, "*n"],
    photon_level: float | Float[Tensor, "*#n"],
    read_noise: float | Float[Tensor, "*#n"],
) -> Float[Tensor, "*n"]:
    """Variance of `capture` at each pixel, clipping aside."""
    return (irradiance * photon_level + read_noise**2) / photon_level**2
