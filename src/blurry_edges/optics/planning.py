"""Which focus settings and aperture to use for a range of depths: those with the smallest largest error over it."""

import math
from dataclasses import dataclass, replace

import torch

from blurry_edges.errors import CameraError
from blurry_edges.optics.camera import Camera, FocusSetting
from blurry_edges.optics.psf import Psf
from blurry_edges.optics.resolution import Conditions, inverse_depth_sd_dpt
from blurry_edges.typing import Float, Tensor

__all__ = ["FocusPlan", "Lens", "plan_focus"]

_STOPS = (1.0, 1.2, 1.4, 1.8, 2.0, 2.4, 2.8, 3.5, 4.0, 4.8, 5.6, 6.7, 8.0, 9.5, 11.0, 13.0, 16.0, 19.0, 22.0)
SOFT_DISC = Psf("disc", soft_rim=0.2)
"""Large discs with a hard rim would still tell depth by their fine rings, which no real lens has."""
_DEPTHS = 25
_CENTRES, _SPREADS = 19, 30
_WIDEST = 1.6
"""Greatest distance between the outermost focus settings, in widths of the range of inverse depth."""


@dataclass(frozen=True)
class Lens:
    """A lens and the sensor behind it."""

    focal_length_m: float
    f_number: float
    """Of the widest aperture that may be used."""
    pixel_pitch_m: float
    """Side of one image pixel."""
    psf: Psf = SOFT_DISC
    """Shape of its blur."""

    def __post_init__(self) -> None:
        for name in ("focal_length_m", "f_number", "pixel_pitch_m"):
            if not (math.isfinite(getattr(self, name)) and getattr(self, name) > 0):
                raise CameraError(f"{name} is {getattr(self, name)}; it must be a positive number")


@dataclass(frozen=True)
class FocusPlan:
    """Focus distances and aperture for a range of depths, and the error to expect."""

    f_number: float
    focus_m: tuple[float, ...]
    """Distances to focus at, farthest first; infinite for infinity."""
    camera: Camera
    """The camera of the middle two photographs."""
    settings: tuple[FocusSetting, ...]
    """Settings of all photographs, farthest focus first."""
    conditions: Conditions
    """With the light that this aperture lets through."""
    worst_sd_dpt: float
    """Largest standard deviation of 1/z over the range, in dioptres."""


def plan_focus(
    lens: Lens,
    range_m: tuple[float, float],
    conditions: Conditions,
    *,
    count: int = 2,
    fixed_aperture: bool = False,
) -> FocusPlan:
    """Choose focus distances, evenly spaced in 1/z, and an aperture.

    Args:
        lens: what is there to be set.
        range_m: nearest and farthest depth of the scene; the farthest may be infinite.
        conditions: texture, and light at the widest aperture; a smaller one lets through less.
        count: photographs to take.
        fixed_aperture: use the lens as it is, without stopping it down.

    Examples:
        >>> from blurry_edges.optics.planning import Lens, plan_focus
        >>> from blurry_edges.optics.resolution import Conditions
        >>> lens = Lens(focal_length_m=0.050, f_number=2.0, pixel_pitch_m=36e-6)
        >>> plan = plan_focus(lens, (1.0, 3.0), Conditions(photon_level=1000.0), fixed_aperture=True)
        >>> [round(z, 2) for z in plan.focus_m]
        [1.65, 1.37]

    """
    near, far = range_m
    if not (lens.focal_length_m < near < far):
        raise CameraError(f"a range of {near:g} to {far:g} m is none: it needs focal length < nearest < farthest")
    if count < 2:
        raise CameraError(f"{count} photographs tell no depth; plan two or more")
    stops = [lens.f_number]
    if not fixed_aperture:
        stops += [stop for stop in _STOPS if stop > 1.05 * lens.f_number]
    plans = [_best_focus(lens, stop, range_m, conditions, count) for stop in stops]
    return min(plans, key=lambda plan: plan.worst_sd_dpt)


def _best_focus(lens: Lens, stop: float, range_m: tuple[float, float], conditions: Conditions, count: int) -> FocusPlan:
    """Search centre and spread of the focus settings at one aperture."""
    nearest, farthest = 1 / range_m[0], 1 / range_m[1]
    light = replace(conditions, photon_level=conditions.photon_level * (lens.f_number / stop) ** 2)
    sensor_m = 1 / (1 / lens.focal_length_m - (nearest + farthest) / 2)
    sigma_m = lens.focal_length_m / stop / 4
    slope = sigma_m * sensor_m / lens.pixel_pitch_m
    sharp = _candidates(nearest, farthest, count)
    depths = torch.linspace(farthest, nearest, _DEPTHS, dtype=torch.float64)
    ends = (1 / nearest, 1 / farthest if farthest > 0 else math.inf)

    def camera(focus_dpt: list[float]) -> Camera:
        middle = (count - 1) // 2
        minus, plus = (FocusSetting(1 / sensor_m + q, sigma_m) for q in focus_dpt[middle : middle + 2])
        return Camera(minus, plus, sensor_m, lens.pixel_pitch_m, ends, name="planned", psf=lens.psf)

    slopes = torch.full_like(sharp, slope)
    sd = inverse_depth_sd_dpt(slopes, -slope * sharp, depths, camera(sharp[0].tolist()), light)
    worst = sd.amax(-1)
    best = int(worst.argmin())
    chosen = sharp[best].tolist()
    settings = tuple(FocusSetting(1 / sensor_m + q, sigma_m) for q in chosen)
    distances = tuple(1 / q if q > 1e-9 else math.inf for q in chosen)
    return FocusPlan(stop, distances, camera(chosen), settings, light, float(worst[best]))


def _candidates(nearest: float, farthest: float, count: int) -> Float[Tensor, "c K"]:
    """Return focus settings in dioptres, smallest first: evenly spaced around centres in the range, none below 0."""
    span = nearest - farthest
    centres = torch.linspace(farthest, nearest, _CENTRES, dtype=torch.float64)
    spreads = torch.linspace(0.02, _WIDEST, _SPREADS, dtype=torch.float64) * span
    unit = torch.linspace(-0.5, 0.5, count, dtype=torch.float64)
    sharp = centres.view(-1, 1, 1) + spreads.view(1, -1, 1) * unit
    sharp = sharp.reshape(-1, count)
    return sharp[sharp.amin(-1) >= 0]
