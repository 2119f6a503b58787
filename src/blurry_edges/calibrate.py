"""Calibration: pictures of a textured plane at known distances become a camera.

What an estimate needs of a camera is d(z). It is measured at each distance as the d that explains the two pictures
best, with no camera assumed. A focus pair has d affine in 1/z (the paper's linear map); an aperture pair has
d = c (1/z − q₀)². How d is shared between the two pictures (h) is found from their contrast: the pictures of both
settings must fall on one curve of contrast against blur.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import torch

from blurry_edges.errors import DataError
from blurry_edges.evidence import blur_reach_px, misfit_volume, windowed_misfit
from blurry_edges.optics import Camera, FocusSetting, Psf, estimate_noise
from blurry_edges.optics.psf import GAUSSIAN
from blurry_edges.typing import Array, Float

__all__ = ["Calibration", "PlaneMeasurement", "calibrate", "measure_plane"]

_LARGEST_D_PX2 = 60.0
_COARSE_STEPS = 49
_FINE_STEPS = 9
_CANDIDATES = 180
_BLOCK_PX = 24
_WINDOW_SIGMA_PX = 6.0


@dataclass(frozen=True)
class PlaneMeasurement:
    """One distance: the d of its two pictures, and their contrast."""

    distance_m: float
    d_px2: float
    d_se_px2: float
    """Standard error of d, from parts of the picture."""
    contrast: tuple[float, float]
    """Energy of the gradient of I₋ and I₊ without the noise."""


@dataclass(frozen=True)
class Calibration:
    """A camera and how well it is known."""

    camera: Camera
    kind: Literal["focus", "aperture"]
    planes: tuple[PlaneMeasurement, ...]
    coefficients: tuple[float, float]
    """focus: d = A/z + B in px² m and px²; aperture: d = c (1/z − q₀)² in px² m² and 1/m."""
    standard_errors: tuple[float, float]
    predicted_m: tuple[float, ...]
    """Distance of each plane as the camera sees it."""
    predicted_se_m: tuple[float, ...]
    """Standard error of that: by how much planes are missed that the fit has not seen."""
    focus_range_m: tuple[tuple[float, float], tuple[float, float]]
    """Nearest and farthest distance at which I₋ may be sharp, and I₊. Contrast tells these far less well than d(z)."""

    @property
    def worst_relative_error(self) -> float:
        """Largest |predicted − true| / true over the planes."""
        return max(abs(p / plane.distance_m - 1) for p, plane in zip(self.predicted_m, self.planes, strict=True))


def measure_plane(
    minus: Float[Array, "H W 3"],
    plus: Float[Array, "H W 3"],
    distance_m: float,
    photon_level: float | None = None,
    read_noise: float | None = None,
) -> PlaneMeasurement:
    """Measure the d of two pictures of a plane that fills them."""
    if not (math.isfinite(distance_m) and distance_m > 0):
        raise DataError(f"the distance {distance_m} of a plane must be a positive number of metres")
    if photon_level is None or read_noise is None:
        noise = estimate_noise(np.stack([minus, plus]))
        photon_level = noise.photon_level if photon_level is None else photon_level
        read_noise = noise.read_noise if read_noise is None else read_noise
    pair = torch.from_numpy(np.stack([minus, plus]).astype(np.float32)).permute(0, 3, 1, 2).contiguous()
    light = (torch.tensor(float(photon_level)), torch.tensor(float(read_noise)))
    reach = (min(minus.shape[:2]) / 8) ** 2
    largest = min(_LARGEST_D_PX2, reach)
    coarse = torch.linspace(-largest, largest, _COARSE_STEPS)
    best = _best_d(pair, coarse, light)[0]
    step = float(coarse[1] - coarse[0])
    for _ in range(2):
        fine = torch.linspace(best - 1.5 * step, best + 1.5 * step, _FINE_STEPS)
        best, error = _best_d(pair, fine, light)
        step = float(fine[1] - fine[0])
    if abs(best) > 0.95 * largest:
        raise DataError(
            f"the pictures at {distance_m:g} m differ in blur by more than {largest:.0f} px²; use smaller pictures"
        )
    contrast = tuple(_contrast(x, float(photon_level), float(read_noise)) for x in (minus, plus))
    return PlaneMeasurement(distance_m, best, max(error, 0.02 * step), (contrast[0], contrast[1]))


def calibrate(
    planes: Sequence[PlaneMeasurement],
    *,
    kind: Literal["auto", "focus", "aperture"] = "auto",
    pixel_pitch_m: float = 5e-6,
    sensor_distance_m: float = 0.05,
    name: str = "calibrated",
    psf: Psf | None = None,
) -> Calibration:
    """Fit a camera to planes at known distances.

    How well it is known is judged by leaving out each distance in turn and predicting it from the others. That counts
    what the noise of the pictures does not show: planes placed badly, and blur of another shape than was assumed.

    Args:
        planes: at least three distances.
        kind: what differs between the two pictures; by default whichever fits better.
        pixel_pitch_m: side of a pixel; where it is not known, any value gives the same depth.
        sensor_distance_m: lens to sensor; where it is not known, any value gives the same depth.
        name: name of the camera.
        psf: shape of the camera's blur; by default a disc, as real lenses have.

    """
    planes = tuple(sorted(planes, key=lambda plane: plane.distance_m))
    if len({plane.distance_m for plane in planes}) < 3:
        raise DataError(f"{len(planes)} planes at too few distances; calibration needs three different ones or more")
    fits = {"focus": _fit_line(planes), "aperture": _fit_square(planes)}
    if kind == "auto":
        kind = "focus" if fits["focus"].misfit <= fits["aperture"].misfit else "aperture"
    kept: Literal["focus", "aperture"] = "focus" if kind == "focus" else "aperture"
    fit, body = fits[kept], _Body(sensor_distance_m, pixel_pitch_m, _range_m(planes), name, psf or Psf("disc"))
    cameras = (_focus_cameras if kept == "focus" else _aperture_cameras)(planes, fit, body)
    others, missed_px2 = _left_out(planes, kept)
    predicted, errors = [], []
    for plane in planes:
        depth, valid = cameras[0].depth_from_d(np.array([plane.d_px2]))
        predicted.append(float(depth[0]) if valid[0] else math.nan)
        slope = abs(cameras[0].d_slope_px2_per_m(plane.distance_m))
        errors.append(max(plane.d_se_px2, missed_px2) / max(slope, 1e-12))
    scatter = [_jackknife([other.coefficients[index] for other in others]) for index in (0, 1)]
    coefficient_errors = (max(fit.standard_errors[0], scatter[0]), max(fit.standard_errors[1], scatter[1]))
    return Calibration(
        cameras[0], kept, planes, fit.coefficients, coefficient_errors, tuple(predicted), tuple(errors),
        _focus_ranges_m(cameras),
    )  # fmt: skip


@dataclass(frozen=True)
class _Body:
    """What of a camera is given, not found."""

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


@dataclass(frozen=True)
class _Fit:
    coefficients: tuple[float, float]
    standard_errors: tuple[float, float]
    misfit: float
    """Mean squared error relative to the standard errors."""


def _fit_line(planes: tuple[PlaneMeasurement, ...]) -> _Fit:
    """D = A q + B by least squares."""
    q, d, se = _columns(planes)
    design = np.stack([q, np.ones_like(q)], 1) / se[:, None]
    return _solve(design, d / se, lambda x: (float(x[0]), float(x[1])))


def _fit_square(planes: tuple[PlaneMeasurement, ...]) -> _Fit:
    """D = c (q − q₀)², from both sides of q₀ as the planes allow."""
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
    return _Fit((c, q0), errors, 2 * best.cost / freedom)


def _columns(planes: tuple[PlaneMeasurement, ...]) -> tuple[Array, Array, Array]:
    q = np.array([1 / plane.distance_m for plane in planes])
    d, se = (np.array([getattr(plane, name) for plane in planes]) for name in ("d_px2", "d_se_px2"))
    # A floor of 1 % of the range: no plane is placed so exactly that one measurement should decide.
    return q, d, np.hypot(se, 0.01 * max(np.ptp(d), 1e-6))


def _solve(design: Array, target: Array, read) -> _Fit:  # type: ignore[no-untyped-def]
    solution, *_ = np.linalg.lstsq(design, target, rcond=None)
    freedom = max(1, len(target) - design.shape[1])
    misfit = float(((design @ solution - target) ** 2).sum() / freedom)
    covariance = np.linalg.inv(design.T @ design) * max(1.0, misfit)
    errors = np.sqrt(np.diag(covariance))
    return _Fit(read(solution), (float(errors[0]), float(errors[1])), misfit)


def _left_out(planes: tuple[PlaneMeasurement, ...], kind: str) -> tuple[list[_Fit], float]:
    """Fits without each distance in turn, and the root mean square in px² by which they miss the d that is left out."""
    fits, misses = [], []
    for distance in sorted({plane.distance_m for plane in planes}):
        rest = tuple(plane for plane in planes if plane.distance_m != distance)
        fit = _fit_line(rest) if kind == "focus" else _fit_square(rest)
        first, second = fit.coefficients
        d = first / distance + second if kind == "focus" else first * (1 / distance - second) ** 2
        misses += [d - plane.d_px2 for plane in planes if plane.distance_m == distance]
        fits.append(fit)
    return fits, math.sqrt(float(np.square(misses).mean()))


def _jackknife(values: list[float]) -> float:
    """Return the standard error of an estimate from its values without each distance in turn."""
    count = len(values)
    return math.sqrt((count - 1) / count * float(np.square(np.array(values) - np.mean(values)).sum()))


def _focus_cameras(planes: tuple[PlaneMeasurement, ...], fit: _Fit, body: _Body) -> list[Camera]:
    """D = A q + B = 4 h t; h is the one for which the contrast of both settings is one function of blur."""
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


def _aperture_cameras(planes: tuple[PlaneMeasurement, ...], fit: _Fit, body: _Body) -> list[Camera]:
    """D = (a₋² − a₊²)(q − q₀)²; the larger aperture is the one for which contrast is one function of blur."""
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


def _focus_ranges_m(cameras: list[Camera]) -> tuple[tuple[float, float], tuple[float, float]]:
    """Nearest and farthest focus of I₋ and of I₊ among the cameras."""
    minus, plus = ([camera.focus_distance_m(camera.settings[image]) for camera in cameras] for image in (0, 1))
    return (min(minus), max(minus)), (min(plus), max(plus))


def _range_m(planes: tuple[PlaneMeasurement, ...]) -> tuple[float, float]:
    return planes[0].distance_m, planes[-1].distance_m


def _best_d(pair: torch.Tensor, d_px2: torch.Tensor, light: tuple[torch.Tensor, torch.Tensor]) -> tuple[float, float]:
    """Return the d of least misfit over the picture, and its standard error from blocks of it."""
    # Of Gaussians only d counts; one of the two blurs may be taken as none.
    sigmas_px = torch.stack([d_px2.clamp_min(0).sqrt(), (-d_px2).clamp_min(0).sqrt()], -1)
    volume = misfit_volume(pair, sigmas_px, GAUSSIAN, *light)
    volume, _ = windowed_misfit(volume, blur_reach_px(sigmas_px), _WINDOW_SIGMA_PX)
    margin = min(_BLOCK_PX, min(volume.shape[-2:]) // 4)
    inner = volume[:, margin:-margin, margin:-margin]
    blocks = torch.nn.functional.avg_pool2d(inner, min(_BLOCK_PX, *inner.shape[-2:])).flatten(1)
    whole = _parabola_minimum(d_px2.numpy(), blocks.mean(1).numpy())
    parts = np.array([_parabola_minimum(d_px2.numpy(), column.numpy()) for column in blocks.T])
    spread = 1.4826 * float(np.median(np.abs(parts - np.median(parts))))
    return whole, spread / math.sqrt(max(1, len(parts)))


def _parabola_minimum(x: Array, y: Array) -> float:
    """Place of the minimum, between samples by the parabola through the lowest three."""
    index = int(np.clip(np.argmin(y), 1, len(x) - 2))
    left, middle, right = y[index - 1 : index + 2]
    curvature = left - 2 * middle + right
    shift = 0.0 if curvature <= 0 else float(np.clip((left - right) / (2 * curvature), -1, 1))
    return float(x[index] + shift * (x[1] - x[0]))


def _contrast(image: Float[Array, "H W 3"], photon_level: float, read_noise: float) -> float:
    """Energy of the gradient after a smoothing of 1 px, without what the noise adds."""
    import cv2

    kernel = cv2.getGaussianKernel(9, 1.0)[:, 0]
    smooth = cv2.GaussianBlur(image, (9, 9), 1.0)
    dx, dy = np.diff(smooth, axis=1), np.diff(smooth, axis=0)
    variance = float(image.mean()) / photon_level + (read_noise / photon_level) ** 2
    gain = float((np.diff(kernel, prepend=0, append=0) ** 2).sum() * (kernel**2).sum())
    return max(float((dx**2).mean() + (dy**2).mean()) - 2 * variance * gain, 1e-12)
