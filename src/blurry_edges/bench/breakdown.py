"""Where the errors are: by distance from an occlusion edge, by texture, by depth; over all pixels of all images."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from blurry_edges.bench.accuracy import occlusion_distance_px
from blurry_edges.bench.metrics import compare
from blurry_edges.optics import Camera
from blurry_edges.scenes.store import CapturedScene
from blurry_edges.typing import Array, Bool, Float

__all__ = ["BreakdownRow", "break_down"]

_EDGE_LIMITS_PX = (2.0, 4.0, 7.0)


@dataclass(frozen=True)
class BreakdownRow:
    """Errors of one kind of pixels."""

    pixels: str
    """Kind of the pixels, such as "2..4 px from an occlusion edge"."""
    pixel_share: float
    squared_error_share: float
    rmse_cm: float


def break_down(
    depths_m: Sequence[Float[Array, "H W"]], scenes: Sequence[CapturedScene], camera: Camera
) -> list[BreakdownRow]:
    """Group the squared errors of the dense depths that a method gave for the scenes."""
    parts = [_pixels(depth_m, scene, camera) for depth_m, scene in zip(depths_m, scenes, strict=True)]
    squared, distance, texture, depth = (np.concatenate(x) for x in zip(*parts, strict=True))
    edges = (0.0, *_EDGE_LIMITS_PX)
    groups = {
        f"{low:g}..{high:g} px from an occlusion edge": (distance >= low) & (distance < high)
        for low, high in pairwise(edges)
    }
    far = distance >= _EDGE_LIMITS_PX[-1]
    flat = texture <= np.quantile(texture[far], 0.15)
    groups |= {"farther, least textured": far & flat, "farther, rest": far & ~flat}
    limits = np.linspace(*camera.depth_range_m, 4)
    for low, high in pairwise(limits):
        groups[f"depth {low:.2f}..{high:.2f} m"] = (depth >= low) & (depth < high)
    return [_row(name, chosen, squared) for name, chosen in groups.items()]


def _row(name: str, chosen: Bool[Array, " n"], squared: Float[Array, " n"]) -> BreakdownRow:
    rmse = 100 * float(np.sqrt(squared[chosen].mean())) if chosen.any() else float("nan")
    return BreakdownRow(name, float(chosen.mean()), float(squared[chosen].sum() / squared.sum()), rmse)


def _pixels(depth_m: Float[Array, "H W"], scene: CapturedScene, camera: Camera) -> tuple[Float[Array, " n"], ...]:
    """Squared error, distance from an occlusion edge, texture and depth of the pixels of one image."""
    from scipy.ndimage import gaussian_filter, gaussian_gradient_magnitude

    pixels = compare(depth_m, scene.depth_m, camera.depth_range_m)
    # Texture: gradient of the sharper image, averaged over the reach of the evidence.
    grey = scene.clean[:2].mean(-1)
    gradient = gaussian_filter(np.maximum(*(gaussian_gradient_magnitude(image, 1.0) for image in grey)), 4.0)
    distance = occlusion_distance_px(scene.depth_m)
    return pixels.error_m**2, pixels.at(distance), pixels.at(gradient.astype(np.float64)), pixels.truth_m
