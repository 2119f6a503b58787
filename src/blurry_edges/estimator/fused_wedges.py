"""The wedges that the fused network finds, rendered when they are asked for."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import torch
import torch.nn.functional as F

from blurry_edges.estimator.fused_inputs import H_PX
from blurry_edges.estimator.fused_pass import FusedPass
from blurry_edges.estimator.resize import to_image, to_map
from blurry_edges.estimator.result import PaperMaps
from blurry_edges.maps import CONFIDENCE_THRESHOLD, GlobalMaps, global_maps
from blurry_edges.nets.fused import WedgeCode, wedges_from_code
from blurry_edges.optics import Camera
from blurry_edges.patches import PatchGrid
from blurry_edges.typing import Array, Float, Tensor
from blurry_edges.wedge import angles_from_directions

__all__ = ["FusedWedges"]

_STROKE_THRESHOLD = 0.25
"""τ: strokes of boundaries are 1.6 px wide, a little more than the paper's, since depth is known on both sides."""
_HALF_CERTAIN = 0.035
"""A depth whose standard deviation is this share of it counts half in the confidence."""


@dataclass(frozen=True)
class FusedWedges:
    """The wedges of a pair; the network reads them, and they are rendered, once, when first asked for."""

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
        minus, plus = (to_image(x, self.size) for x in self.forward.readings().denoised)
        return minus, plus

    def paper_maps(self) -> PaperMaps:
        """Render the maps of the paper.

        The wedges say where the boundaries are; the dense head, which knows better on which side of an occlusion edge
        a pixel lies, says how far they are, and how sure that is. The confidence is the product of the two.
        """
        maps = self._maps
        with torch.inference_mode():
            derivative = F.pad(maps.color_derivative.mean(0), (1, 1, 1, 1), mode="replicate")
            sharp = maps.omega.sharpened()
        share = to_map(maps.confidence, self.size)
        certainty = 1 / (1 + (self.depth_sd / (_HALF_CERTAIN * self.depth)) ** 2)
        confidence = np.nan_to_num(share * certainty).astype(np.float32)
        return PaperMaps(
            boundary=to_map(maps.boundary, self.size),
            color_minus=to_image(maps.color[0], self.size),
            color_plus=to_image(maps.color[1], self.size),
            color_derivative=to_image(derivative, self.size),
            sparse_depth=np.where(confidence > CONFIDENCE_THRESHOLD, self.depth, np.float32(np.nan)),
            confidence=confidence,
            sharp=to_image(sharp, self.size),
        )

    def refocus(self, optical_power_dpt: float) -> Float[Array, "H W 3"]:
        """Render the image that the camera would have taken with another optical power."""
        setting = replace(self.camera.minus, optical_power_dpt=optical_power_dpt)
        code, omega = self._code, self._maps.omega
        with torch.inference_mode():
            depth_m = self._wedge_depth_m
            blur_px = self.scale * self.camera.blur_sigma_px(depth_m, setting)
            # A wedge without a depth keeps the blur of the sharper image.
            blur_px = torch.where(depth_m.isnan(), (code.t_px.abs() - H_PX).abs(), blur_px)
            return to_image(omega.color_map(_eta(blur_px, code.xi_px, omega.grid)), self.size)

    @cached_property
    def _maps(self) -> GlobalMaps:
        code, images = self._code, self.forward.readings().denoised
        with torch.inference_mode():
            defocus_px = torch.stack([code.t_px + H_PX, code.t_px - H_PX], -2)
            return global_maps(
                code.vertex,
                angles_from_directions(code.directions),
                _eta(defocus_px, code.xi_px.unsqueeze(-2), self._grid),
                images,
                self.camera,
                self._grid,
                wedge_depth_m=self._wedge_depth_m,
                stroke_threshold=_STROKE_THRESHOLD,
            )

    @cached_property
    def _code(self) -> WedgeCode:
        """Wedges of the patches of the grid; the network has one around every second pixel."""
        grid = PatchGrid.of(self.forward.pair.images)
        first, step = grid.patch_size // 2 // grid.stride, self._grid.stride // grid.stride
        code = self.forward.readings().wedge_code[first::step, first::step]
        return wedges_from_code(code[: self._grid.rows, : self._grid.cols])

    @property
    def _grid(self) -> PatchGrid:
        """Every second pixel of the photographs has a patch: more of an enlarged one would show nothing new."""
        dense = PatchGrid.of(self.forward.pair.images)
        return replace(dense, stride=dense.stride * max(1, int(self.scale + 0.02)))

    @cached_property
    def _wedge_depth_m(self) -> Float[Tensor, "rows cols 2"]:
        depth_m, valid = self.camera.depth_from_d(4 * H_PX / self.scale**2 * self._code.t_px)
        return torch.where(valid, depth_m, torch.nan)


def _eta(blur_px: Tensor, xi_px: Tensor, grid: PatchGrid) -> Tensor:
    """Smoothness in half patches of an edge with its own blur ξ, blurred further."""
    return (blur_px.square() + xi_px.square()).sqrt() / grid.half_patch_px
