"""Metrics of depth maps: the paper's five, and what a predicted error bar is worth.

`compare` applies the paper's protocol once (clip to the working range, crop the rim, leave out what is masked
or NaN); every metric is a function of the pixels that remain. Metrics are per image; `mean_over_images`
averages them. All arithmetic is in float64.
"""

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
from jaxtyping import Shaped

from blurry_edges.errors import DataError, ShapeError
from blurry_edges.typing import Array, Bool, Float, Int

__all__ = [
    "Calibration",
    "ComparedPixels",
    "DepthErrors",
    "DistanceErrors",
    "ImageMean",
    "Sparsification",
    "bootstrap_interval",
    "calibration",
    "compare",
    "depth_errors",
    "errors_at_coverage",
    "errors_by_distance",
    "mean_over_images",
    "psnr_db",
    "sparsification",
]

_CM_PER_M = 100.0
_EPSILON = 1e-8  # the paper's guard of the ratio at the near end of the range, where normalised depth is 0

Result = TypeVar("Result")


@dataclass(frozen=True)
class ComparedPixels:
    """The pixels of one image at which prediction and truth are compared."""

    depth_m: Float[Array, " n"]
    """Predicted depth in metres, clipped to the working range."""
    truth_m: Float[Array, " n"]
    """True depth in metres."""
    kept: Bool[Array, "H W"]
    """Where in the image the `n` pixels are, in row-major order."""
    candidates: int
    """Pixels inside the crop that have a true depth; coverage is n divided by this."""
    depth_range_m: tuple[float, float]
    """Nearest and farthest depth of the working range in metres."""

    @property
    def coverage(self) -> float:
        """Share of the pixels with a true depth that the method answered."""
        return len(self.depth_m) / self.candidates if self.candidates else 0.0

    @property
    def error_m(self) -> Float[Array, " n"]:
        """Signed error in metres."""
        return np.asarray(self.depth_m - self.truth_m)

    def at(self, image: Float[Array, "H W"]) -> Float[Array, " n"]:
        """Take the values of another image, such as a standard deviation, at these pixels."""
        _require_same_size(image, self.kept)
        return np.asarray(image[self.kept], dtype=np.float64)


@dataclass(frozen=True)
class DepthErrors:
    """The paper's metrics of one image; NaN where no pixel was compared."""

    delta1: float
    """Share of pixels whose normalised depth is within a factor of 1.25 of the truth."""
    delta2: float
    """The same within 1.25²."""
    delta3: float
    """The same within 1.25³."""
    rmse_cm: float
    """Root mean square error in centimetres."""
    abs_rel_percent: float
    """Mean of error / true depth in percent (the paper's column 'AbsRel (cm)')."""
    coverage: float
    """Share of pixels that were compared."""


@dataclass(frozen=True)
class Sparsification:
    """Error of what remains as the most uncertain pixels are removed, and the best any ranking could do."""

    removed: tuple[float, ...]
    """Share of the pixels removed."""
    rmse_cm: tuple[float, ...]
    """RMSE of the rest when the predicted standard deviation chooses."""
    oracle_rmse_cm: tuple[float, ...]
    """RMSE of the rest when the true error chooses."""
    area_cm: float
    """Area under the curve."""
    oracle_area_cm: float
    """Area under the oracle's curve."""
    ause_cm: float
    """Area between the two: 0 for a perfect ranking."""


@dataclass(frozen=True)
class Calibration:
    """Whether predicted standard deviations match the errors; Gaussian errors give 0.683, 0.954 and 1."""

    within_1sd: float
    """Share of errors within one predicted standard deviation."""
    within_2sd: float
    """Share of errors within two."""
    rms_error_over_sd: float
    """Root mean square of error / standard deviation: above 1 is overconfident."""


@dataclass(frozen=True)
class DistanceErrors:
    """Errors by distance from an edge, one entry for each bin."""

    rmse_cm: tuple[float, ...]
    """RMSE in centimetres within the bin."""
    pixel_share: tuple[float, ...]
    """Share of the compared pixels that lie in the bin."""
    squared_error_share: tuple[float, ...]
    """Share of the sum of squared errors that lies in the bin."""


@dataclass(frozen=True)
class ImageMean(Generic[Result]):
    """A mean over images, field by field; NaN is left out."""

    mean: Result
    images: int
    """Images given."""
    images_counted: int
    """Fewest images behind any number of `mean`."""


def compare(
    depth_m: Float[Array, "H W"],
    truth_m: Float[Array, "H W"],
    depth_range_m: tuple[float, float],
    *,
    mask: Bool[Array, "H W"] | None = None,
    crop_px: int = 10,
) -> ComparedPixels:
    """Apply the paper's protocol; pixels outside `mask` and NaN predictions are left out."""
    near, far = depth_range_m
    if not (0 < near < far < math.inf):
        raise DataError(f"the metrics need a finite working range with 0 < nearest < farthest, not [{near}, {far}]")
    _require_same_size(depth_m, truth_m)
    inside = np.zeros(truth_m.shape, dtype=bool)
    height, width = truth_m.shape
    inside[crop_px : height - crop_px, crop_px : width - crop_px] = True
    inside &= np.isfinite(truth_m)
    kept = inside & ~np.isnan(depth_m)
    if mask is not None:
        _require_same_size(mask, truth_m)
        kept &= mask
    depth = depth_m[kept].astype(np.float64).clip(near, far)
    return ComparedPixels(depth, truth_m[kept].astype(np.float64), kept, int(inside.sum()), (near, far))


def depth_errors(pixels: ComparedPixels) -> DepthErrors:
    """Return the paper's five metrics and the coverage."""
    return _errors(pixels, np.arange(len(pixels.depth_m)))


def errors_at_coverage(
    pixels: ComparedPixels, sd_m: Float[Array, "H W"], coverages: Sequence[float] = (0.1, 0.24, 0.5, 1.0)
) -> tuple[DepthErrors, ...]:
    """Errors of the most certain share of all pixels, for each share in `coverages`.

    Pixels are ranked by `sd_m`, lowest first; ties go by position, NaN comes last. The metrics are NaN where
    the method answered fewer pixels than the share asks for.
    """
    order = np.argsort(pixels.at(sd_m), kind="stable")
    counts = [max(1, round(share * pixels.candidates)) for share in coverages]
    return tuple(_errors(pixels, order[: count if count <= len(order) else 0]) for count in counts)


def sparsification(pixels: ComparedPixels, sd_m: Float[Array, "H W"], steps: int = 50) -> Sparsification:
    """Sparsify in `steps` equal steps, from nothing removed to all but the last step removed."""
    removed = np.arange(steps) / steps
    curve = _sparsified_rmse_cm(pixels.error_m, pixels.at(sd_m), removed)
    oracle = _sparsified_rmse_cm(pixels.error_m, np.abs(pixels.error_m), removed)
    area, oracle_area = (float(np.trapezoid(c, removed)) for c in (curve, oracle))
    removed_list, curve_list, oracle_list = (tuple(values.tolist()) for values in (removed, curve, oracle))
    return Sparsification(removed_list, curve_list, oracle_list, area, oracle_area, area - oracle_area)


def calibration(pixels: ComparedPixels, sd_m: Float[Array, "H W"]) -> Calibration:
    """Compare the errors with their predicted standard deviations; pixels without one are left out."""
    sd = pixels.at(sd_m)
    error, sd = np.abs(pixels.error_m)[~np.isnan(sd)], sd[~np.isnan(sd)]
    if not len(sd):
        return Calibration(math.nan, math.nan, math.nan)
    # A standard deviation of 0 claims certainty: right at error 0, infinitely wrong elsewhere.
    ratio = np.divide(error, sd, out=np.where(error > 0, np.inf, 0.0), where=sd > 0)
    return Calibration(float((ratio <= 1).mean()), float((ratio <= 2).mean()), _rms(ratio))


def errors_by_distance(
    pixels: ComparedPixels, distance_px: Float[Array, "H W"], limits_px: Sequence[float]
) -> DistanceErrors:
    """Split the errors by distance from an edge; limits a < b < … make the bins [0, a), [a, b), …, rest."""
    bins = np.digitize(pixels.at(distance_px), np.asarray(limits_px, dtype=np.float64))
    groups = [pixels.error_m[bins == index] for index in range(len(limits_px) + 1)]
    squares = np.array([np.sum(group**2) for group in groups])
    sizes = np.array([len(group) for group in groups], dtype=np.float64)
    return DistanceErrors(
        tuple(_CM_PER_M * _rms(group) for group in groups),
        tuple(_shares(sizes).tolist()),
        tuple(_shares(squares).tolist()),
    )


def psnr_db(image: Float[Array, "*n"], truth: Float[Array, "*n"], peak: float = 1.0) -> float:
    """Peak signal-to-noise ratio in decibels; infinite for equal images."""
    mean_square = float(np.mean((image.astype(np.float64) - truth.astype(np.float64)) ** 2))
    return 10 * math.log10(peak**2 / mean_square) if mean_square > 0 else math.inf


def mean_over_images(results: Sequence[Result]) -> ImageMean[Result]:
    """Average results of one kind over images, field by field, leaving out NaN."""
    if not results:
        raise DataError("there are no images to average over")
    means: dict[str, Any] = {}
    counted = []
    for field in dataclasses.fields(results[0]):  # type: ignore[arg-type]
        values = np.array([getattr(result, field.name) for result in results], dtype=np.float64)
        valid = ~np.isnan(values)
        sums, counts = np.where(valid, values, 0).sum(0), valid.sum(0)
        mean = np.divide(sums, counts, out=np.full_like(sums, np.nan, subok=False), where=counts > 0)
        means[field.name] = tuple(mean.tolist()) if mean.ndim else float(mean)
        counted.append(int(counts.min()))
    return ImageMean(type(results[0])(**means), len(results), min(counted))


def bootstrap_interval(
    values: Float[Array, " n"], confidence: float = 0.95, resamples: int = 2000, seed: int = 0
) -> tuple[float, float]:
    """Interval of the mean of `values` over other draws of images like these; NaN values are left out."""
    known = np.asarray(values, dtype=np.float64)
    known = known[~np.isnan(known)]
    if not len(known):
        return math.nan, math.nan
    draws = np.random.default_rng(seed).integers(len(known), size=(resamples, len(known)))
    low, high = np.quantile(known[draws].mean(1), ((1 - confidence) / 2, (1 + confidence) / 2))
    return float(low), float(high)


def _errors(pixels: ComparedPixels, chosen: Int[Array, " m"]) -> DepthErrors:
    """Metrics of the pixels at the indices `chosen`."""
    if not len(chosen):
        return DepthErrors(math.nan, math.nan, math.nan, math.nan, math.nan, 0.0)
    depth, truth = pixels.depth_m[chosen], pixels.truth_m[chosen]
    near, far = pixels.depth_range_m
    unit, unit_truth = (((z - near) / (far - near)).clip(0, 1) for z in (depth, truth))
    ratio = np.maximum(unit_truth / (unit + _EPSILON), unit / (unit_truth + _EPSILON))
    delta1, delta2, delta3 = (float((ratio < 1.25**power).mean()) for power in (1, 2, 3))
    rmse_cm = _CM_PER_M * _rms(depth - truth)
    abs_rel_percent = 100 * float((np.abs(depth - truth) / truth).mean())
    return DepthErrors(delta1, delta2, delta3, rmse_cm, abs_rel_percent, len(chosen) / pixels.candidates)


def _sparsified_rmse_cm(
    error_m: Float[Array, " n"], rank: Float[Array, " n"], removed: Float[Array, " s"]
) -> Float[Array, " s"]:
    """RMSE of the lowest-ranked pixels that remain after each share is removed."""
    squares = np.cumsum(error_m[np.argsort(rank, kind="stable")] ** 2)
    if not len(squares):
        return np.full(removed.shape, np.nan)
    left = len(squares) - np.floor(removed * len(squares)).astype(int)
    return np.asarray(_CM_PER_M * np.sqrt(squares[left - 1] / left))


def _rms(values: Float[Array, " n"]) -> float:
    return math.sqrt(float(np.mean(values**2))) if len(values) else math.nan


def _shares(parts: Float[Array, " n"]) -> Float[Array, " n"]:
    """Each part divided by the whole; NaN if there is no whole."""
    whole = parts.sum()
    return parts / whole if whole > 0 else np.full_like(parts, np.nan)


def _require_same_size(image: Shaped[Array, "..."], other: Shaped[Array, "..."]) -> None:
    if image.shape != other.shape:
        raise ShapeError(f"maps of sizes {image.shape} and {other.shape} cannot be compared; give equal sizes")
