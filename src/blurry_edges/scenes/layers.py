"""From layers to a scene: defocus each layer, lay the nearer over the farther, and note the truth."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from blurry_edges.optics.camera import Camera, FocusSetting
from blurry_edges.render.boxes import Box
from blurry_edges.render.defocus import blur_radius, defocus
from blurry_edges.scenes.planes import DepthPlane
from blurry_edges.scenes.scene import Scene, distance_px
from blurry_edges.typing import Array, Bool, Float

__all__ = ["Layer", "assemble_scene", "canvas_margin_px", "render_layers"]


@dataclass(frozen=True)
class Layer:
    """An object on a plane, drawn in a box of the canvas."""

    rgba: Float[Array, "h w 4"]
    """Linear colour times coverage, and the coverage, in 0..1."""
    box: Box
    """Where the object is on the canvas."""
    plane: DepthPlane
    """How far it is."""

    @classmethod
    def paint(
        cls, colour: Float[Array, "h w 3"], coverage: Float[Array, "h w"], box: Box, plane: DepthPlane
    ) -> "Layer":
        """Make the layer of an object with this `colour` where `coverage` is 1."""
        alpha = coverage[..., None]
        return cls(np.concatenate([colour * alpha, alpha], -1).astype(np.float32), box, plane)

    def grown(self, margin: int, canvas: Box) -> "Layer":
        """Return the same layer with `margin` empty pixels around it, as far as the `canvas` goes."""
        box = self.box.grow(margin, canvas)
        if box == self.box:
            return self
        top, left = self.box.top - box.top, self.box.left - box.left
        rgba = np.zeros((*box.size, 4), np.float32)
        rgba[top : top + self.rgba.shape[0], left : left + self.rgba.shape[1]] = self.rgba
        return Layer(rgba, box, self.plane)


def canvas_margin_px(camera: Camera, settings: Sequence[FocusSetting]) -> int:
    """Return how far beyond the image to draw, so that what lies outside blurs into it as it should."""
    greatest_px = max(camera.blur_sigma_px(z, setting) for z in camera.depth_range_m for setting in settings)
    if camera.psf.kind == "gaussian":
        return math.ceil(3.5 * greatest_px)  # beyond, the tails hold less light than the noise shows
    return blur_radius(greatest_px, camera.psf)


def render_layers(
    layers: Sequence[Layer],
    size: tuple[int, int],
    camera: Camera,
    settings: Sequence[FocusSetting],
    margin_px: int = 0,
) -> Scene:
    """Render `layers`, farthest first; the first must cover the canvas, `margin_px` wider than the image."""
    canvas = Box(0, 0, size[0] + 2 * margin_px, size[1] + 2 * margin_px)
    images = np.zeros((len(settings), *canvas.size, 3), np.float32)
    sharp = np.zeros((*canvas.size, 3), np.float32)
    depth_m = np.zeros(canvas.size, np.float32)
    boundary = np.zeros(canvas.size, bool)
    for tight in layers:
        if 0 in tight.box.size:
            continue  # it lies outside the canvas
        layer = tight.grown(_reach_px(tight, canvas, camera, settings), canvas)
        layer_depth_m = layer.plane.over(layer.box)
        for image, setting in zip(images, settings, strict=True):
            sigma_px = camera.blur_sigma_px(layer_depth_m, setting)
            _lay_over(image, layer.box, defocus(layer.rgba, sigma_px, psf=camera.psf))
        _lay_over(sharp, layer.box, layer.rgba)
        _mark(depth_m[layer.box.slices], boundary[layer.box.slices], layer.rgba[..., 3] > 0.5, layer_depth_m)
    inside = Box(margin_px, margin_px, margin_px + size[0], margin_px + size[1]).slices
    return assemble_scene(images[:, *inside], sharp[inside], depth_m[inside], boundary[inside])


def _reach_px(layer: Layer, canvas: Box, camera: Camera, settings: Sequence[FocusSetting]) -> int:
    """How far the light of `layer` spreads; at least 1 px, to see its outline."""
    # The defocus is linear in 1/z, so the blur is largest at an end of the plane's span.
    ends = layer.plane.span_m(canvas)
    return 1 + max(blur_radius(camera.blur_sigma_px(z, s), camera.psf) for z in ends for s in settings)


def _lay_over(image: Float[Array, "H W 3"], box: Box, rgba: Float[Array, "h w 4"]) -> None:
    """Lay a premultiplied layer over `image`, in place."""
    part = image[box.slices]
    part *= 1 - rgba[..., 3:]
    part += rgba[..., :3]


def _mark(
    depth_m: Float[Array, "h w"],
    boundary: Bool[Array, "h w"],
    solid: Bool[Array, "h w"],
    layer_depth_m: Float[Array, "h w"],
) -> None:
    """Write the depth of a layer and the inner rim of its outline, in place; it hides what was there."""
    np.copyto(depth_m, layer_depth_m, where=solid)
    inner = cv2.erode(solid.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    np.copyto(boundary, ~inner, where=solid)


def assemble_scene(
    images: Float[Array, "k H W 3"],
    sharp: Float[Array, "H W 3"],
    depth_m: Float[Array, "H W"],
    boundary: Bool[Array, "H W"],
) -> Scene:
    """Assemble the scene and what follows from its boundary."""
    return Scene(
        images=np.clip(images, 0, 1),
        all_in_focus=np.clip(sharp, 0, 1),
        depth_m=depth_m.copy(),
        boundary=boundary.copy(),
        boundary_distance_px=distance_px(boundary),
        boundary_depth_m=np.where(boundary, depth_m, np.float32(np.nan)),
    )
