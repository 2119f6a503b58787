"""Blur difference of two pictures of a plane at a known distance, with no camera assumed."""

import math
from dataclasses import dataclass, field

import numpy as np
import torch
import torch.nn.functional as F

from blurry_edges.errors import DataError
from blurry_edges.estimator import Options
from blurry_edges.estimator.tiling import TileCost, tiles_of
from blurry_edges.evidence import blur_reach_px, misfit_volume, windowed_misfit
from blurry_edges.optics import Psf, noise_variance
from blurry_edges.optics.psf import GAUSSIAN
from blurry_edges.stack import FocusStack
from blurry_edges.typing import Array, Float, Tensor

__all__ = ["BlurMisfit", "PlaneMeasurement", "measure_plane", "parabola_minimum"]

_LARGEST_D_PX2 = 60.0
_COARSE_STEPS = 49
_FINE_STEPS = 9
_BLOCK_PX = 24
_WINDOW_SIGMA_PX = 6.0
_HALO_REACHES, _HALO_WINDOWS = 4.5, 3.0
"""A tile sees so many reaches of the blur and widths of the window around it."""
_TABLE_SIDE_PX = 512
_TABLE_D_STEPS = 13
_TABLE_D_SHARES, _TABLE_D_MARGIN_PX2 = (0.6, 1.15), 0.4
"""A disc that is taken for a Gaussian seems to have up to a third more d than it has."""
_TABLE_COMMON_PX = (0, 0.25, 0.5, 0.75, 1, 1.3, 1.6, 2, 2.5, 3, 3.5, 4.2, 5, 6.2, 8, 10)


@dataclass(frozen=True)
class BlurMisfit:
    """Misfit of the two pictures of a plane under each pair of blurs, for blur that is no Gaussian.

    Of Gaussians only d = σ₋² − σ₊² can be seen; of discs both blurs, because each has its own zeros.
    """

    psf: Psf
    d_px2: Float[Array, " n"]
    common_px: Float[Array, " m"]
    """Blur (σ) of the sharper picture."""
    misfit: Float[Array, "n m"]
    """Mean misfit of the evidence, 1 where the blurs are right."""
    _spline: object = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        from scipy.interpolate import RectBivariateSpline

        # The logarithm is closer to a polynomial: sharp textures have a misfit of many times the least.
        object.__setattr__(self, "_spline", RectBivariateSpline(self.d_px2, self.common_px, np.log(self.misfit)))

    def at(self, minus_px: Float[Array, "*n"], plus_px: Float[Array, "*n"]) -> Float[Array, "*n"]:
        """Return the misfit of blurs between and beyond those of the table, where it grows without end."""
        d, common = minus_px**2 - plus_px**2, np.minimum(minus_px, plus_px)
        inner_d, inner_common = d.clip(self.d_px2[0], self.d_px2[-1]), common.clip(0, self.common_px[-1])
        inside = np.exp(self._spline.ev(inner_d, inner_common))  # type: ignore[attr-defined]
        return np.asarray(inside + (d - inner_d) ** 2 + (common - inner_common) ** 2)


@dataclass(frozen=True)
class PlaneMeasurement:
    """One distance: the d of its two pictures, and their contrast."""

    distance_m: float
    d_px2: float
    """Difference of the blur variances, of Gaussian blur."""
    d_se_px2: float
    """Standard error of d, from parts of the picture."""
    contrast: tuple[float, float]
    """Energy of the gradient of I₋ and I₊ without the noise."""
    blur: BlurMisfit | None = None
    """Misfit of pairs of blurs, unless the blur is Gaussian."""


def measure_plane(stack: FocusStack, distance_m: float, psf: Psf = GAUSSIAN, device: str = "cpu") -> PlaneMeasurement:
    """Measure the blur of two pictures of a plane that fills them.

    Args:
        stack: the plane under both settings of the lens.
        distance_m: distance of the plane.
        psf: shape of the blur.
        device: where to compute: auto, cpu, cuda or mps.

    """
    if not (math.isfinite(distance_m) and distance_m > 0):
        raise DataError(f"the distance {distance_m} of a plane must be a positive number of metres")
    pair, photon_level, read_noise = stack.pair.images, stack.photon_level, stack.read_noise
    options = Options(device=device)
    light = (torch.tensor(photon_level, device=options.device), torch.tensor(read_noise, device=options.device))
    reach = (min(stack.size) / 8) ** 2
    gaussian = psf.kind == "gaussian"
    largest = min(_LARGEST_D_PX2 if gaussian else _LARGEST_D_PX2 / _TABLE_D_SHARES[0], reach)
    coarse = torch.linspace(-largest, largest, _COARSE_STEPS)
    best = _best_d(pair, coarse, light, options)[0]
    step = float(coarse[1] - coarse[0])
    for _ in range(2):
        fine = torch.linspace(best - 1.5 * step, best + 1.5 * step, _FINE_STEPS)
        best, error = _best_d(pair, fine, light, options)
        step = float(fine[1] - fine[0])
    if abs(best) > 0.95 * largest:
        raise DataError(
            f"the pictures at {distance_m:g} m differ in blur by more than {largest:.0f} px²; use smaller pictures"
        )
    contrast = tuple(_contrast(x, photon_level, read_noise) for x in stack.pair.arrays)
    blur = None if gaussian else _blur_misfit(pair, best, psf, light)
    return PlaneMeasurement(distance_m, best, max(error, 0.02 * step), (contrast[0], contrast[1]), blur)


def _blur_misfit(pair: Float[Tensor, "2 3 H W"], d_px2: float, psf: Psf, light: tuple[Tensor, Tensor]) -> BlurMisfit:
    """Tabulate the misfit of pairs of blurs whose d may be the one that looks like `d_px2` of Gaussians."""
    low, high = sorted(share * d_px2 for share in _TABLE_D_SHARES)
    d = np.linspace(low - _TABLE_D_MARGIN_PX2, high + _TABLE_D_MARGIN_PX2, _TABLE_D_STEPS)
    common = np.array(_TABLE_COMMON_PX, np.float64)
    minus, plus = (np.sqrt(common**2 + np.maximum(sign * d, 0)[:, None]) for sign in (1, -1))
    rows, columns = (slice(max(0, (n - _TABLE_SIDE_PX) // 2), (n + _TABLE_SIDE_PX) // 2) for n in pair.shape[-2:])
    cut = pair[..., rows, columns].to(light[0].device)  # the middle is enough, and all hypotheses of it fit into memory
    sigmas_px = torch.from_numpy(np.stack([minus.ravel(), plus.ravel()], -1)).to(cut)
    margin = min(4 + math.ceil(2 * float(blur_reach_px(sigmas_px).max())), min(cut.shape[-2:]) // 3)
    misfit = [
        misfit_volume(cut, few, psf, *light)[:, margin:-margin, margin:-margin].mean((1, 2))
        for few in sigmas_px.split(len(common))
    ]
    return BlurMisfit(psf, d, common, torch.stack(misfit).cpu().double().numpy())


def _best_d(
    pair: Float[Tensor, "2 3 H W"], d_px2: Float[Tensor, " k"], light: tuple[Tensor, Tensor], options: Options
) -> tuple[float, float]:
    """Return the d of least misfit over the picture, and its standard error from blocks of it."""
    # Of Gaussians only d counts; one of the two blurs may be taken as none.
    sigmas_px = torch.stack([d_px2.clamp_min(0).sqrt(), (-d_px2).clamp_min(0).sqrt()], -1)
    blocks = _block_misfits(pair, sigmas_px, light, options)
    whole = parabola_minimum(d_px2.numpy(), blocks.mean(1).numpy())
    parts = np.array([parabola_minimum(d_px2.numpy(), column.numpy()) for column in blocks.T])
    spread = 1.4826 * float(np.median(np.abs(parts - np.median(parts))))
    return whole, spread / math.sqrt(max(1, len(parts)))


def _block_misfits(
    pair: Float[Tensor, "2 3 H W"], sigmas_px: Float[Tensor, "k 2"], light: tuple[Tensor, Tensor], options: Options
) -> Float[Tensor, "k n"]:
    """Return the mean misfit of each pair of blurs in blocks of the picture, but for its rim."""
    height, width = pair.shape[-2:]
    margin = min(_BLOCK_PX, min(height, width) // 4)
    block = min(_BLOCK_PX, height - 2 * margin, width - 2 * margin)
    ends = [n - margin - (n - 2 * margin) % block for n in (height, width)]
    sigmas_px = sigmas_px.to(options.device)
    reach_px = blur_reach_px(sigmas_px)
    halo_px = math.ceil(_HALO_REACHES * float(reach_px.max()) + _HALO_WINDOWS * _WINDOW_SIGMA_PX)
    # The misfit of every hypothesis, its transform, and the copies that the window makes of it.
    cost = TileCost(halo_px, 4 * (4 * len(sigmas_px) + 40 * len(pair)), multiple=_BLOCK_PX)
    blocks = []
    for tile in tiles_of((height, width), cost, options):
        rows, columns = (
            slice(max(part.start, margin), min(part.stop, end)) for part, end in zip(tile.inner, ends, strict=True)
        )
        if min(rows.stop - rows.start, columns.stop - columns.start) < block:
            continue  # a strip of the rim
        volume = misfit_volume(pair[..., *tile.outer].to(options.device), sigmas_px, GAUSSIAN, *light)
        volume, _ = windowed_misfit(volume, reach_px, _WINDOW_SIGMA_PX)
        inner = volume[:, *tile.within_outer((rows, columns))]
        blocks.append(F.avg_pool2d(inner, block).flatten(1).cpu())
    return torch.cat(blocks, 1)


def parabola_minimum(x: Array, y: Array) -> float:
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
    variance = noise_variance(float(image.mean()), photon_level, read_noise)
    gain = float((np.diff(kernel, prepend=0, append=0) ** 2).sum() * (kernel**2).sum())
    return max(float((dx**2).mean() + (dy**2).mean()) - 2 * variance * gain, 1e-12)
