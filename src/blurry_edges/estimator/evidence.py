"""The evidence alone as an estimator: closed-form, no weights, any camera."""

import math
from dataclasses import dataclass

import torch

from blurry_edges.estimator.base import Estimator, Options, require_resolvable
from blurry_edges.estimator.fit import balance_and_fit
from blurry_edges.estimator.hypotheses import DepthHypotheses
from blurry_edges.estimator.registry import register
from blurry_edges.estimator.resize import to_map
from blurry_edges.estimator.result import DepthResult
from blurry_edges.estimator.tiling import TileCost, over_tiles
from blurry_edges.evidence import blur_reach_px, fine_posterior, likelihood_weight, misfit_volume, windowed_misfit
from blurry_edges.optics import Camera
from blurry_edges.stack import FocusStack
from blurry_edges.tiles import Tile
from blurry_edges.typing import Array, Float, Tensor

__all__ = ["EvidenceEstimator"]

_UNEXPLAINED_CORRELATION = 30.0
"""The error that no depth explains (occlusion edges, development by a phone) is not white: where it is all there is,
so many pixels of it count as one. With this number about two thirds of the errors lie within one sd, on scenes from 20
to 5000 photons and on phone photographs alike (docs/experiments.md)."""


_HALO_REACHES, _HALO_WINDOWS = 4.5, 3.0
"""A tile sees so many reaches of the blur and widths of the window around it."""


@register("evidence")
@dataclass(frozen=True)
class EvidenceEstimator(Estimator):
    """Posterior mean and standard deviation of depth under the evidence in a narrow and a wide Gaussian window.

    The wide window serves where there is little to see, the narrow one where depth changes: they are weighted by their
    variances, and the wide one's grows where the two disagree.
    """

    window_sigmas_px: tuple[float, float] = (4.5, 9.0)
    """Standard deviations of the windows over which depth is taken to be constant."""
    name: str = "evidence"

    def estimate_stack(self, stack: FocusStack, camera: Camera, options: Options = Options()) -> DepthResult:
        """Estimate the depth of a pair or stack; see `Estimator`."""
        require_resolvable(camera)
        stack, fit = balance_and_fit(stack, camera)
        depth, sd = self.depth_with_sd(stack, camera, options)
        light = (stack.photon_level, stack.read_noise)
        return DepthResult(depth, sd, camera, *light, self.name, fit=fit, balances=stack.balances)

    def depth_with_sd(
        self,
        stack: FocusStack,
        camera: Camera,
        options: Options = Options(),
    ) -> tuple[Float[Array, "H W"], Float[Array, "H W"]]:
        """Depth in metres and its standard deviation of a stack that was balanced; see `balance_and_fit`."""
        small = stack.shrunk_for(camera)
        hypotheses = DepthHypotheses.of(camera.resized(small.size[0] / stack.size[0]), stack.settings)
        d_px2, d_sd_px2 = self.posterior(small, hypotheses, options)
        depth, sd = (to_map(x, stack.size) for x in hypotheses.depth_with_sd(d_px2, d_sd_px2))
        return depth, sd

    def posterior(
        self,
        stack: FocusStack,
        hypotheses: DepthHypotheses,
        options: Options = Options(),
    ) -> tuple[Float[Tensor, "H W"], Float[Tensor, "H W"]]:
        """Mean and standard deviation of d in px² at each pixel of a pair or stack, at the scale of its images."""
        reach_px = float(blur_reach_px(hypotheses.sigmas_px).max())
        halo_px = math.ceil(_HALO_REACHES * reach_px + _HALO_WINDOWS * max(self.window_sigmas_px))
        # The misfit of every hypothesis, its transform, and the copies that windows make of it.
        cost = TileCost(halo_px, 4 * (4 * len(hypotheses.d_px2) + 40 * len(stack)), multiple=1)

        def compute(tile: Tile) -> Float[Tensor, "2 h w"]:
            images = stack.images[..., *tile.outer].to(options.device)
            return torch.stack(self._posterior(images, stack.photon_level, stack.read_noise, hypotheses))

        mean, sd = over_tiles(stack.size, cost, options, compute)
        return mean, sd

    def _posterior(
        self, images: Float[Tensor, "K 3 H W"], photon_level: float, read_noise: float, hypotheses: DepthHypotheses
    ) -> tuple[Float[Tensor, "H W"], Float[Tensor, "H W"]]:
        sigmas_px, d_px2 = hypotheses.sigmas_px.to(images), hypotheses.d_px2.to(images)
        light, dark = (torch.tensor(x).to(images) for x in (photon_level, read_noise))
        reach_px = blur_reach_px(sigmas_px)
        volume = misfit_volume(images, sigmas_px, hypotheses.psf, light, dark)
        means, variances = [], []
        for sigma_px in self.window_sigmas_px:
            misfit, share = windowed_misfit(volume, reach_px, sigma_px)
            weight = share * likelihood_weight(sigma_px, light, 3 * (len(images) - 1))
            mean, sd = fine_posterior(misfit, d_px2, weight / _unexplained(misfit.amin(0), len(images) - 1))
            means.append(mean)
            variances.append(sd.square())
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
