"""Depth from focus: the distance at which each part of the picture is sharpest in a focus stack.

It needs three or more photographs, and nothing of the lens but the focus of each. So it is also what the depths by
defocus of real photographs are judged by, where nobody has measured the scene.
"""

import math
from dataclasses import dataclass

import numpy as np
import torch

from blurry_edges.errors import ImageError
from blurry_edges.estimator.base import Estimator, Options
from blurry_edges.estimator.registry import register
from blurry_edges.estimator.resize import to_map
from blurry_edges.estimator.result import DepthResult
from blurry_edges.estimator.tiling import TileCost, over_tiles
from blurry_edges.optics import Camera, noise_variance
from blurry_edges.stack import FocusStack
from blurry_edges.tiles import Tile
from blurry_edges.typing import Array, Bool, Float, Tensor

__all__ = ["FocusEstimator", "focus_peak", "sharpness"]

_HALO_WINDOWS = 4.5
"""How far around a pixel counts, in standard deviations of the window."""
_LEAST_MEASURE = 4e-6
"""Sharpness below which there is no texture: relative second differences of 0.2 %."""
_LEAST_OVER_NOISE = 5.0
"""And by how many standard deviations of its noise the sharpness at the peak must be above nothing."""
_LEAST_PROMINENCE = 0.15
"""By how much the logarithm of the sharpness must fall from the peak to the least sharp photograph."""
_COUNTED = 0.5
"""Photographs at least this share as sharp as the sharpest are fitted, and both neighbours of the sharpest."""
_NEIGHBOUR_WEIGHT = 0.05
_LOG_NOISE = 0.04
"""Standard deviation of the logarithm of the sharpness that misalignment, JPEG and neighbouring depths bring about."""
_INTERPOLATION = 0.1
"""Error between two photographs, as a share of their distance in dioptres: the peak is not quite a parabola."""


@register("focus")
@dataclass(frozen=True)
class FocusEstimator(Estimator):
    """Depth from focus, with the sharpness at two scales; unknown at the ends of the stack and without texture."""

    scales_px: tuple[float, float] = (0.8, 1.6)
    """Standard deviations of the Gaussians before the second differences."""
    window_sigma_px: float = 4.5
    """Standard deviation of the window over which depth is taken to be constant."""
    name: str = "focus"
    fewest_images: int = 3

    def images_used(self, given: int) -> int:
        """Return `given`: depth from focus looks for the sharpest of all photographs."""
        return given

    def estimate_stack(self, stack: FocusStack, camera: Camera, options: Options = Options()) -> DepthResult:
        """Estimate the depth of a stack; see `Estimator`. A pair has no peak of sharpness and is refused."""
        if len(stack) < self.fewest_images or stack.settings is None:
            raise ImageError(_too_few(len(stack)))
        focus_dpt = np.array([x.optical_power_dpt - 1 / camera.sensor_distance_m for x in stack.settings])
        if len(np.unique(focus_dpt)) < self.fewest_images:
            raise ImageError(_too_few(len(np.unique(focus_dpt))))
        small = stack.shrunk_for(camera)
        cost = TileCost(math.ceil(_HALO_WINDOWS * self.window_sigma_px), 80 * len(stack), multiple=1)

        def compute(tile: Tile) -> Float[Tensor, "2 h w"]:
            images = small.images[..., *tile.outer].permute(0, 2, 3, 1).numpy()
            found = self.dioptres(images, focus_dpt, small.photon_level, small.read_noise)
            return torch.from_numpy(np.stack(found))

        dpt, sd_dpt = over_tiles(small.size, cost, options, compute)
        near, far = camera.depth_range_m
        dpt[(dpt < 0.5 / far) | (dpt > 2 / near) | (dpt <= 0)] = torch.nan
        depth, sd = (to_map(x, stack.size) for x in (1 / dpt, sd_dpt / dpt**2))
        return DepthResult(depth, sd, camera, stack.photon_level, stack.read_noise, self.name)

    def dioptres(
        self,
        images: Float[Array, "K H W 3"],
        focus_dpt: Float[Array, " K"],
        photon_level: float,
        read_noise: float,
    ) -> tuple[Float[Array, "H W"], Float[Array, "H W"]]:
        """Return where each pixel is sharpest, in dioptres, and the standard deviation; NaN where that is unknown.

        Args:
            images: aligned photographs in linear light, in any order.
            focus_dpt: focus of each in dioptres.
            photon_level: photons of white.
            read_noise: read noise in photons.

        """
        order = np.argsort(focus_dpt)
        noise = (photon_level, read_noise)
        precision, weighted = np.zeros(images.shape[1:3]), np.zeros(images.shape[1:3])
        for scale_px in self.scales_px:
            maps = [sharpness(images[i], scale_px, self.window_sigma_px, *noise) for i in order]
            measure, noise_sd = (np.stack(x) for x in zip(*maps, strict=True))
            peak, sd = focus_peak(measure, focus_dpt[order], noise_sd)
            known = np.isfinite(peak)
            precision[known] += 1 / sd[known] ** 2
            weighted[known] += peak[known] / sd[known] ** 2
        precision[precision == 0] = np.nan
        # Both scales see the same texture: together they are hardly better than each alone.
        return weighted / precision, np.sqrt(len(self.scales_px) / precision)


def sharpness(
    image: Float[Array, "H W 3"], scale_px: float, window_sigma_px: float, photon_level: float, read_noise: float
) -> tuple[Float[Array, "H W"], Float[Array, "H W"]]:
    """Return how sharp a photograph is around each pixel, and the standard deviation of that by the noise.

    It is the mean square of the second differences along x and y, relative to the local brightness, which may differ
    between photographs. They are taken of the square root of the light, whose photon noise is the same everywhere,
    after a Gaussian of `scale_px`. What noise adds on average is taken off.
    """
    import cv2

    grey = np.sqrt(image.mean(-1).clip(0, None)).astype(np.float32)
    brightness = cv2.GaussianBlur(grey, (0, 0), window_sigma_px).astype(np.float64) + 0.02
    measure = cv2.GaussianBlur(_second_differences(grey, scale_px), (0, 0), window_sigma_px) / brightness**2
    impulse = np.zeros((65, 65), np.float32)
    impulse[32, 32] = 1.0
    # Of the mean of three colours; the square root divides it by 4 times the light.
    variance = noise_variance(brightness**2, photon_level, read_noise) / (3 * 4 * brightness**2)
    floor = variance * float(_second_differences(impulse, scale_px).sum()) / brightness**2
    samples = 2 * (window_sigma_px / scale_px) ** 2
    signal = np.maximum(measure - floor, 0)
    return signal, np.sqrt((4 * signal * floor + 2 * floor**2) / samples)


def _second_differences(grey: Float[Array, "H W"], scale_px: float) -> Float[Array, "H W"]:
    """Return the sum of the squared second differences along x and y of a picture that is smoothed first."""
    import cv2

    smooth = cv2.GaussianBlur(grey, (0, 0), scale_px)
    along = [cv2.Sobel(smooth, cv2.CV_32F, *order, ksize=3, scale=scale_px**2 / 4) for order in ((2, 0), (0, 2))]
    return np.asarray(along[0] ** 2 + along[1] ** 2)


def focus_peak(
    measure: Float[Array, "K H W"], focus_dpt: Float[Array, " K"], noise_sd: Float[Array, "K H W"]
) -> tuple[Float[Array, "H W"], Float[Array, "H W"]]:
    """Fit a parabola to the logarithm of the sharpness about its peak.

    Args:
        measure: sharpness of each pixel in each photograph.
        focus_dpt: their focus in dioptres, ascending.
        noise_sd: standard deviation of the sharpness by the noise.

    Returns:
        Place of the peak in dioptres and its standard deviation, NaN where there is none: at an end of the stack,
        without texture, or where the sharpness hardly changes.

    """
    best = measure.argmax(0)
    at_best = focus_dpt[best]
    top, top_sd = (np.take_along_axis(x, best[None], 0)[0] for x in (measure, noise_sd))
    log = np.log(np.maximum(measure, np.maximum(noise_sd, 1e-12)))
    log -= log.max(0)
    moments, values = np.zeros((5, *best.shape)), np.zeros((3, *best.shape))
    squared_values = np.zeros(best.shape)
    for index, dpt in enumerate(focus_dpt):
        share, x = np.exp(log[index]), dpt - at_best
        weight = np.where(share > _COUNTED, share**2, np.where(np.abs(index - best) <= 1, _NEIGHBOUR_WEIGHT, 0.0))
        squared_values += weight * log[index] ** 2
        for power in range(5):
            moments[power] += weight
            if power < len(values):
                values[power] += weight * log[index]
            weight *= x
    known = (best > 0) & (best < len(focus_dpt) - 1) & (top > np.maximum(_LEAST_MEASURE, _LEAST_OVER_NOISE * top_sd))
    known &= log.min(0) < -_LEAST_PROMINENCE
    noise = _LOG_NOISE**2 + (top_sd / np.maximum(top, 1e-12)) ** 2
    offset, variance = _vertex(moments, values, squared_values, noise, known)
    peak = at_best + offset
    spacing = np.interp(at_best, focus_dpt, np.gradient(focus_dpt))
    # The top must be among the photographs that were fitted, or beside the sharpest.
    known = np.isfinite(peak) & (np.abs(offset) < np.maximum(spacing, np.sqrt(moments[2] / moments[0])))
    known &= (peak > focus_dpt[0]) & (peak < focus_dpt[-1])
    sd = np.sqrt(variance + (_INTERPOLATION * spacing) ** 2)
    return np.where(known, peak, np.nan), np.where(known, sd, np.nan)


def _vertex(
    moments: Float[Array, "5 H W"],
    values: Float[Array, "3 H W"],
    squared_values: Float[Array, "H W"],
    noise: Float[Array, "H W"],
    known: Bool[Array, "H W"],
) -> tuple[Float[Array, "H W"], Float[Array, "H W"]]:
    """Return where the parabola through weighted points has its top, and the variance of that; NaN without a top.

    `noise` is the least variance of a point; where the points are farther from the parabola, it is what they tell.
    """
    top, variance = np.full(known.shape, np.nan), np.full(known.shape, np.nan)
    m, v = moments[:, known], values[:, known]
    normal = np.stack([np.stack([m[i + j] for j in range(3)], -1) for i in range(3)], -2)
    normal += 1e-9 * np.eye(3)
    inverse = np.linalg.inv(normal)
    a, b, c = (inverse @ np.moveaxis(v, 0, -1)[..., None])[..., 0].T
    left = squared_values[known] - (a * v[0] + b * v[1] + c * v[2])
    largest = np.maximum(noise[known], left / m[0])
    is_top = c < 0
    curved = np.where(is_top, c, -1.0)
    slope = np.stack([np.zeros_like(b), -1 / (2 * curved), b / (2 * curved**2)], -1)
    spread = np.einsum("ni,nij,nj->n", slope, inverse, slope)
    top[known] = np.where(is_top, -b / (2 * curved), np.nan)
    # What disturbs the sharpness disturbs neighbouring photographs alike: more of them do not make it less.
    variance[known] = np.where(is_top, largest * spread * m[0], np.nan)
    return top, variance


def _too_few(count: int) -> str:
    return (
        f"depth from focus needs three or more photographs of known, different focus, not {count}: give a folder with "
        "--stack, or use --estimator evidence"
    )
