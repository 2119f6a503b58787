"""Focal Track (Guo, Alexander, Zickler, ICCV 2017): depth from the ratio of a frame difference and a Laplacian.

A Gaussian blur obeys the heat equation, so the difference of the two images of a surface is proportional to the
Laplacian of their mean:

    I₊ − I₋ = −(d / 2) ∇² (I₋ + I₊)/2,      d = σ₋² − σ₊²,

and d becomes metres through the camera. `PublishedFocalTrack` takes that ratio at every pixel of a pyramid, as the
authors do; `FocalTrack` knows the noise: it smooths first, and solves for d by least squares in a window without the
bias that noise in the Laplacian gives.
"""

from dataclasses import dataclass

import numpy as np

from blurry_edges.estimator import register
from blurry_edges.optics import Camera, noise_variance
from blurry_edges.rivals.analytic import AnalyticRival
from blurry_edges.stack import FocusStack
from blurry_edges.typing import Array, Float

__all__ = ["FocalTrack", "PublishedFocalTrack"]

_OUTSIDE = 0.03
"""Depths up to this share of the range outside it are taken to its ends; those beyond are unknown."""


@register("focal-track", kind="rival")
@dataclass(frozen=True)
class FocalTrack(AnalyticRival):
    """The noise-aware form: several smoothings, at each pixel the one that is most certain."""

    smoothings_px: tuple[float, ...] = (2.0, 3.0, 4.5)
    """Standard deviations of the smoothing before the Laplacian."""
    window_px: float = 2.0
    """Standard deviation of the window of the least squares."""
    name: str = "focal-track"

    def depth_with_sd(self, pair: FocusStack, camera: Camera) -> tuple[Float[Array, "H W"], Float[Array, "H W"]]:
        """Return depth and its standard deviation in metres."""
        estimates = [self._at_scale(pair, sigma, camera) for sigma in self.smoothings_px]
        return _most_certain([e[0] for e in estimates], [e[1] for e in estimates])

    def _at_scale(
        self, pair: FocusStack, sigma_px: float, camera: Camera
    ) -> tuple[Float[Array, "H W"], Float[Array, "H W"]]:
        smooth_energy, laplacian_energy = _filter_energies(sigma_px)
        first, second = (_smooth(image, sigma_px) for image in pair.arrays)
        mean = (first + second) / 2
        laplacian, difference = _laplacian(mean), second - first
        variance = noise_variance(mean.clip(0, None), pair.photon_level, pair.read_noise)
        difference_variance, laplacian_variance = 2 * variance * smooth_energy, variance * laplacian_energy / 2
        product = self._window(difference * laplacian)
        energy = self._window(laplacian**2) - self._window(laplacian_variance)
        with np.errstate(divide="ignore", invalid="ignore"):
            c = np.where(energy > 0, product / energy, np.nan)
            # Pixels of the smoothed image are not independent: a window holds fewer than it seems.
            independent = max(1.0, self.window_px**2 / sigma_px**2)
            c_variance = self._window(difference_variance + c[..., None] ** 2 * laplacian_variance)
            c_sd = np.sqrt(c_variance / (3 * independent * energy))
        return _depth_with_sd(-2 * c, 2 * c_sd * np.sqrt(3), camera)

    def _window(self, values: Float[Array, "H W 3"]) -> Float[Array, "H W"]:
        """Sum over colours in a Gaussian window."""
        return _smooth(values.sum(-1), self.window_px)


@register("focal-track-published", kind="rival")
@dataclass(frozen=True)
class PublishedFocalTrack(AnalyticRival):
    """As published: three levels of a pyramid, the signal and its two derivatives at each, no window."""

    levels: int = 3
    name: str = "focal-track-published"

    def depth_with_sd(self, pair: FocusStack, camera: Camera) -> tuple[Float[Array, "H W"], Float[Array, "H W"]]:
        """Return depth and its standard deviation in metres."""
        import cv2

        size = pair.size[::-1]
        variance = float(noise_variance(pair.arrays[0], pair.photon_level, pair.read_noise).mean())
        first, second = (image.mean(-1).astype(np.float32) for image in pair.arrays)
        variance /= 3
        depths, sds = [], []
        for level in range(self.levels):
            scale = 2.0**level
            # The mean of the frames minus its blurred self is half the variance of the blur times the Laplacian.
            mean = (first + second) / 2
            laplacian = (_smooth(mean, _PYRAMID_SIGMA_PX) - mean) * 2 / _PYRAMID_SIGMA_PX**2 / scale**2
            difference = second - first
            for signal in (lambda x: x, _derivative_x, _derivative_y):
                top, bottom = (
                    cv2.resize(signal(x), size, interpolation=cv2.INTER_LINEAR) for x in (difference, laplacian)
                )
                with np.errstate(divide="ignore", invalid="ignore"):
                    c = top / bottom
                    noise = 2 * variance / scale**2
                    laplacian_noise = noise / 4 * (2 / _PYRAMID_SIGMA_PX**2 / scale**2) ** 2
                    c_sd = np.sqrt(noise + c**2 * laplacian_noise) / np.abs(bottom)
                depth, sd = _depth_with_sd(-2 * c, 2 * c_sd, camera)
                depths.append(depth)
                sds.append(sd)
            first, second = (
                cv2.resize(_smooth(x, _PYRAMID_SIGMA_PX), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_LINEAR)
                for x in (first, second)
            )
        return _most_certain(depths, sds)


_PYRAMID_SIGMA_PX = 0.67


def _most_certain(depths: list[Array], sds: list[Array]) -> tuple[Float[Array, "H W"], Float[Array, "H W"]]:
    """Take at each pixel the estimate of smallest standard deviation."""
    all_sds = np.nan_to_num(np.stack(sds), nan=np.inf)
    best = all_sds.argmin(0)[None]
    depth, sd = (np.take_along_axis(np.stack(x), best, 0)[0] for x in (depths, sds))
    return depth.astype(np.float32), sd.astype(np.float32)


def _depth_with_sd(
    d_px2: Float[Array, "H W"], d_sd_px2: Float[Array, "H W"], camera: Camera
) -> tuple[Float[Array, "H W"], Float[Array, "H W"]]:
    """Depth and its standard deviation to first order; unknown where it lies well outside the range."""
    near, far = camera.depth_range_m
    with np.errstate(invalid="ignore"):
        depth, valid = camera.depth_from_d(d_px2)
        inside = valid & (depth > near * (1 - _OUTSIDE)) & (depth < far * (1 + _OUTSIDE))
        depth = np.where(inside, np.clip(depth, near, far), np.nan)
        return depth, d_sd_px2 / np.abs(camera.d_slope_px2_per_m(depth))


def _filter_energies(sigma_px: float) -> tuple[float, float]:
    """Variance that white noise keeps after the smoothing, and after smoothing and Laplacian."""
    side = 2 * int(np.ceil(4 * sigma_px)) + 3
    impulse = np.zeros((side, side), np.float32)
    impulse[side // 2, side // 2] = 1
    smooth = _smooth(impulse, sigma_px)
    return float((smooth**2).sum()), float((_laplacian(smooth) ** 2).sum())


def _smooth(image: Array, sigma_px: float) -> Array:
    import cv2

    return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma_px, borderType=cv2.BORDER_REFLECT))


def _laplacian(image: Array) -> Array:
    import cv2

    return np.asarray(cv2.Laplacian(image, cv2.CV_32F, ksize=1, borderType=cv2.BORDER_REFLECT))


def _derivative_x(image: Array) -> Array:
    return np.asarray(np.gradient(image, axis=1))


def _derivative_y(image: Array) -> Array:
    return np.asarray(np.gradient(image, axis=0))
