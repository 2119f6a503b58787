"""Point clouds and meshes: depth as coloured points and surfaces in space, as PLY files that every viewer reads."""

import math
from pathlib import Path

import numpy as np

from blurry_edges.optics import Camera
from blurry_edges.typing import Array, Float, Int

__all__ = ["point_cloud", "surface_triangles", "write_ply"]

_VERTEX = np.dtype(
    [("x", "<f4"), ("y", "<f4"), ("z", "<f4"), ("sd", "<f4"), ("red", "u1"), ("green", "u1"), ("blue", "u1")]
)
_DISPLAY_GAMMA = 1 / 2.2
_MOST_POINTS = 2_000_000
_FACE = np.dtype([("count", "u1"), ("vertices", "<i4", 3)])
_STEEPEST = 12.0
"""Depth gained over one pixel, in widths of a pixel at that depth, above which two pixels are on two surfaces: a single
one would be seen at less than 5 degrees."""
_LEAST_STEP = 0.012
"""Share of the depth that such a step has at least."""


def point_cloud(
    depth_m: Float[Array, "H W"], depth_sd_m: Float[Array, "H W"], image: Float[Array, "H W 3"], camera: Camera
) -> Array:
    """Return one record for each pixel of known depth: x right, y down, z away from the camera, all in metres.

    Of images above 2 megapixels only every second pixel or fewer, as viewers would choke on more.
    """
    height, width = depth_m.shape
    focal_px = _focal_px(camera)
    step = _step_px(depth_m.shape)
    y, x = (step * index for index in np.nonzero(np.isfinite(depth_m[::step, ::step])))
    z = depth_m[y, x]
    points = np.empty(len(z), _VERTEX)
    points["x"] = (x - (width - 1) / 2) / focal_px * z
    points["y"] = (y - (height - 1) / 2) / focal_px * z
    points["z"], points["sd"] = z, depth_sd_m[y, x]
    shown = np.round(255 * image[y, x].clip(0, 1) ** _DISPLAY_GAMMA).astype(np.uint8)
    for index, name in enumerate(("red", "green", "blue")):
        points[name] = shown[:, index]
    return points


def surface_triangles(depth_m: Float[Array, "H W"], camera: Camera) -> Int[Array, "n 3"]:
    """Return triangles between neighbouring points of `point_cloud`, by their numbers, facing the camera.

    None of them joins two surfaces: where depth jumps, the mesh has a gap.
    """
    step = _step_px(depth_m.shape)
    depth = depth_m[::step, ::step]
    known = np.isfinite(depth)
    number = np.where(known, np.cumsum(known.ravel()).reshape(depth.shape) - 1, -1)
    width_m = step * depth / _focal_px(camera)  # of one pixel at its depth
    largest_m = np.maximum(_STEEPEST * width_m, _LEAST_STEP * depth)
    corners = [(slice(a, a - 1 or None), slice(b, b - 1 or None)) for a, b in ((0, 0), (0, 1), (1, 0), (1, 1))]
    triangles = []
    for chosen in ((0, 2, 1), (1, 2, 3)):
        depths = np.stack([depth[corners[k]] for k in chosen])
        limit = np.min([largest_m[corners[k]] for k in chosen], 0)
        with np.errstate(invalid="ignore"):
            joined = np.ptp(depths, axis=0) < limit  # false where any is unknown
        triangles.append(np.stack([number[corners[k]][joined] for k in chosen], -1))
    return np.concatenate(triangles).astype(np.int32)


def write_ply(points: Array, path: Path, triangles: Int[Array, "n 3"] | None = None) -> None:
    """Write points, and triangles if there are any, as a binary PLY file; `sd` is that of z in metres."""
    kinds = {"<f4": "float", "|u1": "uchar"}
    names = points.dtype.names or ()
    header = ["ply", "format binary_little_endian 1.0", "comment metres", f"element vertex {len(points)}"]
    header += [f"property {kinds[points.dtype[name].str]} {name}" for name in names]
    faces = b""
    if triangles is not None:
        header += [f"element face {len(triangles)}", "property list uchar int vertex_indices"]
        records = np.empty(len(triangles), _FACE)
        records["count"], records["vertices"] = 3, triangles
        faces = records.tobytes()
    text = "\n".join([*header, "end_header"]) + "\n"
    path.write_bytes(text.encode("ascii") + points.tobytes() + faces)


def _focal_px(camera: Camera) -> float:
    return camera.sensor_distance_m / camera.image_pitch_m


def _step_px(size: tuple[int, ...]) -> int:
    """Pixels from one point to the next."""
    return math.ceil(math.sqrt(size[0] * size[1] / _MOST_POINTS))
