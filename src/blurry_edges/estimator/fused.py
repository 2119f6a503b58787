"""The default network as an estimator: depth of two surfaces at each pixel, and pictures, from one forward pass.

The network works at the blur scale of the paper's camera: images of any other camera are resized first, and what it
finds, t in px, becomes metres through that camera's own d(z). So one set of weights serves every camera.
"""

from dataclasses import dataclass, replace
from typing import Any

import torch
import torch.nn.functional as F
from tqdm import tqdm

from blurry_edges.errors import DataError
from blurry_edges.estimator.fit import PairFit, balance_and_fit
from blurry_edges.estimator.fused_inputs import H_PX, fused_inputs, t_hypotheses_px
from blurry_edges.estimator.fused_maps import FusedMaps, Surfaces
from blurry_edges.estimator.hypotheses import DepthHypotheses
from blurry_edges.estimator.pair import ImagePair, read_pair, require_resolvable
from blurry_edges.estimator.result import DepthResult
from blurry_edges.memory import free_memory_bytes, return_freed_memory
from blurry_edges.nets.fused import MULTIPLE, FusedConfig, FusedFeatures, FusedNet
from blurry_edges.nets.layers import fold_norms
from blurry_edges.optics import Camera
from blurry_edges.tiles import Tile, split
from blurry_edges.typing import Array, Float, Tensor
from blurry_edges.weights import load_tensors

__all__ = ["FusedEstimator"]

_HALO_PX = 128
"""Tiles overlap by so much at each side; more changes depth by less than a hundredth of its error."""
_BYTES_PER_PIXEL = 1100
"""Memory of one forward pass, measured on 900 x 900 px."""
_IMAGE_BYTES_PER_PIXEL = 120
"""Memory of the photographs, what they become at the network's scale, and the maps."""
_SHARE_OF_FREE_MEMORY = 0.3
_MEMORY_BYTES = 1_400_000_000
"""Greatest memory of an estimate, unless larger tiles are asked for: they are faster."""
_SMALLEST_TILE_PX = 64
_RAW_MAPS = 5
_PICTURE_MAPS = 10


@dataclass(frozen=True)
class FusedEstimator:
    """Dense depth with its standard deviation, the surfaces on both sides of each edge, and pictures."""

    net: FusedNet
    sd_scale: float = 1.0
    """Factor that calibrates the standard deviation, from the card of the weights."""
    device: str = "cpu"
    tile_px: int | None = None
    """Side of the parts in which a large image is computed; by default what free memory allows."""
    progress: bool = False
    """Show a progress bar when there is more than one tile."""
    with_maps: bool = True
    """Compute pictures and boundaries as well; without them, depth alone is a little faster."""
    name: str = "fused"

    @classmethod
    def load(cls, name: str = "fused", device: str = "cpu") -> "FusedEstimator":
        """Load shipped weights by name, or those of a file."""
        tensors, facts = load_tensors(name)
        config: dict[str, Any] = dict(facts["config"])
        try:
            config |= {key: tuple(config[key]) for key in ("channels", "detail_dilations")}
            net = FusedNet(FusedConfig(**config))
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
        swapped = _is_mirrored(camera)
        seen = replace(camera, minus=camera.plus, plus=camera.minus) if swapped else camera
        raw, pictures = self._forward(_swapped(scaled) if swapped else scaled, seen.resized(scale))
        if pictures is not None and swapped:
            pictures[:6] = pictures[[3, 4, 5, 0, 1, 2]]
        surfaces = Surfaces.of(raw, pair.size, 4 * H_PX / scale**2, self.sd_scale, seen)
        depth, depth_sd = surfaces.mean_and_sd()
        maps = None if pictures is None else FusedMaps.of(pictures, surfaces, depth, depth_sd, camera)
        return DepthResult(
            depth,
            depth_sd,
            camera,
            pair.photon_level,
            pair.read_noise,
            wedges=maps,
            layers=surfaces.layers(),
            fit=fit,
            balances=pair.balances,
            method=self.name,
        )

    def _forward(
        self, scaled: ImagePair, camera: Camera
    ) -> tuple[Float[Tensor, "5 h w"], Float[Tensor, "10 h w"] | None]:
        """Run the network tile by tile: t and log-scale of both surfaces and membership, and pictures if asked for."""
        hypotheses = DepthHypotheses.at(4 * H_PX * t_hypotheses_px(), camera, scaled.settings)
        tiles = split(scaled.size, self._tile_px(scaled.size), _HALO_PX, MULTIPLE)
        if many := len(tiles) > 1:
            return_freed_memory()
        raw = torch.empty(_RAW_MAPS, *scaled.size)
        pictures = torch.empty(_PICTURE_MAPS, *scaled.size) if self.with_maps else None
        for tile in tqdm(tiles, desc="depth", unit="tile", disable=None if many and self.progress else True):
            with torch.inference_mode():
                features = self._features(tile, scaled, hypotheses)
                layers = self.net.layers(features)
                inside = (0, ..., *tile.within_outer(tile.inner))
                maps = torch.cat([layers.t_px, layers.log_scale, layers.membership.unsqueeze(1)], 1)
                raw[..., *tile.inner] = maps[inside].cpu()
                if pictures is not None:
                    found = self.net.pictures(features)
                    shown = [found.denoised.flatten(1, 2), found.sharp, torch.sigmoid(found.boundary).unsqueeze(1)]
                    pictures[..., *tile.inner] = torch.cat(shown, 1).clamp(0, 1)[inside].cpu()
            del features  # the next tile is computed before they would be replaced
        return raw, pictures

    def _features(self, tile: Tile, pair: ImagePair, hypotheses: DepthHypotheses) -> FusedFeatures:
        """Run the network on a tile of any size, which is mirrored to a multiple of 8."""
        images = pair.images[..., *tile.outer].to(self.device)
        height, width = images.shape[-2:]
        padded = F.pad(images, (0, -width % MULTIPLE, 0, -height % MULTIPLE), mode="reflect").unsqueeze(0)
        light, dark = (torch.tensor([x], device=self.device) for x in (pair.photon_level, pair.read_noise))
        evidence, t_px = fused_inputs(padded, light, dark, hypotheses.sigmas_px, hypotheses.psf)
        return self.net.features(padded[:, :2], evidence, t_px)

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


def _is_mirrored(camera: Camera) -> bool:
    """Whether d is mostly negative: the network has learned more of the other sign, as the paper's camera has it."""
    ends = [float(camera.d_px2(z)) for z in camera.depth_range_m]
    return -min(ends) > max(ends)


def _swapped(pair: ImagePair) -> ImagePair:
    """Return the pair with its first two images in the other order, which turns the sign of d."""
    order = [1, 0, *range(2, len(pair.images))]
    settings = None if pair.settings is None else tuple(pair.settings[index] for index in order)
    return replace(pair, images=pair.images[order], settings=settings)
