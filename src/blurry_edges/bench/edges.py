"""How well a depth map places occlusion edges: offset and softness of each, contours, points between surfaces."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from blurry_edges.scenes.store import CapturedScene, StoredScene
from blurry_edges.typing import Array, Bool, Float

__all__ = ["EdgeProfiles", "EdgeRow", "boundary_f1", "edge_profiles", "edge_rows", "share_between_surfaces"]

_REACH_PX, _STEP_PX = 6.0, 0.25
_JUMP_M = 0.02
_SIDE_PX = (2.0, 4.0)
"""Where the colours and depths of the two sides are taken, in px from the edge."""
_STEADY = 0.25
"""How much the true depth of a side may change along a profile, as a share of the step."""
_CROP_PX = 10
_CONTRASTS = (0.0, 0.1, 0.2, 0.3, 0.5, np.inf)
_RATIOS = tuple(np.linspace(1.05, 1.25, 10).tolist())
"""Ratios of neighbouring depths from which on they count as a contour, as in Depth Pro's measure."""
_BETWEEN = 0.2
"""A depth is between two surfaces if it is farther from both than this share of their step."""
_NEAR_EDGE_PX = 4


@dataclass(frozen=True)
class EdgeProfiles:
    """Where the depth map puts each point of the true occlusion edges."""

    offset_px: Float[Array, " n"]
    """Distance of the estimated edge from the true one along its normal; positive if the front is too large."""
    softness_px: Float[Array, " n"]
    """Integral of the distance of the membership from 0 or 1."""
    contrast: Float[Array, " n"]
    """Root mean square over the colours of the difference between the two sides, in shares of white."""


@dataclass(frozen=True)
class EdgeRow:
    """Edges of one range of contrast."""

    contrast: str
    edges: int
    median_abs_offset_px: float
    mean_offset_px: float
    median_softness_px: float


def edge_profiles(depth_m: Float[Array, "H W"], scene: CapturedScene) -> EdgeProfiles:
    """Follow the depth across every true occlusion edge of a scene that is alone within the reach of its profile.

    The membership along a profile is where the depth lies between the true depths of the two sides, 0 to 1. Its
    integral minus that of the true step is how far the edge is displaced, whatever its shape.
    """
    from scipy.ndimage import gaussian_filter, map_coordinates

    truth = scene.depth_m.astype(np.float64)
    points = _edge_points(truth)
    slope_y, slope_x = (gaussian_filter(1 / truth, 1.5, order=order) for order in ((1, 0), (0, 1)))
    normals = np.stack([map_coordinates(s, points, order=1) for s in (slope_y, slope_x)])
    normals /= np.linalg.norm(normals, axis=0) + 1e-12
    s = np.arange(-_REACH_PX, _REACH_PX + _STEP_PX / 2, _STEP_PX)
    along = points[:, :, None] + normals[:, :, None] * s  # towards the front
    true_profile = map_coordinates(truth, along, order=0, mode="nearest")
    profile = map_coordinates(np.nan_to_num(depth_m).astype(np.float64), along, order=1, mode="nearest")
    in_front, behind = (sign * s > 1 for sign in (1, -1))
    front, back = (np.median(true_profile[:, side], 1) for side in (in_front, behind))
    step = back - front
    steady = [np.ptp(true_profile[:, side], axis=1) < _STEADY * np.maximum(step, 1e-9) for side in (in_front, behind)]
    kept = (step > _JUMP_M) & steady[0] & steady[1]
    membership = ((back[:, None] - profile) / np.maximum(step, 1e-9)[:, None]).clip(0, 1)
    offset = (membership.sum(1) - (s > 0).sum() - 0.5) * _STEP_PX
    softness = np.minimum(membership, 1 - membership).sum(1) * _STEP_PX
    return EdgeProfiles(offset[kept], softness[kept], _contrast(scene, along, s)[kept])


def edge_rows(profiles: Sequence[EdgeProfiles]) -> list[EdgeRow]:
    """Summarise the edges of all images by contrast, and those of more than 0.3 together."""
    offset, softness, contrast = (
        np.concatenate([getattr(p, name) for p in profiles]) for name in ("offset_px", "softness_px", "contrast")
    )
    ranges = [*pairwise(_CONTRASTS), (0.3, np.inf)]
    rows = []
    for low, high in ranges:
        chosen = (contrast >= low) & (contrast < high)
        name = f"{low:g}..{high:g}" if np.isfinite(high) else f"over {low:g}"
        if not chosen.any():
            rows.append(EdgeRow(name, 0, np.nan, np.nan, np.nan))
            continue
        figures = (np.median(np.abs(offset[chosen])), offset[chosen].mean(), np.median(softness[chosen]))
        rows.append(EdgeRow(name, int(chosen.sum()), *(float(x) for x in figures)))
    return rows


def boundary_f1(depth_m: Float[Array, "H W"], truth_m: Float[Array, "H W"]) -> float:
    """F1 of occluding contours: pairs of neighbours whose depths differ by a ratio, at ten ratios, larger ones more.

    A contour counts where it is between the same two pixels and the same one of them is nearer. NaN without any.
    """
    inside = (slice(_CROP_PX, -_CROP_PX), slice(_CROP_PX, -_CROP_PX))
    scores, weights = [], []
    for ratio in _RATIOS:
        found, true = (_contours(x[inside], ratio) for x in (depth_m, truth_m))
        if not true.any():
            continue
        right = (found & true).sum()
        scores.append(2 * right / max(found.sum() + true.sum(), 1))
        weights.append(ratio - 1)
    return float(np.average(scores, weights=weights)) if scores else float("nan")


def share_between_surfaces(depth_m: Float[Array, "H W"], truth_m: Float[Array, "H W"]) -> float:
    """Share of the pixels near an occlusion edge whose depth is that of neither side; NaN without edges."""
    from scipy.ndimage import maximum_filter, minimum_filter

    size = 2 * _NEAR_EDGE_PX + 1
    near, far = minimum_filter(truth_m, size), maximum_filter(truth_m, size)
    jump = maximum_filter(truth_m, 3) - minimum_filter(truth_m, 3) > _JUMP_M
    at_edge = maximum_filter(jump, size - 2) & np.isfinite(depth_m)
    at_edge[:_CROP_PX], at_edge[-_CROP_PX:], at_edge[:, :_CROP_PX], at_edge[:, -_CROP_PX:] = 4 * (False,)
    if not at_edge.any():
        return float("nan")
    margin = _BETWEEN * (far - near)
    between = (depth_m > near + margin) & (depth_m < far - margin)
    return float(between[at_edge].mean())


def _edge_points(truth_m: Float[Array, "H W"]) -> Float[Array, "2 n"]:
    """Return the middles between neighbouring pixels across which depth jumps, inside the crop."""
    points = []
    for axis in (0, 1):
        index = np.argwhere(np.abs(np.diff(truth_m, axis=axis)) > _JUMP_M).astype(np.float64)
        index[:, axis] += 0.5
        points.append(index)
    found = np.concatenate(points)
    limits = np.array(truth_m.shape) - 1 - _CROP_PX
    return found[((found >= _CROP_PX) & (found <= limits)).all(1)].T


def _contrast(scene: CapturedScene, along: Float[Array, "2 n s"], s: Float[Array, " s"]) -> Float[Array, " n"]:
    """Difference of the colours of the two sides in the image without blur, or in the sharper one at each point."""
    from scipy.ndimage import map_coordinates

    images = scene.all_in_focus[None] if isinstance(scene, StoredScene) else scene.clean[:2]
    sides = [(sign * s >= _SIDE_PX[0]) & (sign * s <= _SIDE_PX[1]) for sign in (1, -1)]
    contrasts = []
    for image in images:
        colours = [map_coordinates(channel, along, order=1, mode="nearest") for channel in np.moveaxis(image, -1, 0)]
        squared = [(c[:, sides[0]].mean(1) - c[:, sides[1]].mean(1)) ** 2 for c in colours]
        contrasts.append(np.sqrt(np.mean(squared, 0)))
    return np.asarray(np.max(contrasts, 0))


def _contours(depth_m: Float[Array, "h w"], ratio: float) -> Bool[Array, " n"]:
    """Return for each pair of neighbours and each order whether the first is nearer by a ratio."""
    depth = np.nan_to_num(depth_m, nan=1.0)
    parts = []
    for first, second in ((depth[:, :-1], depth[:, 1:]), (depth[:-1], depth[1:])):
        parts += [(second > ratio * first).ravel(), (first > ratio * second).ravel()]
    return np.concatenate(parts)
