"""The default estimator: the fused network around the evidence, with the wedge representation.

The network works at the blur scale of the paper's camera: images of any other camera are resized first, and what it
finds, t in px, becomes metres through that camera's own d(z). So one set of weights serves every camera.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from tqdm import tqdm

from blurry_edges.errors import DataError
from blurry_edges.estimator.fused_inputs import H_PX, fused_inputs
from blurry_edges.estimator.pair import ImagePair, read_pair, require_resolvable
from blurry_edges.estimator.resize import to_image, to_map
from blurry_edges.estimator.result import DepthResult, PaperMaps
from blurry_edges.maps import GlobalMaps, global_maps
from blurry_edges.memory import free_memory_bytes, return_freed_memory
from blurry_edges.nets.fused import (
    MULTIPLE,
    DenseMixture,
    FusedConfig,
    FusedFeatures,
    FusedNet,
    WedgeCode,
    wedges_from_code,
)
from blurry_edges.nets.layers import fold_norms
from blurry_edges.optics import Camera
from blurry_edges.patches import PatchGrid
from blurry_edges.tiles import Slices, Tile, relative, split
from blurry_edges.typing import Array, Bool, Float, Tensor
from blurry_edges.wedge import angles_from_directions
from blurry_edges.weights import load_tensors

__all__ = ["FusedEstimator", "FusedWedges"]

_HALO_PX = 240
"""The network sees 172 px around a pixel, the evidence there a little more, and wedges reach one patch further."""
_PATCH_MARGIN_PX = 24
_BYTES_PER_PIXEL = 900
"""Memory of one forward pass, measured on 900 x 900 px."""
_SHARE_OF_FREE_MEMORY = 0.3
_LARGEST_TILE_PX = 416
"""With its halo 0.7 GB; larger tiles are faster, and can be asked for."""
_RANGE_MARGIN = 1.15
_STROKE_THRESHOLD = 0.25
"""τ: strokes of boundaries are 1.6 px wide, a little more than the paper's, since depth is known on both sides."""
_HALF_CERTAIN = 0.035
"""A depth whose standard deviation is this share of it counts half in the confidence."""
_CONFIDENCE_THRESHOLD = 0.05


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
        require_resolvable(camera)
        pair = read_pair(minus, plus, photon_level, read_noise)
        scaled = pair.for_camera(camera)
        scale = scaled.size[0] / pair.size[0]
        tiles = split(scaled.size, self._tile_px(scaled.size), _HALO_PX, MULTIPLE)
        forward = FusedPass(self.net, scaled, tiles, self.device, self.progress)
        depth, depth_sd = (np.empty(scaled.size, np.float32) for _ in range(2))
        for tile, features in forward.tiles_with_features("depth"):
            mixture = self.net.dense(features).cropped(*tile.within_outer(tile.inner))
            depth[tile.inner], depth_sd[tile.inner] = depth_of_mixture(
                mixture, 4 * H_PX / scale**2, self.sd_scale, camera
            )
            del features, mixture  # the next tile is computed before they would be replaced
        depth, depth_sd = (to_map(torch.from_numpy(x), pair.size) for x in (depth, depth_sd))
        wedges = FusedWedges(forward, camera, scale, depth, depth_sd)
        return DepthResult(depth, depth_sd, camera, pair.photon_level, pair.read_noise, wedges)

    def _tile_px(self, size: tuple[int, int]) -> int:
        """Side of a tile: as asked, or what memory allows."""
        if self.tile_px is not None:
            return self.tile_px
        side = int((_SHARE_OF_FREE_MEMORY * free_memory_bytes() / _BYTES_PER_PIXEL) ** 0.5)
        if max(size) <= min(side, _LARGEST_TILE_PX + 2 * _HALO_PX):
            return max(size) + MULTIPLE  # one tile
        return max(64, min(side - 2 * _HALO_PX, _LARGEST_TILE_PX))


def depth_of_mixture(
    mixture: DenseMixture, d_per_t: float, sd_scale: float, camera: Camera
) -> tuple[Float[Array, "H W"], Float[Array, "H W"]]:
    """Mean and standard deviation in metres of a distribution of t; NaN where no depth has the mean t.

    The mean is taken over depths, not over t: at an occlusion edge, half of the front depth and half of the back one
    is not the depth of the mean blur. An unlikely surface far outside the working range must not pull it there.
    """
    mean_t, _ = mixture.mean_and_sd()
    middle, valid = (x[0] for x in _depth_m(d_per_t * mean_t, camera))
    near, far = camera.depth_range_m
    low, high = np.minimum(near / _RANGE_MARGIN, middle), np.maximum(far * _RANGE_MARGIN, middle)
    depths, real = (x[0] for x in _depth_m(d_per_t * mixture.t_px, camera))
    depths = np.where(real, np.clip(depths, low, high), middle)
    weight = mixture.log_weight[0].exp().double().cpu().numpy()
    depth = (weight * depths).sum(0)
    own_sd = math.sqrt(2) * mixture.log_scale[0].exp().double().cpu().numpy() * d_per_t
    own_sd_m = own_sd / np.abs(_slope(depths, camera))
    variance = (weight * ((depths - depth) ** 2 + own_sd_m**2)).sum(0)
    return (
        np.where(valid, depth, np.nan).astype(np.float32),
        np.where(valid, sd_scale * np.sqrt(variance), np.nan).astype(np.float32),
    )


@dataclass(frozen=True)
class FusedPass:
    """The network over one pair, tile by tile; a single tile is computed once and kept."""

    net: FusedNet
    pair: ImagePair
    """The pair at the network's scale."""
    tiles: list[Tile]
    device: str
    progress: bool
    _kept: list[FusedFeatures] = field(default_factory=list, repr=False)

    def tiles_with_features(self, what: str) -> Iterator[tuple[Tile, FusedFeatures]]:
        """Give each tile with its features, computed on the way."""
        many = len(self.tiles) > 1
        if many:
            return_freed_memory()
        for tile in tqdm(self.tiles, desc=what, unit="tile", disable=None if many and self.progress else True):
            if many:
                yield tile, self._features(tile)
            else:
                if not self._kept:
                    self._kept.append(self._features(tile))
                yield tile, self._kept[0]

    def _features(self, tile: Tile) -> FusedFeatures:
        """Run the network on a tile of any size, which is mirrored to a multiple of 8."""
        images = self.pair.images[..., *tile.outer].to(self.device)
        height, width = images.shape[-2:]
        padded = F.pad(images, (0, -width % MULTIPLE, 0, -height % MULTIPLE), mode="reflect").unsqueeze(0)
        light = (torch.tensor([x], device=padded.device) for x in (self.pair.photon_level, self.pair.read_noise))
        with torch.inference_mode():
            return self.net.features(padded, *fused_inputs(padded, *light))


@dataclass(frozen=True)
class FusedWedges:
    """The wedges that the network finds, rendered when they are asked for."""

    forward: FusedPass
    """The network over the pair."""
    camera: Camera
    """The camera of the photographs."""
    scale: float
    """Size of the network's images relative to the photographs."""
    depth: Float[Array, "H W"]
    """Dense depth of the photographs in metres."""
    depth_sd: Float[Array, "H W"]
    """Its standard deviation in metres."""

    @property
    def size(self) -> tuple[int, int]:
        """Height and width of the photographs."""
        return self.depth.shape[0], self.depth.shape[1]

    def denoised(self) -> tuple[Float[Array, "H W 3"], Float[Array, "H W 3"]]:
        """I₋ and I₊ without noise."""
        images = torch.empty_like(self.forward.pair.images)
        for tile, features in self.forward.tiles_with_features("denoised"):
            with torch.inference_mode():
                images[..., *tile.inner] = self._denoised(features)[..., *tile.within_outer(tile.inner)].cpu()
        minus, plus = (to_image(x, self.size) for x in images)
        return minus, plus

    def paper_maps(self) -> PaperMaps:
        """Render the maps of the paper.

        The wedges say where the boundaries are; the dense head, which knows better on which side of an occlusion edge
        a pixel lies, says how far they are, and how sure that is. The confidence is the product of the two.
        """
        names = ("boundary", "confidence", "color", "derivative", "sharp")
        whole = self._assemble("boundaries", names, _render_maps)
        share = to_map(whole["confidence"][0], self.size)
        certainty = 1 / (1 + (self.depth_sd / (_HALF_CERTAIN * self.depth)) ** 2)
        confidence = np.nan_to_num(share * certainty).astype(np.float32)
        return PaperMaps(
            boundary=to_map(whole["boundary"][0], self.size),
            color_minus=to_image(whole["color"][:3], self.size),
            color_plus=to_image(whole["color"][3:], self.size),
            color_derivative=to_image(whole["derivative"], self.size),
            sparse_depth=np.where(confidence > _CONFIDENCE_THRESHOLD, self.depth, np.float32(np.nan)),
            confidence=confidence,
            sharp=to_image(whole["sharp"], self.size),
        )

    def refocus(self, optical_power_dpt: float) -> Float[Array, "H W 3"]:
        """Render the image that the camera would have taken with another optical power."""
        setting = replace(self.camera.minus, optical_power_dpt=optical_power_dpt)

        def render(maps: GlobalMaps, code: WedgeCode, grid: PatchGrid) -> dict[str, Tensor]:
            depth_m = self._depth_m(code)
            blur_px = self.scale * self.camera.blur_sigma_px(depth_m, setting)
            # A wedge without a depth keeps the blur of the sharper image.
            blur_px = torch.where(depth_m.isnan(), (code.t_px.abs() - H_PX).abs(), blur_px)
            return {"image": maps.omega.color_map(_eta(blur_px, code.xi_px, grid))}

        return to_image(self._assemble("refocusing", ("image",), render)["image"], self.size)

    def _assemble(
        self, what: str, names: tuple[str, ...], render: Callable[[GlobalMaps, WedgeCode, PatchGrid], dict[str, Tensor]]
    ) -> dict[str, Float[Tensor, "c h w"]]:
        """Render maps tile by tile and put them together."""
        whole: dict[str, Tensor] = {}
        for tile, features in self.forward.tiles_with_features(what):
            part = tile.grown(_PATCH_MARGIN_PX)
            with torch.inference_mode():
                images = self._denoised(features)[..., *tile.within_outer(part)]
                grid = PatchGrid.of(images)
                code = self._patches(features, tile.within_outer(part), grid)
                maps = render(self._global_maps(code, images, grid), code, grid)
            for name in names:
                if name not in whole:
                    whole[name] = torch.empty(maps[name].shape[0], *tile.size)
                whole[name][..., *tile.inner] = maps[name][..., *relative(tile.inner, part)].cpu()
        return whole

    def _denoised(self, features: FusedFeatures) -> Float[Tensor, "2 3 h w"]:
        return self.forward.net.denoised(features)[0].clamp(0, 1)

    def _patches(self, features: FusedFeatures, part: Slices, grid: PatchGrid) -> WedgeCode:
        """Wedges of the patches that lie in a part of a tile; the network has one around every second pixel."""
        code = wedges_from_code(self.forward.net.wedge_code(features)[0])
        first = grid.patch_size // 2 // grid.stride
        rows, columns = (
            slice(p.start // grid.stride + first, p.start // grid.stride + first + n)
            for p, n in zip(part, (grid.rows, grid.cols), strict=True)
        )
        return WedgeCode(*(x[rows, columns] for x in vars(code).values()))

    def _global_maps(self, code: WedgeCode, images: Float[Tensor, "2 3 h w"], grid: PatchGrid) -> GlobalMaps:
        angles = angles_from_directions(code.directions)
        defocus_px = torch.stack([code.t_px + H_PX, code.t_px - H_PX], -2)
        eta = _eta(defocus_px, code.xi_px.unsqueeze(-2), grid)
        return global_maps(
            code.vertex,
            angles,
            eta,
            images,
            self.camera,
            grid,
            wedge_depth_m=self._depth_m(code),
            stroke_threshold=_STROKE_THRESHOLD,
        )

    def _depth_m(self, code: WedgeCode) -> Float[Tensor, "rows cols 2"]:
        depth_m, valid = self.camera.depth_from_d(4 * H_PX / self.scale**2 * code.t_px)
        return torch.where(valid, depth_m, torch.nan)


def _render_maps(maps: GlobalMaps, code: WedgeCode, grid: PatchGrid) -> dict[str, Float[Tensor, "c h w"]]:
    return {
        "boundary": maps.boundary.unsqueeze(0),
        "confidence": maps.confidence.unsqueeze(0),
        "color": maps.color.flatten(0, 1),
        "derivative": F.pad(maps.color_derivative.mean(0), (1, 1, 1, 1), mode="replicate"),
        "sharp": maps.omega.sharpened(),
    }


def _depth_m(d_px2: Float[Tensor, "b *n"], camera: Camera) -> tuple[Float[Array, "b *n"], Bool[Array, "b *n"]]:
    depth_m, valid = camera.depth_from_d(d_px2.double().cpu().numpy())
    return depth_m, valid


def _slope(depth_m: Float[Array, "*n"], camera: Camera) -> Float[Array, "*n"]:
    """Return the derivative of d by depth."""
    step = 1e-4 * depth_m
    slope: Array = (camera.d_px2(depth_m + step) - camera.d_px2(depth_m - step)) / (2 * step)
    return slope


def _eta(blur_px: Tensor, xi_px: Tensor, grid: PatchGrid) -> Tensor:
    """Smoothness in half patches of an edge with its own blur ξ, blurred further."""
    return (blur_px.square() + xi_px.square()).sqrt() / grid.half_patch_px
