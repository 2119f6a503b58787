"""From a sharp picture with a depth map to a photograph: slices of inverse depth, each blurred, nearer over farther.

Slice k lies at inverse depth q_k; a pixel between two slices belongs to both, with weights w_k that are linear in q and
sum to 1. With h_k the blur of slice k, its light is h_k * (colour w_k) and its coverage h_k * w_k. To lay it over what
is behind it, both are divided by

    E_k = h_k * m_k,     m_k = share of each pixel at which slice k or something behind it can be seen.

On a continuous surface, m_k is the sum of the weights of slice k and of those behind it. Where blur is the same, the
products of the transparencies 1 − h * w_j / E_j then telescope, and the surface comes out as if it had never been cut:
no seams, no light lost, nothing shines through. At an occlusion edge, m_k counts the hidden surface behind the nearer
one as seen, and the formula is that of one layer over another.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from blurry_edges.optics.camera import Camera, FocusSetting
from blurry_edges.render.boxes import Box
from blurry_edges.render.defocus import blur, blur_radius, defocus
from blurry_edges.render.depth_maps import Hidden, OcclusionEdges, farthest_on_surface, hidden_surface
from blurry_edges.typing import Array, Float

__all__ = ["Slices"]

SLICE_STEP_PX = 0.2
"""Greatest difference of the blur of two neighbouring slices, in px of σ."""
_LEAST_SEEN = 1e-4


@dataclass(frozen=True)
class Slices:
    """The visible and the hidden surface, cut at equal steps of inverse depth; positions count slices from the back."""

    colour: Float[Array, "h w 3"]
    position: Float[Array, "h w"]
    farthest: Float[Array, "h w"]
    """Position of the farthest part of the surface around each pixel."""
    hidden: Hidden
    """Its nearness is a position, too."""
    inverse_depths: Float[Array, " k"]
    """Inverse depth of each slice in 1/m, farthest first."""

    @classmethod
    def cut(
        cls,
        colour: Float[Array, "h w 3"],
        inverse_depth: Float[Array, "h w"],
        edges: OcclusionEdges,
        camera: Camera,
        settings: Sequence[FocusSetting],
    ) -> "Slices":
        """Find the hidden surface, and slices between the ends of the depth."""
        low, high = float(inverse_depth.min()), float(inverse_depth.max())
        aperture_m = max(setting.aperture_sigma_m for setting in settings)
        blur_px = (high - low) * aperture_m * camera.sensor_distance_m / camera.image_pitch_m
        inverse_depths = np.linspace(low, high, max(2, int(np.ceil(blur_px / SLICE_STEP_PX)) + 1))
        position = (inverse_depth - low) / max(high - low, 1e-9) * (len(inverse_depths) - 1)
        sigmas = [camera.blur_sigma_px(1 / q, setting) for q in (low, high) for setting in settings]
        reach = blur_radius(max(sigmas), camera.psf)
        farthest = farthest_on_surface(position, edges, reach)
        hidden = hidden_surface(colour, position, edges, farthest, reach)
        return cls(colour, position.astype(np.float32), farthest, hidden, inverse_depths)

    def image(self, camera: Camera, setting: FocusSetting) -> Float[Array, "h w 3"]:
        """Photograph the slices under one setting of the lens."""
        sigmas_px = camera.blur_sigma_px(1 / self.inverse_depths, setting)
        image = self._backdrop(sigmas_px, camera)
        for k, sigma in enumerate(sigmas_px.tolist()):
            self._lay_over(image, k, sigma, camera)
        return image

    def _backdrop(self, sigmas_px: Float[Array, " k"], camera: Camera) -> Float[Array, "h w 3"]:
        """Return what is seen where no slice can tell: the hidden surface, or the visible one where there is none."""
        exists = np.isfinite(self.hidden.nearness)
        position = np.where(exists, self.hidden.nearness, self.position)
        sigma_px = np.interp(position, np.arange(len(sigmas_px)), sigmas_px).astype(np.float32)
        return defocus(self.hidden.colour, sigma_px, psf=camera.psf)

    def _lay_over(self, image: Float[Array, "h w 3"], k: int, sigma_px: float, camera: Camera) -> None:
        """Lay slice `k` over the image, in place."""
        visible = _tent(self.position, k)
        see_through = k + 1 <= self.farthest + 1e-3
        hidden = np.where(see_through, np.nan_to_num(_tent(self.hidden.nearness, k)), 0)
        covered = (visible > 0) | (hidden > 0)
        if not covered.any():
            return
        box = _box_of(covered).grow(blur_radius(sigma_px, camera.psf) + 1, Box.of(covered.shape))
        part = box.slices
        behind = np.clip(k + 1 - self.hidden.nearness, 0, 1)
        seen = np.where(see_through, np.nan_to_num(behind), np.clip(k + 1 - self.position, 0, 1))[part]
        light = visible[part][..., None] * self.colour[part] + hidden[part][..., None] * self.hidden.colour[part]
        coverage = (visible + hidden)[part]
        stacked = np.concatenate([light, coverage[..., None], seen[..., None]], -1).astype(np.float32)
        blurred = blur(stacked[..., :4], sigma_px**2, camera.psf)
        share = blur(np.ascontiguousarray(stacked[..., 4:]), sigma_px**2, camera.psf) + np.float32(_LEAST_SEEN)
        blurred /= share
        image[part] *= 1 - blurred[..., 3:].clip(0, 1)
        image[part] += blurred[..., :3]


def _tent(position: Float[Array, "h w"], k: int) -> Float[Array, "h w"]:
    return np.asarray(np.maximum(1 - np.abs(position - k), 0))


def _box_of(mask: Array) -> Box:
    """Return the smallest box that holds all pixels of a mask."""
    left, top, width, height = cv2.boundingRect(mask.astype(np.uint8))
    return Box(top, left, top + height, left + width)
