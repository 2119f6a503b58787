"""Results as files: depth in metres for other programs, images, a point cloud, and what they were made from."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from blurry_edges.estimator import DepthResult
from blurry_edges.estimator.storage import write_depth_npz
from blurry_edges.optics import write_camera
from blurry_edges.photos import DEPTH_PNG_STEP_M, write_depth_png, write_image
from blurry_edges.results.cloud import point_cloud, surface_triangles, write_ply
from blurry_edges.typing import Array, Float

__all__ = ["write_result"]


def write_result(
    result: DepthResult, folder: Path, image: Float[Array, "H W 3"], facts: dict[str, Any] | None = None
) -> None:
    """Write a result into an existing folder.

    Args:
        result: what to write.
        folder: where; it must exist.
        image: colours of the point cloud.
        facts: more to say in depth.json.

    """
    import tifffile

    if result.pictures is not None:
        for name in ("boundary", "sharp"):
            write_image(getattr(result, name), folder / f"{name}.png")
    about = {
        "depth_png_step_m": DEPTH_PNG_STEP_M,
        "depth_png_unknown": 0,
        "camera": result.camera.name,
        "warning": result.warning,
    } | (facts or {})
    write_camera(result.camera, folder / "camera.toml")
    stored = write_depth_npz(result, folder / "depth.npz", about)
    write_depth_png(result.depth_m, folder / "depth.png")
    described = {"unit": "m", "unknown": "NaN"}
    tifffile.imwrite(folder / "depth.tiff", result.depth_m, metadata=described, compression="zlib")
    # Between two surfaces there is nothing: points and triangles are of the likelier one.
    points = point_cloud(result.crisp_depth_m, result.depth_sd_m, image, result.camera)
    write_ply(points, folder / "cloud.ply")
    write_ply(points, folder / "mesh.ply", surface_triangles(result.crisp_depth_m, result.camera))
    with np.load(stored) as file:
        text = json.dumps(json.loads(str(file["about"])), indent=2)
    (folder / "depth.json").write_text(text + "\n", encoding="utf-8")
