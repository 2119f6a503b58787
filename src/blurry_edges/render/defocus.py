"""Blur that varies from pixel to pixel: blurs at a few levels, interpolated in between.

Below about 0.7 px, a Gaussian sampled at the pixels has less variance than it should. Here it is widened until its
variance is exact, down to no blur at all. The weights of the levels are linear in the variance, so that each pixel
has exactly the blur variance that it should have: that is what depth is measured from.

Gaussians are separable and cheap to make, so their levels are wherever they are wanted. The kernel of another psf takes
some hundredths of a second to make, so those are made at fixed levels only, and what lies between is their mixture.
"""

import functools
import math

import cv2
import numpy as np

from blurry_edges.optics.psf import GAUSSIAN, Psf
from blurry_edges.typing import Array, Float

__all__ = ["blur", "blur_levels", "blur_radius", "defocus", "gaussian_kernel", "psf_kernel", "psf_levels"]

LEVEL_STEP_PX = 0.2
"""Spacing of the blur levels; textures then differ from those of infinitely many levels by an rms below 0.0005."""
_FINER_BELOW = ((1.5, 0.25), (3.0, 0.5), (math.inf, 1.0))
"""Share of that spacing below each σ in px for psfs with a rim: small discs change fast where their rim crosses pixels.
With it, textures differ by an rms below 0.0005 as well."""


def blur_radius(sigma_px: float, psf: Psf = GAUSSIAN) -> int:
    """Return the distance in px beyond which the kernel of `sigma_px` holds less than 1e-4 of the light."""
    if sigma_px <= 0:
        return 0
    if psf.kind == "gaussian":
        return math.ceil(4 * sigma_px) + 1
    return math.ceil(psf.reach_per_sigma * (sigma_px + LEVEL_STEP_PX)) + 1  # as wide as the next level's


def gaussian_kernel(variance_px2: float) -> Float[Array, " n"]:
    """Return the sampled Gaussian whose variance on the pixels is `variance_px2`; its weights sum to 1."""
    sampled_variances, widths = _width_table()
    width = math.sqrt(variance_px2)
    if variance_px2 < sampled_variances[-1]:
        width = float(np.interp(variance_px2, sampled_variances, widths))
    radius = blur_radius(math.sqrt(variance_px2))
    kernel = np.exp(-0.5 * (np.arange(-radius, radius + 1) / width) ** 2)
    return np.asarray(kernel / kernel.sum())


@functools.cache
def _width_table() -> tuple[Float[Array, " n"], Float[Array, " n"]]:
    """Variance on the pixels of sampled Gaussians, and their widths up to 1 px, where both agree."""
    widths = np.linspace(0.05, 1, 2000)
    offsets = np.arange(-6, 7)
    kernels = np.exp(-0.5 * (offsets / widths[:, None]) ** 2)
    return kernels @ offsets**2 / kernels.sum(1), widths


def psf_kernel(psf: Psf, variance_px2: float) -> Float[Array, "n n"]:
    """Return the kernel of `psf` whose variance is `variance_px2`: a mixture of the kernels of the levels beside it."""
    sigma = math.sqrt(variance_px2)
    levels = psf_levels(sigma, sigma)
    kernels = [psf.kernel(float(level)) for level in levels]
    if len(kernels) == 1:
        return kernels[0]
    narrow, wide = kernels
    share = (variance_px2 - levels[0] ** 2) / (levels[1] ** 2 - levels[0] ** 2)
    return np.asarray((1 - share) * np.pad(narrow, (len(wide) - len(narrow)) // 2) + share * wide)


def blur(image: Float[Array, "h w *c"], variance_px2: float, psf: Psf = GAUSSIAN) -> Float[Array, "h w *c"]:
    """Blur `image` by a psf of `variance_px2`; beyond its borders the image is mirrored."""
    if variance_px2 <= 0:
        return image
    if psf.kind == "gaussian":
        kernel = gaussian_kernel(variance_px2)
        blurred = cv2.sepFilter2D(image, -1, kernel, kernel, borderType=cv2.BORDER_REFLECT)
    else:
        blurred = cv2.filter2D(image, -1, psf_kernel(psf, variance_px2), borderType=cv2.BORDER_REFLECT)
    return np.asarray(blurred).reshape(image.shape)  # OpenCV drops the axis of a single channel


def blur_levels(least_px: float, greatest_px: float, step_px: float = LEVEL_STEP_PX) -> Float[Array, " levels"]:
    """Return levels of σ from `least_px` to `greatest_px`, at most `step_px` apart; one if the two agree."""
    if greatest_px - least_px < 1e-3:
        return np.array([(least_px + greatest_px) / 2])
    return np.linspace(least_px, greatest_px, math.ceil((greatest_px - least_px) / step_px) + 1)


def psf_levels(least_px: float, greatest_px: float, step_px: float = LEVEL_STEP_PX) -> Float[Array, " levels"]:
    """Return the fixed levels of σ that enclose `least_px` to `greatest_px`; one if both are that level."""
    levels, start = [], 0.0
    for end, finer in _FINER_BELOW:
        end = min(end, greatest_px + 2 * step_px)
        levels.append(np.arange(start, end - 1e-9, finer * step_px))
        start = max(start, end)
    # Rounded, so that equal levels are equal numbers and their kernels are made once.
    fixed = np.concatenate(levels).round(4)
    first = np.searchsorted(fixed, least_px + 1e-4, side="right") - 1
    last = np.searchsorted(fixed, greatest_px - 1e-4, side="left")
    return np.asarray(fixed[max(first, 0) : max(last, first) + 1])


def defocus(
    image: Float[Array, "h w c"],
    sigma_px: Float[Array, "h w"],
    step_px: float = LEVEL_STEP_PX,
    psf: Psf = GAUSSIAN,
) -> Float[Array, "h w c"]:
    """Blur each pixel of `image` by its own `sigma_px`."""
    least, greatest = float(sigma_px.min()), float(sigma_px.max())
    levels = blur_levels(least, greatest, step_px)
    if len(levels) == 1:
        return blur(image, float(levels[0] ** 2), psf)
    if psf.kind != "gaussian":
        levels = psf_levels(least, greatest, step_px)
    variances = levels**2
    position = np.interp(sigma_px**2, variances, np.arange(len(variances))).astype(np.float32)
    blurred = np.zeros_like(image)
    for k, variance in enumerate(variances):
        blurred += _tent(position, k) * blur(image, float(variance), psf)
    return blurred


def _tent(position: Float[Array, "h w"], k: int) -> Float[Array, "h w 1"]:
    """Weight of level `k` at each pixel: 1 at the level itself, 0 from the next level on."""
    return np.asarray(np.maximum(1 - np.abs(position - k), 0)[..., None])
