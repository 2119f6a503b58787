"""Results as files: depth in metres for other programs, images, a point cloud, and what they were made from."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from blurry_edges._version import __version__
from blurry_edges.estimator import DepthResult
from blurry_edges.io.cloud import point_cloud, surface_triangles, write_ply
from blurry_edges.io.output import DEPTH_PNG_STEP_M, write_depth_png, write_image
from blurry_edges.optics import write_camera
from blurry_edges.typing import Array, Float

__all__ = ["write_result"]

_IMAGES = ("boundary", "color_minus", "color_plus", "color_derivative", "confidence", "sharp")


def write_result(
    result: DepthResult,
    folder: Path,
    image: Float[Array, "H W 3"],
    *,
    all_maps: bool = True,
    facts: dict[str, Any] | None = None,
) -> None:
    """Write a result into an existing folder.

    Args:
        result: what to write.
        folder: where; it must exist.
        image: colours of the point cloud.
        all_maps: also the maps of the paper, if the estimator has them; without, depth alone.
        facts: more to say in depth.json.

    """
    import tifffile

    maps = {"depth_m": result.depth, "depth_sd_m": result.depth_sd}
    if result.layers is not None:
        maps |= {"crisp_depth_m": result.crisp_depth, "front_depth_m": result.front_depth}
        maps |= {"back_depth_m": result.back_depth, "front_probability": result.front_probability}
    if all_maps and result.wedges is not None:
        maps |= {name: getattr(result, name) for name in _IMAGES} | {"sparse_depth_m": result.sparse_depth}
        maps |= {"denoised_minus": result.denoised_minus, "denoised_plus": result.denoised_plus}
        for name in ("boundary", "sharp"):
            write_image(getattr(result, name), folder / f"{name}.png")
    units = {name: "m" if name.endswith("_m") else "1" for name in maps}
    about = {
        "depth_png_step_m": DEPTH_PNG_STEP_M,
        "depth_png_unknown": 0,
        "depth_npz_unknown": "NaN",
        "units": units,
        "camera": result.camera.name,
        "photon_level": result.photon_level,
        "read_noise_photons": result.read_noise,
        "warning": result.warning,
        "blurry_edges_version": __version__,
    } | (facts or {})
    text = json.dumps(about, indent=2)
    write_camera(result.camera, folder / "camera.toml")
    camera_toml = (folder / "camera.toml").read_text(encoding="utf-8")
    np.savez_compressed(folder / "depth.npz", camera_toml=np.array(camera_toml), about=np.array(text), **maps)  # type: ignore[arg-type]
    write_depth_png(result.depth, folder / "depth.png")
    tifffile.imwrite(folder / "depth.tiff", result.depth, metadata={"unit": "m", "unknown": "NaN"}, compression="zlib")
    # Between two surfaces there is nothing: points and triangles are of the likelier one.
    points = point_cloud(result.crisp_depth, result.depth_sd, image, result.camera)
    write_ply(points, folder / "cloud.ply")
    write_ply(points, folder / "mesh.ply", surface_triangles(result.crisp_depth, result.camera))
    (folder / "depth.json").write_text(text + "\n", encoding="utf-8")
