"""A camera with Gaussian blur from planes: of Gaussians, d is all that two pictures show.

A focus pair has d affine in 1/z (the paper's linear map); an aperture pair has d = c (1/z − q₀)². How d is shared
between the two pictures (h) is found from their contrast: the pictures of both settings must fall on one curve of
contrast against blur. Depth does not depend on it.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from blurry_edges.calibrate.planes import PlaneMeasurement
from blurry_edges.calibrate.result import Body, Calibration, Kind, jackknife
from blurry_edges.errors import DataError
from blurry_edges.optics import Camera
from blurry_edges.typing import Array

__all__ = ["DFit", "calibrate_by_variance", "fit_line", "fit_square"]

_CANDIDATES = 180


def calibrate_by_variance(
    planes: tuple[PlaneMeasurement, ...], kind: Literal["auto", "focus", "aperture"], body: Body
) -> Calibration:
    """Fit a camera with Gaussian blur to the d of planes, sorted by their distance."""
    fits = {"focus": fit_line(planes), "aperture": fit_square(planes)}
    kept: Kind = "aperture" if kind == "aperture" else "focus"
    if kind == "auto" and fits["aperture"].misfit < fits["focus"].misfit:
        kept = "aperture"
    fit = fits[kept]
    cameras = (_focus_cameras if kept == "focus" else _aperture_cameras)(planes, fit, body)
    others, missed_px2 = _left_out(planes, kept)
    predicted, errors = [], []
    for plane in planes:
        depth, valid = cameras[0].depth_from_d(np.array([plane.d_px2]))
        predicted.append(float(depth[0]) if valid[0] else math.nan)
        slope = abs(cameras[0].d_slope_px2_per_m(plane.distance_m))
        errors.append(max(plane.d_se_px2, missed_px2) / max(slope, 1e-12))
    scatter = [jackknife([other.coefficients[index] for other in others]) for index in (0, 1)]
    coefficient_errors = (max(fit.standard_errors[0], scatter[0]), max(fit.standard_errors[1], scatter[1]))
    return Calibration(
        cameras[0], kept, planes, fit.coefficients, coefficient_errors, tuple(predicted), tuple(errors),
        _focus_ranges_m(cameras, _focus_error_dpt(others, kept)),
    )  # fmt: skip


@dataclass(frozen=True)
class DFit:
    """A curve through d against inverse distance."""

    coefficients: tuple[float, float]
    standard_errors: tuple[float, float]
    misfit: float
    """Mean squared error relative to the standard errors."""


def fit_line(planes: tuple[PlaneMeasurement, ...]) -> DFit:
    """Fit d = A q + B by least squares."""
    q, d, se = _columns(planes)
    design = np.stack([q, np.ones_like(q)], 1) / se[:, None]
    return _solve(design, d / se, lambda x: (float(x[0]), float(x[1])))


def fit_square(planes: tuple[PlaneMeasurement, ...]) -> DFit:
    """Fit d = c (q − q₀)², from both sides of q₀ as the planes allow."""
    from scipy.optimize import least_squares

    q, d, se = _columns(planes)
    sign = 1.0 if np.median(d) >= 0 else -1.0
    best = None
    for start in (0.8 * q.min(), float(q.mean()), 1.2 * q.max()):
        scale = np.abs(d).max() / max(float(((q - start) ** 2).max()), 1e-9)
        found = least_squares(
            lambda p: (sign * np.exp(p[0]) * (q - p[1]) ** 2 - d) / se, (math.log(scale + 1e-12), start)
        )
        best = found if best is None or found.cost < best.cost else best
    if best is None:
        raise DataError("no curve fits the planes")
    c, q0 = sign * math.exp(best.x[0]), float(best.x[1])
    freedom = max(1, len(q) - 2)
    covariance = np.linalg.pinv(best.jac.T @ best.jac) * max(1.0, 2 * best.cost / freedom)
    errors = (abs(c) * math.sqrt(covariance[0, 0]), math.sqrt(covariance[1, 1]))
    return DFit((c, q0), errors, 2 * best.cost / freedom)


def _columns(planes: tuple[PlaneMeasurement, ...]) -> tuple[Array, Array, Array]:
    q = np.array([1 / plane.distance_m for plane in planes])
    d, se = (np.array([getattr(plane, name) for plane in planes]) for name in ("d_px2", "d_se_px2"))
    # A floor of 1 % of the range: no plane is placed so exactly that one measurement should decide.
    return q, d, np.hypot(se, 0.01 * max(np.ptp(d), 1e-6))


def _solve(design: Array, target: Array, read) -> DFit:  # type: ignore[no-untyped-def]
    solution, *_ = np.linalg.lstsq(design, target, rcond=None)
    freedom = max(1, len(target) - design.shape[1])
    misfit = float(((design @ solution - target) ** 2).sum() / freedom)
    covariance = np.linalg.inv(design.T @ design) * max(1.0, misfit)
    errors = np.sqrt(np.diag(covariance))
    return DFit(read(solution), (float(errors[0]), float(errors[1])), misfit)


def _left_out(planes: tuple[PlaneMeasurement, ...], kind: str) -> tuple[list[DFit], float]:
    """Fits without each distance in turn, and the root mean square in px² by which they miss the d that is left out."""
    fits, misses = [], []
    for distance in sorted({plane.distance_m for plane in planes}):
        rest = tuple(plane for plane in planes if plane.distance_m != distance)
        fit = fit_line(rest) if kind == "focus" else fit_square(rest)
        first, second = fit.coefficients
        d = first / distance + second if kind == "focus" else first * (1 / distance - second) ** 2
        misses += [d - plane.d_px2 for plane in planes if plane.distance_m == distance]
        fits.append(fit)
    return fits, math.sqrt(float(np.square(misses).mean()))


def _focus_cameras(planes: tuple[PlaneMeasurement, ...], fit: DFit, body: Body) -> list[Camera]:
    """Return the cameras with d = A q + B = 4 h t that explain the contrast.

    h is right if the contrast of both settings is one function of their blur.
    """
    A, B = fit.coefficients
    q = np.array([1 / plane.distance_m for plane in planes])

    def blurs(h: float) -> tuple[Array, Array]:
        t = (A * q + B) / (4 * h)
        return np.abs(t + h), np.abs(t - h)

    largest_t = float(np.abs(A * q + B).max()) / 4  # times 1/h
    candidates = np.geomspace(0.05, 5, _CANDIDATES) * math.sqrt(max(largest_t, 1e-3))
    cameras = []
    for h in _plausible_splits(planes, blurs, candidates):
        # t = K (s q + 1 − s ρ): the slope is K s, and t ± h are zero where each setting is in focus.
        slope = abs(A / (4 * h))
        cameras.append(body.camera((-(B + 4 * h * h) / A, -(B - 4 * h * h) / A), (slope, slope)))
    return cameras


def _aperture_cameras(planes: tuple[PlaneMeasurement, ...], fit: DFit, body: Body) -> list[Camera]:
    """Return the cameras with d = (a₋² − a₊²)(q − q₀)² that explain the contrast.

    The larger aperture is right if the contrast of both settings is one function of their blur.
    """
    c, q0 = fit.coefficients
    q = np.array([1 / plane.distance_m for plane in planes])

    def apertures(larger: float) -> tuple[float, float]:
        smaller = math.sqrt(max(larger**2 - abs(c), 1e-12))
        return (larger, smaller) if c > 0 else (smaller, larger)

    def blurs(larger: float) -> tuple[Array, Array]:
        minus, plus = apertures(larger)
        return minus * np.abs(q - q0), plus * np.abs(q - q0)

    candidates = math.sqrt(abs(c)) * np.geomspace(1.02, 4, _CANDIDATES)
    return [body.camera((q0, q0), apertures(larger)) for larger in _plausible_splits(planes, blurs, candidates)]


def _focus_error_dpt(others: list[DFit], kind: Kind) -> float:
    """Return the standard error of the inverse distance at which d is zero, from fits without each distance."""
    zeros = [-fit.coefficients[1] / fit.coefficients[0] if kind == "focus" else fit.coefficients[1] for fit in others]
    return jackknife(zeros)


def _plausible_splits(
    planes: tuple[PlaneMeasurement, ...], blurs: Callable[[float], tuple[Array, Array]], candidates: Array
) -> tuple[float, float, float]:
    """Return the candidate for which log contrast is closest to one smooth function of the blur variance.

    With it the smallest and the largest that are within one standard error of it, by what the contrasts scatter.
    """
    energy = np.log(np.array([plane.contrast for plane in planes]).T.clip(1e-12, None))
    # The same plane looks finer from afar: each distance has its own offset, shared by both settings.
    difference = energy[0] - energy[1]
    costs = []
    for candidate in candidates:
        minus, plus = blurs(float(candidate))
        # A texture with a power-law spectrum loses contrast as k log(1 + σ²/w); its k and w are fitted with it.
        best = math.inf
        for w in np.geomspace(0.1, 20, 16):
            curve = np.log1p(minus**2 / w) - np.log1p(plus**2 / w)
            k = float(np.clip(-(difference @ curve) / max(float(curve @ curve), 1e-12), 0.3, 4.0))
            best = min(best, float(np.square(difference + k * curve).mean()))
        costs.append(best)
    freedom = max(1, len(planes) - 3)  # of the planes, three are spent on the candidate, k and w
    plausible = candidates[np.array(costs) <= min(costs) * (1 + 1 / freedom)]
    return float(candidates[int(np.argmin(costs))]), float(plausible.min()), float(plausible.max())


def _focus_ranges_m(cameras: list[Camera], error_dpt: float) -> tuple[tuple[float, float], tuple[float, float]]:
    """Nearest and farthest focus of I₋ and of I₊ among the cameras, and beyond them by the error of the curve."""
    ranges = []
    for image in (0, 1):
        focus = [1 / camera.focus_distance_m(camera.settings[image]) for camera in cameras]
        low, high = min(focus) - error_dpt, max(focus) + error_dpt
        ranges.append((1 / high if high > 0 else math.inf, 1 / low if low > 0 else math.inf))
    return ranges[0], ranges[1]
