"""Blur that varies from pixel to pixel: Gaussian blurs at a few levels, interpolated in between.

Below about 0.7 px, a Gaussian sampled at the pixels has less variance than it should. Here it is widened until its
variance is exact, down to no blur at all. The weights of the levels are linear in the variance, so that each pixel
has exactly the blur variance that it should have: that is what depth is measured from.
"""

import functools
import math

import cv2
import numpy as np

from blurry_edges.typing import Array, Float

__all__ = ["blur", "blur_levels", "blur_radius", "defocus", "gaussian_kernel"]

LEVEL_STEP_PX = 0.2
"""Spacing of the blur levels; textures then differ from those of infinitely many levels by an rms below 0.0005."""


def blur_radius(sigma_px: float) -> int:
    """Return the distance in px beyond which the kernel of `sigma_px` holds less than 1e-4 of the light."""
    return math.ceil(4 * sigma_px) + 1 if sigma_px > 0 else 0


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


def blur(image: Float[Array, "h w *c"], variance_px2: float) -> Float[Array, "h w *c"]:
    """Blur `image` by a Gaussian of `variance_px2`; beyond its borders the image is mirrored."""
    if variance_px2 <= 0:
        return image
    kernel = gaussian_kernel(variance_px2)
    blurred = cv2.sepFilter2D(image, -1, kernel, kernel, borderType=cv2.BORDER_REFLECT)
    return np.asarray(blurred).reshape(image.shape)  # OpenCV drops the axis of a single channel


def blur_levels(least_px: float, greatest_px: float, step_px: float = LEVEL_STEP_PX) -> Float[Array, " levels"]:
    """Return levels of σ from `least_px` to `greatest_px`, at most `step_px` apart; one if the two agree."""
    if greatest_px - least_px < 1e-3:
        return np.array([(least_px + greatest_px) / 2])
    return np.linspace(least_px, greatest_px, math.ceil((greatest_px - least_px) / step_px) + 1)


def defocus(
    image: Float[Array, "h w c"], sigma_px: Float[Array, "h w"], step_px: float = LEVEL_STEP_PX
) -> Float[Array, "h w c"]:
    """Blur each pixel of `image` by its own `sigma_px`."""
    variances = blur_levels(float(sigma_px.min()), float(sigma_px.max()), step_px) ** 2
    if len(variances) == 1:
        return blur(image, float(variances[0]))
    position = np.interp(sigma_px**2, variances, np.arange(len(variances))).astype(np.float32)
    blurred = np.zeros_like(image)
    for k, variance in enumerate(variances):
        blurred += _tent(position, k) * blur(image, float(variance))
    return blurred


def _tent(position: Float[Array, "h w"], k: int) -> Float[Array, "h w 1"]:
    """Weight of level `k` at each pixel: 1 at the level itself, 0 from the next level on."""
    return np.asarray(np.maximum(1 - np.abs(position - k), 0)[..., None])
