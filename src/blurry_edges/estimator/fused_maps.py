"""From what the default network says to maps of the photograph's own size: surfaces in metres, pictures, refocusing."""

import math
from dataclasses import dataclass, replace

import numpy as np
import torch
import torch.nn.functional as F

from blurry_edges.estimator.resize import to_image, to_map
from blurry_edges.estimator.result import DepthLayers, PaperMaps
from blurry_edges.maps import CONFIDENCE_THRESHOLD
from blurry_edges.optics import Camera
from blurry_edges.render.depth_maps import clean_rims, find_edges
from blurry_edges.render.slices import Slices
from blurry_edges.typing import Array, Float, Tensor
from blurry_edges.wedge import color_derivative

__all__ = ["FusedMaps", "Surfaces"]

_RANGE_MARGIN = 1.15
_HALF_CERTAIN = 0.035
"""A depth whose standard deviation is this share of it counts half in the confidence."""
_EDGE_STEP_PX = 0.35
"""Steps of blur from which on a surface hides the one behind it, in px of σ."""
_RIM_PX = 1
"""Width of the rims along edges whose colours are those of both sides."""


@dataclass(frozen=True)
class Surfaces:
    """Two surfaces at each pixel in metres, NaN where no depth has such a blur."""

    depth_m: Float[Tensor, "2 H W"]
    sd_m: Float[Tensor, "2 H W"]
    """Standard deviation of each surface by itself."""
    probability: Float[Tensor, "2 H W"]
    """Probability that a pixel shows each of them."""

    @classmethod
    def of(
        cls, raw: Float[Tensor, "5 h w"], size: tuple[int, int], d_per_t: float, sd_scale: float, camera: Camera
    ) -> "Surfaces":
        """Read the network's maps at another size: surfaces are smooth and can be interpolated, edges cannot."""
        if raw.shape[-2:] != size:
            raw = F.interpolate(raw.unsqueeze(0), size, mode="bilinear", align_corners=False)[0]
        t_px, log_scale, membership = raw[:2], raw[2:4], raw[4]
        probability = torch.stack([torch.sigmoid(membership), torch.sigmoid(-membership)])
        d_px2 = d_per_t * t_px
        middle, valid = camera.depth_from_d((probability * d_px2).sum(0))
        near, far = camera.depth_range_m
        depth, real = camera.depth_from_d(d_px2)
        # An unlikely surface far outside the working range must not pull the mean there.
        lowest, highest = middle.clamp(max=near / _RANGE_MARGIN), middle.clamp(min=far * _RANGE_MARGIN)
        depth = torch.where(real, torch.minimum(torch.maximum(depth, lowest), highest), middle)
        sd = sd_scale * math.sqrt(2) * d_per_t * log_scale.exp() / camera.d_slope_px2_per_m(depth).abs()
        known_depth, known_sd = (torch.where(valid, x, torch.nan) for x in (depth, sd))
        return cls(known_depth, known_sd, probability)

    def mean_and_sd(self) -> tuple[Float[Array, "H W"], Float[Array, "H W"]]:
        """Depth and its standard deviation: of the two surfaces together.

        The mean is taken over depths, not over t: at an occlusion edge, half of the front depth and half of the back
        one is not the depth of the mean blur.
        """
        mean = (self.probability * self.depth_m).sum(0)
        variance = (self.probability * ((self.depth_m - mean).square() + self.sd_m.square())).sum(0)
        return mean.float().numpy(), variance.sqrt().float().numpy()

    def layers(self) -> DepthLayers:
        """Return the surfaces as front and back."""
        first_in_front = self.depth_m[0] <= self.depth_m[1]
        front, back = self.depth_m.amin(0), self.depth_m.amax(0)
        probability = torch.where(first_in_front, self.probability[0], self.probability[1])
        return DepthLayers(*(x.float().numpy() for x in (front, back, probability)))


@dataclass(frozen=True)
class FusedMaps:
    """Pictures of a pair, and what the camera would have taken with other settings."""

    maps: PaperMaps
    minus: Float[Array, "H W 3"]
    plus: Float[Array, "H W 3"]
    crisp_depth: Float[Array, "H W"]
    camera: Camera

    @classmethod
    def of(
        cls,
        pictures: Float[Tensor, "10 h w"],
        surfaces: Surfaces,
        depth: Float[Array, "H W"],
        depth_sd: Float[Array, "H W"],
        camera: Camera,
    ) -> "FusedMaps":
        """Bring the network's pictures to the size of the photographs."""
        size = (depth.shape[0], depth.shape[1])
        minus, plus, sharp = (to_image(x, size) for x in pictures[:9].unflatten(0, (3, 3)))
        boundary = to_map(pictures[9], size)
        pair = torch.from_numpy(np.stack([minus, plus])).permute(0, 3, 1, 2)
        derivative = F.pad(color_derivative(pair).mean(0), (1, 1, 1, 1), mode="replicate")
        certainty = 1 / (1 + (depth_sd / (_HALF_CERTAIN * depth)) ** 2)
        confidence = np.nan_to_num(boundary * certainty).astype(np.float32)
        maps = PaperMaps(
            boundary=boundary,
            color_minus=minus,
            color_plus=plus,
            color_derivative=to_image(derivative, size),
            sparse_depth=np.where(confidence > CONFIDENCE_THRESHOLD, depth, np.float32(np.nan)),
            confidence=confidence,
            sharp=sharp,
        )
        return cls(maps, minus, plus, surfaces.layers().crisp, camera)

    def denoised(self) -> tuple[Float[Array, "H W 3"], Float[Array, "H W 3"]]:
        """I₋ and I₊ without noise."""
        return self.minus, self.plus

    def paper_maps(self) -> PaperMaps:
        """Return the maps of the paper."""
        return self.maps

    def refocus(self, optical_power_dpt: float, aperture_sigma_m: float | None = None) -> Float[Array, "H W 3"]:
        """Render the image that the camera would have taken with another optical power and aperture."""
        setting = replace(self.camera.minus, optical_power_dpt=optical_power_dpt)
        if aperture_sigma_m is not None:
            setting = replace(setting, aperture_sigma_m=aperture_sigma_m)
        inverse_depth = _filled(1 / self.crisp_depth)
        blur_per_dioptre = setting.aperture_sigma_m * self.camera.sensor_distance_m / self.camera.image_pitch_m
        edges = find_edges(inverse_depth, _EDGE_STEP_PX / blur_per_dioptre)
        colour = clean_rims(self.maps.sharp, inverse_depth, edges, _RIM_PX)
        image = Slices.cut(colour, inverse_depth, edges, self.camera, (setting,)).image(self.camera, setting)
        return np.asarray(image.clip(0, 1), np.float32)


def _filled(values: Float[Array, "H W"]) -> Float[Array, "H W"]:
    """Fill unknown pixels with the median: blur has to be something there."""
    known = np.isfinite(values)
    if known.all():
        return values.astype(np.float32)
    return np.where(known, values, np.median(values[known]) if known.any() else 1.0).astype(np.float32)
