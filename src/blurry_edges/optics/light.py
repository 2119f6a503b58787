"""Illuminance of a photograph from its noise: Table 1 of the paper and section S1 of its supplement."""

from dataclasses import dataclass

__all__ = ["LightMeter", "photon_level_from_noise"]

_PLANCK_J_S = 6.626e-34
_LIGHT_SPEED_M_S = 3e8
_LUMINOUS_EFFICACY_LM_W = 683.0


def photon_level_from_noise(noise_sd_lsb: float, read_noise: float = 2.0) -> float:
    """Return the photon level α at which white has a noise of `noise_sd_lsb` on a scale of 0..255.

    Solves √(α + σ²) / α · 255 = SD for α, with σ the read noise in photons.
    """
    if noise_sd_lsb <= 0:
        raise ValueError(f"noise_sd_lsb is {noise_sd_lsb}; it must be positive")
    squared = (noise_sd_lsb / 255) ** 2
    return float((1 + (1 + 4 * squared * read_noise**2) ** 0.5) / (2 * squared))


@dataclass(frozen=True)
class LightMeter:
    """The common camera with which the paper turns a photon level into illuminance."""

    pixel_pitch_m: float = 5.93e-6
    exposure_s: float = 1 / 200
    f_number: float = 5.6
    quantum_efficiency: float = 0.73
    wavelength_m: float = 532e-9
    luminous_efficiency: float = 0.83
    """V(λ), photopic sensitivity of the eye at the wavelength."""

    def illuminance_lux(self, photon_level: float) -> float:
        """Return the illuminance in lux at which white gives `photon_level` photons in a pixel."""
        photon_energy_j = _PLANCK_J_S * _LIGHT_SPEED_M_S / self.wavelength_m
        pixel_power_w = photon_level / (self.exposure_s * self.quantum_efficiency) * photon_energy_j
        radiance_factor = 8 * self.f_number**2 / self.pixel_pitch_m**2
        return radiance_factor * pixel_power_w * _LUMINOUS_EFFICACY_LM_W * self.luminous_efficiency
