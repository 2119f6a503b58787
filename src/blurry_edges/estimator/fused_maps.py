"""From what the default network says to maps of the photograph's own size: surfaces in metres, pictures."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F

from blurry_edges.estimator.resize import to_image, to_map
from blurry_edges.estimator.result import DepthLayers, Pictures
from blurry_edges.filters import interpolated_rows
from blurry_edges.maps import CONFIDENCE_THRESHOLD
from blurry_edges.nets.fused import surface_sd_px
from blurry_edges.optics import Camera
from blurry_edges.typing import Array, Float, Tensor
from blurry_edges.wedge import color_derivative

__all__ = ["SurfaceMaps", "Surfaces", "pictures_of"]

_RANGE_MARGIN = 1.15
_BAND_ROWS = 256
_LEAST_BOUNDARY = 0.35
"""A boundary that is less likely than this counts nothing; beside a boundary, the network is asked for one half."""
_HALF_CERTAIN = 0.035
"""A depth whose standard deviation is this share of it counts half in the confidence."""


@dataclass(frozen=True)
class Surfaces:
    """Two surfaces at each pixel in metres, NaN where no depth has such a blur."""

    depth_m: Float[Tensor, "2 H W"]
    sd_m: Float[Tensor, "2 H W"]
    """Standard deviation of each surface by itself."""
    probability: Float[Tensor, "2 H W"]
    """Probability that a pixel shows each of them."""

    @classmethod
    def of(cls, raw: Float[Tensor, "5 H W"], d_per_t: float, sd_scale: float, camera: Camera) -> "Surfaces":
        """Read the network's maps: t and the logarithm of the scale of both surfaces, and the membership."""
        t_px, log_scale, membership = raw[:2], raw[2:4], raw[4]
        probability = torch.stack([torch.sigmoid(membership), torch.sigmoid(-membership)])
        d_px2 = d_per_t * t_px
        middle, valid = camera.depth_from_d((probability * d_px2).sum(0))
        near, far = camera.depth_range_m
        depth, real = camera.depth_from_d(d_px2)
        # An unlikely surface far outside the working range must not pull the mean there.
        lowest, highest = middle.clamp(max=near / _RANGE_MARGIN), middle.clamp(min=far * _RANGE_MARGIN)
        depth = torch.where(real, torch.minimum(torch.maximum(depth, lowest), highest), middle)
        sd = sd_scale * d_per_t * surface_sd_px(log_scale) / camera.d_slope_px2_per_m(depth).abs()
        known_depth, known_sd = (torch.where(valid, x, torch.nan) for x in (depth, sd))
        return cls(known_depth, known_sd, probability)

    def weighed_with(self, depth_m: Float[Tensor, "H W"], sd_m: Float[Tensor, "H W"], distrust: float) -> "Surfaces":
        """Weigh each surface with another estimate by their variances, in 1/z, as blur goes.

        Args:
            depth_m: the other estimate; where it is unknown, the surfaces stay as they are.
            sd_m: its standard deviation.
            distrust: factor on the standard deviations of the surfaces.

        """
        own, other = 1 / self.depth_m, (1 / depth_m).expand_as(self.depth_m)
        own_sd = distrust * self.sd_m * own.square()
        other_sd = (sd_m / depth_m.square()).expand_as(self.depth_m)
        share = own_sd.square() / (own_sd.square() + other_sd.square())
        inverse = own + share * (other - own)
        sd = own_sd * other_sd / (own_sd.square() + other_sd.square()).sqrt()
        both, alone = inverse.isfinite() & (inverse > 0), self.depth_m.isfinite()
        # Where only one of the two is known, it is what there is.
        depth = torch.where(both, 1 / inverse, torch.where(alone, self.depth_m, depth_m))
        spread = torch.where(both, sd / inverse.square(), torch.where(alone, distrust * self.sd_m, sd_m))
        return Surfaces(depth, spread, self.probability)

    def mean_and_sd(self) -> tuple[Float[Tensor, "H W"], Float[Tensor, "H W"]]:
        """Depth and its standard deviation: of the two surfaces together.

        The mean is taken over depths, not over t: at an occlusion edge, half of the front depth and half of the back
        one is not the depth of the mean blur.
        """
        mean = (self.probability * self.depth_m).sum(0)
        variance = (self.probability * ((self.depth_m - mean).square() + self.sd_m.square())).sum(0)
        return mean, variance.sqrt()

    def in_order(self) -> tuple[Float[Tensor, "H W"], Float[Tensor, "H W"], Float[Tensor, "H W"]]:
        """Return the front surface, the back one, and the probability of the front."""
        first_in_front = self.depth_m[0] <= self.depth_m[1]
        front, back = self.depth_m.amin(0), self.depth_m.amax(0)
        probability = torch.where(first_in_front, self.probability[0], self.probability[1])
        return front, back, probability


@dataclass(frozen=True)
class SurfaceMaps:
    """Depth of a whole image in metres, from its surfaces."""

    depth_m: Float[Array, "H W"]
    depth_sd_m: Float[Array, "H W"]
    layers: DepthLayers

    @classmethod
    def of(
        cls,
        raw: Float[Tensor, "5 h w"],
        size: tuple[int, int],
        surfaces_of: Callable[[Float[Tensor, "5 n W"], slice], Surfaces],
    ) -> "SurfaceMaps":
        """Read the network's maps at the size of the photographs, in bands of rows: whole maps would take gigabytes.

        Surfaces are smooth and can be interpolated, edges cannot: so `surfaces_of` sees a band that is interpolated
        already, and says what its surfaces are.
        """
        found = np.empty((5, *size), np.float32)
        for first in range(0, size[0], _BAND_ROWS):
            rows = slice(first, min(first + _BAND_ROWS, size[0]))
            surfaces = surfaces_of(interpolated_rows(raw, rows, size), rows)
            for target, band in zip(found, (*surfaces.mean_and_sd(), *surfaces.in_order()), strict=True):
                target[rows] = band.numpy()
        return cls(found[0], found[1], DepthLayers(*found[2:]))


def pictures_of(
    maps: Float[Tensor, "10 h w"], depth_m: Float[Array, "H W"], depth_sd_m: Float[Array, "H W"]
) -> Pictures:
    """Bring the network's pictures to the size of the photographs: the denoised pair, the sharp image, boundaries."""
    size = (depth_m.shape[0], depth_m.shape[1])
    minus, plus, sharp = (to_image(x, size) for x in maps[:9].unflatten(0, (3, 3)))
    boundary = to_map(maps[9], size)
    pair = torch.from_numpy(np.stack([minus, plus])).permute(0, 3, 1, 2)
    derivative = F.pad(color_derivative(pair).mean(0), (1, 1, 1, 1), mode="replicate")
    certainty = 1 / (1 + (depth_sd_m / (_HALF_CERTAIN * depth_m)) ** 2)
    seen = ((boundary - _LEAST_BOUNDARY) / (1 - _LEAST_BOUNDARY)).clip(0, 1)
    confidence = np.nan_to_num(seen * certainty).astype(np.float32)
    return Pictures(
        boundary=boundary,
        color_minus=minus,
        color_plus=plus,
        color_derivative=to_image(derivative, size),
        sparse_depth_m=np.where(confidence > CONFIDENCE_THRESHOLD, depth_m, np.float32(np.nan)),
        confidence=confidence,
        sharp=sharp,
    )
