"""The default estimator: the fused network around the evidence, with the wedge representation.

The network works at the blur scale of the paper's camera: images of any other camera are resized first, and what it
finds, t in px, becomes metres through that camera's own d(z). So one set of weights serves every camera.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F

from blurry_edges.errors import DataError
from blurry_edges.estimator.evidence import depth_with_sd
from blurry_edges.estimator.fused_inputs import H_PX, fused_inputs
from blurry_edges.estimator.pair import ImagePair, read_pair
from blurry_edges.estimator.result import DepthResult, PaperMaps
from blurry_edges.maps import GlobalMaps, global_maps
from blurry_edges.nets.fused import MULTIPLE, FusedConfig, FusedNet, FusedOutput, WedgeCode, wedges_from_code
from blurry_edges.optics import Camera
from blurry_edges.patches import PatchGrid
from blurry_edges.typing import Array, Float, Tensor
from blurry_edges.wedge import angles_from_directions
from blurry_edges.weights import load_tensors

__all__ = ["FusedEstimator", "FusedWedges"]


@dataclass(frozen=True)
class FusedEstimator:
    """Dense depth with its standard deviation, and every map of the paper, from one forward pass."""

    net: FusedNet
    sd_scale: float = 1.0
    """Factor that calibrates the standard deviation, from the card of the weights."""
    device: str = "cpu"
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
        net = net.eval().requires_grad_(False).to(device, memory_format=torch.channels_last)  # type: ignore[call-overload]
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
        pair = read_pair(minus, plus, photon_level, read_noise)
        scaled = pair.resized(camera.blur_scale)
        scaled = replace(scaled, images=scaled.images.to(self.device))
        output = self._forward(scaled)
        t, t_sd = (_resize(x, pair.size) for x in output.dense.mean_and_sd())
        scale = scaled.size[0] / pair.size[0]
        d_per_t = 4 * H_PX / scale**2  # resizing by r multiplies d by r²
        depth, depth_sd = depth_with_sd(d_per_t * t[0], d_per_t * self.sd_scale * t_sd[0], camera)
        denoised = output.denoised[0].clamp(0, 1)
        denoised_minus, denoised_plus = (_to_image(x, pair.size) for x in denoised)
        code = wedges_from_code(output.wedge_code[0])
        wedges = FusedWedges(code, denoised, camera, scale, depth)
        return DepthResult(
            depth, depth_sd, camera, pair.photon_level, pair.read_noise, denoised_minus, denoised_plus, wedges
        )

    def _forward(self, pair: ImagePair) -> FusedOutput:
        """Run the network on a pair of any size and cut its maps back to that size."""
        height, width = pair.size
        padded = F.pad(pair.images, (0, -width % MULTIPLE, 0, -height % MULTIPLE), mode="reflect").unsqueeze(0)
        light = (torch.tensor([x], device=padded.device) for x in (pair.photon_level, pair.read_noise))
        with torch.inference_mode():
            output: FusedOutput = self.net(padded, *fused_inputs(padded, *light))
        return output.cropped(height, width)


@dataclass(frozen=True)
class FusedWedges:
    """The wedges that the network found, ready to be rendered."""

    code: WedgeCode
    """Wedges around every second pixel."""
    images: Float[Tensor, "2 3 h w"]
    """The denoised pair at the network's scale, from which the wedges take their colours."""
    camera: Camera
    """The camera of the photographs."""
    scale: float
    """Size of `images` relative to the photographs."""
    depth: Float[Array, "H W"]
    """Dense depth of the photographs in metres."""

    @property
    def size(self) -> tuple[int, int]:
        """Height and width of the photographs."""
        return self.depth.shape[0], self.depth.shape[1]

    def paper_maps(self) -> PaperMaps:
        """Render the maps of the paper.

        The wedges say where the boundaries are that have a depth; the dense head, which knows better on which side of
        an occlusion edge a pixel lies, says how far they are.
        """
        with torch.inference_mode():
            maps = self._global_maps()
            derivative = F.pad(maps.color_derivative.mean(0), (1, 1, 1, 1), mode="replicate")
            sharp = maps.omega.sharpened()
        votes = _to_map(maps.depth_m, self.size, mode="nearest")
        return PaperMaps(
            boundary=_to_map(maps.boundary, self.size),
            color_minus=_to_image(maps.color[0], self.size),
            color_plus=_to_image(maps.color[1], self.size),
            color_derivative=_to_image(derivative, self.size),
            sparse_depth=np.where(np.isfinite(votes), self.depth, np.float32(np.nan)),
            confidence=_to_map(maps.confidence, self.size),
            sharp=_to_image(sharp, self.size),
        )

    def refocus(self, optical_power_dpt: float) -> Float[Array, "H W 3"]:
        """Render the image that the camera would have taken with another optical power."""
        grid, code = self._grid(), self._patches()
        setting = replace(self.camera.minus, optical_power_dpt=optical_power_dpt)
        with torch.inference_mode():
            depth_m = self._depth_m(code)
            blur_px = self.scale * self.camera.blur_sigma_px(depth_m, setting)
            # A wedge without a depth keeps the blur of the sharper image.
            blur_px = torch.where(depth_m.isnan(), (code.t_px.abs() - H_PX).abs(), blur_px)
            eta = _eta(blur_px, code.xi_px, grid)
            return _to_image(self._global_maps().omega.color_map(eta), self.size)

    def _global_maps(self) -> GlobalMaps:
        grid, code = self._grid(), self._patches()
        angles = angles_from_directions(code.directions)
        defocus_px = torch.stack([code.t_px + H_PX, code.t_px - H_PX], -2)
        eta = _eta(defocus_px, code.xi_px.unsqueeze(-2), grid)
        return global_maps(code.vertex, angles, eta, self.images, self.camera, grid, wedge_depth_m=self._depth_m(code))

    def _depth_m(self, code: WedgeCode) -> Float[Tensor, "rows cols 2"]:
        depth_m, valid = self.camera.depth_from_d(4 * H_PX / self.scale**2 * code.t_px)
        return torch.where(valid, depth_m, torch.nan)

    def _grid(self) -> PatchGrid:
        return PatchGrid(*self.images.shape[-2:])

    def _patches(self) -> WedgeCode:
        """Wedges of the patches that lie in the image; the network has one around every second pixel."""
        grid = self._grid()
        first = grid.patch_size // 2 // grid.stride
        rows, cols = slice(first, first + grid.rows), slice(first, first + grid.cols)
        return WedgeCode(*(x[rows, cols] for x in vars(self.code).values()))


def _eta(blur_px: Tensor, xi_px: Tensor, grid: PatchGrid) -> Tensor:
    """Smoothness in half patches of an edge with its own blur ξ, blurred further."""
    return (blur_px.square() + xi_px.square()).sqrt() / grid.half_patch_px


def _resize(maps: Float[Tensor, "c h w"], size: tuple[int, int], mode: str = "bilinear") -> Float[Tensor, "c H W"]:
    if maps.shape[-2:] == size:
        return maps
    corners = None if mode == "nearest" else False
    return F.interpolate(maps.unsqueeze(0), size, mode=mode, align_corners=corners).squeeze(0)


def _to_map(values: Float[Tensor, "h w"], size: tuple[int, int], mode: str = "bilinear") -> Float[Array, "H W"]:
    array: Array = _resize(values.unsqueeze(0), size, mode)[0].float().cpu().numpy()
    return array


def _to_image(image: Float[Tensor, "3 h w"], size: tuple[int, int]) -> Float[Array, "H W 3"]:
    array: Array = _resize(image, size).permute(1, 2, 0).float().contiguous().cpu().numpy()
    return array
