"""From a sharp picture with a depth map to a scene with its truth."""

from collections.abc import Sequence

import numpy as np

from blurry_edges.optics.camera import Camera, FocusSetting
from blurry_edges.render.depth_maps import OcclusionEdges
from blurry_edges.render.slices import Slices
from blurry_edges.scenes.layers import assemble_scene
from blurry_edges.scenes.scene import Scene
from blurry_edges.typing import Array, Float

__all__ = ["render_depth_map"]


def render_depth_map(
    colour: Float[Array, "h w 3"],
    inverse_depth: Float[Array, "h w"],
    edges: OcclusionEdges,
    camera: Camera,
    settings: Sequence[FocusSetting],
    margin_px: int = 0,
) -> Scene:
    """Render a picture with its inverse depth in 1/m; both are `margin_px` wider than the image at each side."""
    slices = Slices.cut(colour, inverse_depth, edges, camera, settings)
    images = np.stack([slices.image(camera, setting) for setting in settings])
    height, width = inverse_depth.shape
    inside = (slice(margin_px, height - margin_px), slice(margin_px, width - margin_px))
    depth_m = (1 / inverse_depth).astype(np.float32)
    return assemble_scene(images[:, *inside], colour[inside], depth_m[inside], edges.rim(inverse_depth)[inside])
