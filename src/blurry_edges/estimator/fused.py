"""The default network as an estimator: depth of two surfaces at each pixel, and pictures, from one forward pass.

The network works at the blur scale of the paper's camera: images of any other camera are resized first, and what it
finds, t in px, becomes metres through that camera's own d(z). So one set of weights serves every camera.
"""

import math
from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F

from blurry_edges.errors import DataError
from blurry_edges.estimator.base import Estimator, Maps, Options, require_resolvable
from blurry_edges.estimator.evidence import EvidenceEstimator
from blurry_edges.estimator.fit import balance_and_fit
from blurry_edges.estimator.fused_inputs import H_PX, PairOrder, fused_inputs, t_hypotheses_px
from blurry_edges.estimator.fused_maps import SurfaceMaps, Surfaces, pictures_of
from blurry_edges.estimator.hypotheses import DepthHypotheses
from blurry_edges.estimator.registry import register_architecture
from blurry_edges.estimator.result import DepthResult
from blurry_edges.estimator.tiling import TileCost, assembled, over_tiles
from blurry_edges.nets.fused import FINE_REACH_PX, MULTIPLE, FusedConfig, FusedNet, FusedTrunk
from blurry_edges.nets.layers import fold_norms
from blurry_edges.optics import Camera
from blurry_edges.stack import FocusStack
from blurry_edges.tiles import Tile, split
from blurry_edges.typing import Float, Tensor
from blurry_edges.weights import WeightsCard

__all__ = ["HALO_PX", "FusedEstimator"]

HALO_PX = 128
"""How far around a pixel the network is shown; a wider halo changes depth by a hundredth of its error."""
_COST = TileCost(HALO_PX, bytes_per_pixel=430, multiple=MULTIPLE)
"""Memory of one forward pass, measured on 900 x 900 px."""
_BLOCK_PX = 320
"""Layers at full resolution hold most of the memory and see little around a pixel: they take a tile in blocks."""
_SURFACE_MAPS, _DENOISED_MAPS = 5, 6
_LARGEST_TRUSTED_ENLARGEMENT = 1.3
_DISTRUST = 4.0
"""Photographs whose blur is so small that they are enlarged, and which differ by more than blur and photon noise
explain, show errors as large as the blur itself. There the error bars of the network count so many times as much, and
its surfaces are weighed with the evidence, which knows what it cannot explain (docs/experiments.md)."""


@register_architecture("fused")
def _load(card: WeightsCard) -> "FusedEstimator":
    return FusedEstimator.load(card)


@dataclass(frozen=True)
class FusedEstimator(Estimator):
    """Dense depth with its standard deviation, the surfaces on both sides of each edge, and pictures."""

    net: FusedNet
    sd_scale: float = 1.0
    """Factor that calibrates the standard deviation, from the card of the weights."""
    name: str = "fused"

    @classmethod
    def load(cls, card: WeightsCard) -> "FusedEstimator":
        """Load weights."""
        tensors = card.tensors()
        try:
            config: dict[str, Any] = dict(card.facts["config"])
            config |= {key: tuple(config[key]) for key in ("channels", "detail_dilations")}
            net = FusedNet(FusedConfig(**config))
            net.load_state_dict(tensors)
        except (RuntimeError, TypeError, KeyError, ValueError) as error:
            raise DataError(f"weights {card.path} do not fit the network of this version: {error}") from error
        sd_scale = card.facts.get("sd_scale", 1.0)
        if not (isinstance(sd_scale, int | float) and math.isfinite(sd_scale) and sd_scale > 0):
            raise DataError(f"the card of {card.path} has sd_scale = {sd_scale}; it must be a positive number")
        net.eval().requires_grad_(False)
        fold_norms(net)
        net = net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        return cls(net, float(sd_scale), card.name)

    def estimate_stack(self, stack: FocusStack, camera: Camera, options: Options = Options()) -> DepthResult:
        """Estimate the depth of a pair or stack; see `Estimator`. The network sees the pair and the evidence of all."""
        require_resolvable(camera)
        stack, fit = balance_and_fit(stack, camera)
        scaled = fit.applied_to(stack).for_camera(camera)
        scale = scaled.size[0] / stack.size[0]
        order = PairOrder.of(camera)
        maps = self._forward(order.stack(scaled), order.camera.resized(scale), options)
        other: tuple[Tensor, Tensor] | None = None
        if not fit.is_photon_limited and camera.blur_scale > _LARGEST_TRUSTED_ENLARGEMENT:
            depth, sd = EvidenceEstimator().depth_with_sd(stack, camera, options)
            other = torch.from_numpy(depth), torch.from_numpy(sd)

        def surfaces_of(raw: Float[Tensor, "5 n W"], rows: slice) -> Surfaces:
            surfaces = Surfaces.of(raw, 4 * H_PX / scale**2, self.sd_scale, order.camera)
            return surfaces if other is None else surfaces.weighed_with(other[0][rows], other[1][rows], _DISTRUST)

        found = SurfaceMaps.of(maps[:_SURFACE_MAPS], stack.size, surfaces_of)
        shown = None
        if options.maps == "all":
            denoised, others = maps[_SURFACE_MAPS:].split([_DENOISED_MAPS, len(maps) - _SURFACE_MAPS - _DENOISED_MAPS])
            denoised = order.pair(denoised.unflatten(0, (2, 3))).flatten(0, 1)
            shown = pictures_of(torch.cat([denoised, others]), found.depth_m, found.depth_sd_m)
        return DepthResult(
            found.depth_m,
            found.depth_sd_m,
            camera,
            stack.photon_level,
            stack.read_noise,
            self.name,
            layers=found.layers,
            pictures=shown,
            fit=fit,
            balances=stack.balances,
        )

    def _forward(self, stack: FocusStack, camera: Camera, options: Options) -> Float[Tensor, "c h w"]:
        """Run the network: t and log-scale of both surfaces and membership, then pictures if they are asked for."""
        hypotheses = DepthHypotheses.at(4 * H_PX * t_hypotheses_px(), camera, stack.settings)
        net = self.net.to(options.device)

        def compute(tile: Tile) -> Float[Tensor, "c h w"]:
            trunk = _trunk(net, tile, stack, hypotheses, options.device)
            reach_px = FINE_REACH_PX["pictures" if options.maps == "all" else "layers"]
            blocks = split(_size(trunk), _BLOCK_PX, reach_px, MULTIPLE)
            return assembled(_size(trunk), blocks, lambda block: _read(net, trunk.part(*block.outer), options.maps))

        return over_tiles(stack.size, _COST, options, compute)


def _trunk(net: FusedNet, tile: Tile, stack: FocusStack, hypotheses: DepthHypotheses, device: str) -> FusedTrunk:
    """Run the trunk of the network on a tile of any size, which is mirrored to a multiple of 8."""
    images = stack.images[..., *tile.outer].to(device)
    height, width = images.shape[-2:]
    padded = F.pad(images, (0, -width % MULTIPLE, 0, -height % MULTIPLE), mode="reflect").unsqueeze(0)
    light, dark = (torch.tensor([x], device=device) for x in (stack.photon_level, stack.read_noise))
    evidence, t_px = fused_inputs(padded, light, dark, hypotheses.sigmas_px, hypotheses.psf)
    return net.trunk(padded[:, :2], evidence, t_px)


def _read(net: FusedNet, trunk: FusedTrunk, maps: Maps) -> Float[Tensor, "c h w"]:
    """Run the layers at full resolution and the heads that are asked for."""
    features = net.fine(trunk)
    layers = net.layers(features)
    found = [layers.t_px, layers.log_scale, layers.membership.unsqueeze(1)]
    if maps == "all":
        pictures = net.pictures(features)
        shown = [pictures.denoised.flatten(1, 2), pictures.sharp, torch.sigmoid(pictures.boundary).unsqueeze(1)]
        found.append(torch.cat(shown, 1).clamp(0, 1))
    return torch.cat(found, 1)[0]


def _size(trunk: FusedTrunk) -> tuple[int, int]:
    return trunk.pair.shape[-2], trunk.pair.shape[-1]
