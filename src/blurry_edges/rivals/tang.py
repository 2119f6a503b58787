"""Tang, Cohen, Price, Schiller, Kutulakos (CVPR 2017): the likelihood of defocus equalisation, pixel by pixel.

For a depth hypothesis the two images are filtered so that they agree if it is right and the noise stays white; the
hypothesis of least squared difference in a window wins. Only the local stage is here: the paper lists the method under
sparse depth. The published window is a box of 9 x 9 px, without a test of the fit; the noise-aware form has a Gaussian
window and trusts only places where some hypothesis fits.
"""

from dataclasses import dataclass

import numpy as np

from blurry_edges.estimator import register
from blurry_edges.optics import Camera, noise_variance
from blurry_edges.rivals.analytic import AnalyticRival
from blurry_edges.stack import FocusStack
from blurry_edges.typing import Array, Float

__all__ = ["Tang"]

_PAD_PX = 16


@register("tang", kind="rival")
@dataclass(frozen=True)
class Tang(AnalyticRival):
    """Depth of least residual over hypotheses uniform in 1/z."""

    hypotheses: int = 33
    window_px: float = 3.0
    """Standard deviation of a Gaussian window, or the side of a box."""
    box: bool = False
    gate: float | None = 1.1
    """Largest misfit that is trusted; 1 is perfect."""
    name: str = "tang"

    @classmethod
    def published(cls) -> "Tang":
        """Return the method as published."""
        return cls(window_px=9, box=True, gate=None, name="tang-published")

    def depth_with_sd(self, pair: FocusStack, camera: Camera) -> tuple[Float[Array, "H W"], Float[Array, "H W"]]:
        """Return depth and its standard deviation in metres."""
        near, far = camera.depth_range_m
        inverse_depths = np.linspace(1 / far, 1 / near, self.hypotheses)
        samples = self.window_px**2 if self.box else 4 * np.pi * self.window_px**2
        misfit = np.stack([self._window(residual) for residual in _residuals(pair, camera, 1 / inverse_depths)])
        cost = 0.5 * 3 * samples * misfit
        best = cost.argmin(0)
        q = _refined(cost, best, inverse_depths)
        weight = np.exp(-(cost - cost.min(0)))
        weight /= weight.sum(0)
        values = inverse_depths[:, None, None]
        q_sd = np.sqrt((weight * (values - (weight * values).sum(0)) ** 2).sum(0))
        trusted = (best > 0) & (best < self.hypotheses - 1)
        if self.gate is not None:
            trusted &= misfit.min(0) < self.gate
        depth = np.where(trusted, 1 / q, np.nan).astype(np.float32)
        sd = np.where(trusted, q_sd / q**2, np.nan).astype(np.float32)
        return depth, sd

    def _window(self, values: Float[Array, "H W"]) -> Float[Array, "H W"]:
        import cv2

        if self.box:
            side = int(self.window_px)
            return np.asarray(cv2.blur(values, (side, side), borderType=cv2.BORDER_REFLECT))
        return np.asarray(cv2.GaussianBlur(values, (0, 0), self.window_px, borderType=cv2.BORDER_REFLECT))


register("tang-published", kind="rival")(Tang.published)


def _residuals(pair: FocusStack, camera: Camera, depths_m: Float[Array, "k"]) -> list[Float[Array, "H W"]]:
    """Squared residual over its variance, the mean over colours, for each hypothesis."""
    import cv2

    pads = ((_PAD_PX, _PAD_PX), (_PAD_PX, _PAD_PX), (0, 0))
    spectra = [np.fft.rfft2(np.pad(image, pads, mode="reflect"), axes=(0, 1)) for image in pair.arrays]
    height, width = pair.size
    size = (height + 2 * _PAD_PX, width + 2 * _PAD_PX)
    omega = (2 * np.pi * np.fft.fftfreq(size[0])[:, None], 2 * np.pi * np.fft.rfftfreq(size[1]))
    omega2 = (omega[0] ** 2 + omega[1] ** 2)[..., None]
    brightness = cv2.GaussianBlur(pair.arrays.mean(0), (0, 0), 3.0, borderType=cv2.BORDER_REFLECT)
    variance = noise_variance(brightness.clip(0, None), pair.photon_level, pair.read_noise)
    inside = (slice(_PAD_PX, _PAD_PX + height), slice(_PAD_PX, _PAD_PX + width))
    residuals = []
    for depth_m in depths_m:
        ratio = np.exp(np.clip(-omega2 * float(camera.d_px2(float(depth_m))) / 2, -40, 40))
        scale = 1 / np.sqrt(1 + ratio**2)
        residual = np.fft.irfft2(scale * spectra[0] - ratio * scale * spectra[1], s=size, axes=(0, 1))[inside]
        residuals.append((residual**2 / variance).mean(-1).astype(np.float32))
    return residuals


def _refined(cost: Float[Array, "k H W"], best: Array, inverse_depths: Float[Array, "k"]) -> Float[Array, "H W"]:
    """Inverse depth of least cost, between hypotheses by a parabola."""
    middle = best.clip(1, len(inverse_depths) - 2)
    left, centre, right = (np.take_along_axis(cost, (middle + shift)[None], 0)[0] for shift in (-1, 0, 1))
    curvature = left - 2 * centre + right
    shift = np.where(curvature > 0, (left - right) / (2 * np.where(curvature > 0, curvature, 1)), 0).clip(-1, 1)
    return np.asarray(inverse_depths[middle] + shift * (inverse_depths[1] - inverse_depths[0]))
