"""Point clouds: depth as coloured points in space, in the PLY format that every viewer reads."""

import math
from pathlib import Path

import numpy as np

from blurry_edges.optics import Camera
from blurry_edges.typing import Array, Float

__all__ = ["point_cloud", "write_ply"]

_VERTEX = np.dtype(
    [("x", "<f4"), ("y", "<f4"), ("z", "<f4"), ("sd", "<f4"), ("red", "u1"), ("green", "u1"), ("blue", "u1")]
)
_DISPLAY_GAMMA = 1 / 2.2
_MOST_POINTS = 2_000_000


def point_cloud(
    depth_m: Float[Array, "H W"], depth_sd_m: Float[Array, "H W"], image: Float[Array, "H W 3"], camera: Camera
) -> Array:
    """Return one record for each pixel of known depth: x right, y down, z away from the camera, all in metres.

    Of images above 2 megapixels only every second pixel or fewer, as viewers would choke on more.
    """
    height, width = depth_m.shape
    focal_px = camera.sensor_distance_m / camera.image_pitch_m
    step = math.ceil(math.sqrt(height * width / _MOST_POINTS))
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


def write_ply(points: Array, path: Path) -> None:
    """Write points as a binary PLY file; `sd` is the standard deviation of z in metres."""
    kinds = {"<f4": "float", "|u1": "uchar"}
    names = points.dtype.names or ()
    properties = [f"property {kinds[points.dtype[name].str]} {name}" for name in names]
    header = ["ply", "format binary_little_endian 1.0", "comment metres", f"element vertex {len(points)}"]
    text = "\n".join([*header, *properties, "end_header"]) + "\n"
    path.write_bytes(text.encode("ascii") + points.tobytes())
