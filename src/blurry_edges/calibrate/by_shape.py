"""A camera with blur of a known shape that is no Gaussian, such as discs, from planes.

Discs show both blurs of a plane, not only d, so one fit of the evidence of all planes finds everything: where each
setting is sharp, and how fast blur grows from there. For a focus pair these are q₋, q₊ and one slope, for an aperture
pair two slopes and one q₀, with blurs σ = slope |1/z − q|.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from blurry_edges.calibrate.by_variance import fit_line, fit_square
from blurry_edges.calibrate.planes import BlurMisfit, PlaneMeasurement, parabola_minimum
from blurry_edges.calibrate.result import Body, Calibration, Kind, jackknife
from blurry_edges.typing import Array, Float

__all__ = ["calibrate_by_shape"]

_STARTS, _REFINED = 14, 4
_DEPTHS = 2000
_BEYOND = 1.6
_Parameters = Float[Array, "3"]


def calibrate_by_shape(
    planes: tuple[PlaneMeasurement, ...], kind: Literal["auto", "focus", "aperture"], body: Body
) -> Calibration:
    """Fit a camera to the misfits of planes, sorted by their distance; each must have its `blur`."""
    tables = [plane.blur for plane in planes if plane.blur is not None]
    q = np.array([1 / plane.distance_m for plane in planes])
    kinds: list[Kind] = ["focus", "aperture"] if kind == "auto" else [kind]
    fits = {name: _best_fit(tables, q, _starts(planes, name), name) for name in kinds}
    kept = min(kinds, key=lambda name: fits[name][1])
    found = fits[kept][0]
    others, left_out = [], np.zeros_like(q)
    for distance in sorted(set(q)):
        rest = q != distance
        other, _ = _best_fit([t for t, keep in zip(tables, rest, strict=True) if keep], q[rest], [found], kept)
        others.append(other)
        for index in np.flatnonzero(~rest):
            left_out[index] = _seen_q(tables[index], q, other, kept)
    seen = np.array([_seen_q(table, q, found, kept) for table in tables])
    # Errors of distance grow as its square where those of inverse distance are the same everywhere.
    errors = math.sqrt(float(np.square(left_out - q).mean())) / q**2
    focus, slopes = _optics(found, kept)
    camera = body.camera(focus, slopes)
    measured = tuple(replace(plane, d_px2=float(camera.d_px2(1 / x))) for plane, x in zip(planes, seen, strict=True))
    coefficients = [_coefficients(parameters, kept) for parameters in (found, *others)]
    scatter = [jackknife([other[index] for other in coefficients[1:]]) for index in (0, 1)]
    return Calibration(
        camera, kept, measured, coefficients[0], (scatter[0], scatter[1]), tuple(map(float, 1 / seen)),
        tuple(map(float, errors)), _focus_ranges_m(focus, [_optics(other, kept)[0] for other in others]),
    )  # fmt: skip


def _best_fit(
    tables: Sequence[BlurMisfit], q: Float[Array, " n"], starts: Sequence[_Parameters], kind: Kind
) -> tuple[_Parameters, float]:
    """Return the parameters of least misfit from the most promising starts, and that misfit."""
    from scipy.optimize import minimize

    def misfit(parameters: _Parameters) -> float:
        minus, plus = _blurs_px(q, parameters, kind)
        each = [table.at(minus[i : i + 1], plus[i : i + 1]) for i, table in enumerate(tables)]
        return float(np.mean(each))

    steps = np.diag((0.15, 0.15, 0.05) if kind == "aperture" else (0.15, 0.05, 0.05))
    found = [
        minimize(
            misfit, start, method="Nelder-Mead",
            options={"xatol": 1e-4, "fatol": 1e-7, "initial_simplex": np.stack([start, *(start + steps)])},
        )
        for start in sorted(starts, key=misfit)[:_REFINED]
    ]  # fmt: skip
    best = min(found, key=lambda result: float(result.fun))
    return best.x, float(best.fun)


def _starts(planes: tuple[PlaneMeasurement, ...], kind: Kind) -> list[_Parameters]:
    """Parameters to begin with: those of Gaussians with the same d, or with a little less, shared in many ways."""
    fit = fit_line(planes) if kind == "focus" else fit_square(planes)
    starts = []
    for share in (0.8, 1.0):
        first, second = (share * x for x in fit.coefficients)
        if kind == "focus":
            largest = max(abs(first / plane.distance_m + second) for plane in planes) / 4
            for h in np.geomspace(0.05, 5, _STARTS) * math.sqrt(max(largest, 1e-3)):
                slope = abs(first / (4 * h))
                starts.append(np.array([math.log(slope), -(second + 4 * h * h) / first, -(second - 4 * h * h) / first]))
        else:
            for larger in math.sqrt(abs(first)) * np.geomspace(1.02, 4, _STARTS):
                smaller = math.sqrt(max(larger**2 - abs(first), 1e-6))
                slopes = (larger, smaller) if first > 0 else (smaller, larger)
                starts.append(np.array([math.log(slopes[0]), math.log(slopes[1]), fit.coefficients[1]]))
    return starts


def _optics(parameters: _Parameters, kind: Kind) -> tuple[tuple[float, float], tuple[float, float]]:
    """Inverse distances of focus, and slopes in px a dioptre, of I₋ and I₊."""
    if kind == "focus":
        slope = math.exp(parameters[0])
        return (float(parameters[1]), float(parameters[2])), (slope, slope)
    return (float(parameters[2]), float(parameters[2])), (math.exp(parameters[0]), math.exp(parameters[1]))


def _blurs_px(
    q: Float[Array, " n"], parameters: _Parameters, kind: Kind
) -> tuple[Float[Array, " n"], Float[Array, " n"]]:
    focus, slopes = _optics(parameters, kind)
    return slopes[0] * np.abs(q - focus[0]), slopes[1] * np.abs(q - focus[1])


def _coefficients(parameters: _Parameters, kind: Kind) -> tuple[float, float]:
    """Coefficients of d: A and B of a focus pair, c and q₀ of an aperture pair."""
    (minus, plus), (slope_minus, slope_plus) = _optics(parameters, kind)
    if kind == "focus":
        return 2 * slope_minus**2 * (plus - minus), slope_minus**2 * (minus**2 - plus**2)
    return slope_minus**2 - slope_plus**2, minus


def _seen_q(table: BlurMisfit, q_planes: Float[Array, " n"], parameters: _Parameters, kind: Kind) -> float:
    """Inverse distance at which a plane explains its pictures best: what an estimate would say."""
    low, high = q_planes.min() / _BEYOND, q_planes.max() * _BEYOND
    if kind == "aperture":  # both sides of the focus look alike; the planes say which is meant
        focus = float(parameters[2])
        low, high = (max(low, focus), high) if q_planes.mean() > focus else (low, min(high, focus))
    q = np.linspace(low, high, _DEPTHS)
    return parabola_minimum(q, table.at(*_blurs_px(q, parameters, kind)))


def _focus_ranges_m(
    focus: tuple[float, float], others: Sequence[tuple[float, float]]
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Nearest and farthest focus within one standard error, of I₋ and of I₊."""
    ranges = []
    for index in (0, 1):
        error = jackknife([other[index] for other in others])
        low, high = focus[index] - error, focus[index] + error
        ranges.append((1 / high if high > 0 else math.inf, 1 / low if low > 0 else math.inf))
    return ranges[0], ranges[1]
