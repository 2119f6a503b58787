"""From a sharp picture with a depth map to a scene with its truth."""

from collections.abc import Sequence

import numpy as np

from blurry_edges.errors import DataError
from blurry_edges.optics.camera import Camera, FocusSetting
from blurry_edges.render.depth_maps import OcclusionEdges, find_edges
from blurry_edges.render.slices import Slices
from blurry_edges.scenes.layers import assemble_scene
from blurry_edges.scenes.planes import finite_range_m
from blurry_edges.scenes.scene import Scene
from blurry_edges.typing import Array, Float

__all__ = ["render_depth_map", "render_nearness", "require_least_range"]


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


def render_nearness(
    rng: np.random.Generator,
    colour: Float[Array, "h w 3"],
    nearness: Float[Array, "h w"],
    camera: Camera,
    settings: Sequence[FocusSetting],
    margin_px: int,
    least_range: float,
    edge_step: float,
) -> Scene:
    """Render a drawn scene, spread over a random part of the camera's range.

    Args:
        rng: draws the part of the range.
        colour: what is seen at each pixel.
        nearness: 1/z in any unit, and from any zero.
        camera: the camera, whose range decides the depths.
        settings: focus settings of the images.
        margin_px: by how much both are wider than the image at each side.
        least_range: least part of the camera's range, in inverse depth, over which the scene is spread.
        edge_step: least step at an occlusion edge, as a share of the range of inverse depth in the scene.

    """
    near, far = finite_range_m(camera)
    share = rng.uniform(least_range, 1)
    start = rng.uniform(0, 1 - share)
    unit = (nearness - nearness.min()) / max(float(np.ptp(nearness)), 1e-6)
    inverse_depth = (1 / far + (1 / near - 1 / far) * (start + share * unit)).astype(np.float32)
    edges = find_edges(inverse_depth, edge_step * float(np.ptp(inverse_depth)) + 1e-9)
    return render_depth_map(colour, inverse_depth, edges, camera, settings, margin_px)


def require_least_range(least_range: float) -> None:
    """Refuse what is no part of a range."""
    if not 0 < least_range <= 1:
        raise DataError(f"least_range is {least_range}; a part of the camera's range is above 0 and at most 1")
