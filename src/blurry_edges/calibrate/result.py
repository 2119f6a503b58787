"""Result of a calibration: a camera, and how well it is known."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from blurry_edges.calibrate.planes import PlaneMeasurement
from blurry_edges.optics import Camera, FocusSetting, Psf

__all__ = ["Body", "Calibration", "Kind", "jackknife"]

Kind = Literal["focus", "aperture"]


@dataclass(frozen=True)
class Calibration:
    """A camera and how well it is known."""

    camera: Camera
    kind: Kind
    planes: tuple[PlaneMeasurement, ...]
    coefficients: tuple[float, float]
    """focus: d = A/z + B in px² m and px²; aperture: d = c (1/z − q₀)² in px² m² and 1/m."""
    standard_errors: tuple[float, float]
    predicted_m: tuple[float, ...]
    """Distance of each plane as the camera sees it."""
    predicted_se_m: tuple[float, ...]
    """Standard error of that: by how much planes are missed that the fit has not seen."""
    focus_range_m: tuple[tuple[float, float], tuple[float, float]]
    """Nearest and farthest distance at which I₋ may be sharp, and I₊. d(z) alone does not tell them."""

    @property
    def worst_relative_error(self) -> float:
        """Largest |predicted − true| / true over the planes."""
        return max(abs(p / plane.distance_m - 1) for p, plane in zip(self.predicted_m, self.planes, strict=True))


@dataclass(frozen=True)
class Body:
    """Constants of a camera that are given, not fitted."""

    sensor_distance_m: float
    pixel_pitch_m: float
    depth_range_m: tuple[float, float]
    name: str
    psf: Psf

    def camera(self, focus_dpt: tuple[float, float], blur_px_per_dpt: tuple[float, float]) -> Camera:
        """Return the camera that is sharp at these inverse distances and gains so much blur in a dioptre from them."""
        sigmas = [blur * self.pixel_pitch_m / self.sensor_distance_m for blur in blur_px_per_dpt]
        minus, plus = (
            FocusSetting(1 / self.sensor_distance_m + q, sigma) for q, sigma in zip(focus_dpt, sigmas, strict=True)
        )
        return Camera(
            minus, plus, self.sensor_distance_m, self.pixel_pitch_m, self.depth_range_m, name=self.name, psf=self.psf
        )


def jackknife(values: Sequence[float]) -> float:
    """Return the standard error of an estimate from its values without each distance in turn."""
    count = len(values)
    return math.sqrt((count - 1) / count * float(np.square(np.array(values) - np.mean(values)).sum()))
