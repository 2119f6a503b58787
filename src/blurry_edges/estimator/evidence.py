"""The evidence alone as an estimator: closed-form, no weights, any camera."""

import math
from dataclasses import dataclass

import torch

from blurry_edges.estimator.fit import PairFit, balance_and_fit
from blurry_edges.estimator.hypotheses import DepthHypotheses
from blurry_edges.estimator.pair import ImagePair, read_pair, require_resolvable
from blurry_edges.estimator.resize import to_map
from blurry_edges.estimator.result import DepthResult
from blurry_edges.evidence import blur_reach_px, likelihood_weight, misfit_volume, posterior, windowed_misfit
from blurry_edges.optics import Camera
from blurry_edges.typing import Array, Float, Tensor

__all__ = ["EvidenceEstimator"]

_UNEXPLAINED_CORRELATION = 30.0
"""The error that no depth explains (occlusion edges, development by a phone) is not white: where it is all there is,
so many pixels of it count as one. With this number about two thirds of the errors lie within one sd, on scenes from 20
to 5000 photons and on phone photographs alike (docs/experiments.md)."""


@dataclass(frozen=True)
class EvidenceEstimator:
    """Posterior mean and standard deviation of depth under the evidence in a narrow and a wide Gaussian window.

    The wide window serves where there is little to see, the narrow one where depth changes: they are weighted by their
    variances, and the wide one's grows where the two disagree.
    """

    window_sigmas_px: tuple[float, float] = (4.5, 9.0)
    """Standard deviations of the windows over which depth is taken to be constant."""
    device: str = "cpu"
    """Where to compute."""
    name: str = "evidence"

    def estimate(
        self,
        minus: Array,
        plus: Array,
        *,
        camera: Camera,
        photon_level: float | None = None,
        read_noise: float | None = None,
    ) -> DepthResult:
        """Estimate the depth of one pair; see `Estimator.estimate`."""
        return self.estimate_images(read_pair(minus, plus, photon_level, read_noise), camera)

    def estimate_images(self, images: ImagePair, camera: Camera) -> DepthResult:
        """Estimate the depth of a pair or stack that was read."""
        require_resolvable(camera)
        return self.estimate_pair(*balance_and_fit(images, camera), camera)

    def estimate_pair(self, pair: ImagePair, fit: PairFit, camera: Camera) -> DepthResult:
        """Estimate the depth of a pair that was balanced; see `balance_and_fit`."""
        small = pair.shrunk_for(camera)
        scale = small.size[0] / pair.size[0]
        hypotheses = DepthHypotheses.of(camera.resized(scale), pair.settings)
        depth, sd = hypotheses.depth_with_sd(*self.posterior(small, hypotheses))
        maps = [to_map(x, pair.size) for x in (depth, sd)]
        return DepthResult(
            maps[0],
            maps[1],
            camera,
            pair.photon_level,
            pair.read_noise,
            fit=fit,
            balances=pair.balances,
            method=self.name,
        )

    def posterior(
        self, pair: ImagePair, hypotheses: DepthHypotheses
    ) -> tuple[Float[Tensor, "H W"], Float[Tensor, "H W"]]:
        """Mean and standard deviation of d in px² at each pixel of a pair or stack, at the scale of its images."""
        images = pair.images.to(self.device)
        sigmas_px, d_px2 = hypotheses.sigmas_px.to(images), hypotheses.d_px2.to(images)
        light, dark = (torch.tensor(x).to(images) for x in (pair.photon_level, pair.read_noise))
        reach_px = blur_reach_px(sigmas_px)
        with torch.inference_mode():
            volume = misfit_volume(images, sigmas_px, hypotheses.psf, light, dark)
            step = (d_px2[1] - d_px2[0]).square() / 12
            means, variances = [], []
            for sigma_px in self.window_sigmas_px:
                misfit, share = windowed_misfit(volume, reach_px, sigma_px)
                weight = share * likelihood_weight(sigma_px, light, 3 * (len(images) - 1))
                mean, sd = posterior(misfit, d_px2, weight / _unexplained(misfit.amin(0), len(images) - 1))
                means.append(mean)
                variances.append(sd.square() + step)
        narrow, wide = means
        wide_variance = variances[1] + (wide - narrow).square()
        share = variances[0] / (variances[0] + wide_variance)
        mean = (1 - share) * narrow + share * wide
        sd = ((1 - share) * variances[0] + share * wide_variance).sqrt()
        return mean, sd


def _unexplained(best_misfit: Float[Tensor, "H W"], residuals: int) -> Float[Tensor, "H W"]:
    """By how much a likelihood counts less where even the best hypothesis does not fit.

    The noise is as large as what is left, and the share of it that is not photon noise is correlated: from pixel to
    pixel, and in part from photograph to photograph, so that the residuals of a stack count as their square root.
    """
    misfit = best_misfit.clamp_min(1.0)
    return misfit * (1 + (_UNEXPLAINED_CORRELATION * math.sqrt(residuals) - 1) * (1 - 1 / misfit).square())
