"""Estimators on real photographs with a known depth, aligned by the program itself as a user's would be."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from blurry_edges.align import align_stack
from blurry_edges.errors import DataError
from blurry_edges.estimator import DepthResult, Estimator, Options
from blurry_edges.optics import Camera, FocusSetting
from blurry_edges.photos import load_photos
from blurry_edges.stack import FocusStack
from blurry_edges.typing import Array, Float

__all__ = ["MeasuredShot", "RealFigures", "RealShot", "draw_shot", "measure_shot", "median_figures"]

_LEAST_PIXELS = 100
_LEAST_SHARE = 0.005
"""Share of the picture that must have a truth that counts: the ranks of a spot of one depth mean nothing."""


@dataclass(frozen=True)
class RealShot:
    """Photographs of one view and what is known about them."""

    name: str
    files: tuple[Path, ...]
    """The camera's minus and plus, then further frames of a stack; results are at the pixels of the first."""
    camera: Camera
    settings: tuple[FocusSetting, ...] | None
    """Focus settings of the frames of a stack; None for a pair."""
    truth_dpt: Callable[[Float[Array, "H W 3"]], Float[Array, "H W"]]
    """Gives the truth in dioptres at the pixels of the first photograph, NaN where it does not count."""


@dataclass(frozen=True)
class RealFigures:
    """How good an estimate is, over the pixels with a truth for which it has a depth; NaN if there are too few."""

    spearman: float
    """Correlation of the ranks with the truth's."""
    median_error_dpt: float
    mean_error_dpt: float
    abs_rel: float
    """Mean of the error as a share of the true depth."""
    within_1sd: float
    within_2sd: float
    """Shares of the pixels whose truth is within one and two of its sd, in dioptres."""
    known: float
    """Share of the pixels with a truth that have a depth."""


@dataclass(frozen=True)
class MeasuredShot:
    """Results of the estimators for a shot."""

    name: str
    photograph: Float[Array, "H W 3"]
    truth_dpt: Float[Array, "H W"]
    results: dict[str, DepthResult]
    """By estimator."""
    figures: dict[str, RealFigures]
    """By estimator; `constant` is the median of the truth everywhere."""
    alignment_left_px: float
    """Largest residual displacement after alignment in px."""

    def facts(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        rows = {name: asdict(row) for name, row in self.figures.items()}
        return {"alignment_left_px": self.alignment_left_px, "pixels": int(np.isfinite(self.truth_dpt).sum())} | rows


def measure_shot(shot: RealShot, estimators: Sequence[Estimator], device: str = "cpu") -> MeasuredShot:
    """Align the photographs of a shot, estimate their depth and compare it with the truth.

    Pixels that not all photographs show do not count. Estimators that need more photographs than there are stand back.
    """
    images = [photo.image for photo in load_photos(shot.files)]
    found = align_stack(images, 0)[1:]
    images[1:] = [one.warp(image) for one, image in zip(found, images[1:], strict=True)]
    seen = np.logical_and.reduce([one.seen() for one in found])
    truth_dpt = np.where(seen, shot.truth_dpt(images[0]), np.nan)
    share = float(np.isfinite(truth_dpt).mean())
    if share < _LEAST_SHARE:
        raise DataError(f"{shot.name}: too few pixels have a truth that counts, {share:.1%}; check --lens.range-m")
    stack = FocusStack.of(images, settings=shot.settings)
    near, far = shot.camera.depth_range_m
    results, figures = {}, {"constant": _constant(truth_dpt)}
    for estimator in estimators:
        if len(stack) < estimator.fewest_images:
            continue
        result = estimator.estimate_stack(stack, shot.camera, Options(maps="depth", device=device))
        results[estimator.name] = result
        with np.errstate(divide="ignore", invalid="ignore"):
            dpt, sd_dpt = 1 / result.depth.clip(near, far), result.depth_sd / result.depth**2
        figures[estimator.name] = _compare(dpt, sd_dpt, truth_dpt)
    left_px = float(np.max([one.residual_px for one in found]))
    return MeasuredShot(shot.name, images[0], truth_dpt, results, figures, left_px)


def median_figures(shots: Sequence[MeasuredShot]) -> dict[str, RealFigures]:
    """Return the median over shots of each figure of each estimator; NaN is left out."""
    names = list(dict.fromkeys(name for shot in shots for name in shot.figures))
    found = {}
    for name in names:
        rows = [shot.figures[name] for shot in shots if name in shot.figures]
        columns = {x.name: np.array([getattr(row, x.name) for row in rows]) for x in fields(RealFigures)}
        medians = {key: float(np.nanmedian(x)) if np.isfinite(x).any() else np.nan for key, x in columns.items()}
        found[name] = RealFigures(**medians)
    return found


def _compare(dpt: Float[Array, "H W"], sd_dpt: Float[Array, "H W"], truth_dpt: Float[Array, "H W"]) -> RealFigures:
    from scipy.stats import spearmanr

    wanted = np.isfinite(truth_dpt)
    known = wanted & np.isfinite(dpt)
    share = float(known.sum() / wanted.sum())
    if known.sum() < _LEAST_PIXELS:
        return RealFigures(np.nan, np.nan, np.nan, np.nan, np.nan, np.nan, share)
    estimate, truth, sd = (x[known].astype(np.float64) for x in (dpt, truth_dpt, sd_dpt))
    error = np.abs(estimate - truth)
    return RealFigures(
        spearman=float(spearmanr(estimate, truth)[0]) if np.ptp(estimate) > 0 else np.nan,
        median_error_dpt=float(np.median(error)),
        mean_error_dpt=float(error.mean()),
        abs_rel=float(np.mean(np.abs(truth / estimate - 1))),
        within_1sd=float((error <= sd).mean()),
        within_2sd=float((error <= 2 * sd).mean()),
        known=share,
    )


def _constant(truth_dpt: Float[Array, "H W"]) -> RealFigures:
    """Return the figures of the median of the truth, everywhere; its sd is not said."""
    guess = np.full(truth_dpt.shape, np.nanmedian(truth_dpt))
    return replace(_compare(guess, guess * np.nan, truth_dpt), within_1sd=np.nan, within_2sd=np.nan)


def draw_shot(measured: MeasuredShot, path: Path) -> None:
    """Draw a shot as a picture: the photograph and the truth, then depth, error and sd of each estimator, in dioptres.

    Errors are shown where there is a truth.
    """
    from matplotlib import colormaps
    from matplotlib.figure import Figure

    from blurry_edges.colors import display

    low, high = np.nanquantile(measured.truth_dpt, (0.01, 0.99))
    margin = 0.15 * (high - low)
    depth = {"cmap": colormaps["turbo_r"].with_extremes(bad="0.5"), "vmin": low - margin, "vmax": high + margin}
    wrong = {"cmap": colormaps["RdBu"].with_extremes(bad="0.8"), "vmin": (low - high) / 4, "vmax": (high - low) / 4}
    sure = {"cmap": colormaps["magma"].with_extremes(bad="0.5"), "vmin": 0, "vmax": (high - low) / 2}
    panels: list[tuple[str, Array | None, dict[str, Any]]] = [
        (measured.name, display(measured.photograph), {}),
        ("truth (dioptres)", measured.truth_dpt, depth),
        ("", None, {}),
    ]
    for name, result in measured.results.items():
        with np.errstate(divide="ignore", invalid="ignore"):
            dpt, sd_dpt = 1 / result.depth, result.depth_sd / result.depth**2
        row = measured.figures[name]
        caption = f"{name}: median error {row.median_error_dpt:.2f} dpt, Spearman {row.spearman:.2f}"
        panels += [(caption, dpt, depth), ("error (dioptres)", dpt - measured.truth_dpt, wrong), ("sd", sd_dpt, sure)]
    rows = len(panels) // 3
    figure = Figure(figsize=(15, 3.2 * rows), layout="constrained")
    for axes, (title, image, style) in zip(figure.subplots(rows, 3, squeeze=False).flat, panels, strict=True):
        axes.set_axis_off()
        axes.set_title(title, fontsize=9)
        if image is not None:
            drawn = axes.imshow(image, interpolation="nearest", **style)
            if style:
                figure.colorbar(drawn, ax=axes, shrink=0.8)
    figure.savefig(path, dpi=80)
