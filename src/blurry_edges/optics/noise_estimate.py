"""Photon level and read noise from a noisy image pair alone.

The highest spatial frequencies of a photograph hold little but noise. In blocks of 8 x 8 px, the variance of the
highest DCT coefficients against the mean brightness follows v(m) = m/α + (read_noise/α)², a line whose slope is the
photon level. Clipping at black and white bends that line; the bend is part of the model, because at 20 photons it is
most of the line. Blocks with texture lie above the line and are trimmed.
"""

from dataclasses import dataclass

import numpy as np

from blurry_edges.errors import ImageError
from blurry_edges.typing import Array, Float

__all__ = ["NoiseEstimate", "estimate_noise"]

_BLOCK = 8
_FIRST_HIGH_FREQUENCY = 4
_TRIM_PROBABILITY = 0.9
_FITS = 8
_USUAL_READ_NOISE = 2.0
_GAUSSIAN_ABOVE_PHOTONS = 80.0


@dataclass(frozen=True)
class NoiseEstimate:
    """Noise of an image pair."""

    photon_level: float
    """α, photons of white."""
    read_noise: float
    """Standard deviation of the read noise in photons."""


def estimate_noise(images: Float[Array, "*n H W C"]) -> NoiseEstimate:
    """Estimate the noise of images in 0..1 that were taken with the same light, such as a focus pair.

    The read noise is well determined only where it shows: below about a thousand photons, and with dark regions.
    """
    from scipy.optimize import minimize
    from scipy.stats import chi2

    means, variances = _block_statistics(images)
    freedom = (_BLOCK - _FIRST_HIGH_FREQUENCY) ** 2
    limit = chi2.ppf(_TRIM_PROBABILITY, freedom)
    # Mean of a chi-square below the limit, relative to its untrimmed mean.
    trimmed_mean = chi2.cdf(limit, freedom + 2) / _TRIM_PROBABILITY

    def misfit(parameters: Float[Array, "2"], mean: Float[Array, "b"], variance: Float[Array, "b"]) -> float:
        expected = _clipped_variance(mean, *np.exp(parameters)) * trimmed_mean
        return float(np.mean(np.log(expected) + variance / expected))

    parameters = _first_guess(means, variances)
    for _ in range(_FITS):
        expected = _clipped_variance(means, *np.exp(parameters))
        keep = variances * freedom < limit * expected
        if np.count_nonzero(keep) < freedom:
            raise ImageError("cannot estimate the noise: too few smooth blocks; give the photon level instead")
        parameters = minimize(
            misfit, parameters, (means[keep], variances[keep]), "Nelder-Mead", options={"xatol": 1e-3}
        ).x
    slope, floor = np.exp(parameters)
    return NoiseEstimate(photon_level=float(1 / slope), read_noise=float(np.sqrt(floor) / slope))


def _block_statistics(images: Float[Array, "*n H W C"]) -> tuple[Float[Array, "b"], Float[Array, "b"]]:
    """Mean and high-frequency variance of every block of every channel, from dark to bright."""
    from scipy.fft import dctn

    height, width = images.shape[-3] // _BLOCK, images.shape[-2] // _BLOCK
    if height * width == 0:
        raise ImageError(f"images of {images.shape[-3]} x {images.shape[-2]} px are smaller than {_BLOCK} x {_BLOCK}")
    planes = np.moveaxis(images.astype(np.float64), -1, -3)[..., : height * _BLOCK, : width * _BLOCK]
    blocks = planes.reshape(-1, height, _BLOCK, width, _BLOCK).swapaxes(2, 3).reshape(-1, _BLOCK, _BLOCK)
    high = dctn(blocks, axes=(1, 2), norm="ortho")[:, _FIRST_HIGH_FREQUENCY:, _FIRST_HIGH_FREQUENCY:]
    means, variances = blocks.mean((1, 2)), (high**2).mean((1, 2))
    lit = (means > 0) & (variances > 0)
    if np.count_nonzero(lit) < 16:
        raise ImageError("cannot estimate the noise of black or constant images; give the photon level instead")
    # np.interp looks for each value beside the last one: in order, the fit takes a fifth of the time.
    order = np.argsort(means[lit], kind="stable")
    return means[lit][order], variances[lit][order]


def _first_guess(means: Float[Array, "b"], variances: Float[Array, "b"]) -> Float[Array, "2"]:
    """Log slope and log floor of a line through the quieter blocks near mid grey."""
    middle = np.argsort(np.abs(means - np.median(means)))[: max(16, means.size // 4)]
    slope = np.quantile(variances[middle], 0.4) / means[middle].mean()
    return np.log([slope, (_USUAL_READ_NOISE * slope) ** 2])


def _clipped_variance(means: Float[Array, "b"], slope: float, floor: float) -> Float[Array, "b"]:
    """Variance at an observed mean, for noise of variance slope·I + floor clipped to 0..1."""
    irradiance = np.linspace(0, 1.1, 111)
    if slope < 1 / _GAUSSIAN_ABOVE_PHOTONS:
        first, second = _clipped_moments(irradiance, np.sqrt(slope * irradiance + floor))
    else:
        first, second = _poisson_moments(irradiance, 1 / slope, np.sqrt(floor))
    variance: Array = np.interp(means, first, np.maximum(second - first**2, 1e-12))
    return variance


def _poisson_moments(
    irradiance: Float[Array, "m"], photon_level: float, read_sd: float
) -> tuple[Float[Array, "m"], Float[Array, "m"]]:
    """First two moments of clipped Poisson-Gaussian noise: a mixture of Gaussians, one for each photon count."""
    from scipy.stats import poisson

    photons = np.arange(np.ceil(1.1 * photon_level + 6 * np.sqrt(photon_level)))
    weights = poisson.pmf(photons, photon_level * irradiance[:, None])
    first, second = _clipped_moments(photons / photon_level, np.full(photons.shape, read_sd))
    return weights @ first, weights @ second


def _clipped_moments(mean: Float[Array, "m"], sd: Float[Array, "m"]) -> tuple[Float[Array, "m"], Float[Array, "m"]]:
    """First two moments of a Gaussian clipped to 0..1."""
    from scipy.special import ndtr

    sd = np.maximum(sd, 1e-6)
    low, high = -mean / sd, (1 - mean) / sd
    density_low, density_high = (np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi) for x in (low, high))
    inside, white = ndtr(high) - ndtr(low), ndtr(-high)
    spread = sd * (density_low - density_high)
    first = mean * inside + spread + white
    edges = low * density_low - high * density_high
    return first, (mean**2 + sd**2) * inside + 2 * mean * spread + sd**2 * edges + white
