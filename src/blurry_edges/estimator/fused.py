"""The default estimator: the fused network around the evidence, with the wedge representation.

The network works at the blur scale of the paper's camera: images of any other camera are resized first, and what it
finds, t in px, becomes metres through that camera's own d(z). So one set of weights serves every camera.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from blurry_edges.errors import DataError
from blurry_edges.estimator.evidence import EvidenceEstimator
from blurry_edges.estimator.fit import PairFit, balance_and_fit
from blurry_edges.estimator.fused_inputs import H_PX, t_hypotheses_px
from blurry_edges.estimator.fused_pass import FusedPass
from blurry_edges.estimator.fused_wedges import FusedWedges
from blurry_edges.estimator.hypotheses import DepthHypotheses
from blurry_edges.estimator.pair import ImagePair, read_pair, require_resolvable
from blurry_edges.estimator.resize import to_map
from blurry_edges.estimator.result import DepthResult
from blurry_edges.memory import free_memory_bytes
from blurry_edges.nets.fused import MULTIPLE, DenseMixture, FusedConfig, FusedNet
from blurry_edges.nets.layers import fold_norms
from blurry_edges.optics import Camera
from blurry_edges.tiles import split
from blurry_edges.typing import Array, Float
from blurry_edges.weights import load_tensors

__all__ = ["FusedEstimator", "depth_of_mixture"]

_HALO_PX = 240
"""The network sees 172 px around a pixel, and the evidence there up to 60 px more."""
_BYTES_PER_PIXEL = 900
"""Memory of one forward pass, measured on 900 x 900 px."""
_IMAGE_BYTES_PER_PIXEL = 56
"""Memory of the photographs, what they become at the network's scale, and depth."""
_SHARE_OF_FREE_MEMORY = 0.3
_MEMORY_BYTES = 1_400_000_000
"""Greatest memory of an estimate, unless larger tiles are asked for: they are faster."""
_SMALLEST_TILE_PX = 64
_RANGE_MARGIN = 1.15
_LARGEST_TRUSTED_ENLARGEMENT = 1.3


@dataclass(frozen=True)
class FusedEstimator:
    """Dense depth with its standard deviation, and every map of the paper, from one forward pass."""

    net: FusedNet
    sd_scale: float = 1.0
    """Factor that calibrates the standard deviation, from the card of the weights."""
    device: str = "cpu"
    tile_px: int | None = None
    """Side of the parts in which a large image is computed; by default what free memory allows. The result is the same
    for any."""
    progress: bool = False
    """Show a progress bar when there is more than one tile."""
    with_maps: bool = False
    """Read all heads on the way to the depth, so that the maps of a large image need no second pass over its tiles."""
    name: str = "fused"

    @classmethod
    def load(cls, name: str = "fused", device: str = "cpu") -> "FusedEstimator":
        """Load shipped weights by name, or those of a file."""
        tensors, facts = load_tensors(name)
        config: dict[str, Any] = facts["config"]
        try:
            net = FusedNet(FusedConfig(**config | {"channels": tuple(config["channels"])}))
            net.load_state_dict(tensors)
        except (RuntimeError, TypeError, KeyError) as error:
            raise DataError(f"weights '{name}' do not fit the network of this version: {error}") from error
        net.eval().requires_grad_(False)
        fold_norms(net)
        net = net.to(device, memory_format=torch.channels_last)  # type: ignore[call-overload]
        return cls(net, float(facts.get("sd_scale", 1.0)), device)

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
        scaled = fit.applied_to(pair).for_camera(camera)
        scale = scaled.size[0] / pair.size[0]
        tiles = split(scaled.size, self._tile_px(scaled.size), _HALO_PX, MULTIPLE)
        hypotheses = DepthHypotheses.at(4 * H_PX * t_hypotheses_px(), camera.resized(scale), pair.settings)
        forward = FusedPass(self.net, scaled, hypotheses, tiles, self.device, self.progress)
        light = {"photon_level": pair.photon_level, "read_noise": pair.read_noise}
        facts: dict[str, Any] = light | {"fit": fit, "balances": pair.balances, "method": self.name}
        if self.prefers_evidence(fit, camera):
            found = EvidenceEstimator(device=self.device).estimate_pair(pair, fit, camera)
            depth, depth_sd = found.depth, found.depth_sd
            facts |= {"method": found.method}
        else:
            depth, depth_sd = (to_map(torch.from_numpy(x), pair.size) for x in self._depth(forward, camera, scale))
        wedges = FusedWedges(forward, camera, scale, depth, depth_sd)
        return DepthResult(depth, depth_sd, camera, wedges=wedges, **facts)

    def _depth(
        self, forward: FusedPass, camera: Camera, scale: float
    ) -> tuple[Float[Array, "h w"], Float[Array, "h w"]]:
        """Read the depth and its standard deviation in metres, tile by tile, at the network's scale."""
        depth, depth_sd = (np.empty(forward.pair.size, np.float32) for _ in range(2))
        for tile, features in forward.tiles_with_features("depth", read_all_heads=self.with_maps):
            mixture = self.net.dense(features).cropped(*tile.within_outer(tile.inner))
            depth[tile.inner], depth_sd[tile.inner] = depth_of_mixture(
                mixture, 4 * H_PX / scale**2, self.sd_scale, camera
            )
            del features, mixture  # the next tile is computed before they would be replaced
        return depth, depth_sd

    def prefers_evidence(self, fit: PairFit, camera: Camera) -> bool:
        """Whether the evidence alone is to be trusted more than the network.

        The network has learned photon noise at the paper's blur. It takes other errors as well, at that blur: those of
        JPEG, and of a pixel of misalignment. But where the blur is so small that photographs are enlarged, such errors
        are as large as the blur itself, and it fails (docs/experiments.md), while the evidence does not.
        """
        return not fit.is_photon_limited and camera.blur_scale > _LARGEST_TRUSTED_ENLARGEMENT

    def _tile_px(self, size: tuple[int, int]) -> int:
        """Side of a tile: as asked, or what memory allows."""
        if self.tile_px is not None:
            return self.tile_px
        pixels = size[0] * size[1]
        budget = min(_SHARE_OF_FREE_MEMORY * free_memory_bytes(), _MEMORY_BYTES - _IMAGE_BYTES_PER_PIXEL * pixels)
        if _BYTES_PER_PIXEL * pixels <= budget:
            return max(size) + MULTIPLE  # one tile
        side = int((max(budget, 0) / _BYTES_PER_PIXEL) ** 0.5)
        return max(_SMALLEST_TILE_PX, side - 2 * _HALO_PX)


def depth_of_mixture(
    mixture: DenseMixture, d_per_t: float, sd_scale: float, camera: Camera
) -> tuple[Float[Array, "H W"], Float[Array, "H W"]]:
    """Mean and standard deviation in metres of a distribution of t; NaN where no depth has the mean t.

    The mean is taken over depths, not over t: at an occlusion edge, half of the front depth and half of the back one
    is not the depth of the mean blur. An unlikely surface far outside the working range must not pull it there.
    """
    d_px2, weight = d_per_t * mixture.t_px[0], mixture.log_weight[0].exp()
    middle, valid = camera.depth_from_d((weight * d_px2).sum(0))
    near, far = camera.depth_range_m
    depths, real = camera.depth_from_d(d_px2)
    depths = torch.where(
        real, depths.clamp(middle.clamp(max=near / _RANGE_MARGIN), middle.clamp(min=far * _RANGE_MARGIN)), middle
    )
    depth = (weight * depths).sum(0)
    own_sd_m = math.sqrt(2) * d_per_t * mixture.log_scale[0].exp() / camera.d_slope_px2_per_m(depths)
    variance = (weight * ((depths - depth).square() + own_sd_m.square())).sum(0)
    known, sd = (torch.where(valid, x, torch.nan).cpu().numpy() for x in (depth, sd_scale * variance.sqrt()))
    return known, sd
