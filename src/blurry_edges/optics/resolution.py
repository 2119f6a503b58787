"""How well depth can be known at best: the Cramér-Rao bound of a pair or stack, before a photograph is taken.

In the Fourier domain, K photographs of a surface are I = H(q) T + noise, with H the vector of their transfer functions
at inverse depth q and one unknown texture T. What T could explain of a change of q is lost, so the information is

    J(q) = Σ_ω |T|² / variance · (‖H′‖² − (H·H′)² / ‖H‖²),      H′ = dH/dq,

and no unbiased estimate has a standard deviation below 1/√J. The sum runs over the frequencies of a window in which
depth is constant. The texture is that of natural pictures, whose power falls with the square of the frequency.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch

from blurry_edges.errors import CameraError
from blurry_edges.optics.camera import Camera, FocusSetting
from blurry_edges.optics.noise import noise_variance
from blurry_edges.typing import Array, Float, Tensor

__all__ = ["Conditions", "depth_sd_m", "inverse_depth_sd_dpt"]

_LOWEST_FREQUENCY = 2 * math.pi / 64
"""Of a texture, in rad/px: what is wider than this is not in a window."""
_FREQUENCIES = 48
_STEP_SHARE = 1e-3
_COLOURS = 3


@dataclass(frozen=True)
class Conditions:
    """Texture and light of a photograph."""

    photon_level: float = 1000.0
    """Photons of white in a pixel."""
    read_noise: float = 2.0
    """Read noise in photons."""
    contrast: float = 0.1
    """Standard deviation of the texture in each colour, as a share of white."""
    brightness: float = 0.4
    """Mean brightness, as a share of white."""
    window_px: float = 4.5
    """Standard deviation of the Gaussian window in which depth is taken to be constant."""

    def __post_init__(self) -> None:
        for name in ("photon_level", "contrast", "brightness", "window_px"):
            if not (math.isfinite(getattr(self, name)) and getattr(self, name) > 0):
                raise CameraError(f"{name} is {getattr(self, name)}; it must be a positive number")
        if not self.read_noise >= 0:
            raise CameraError(f"read_noise is {self.read_noise}; it must be zero or more photons")


def depth_sd_m(
    camera: Camera, depth_m: Float[Array, " n"], conditions: Conditions, settings: Sequence[FocusSetting] | None = None
) -> Float[Array, " n"]:
    """Return the least standard deviation of depth in metres at each depth, to first order.

    Args:
        camera: the camera.
        depth_m: depths in metres.
        conditions: texture and light.
        settings: of the photographs; without them, the camera's pair.

    """
    depth = torch.as_tensor(depth_m, dtype=torch.float64)
    slopes = _defocus(camera, camera.settings if settings is None else settings)
    sd: Array = (depth.square() * inverse_depth_sd_dpt(*slopes, 1 / depth, camera, conditions)).numpy()
    return sd


def inverse_depth_sd_dpt(
    slope_px: Float[Tensor, "*c K"],
    offset_px: Float[Tensor, "*c K"],
    inverse_depth_dpt: Float[Tensor, " n"],
    camera: Camera,
    conditions: Conditions,
) -> Float[Tensor, "*c n"]:
    """Return the least standard deviation of 1/z in dioptres, for many choices of settings at once.

    The signed defocus of each photograph in px is `slope_px` times the inverse depth plus `offset_px`.
    """
    omega = torch.linspace(_LOWEST_FREQUENCY, math.pi, _FREQUENCIES, dtype=torch.float64)
    step = _STEP_SHARE / float(slope_px.abs().max())

    def transfers(shift: float) -> Float[Tensor, "*c n K f"]:
        defocus = slope_px.unsqueeze(-2) * (inverse_depth_dpt + shift).unsqueeze(-1) + offset_px.unsqueeze(-2)
        return camera.psf.transfer(omega * defocus.abs().unsqueeze(-1))

    here, change = transfers(0), (transfers(step) - transfers(-step)) / (2 * step)
    norm = here.square().sum(-2).clamp_min(1e-12)
    information = change.square().sum(-2) - (here * change).sum(-2).square() / norm
    # Power 1/ω² over the plane, with the total variance of the texture; d²ω / (2π)² is ω dω / (2π).
    width = float(omega[1] - omega[0])
    power = omega**-2 / (omega**-1 * width / (2 * math.pi)).sum() * conditions.contrast**2
    variance = noise_variance(conditions.brightness, conditions.photon_level, conditions.read_noise)
    pixels = 4 * math.pi * conditions.window_px**2
    per_pixel = (information.clamp_min(0) * power * omega).sum(-1) * width / (2 * math.pi) / variance
    return (_COLOURS * pixels * per_pixel).rsqrt()


def _defocus(camera: Camera, settings: Sequence[FocusSetting]) -> tuple[Float[Tensor, " K"], Float[Tensor, " K"]]:
    """Slope and offset of the signed defocus of each photograph in px, by inverse depth."""
    pitch, sensor = camera.image_pitch_m, camera.sensor_distance_m
    slopes = [setting.aperture_sigma_m * sensor / pitch for setting in settings]
    offsets = [s.aperture_sigma_m / pitch * (1 - sensor * s.optical_power_dpt) for s in settings]
    return torch.tensor(slopes, dtype=torch.float64), torch.tensor(offsets, dtype=torch.float64)
