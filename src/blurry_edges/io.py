"""Photographs in, results out. Depth is in metres, unknown is NaN; a result folder appears whole or not at all."""

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from blurry_edges._version import __version__
from blurry_edges.errors import ImageError
from blurry_edges.estimator import DepthResult
from blurry_edges.optics import write_camera
from blurry_edges.typing import Array, Float

__all__ = ["DEPTH_PNG_STEP_M", "output_folder", "read_depth_png", "read_photo", "write_depth_png", "write_result"]

DEPTH_PNG_STEP_M = 1e-4
"""Depth of one step of a 16-bit depth.png; 0 is unknown."""
_LARGEST_CODE = 65535


def read_photo(path: Path | str, *, srgb: bool = False, white_level: float | None = None) -> Float[Array, "H W 3"]:
    """Read a photograph as linear light in 0..1.

    Args:
        path: an 8- or 16-bit PNG, JPEG or TIFF, or a float TIFF.
        srgb: undo the sRGB curve; photographs are taken to be linear otherwise.
        white_level: value of white in the file; by default the largest that its type holds, or 1 for floats.

    """
    path = Path(path)
    image = _decode(path)
    if image.ndim == 2:
        image = np.repeat(image[..., None], 3, -1)
    if white_level is None:
        white_level = float(np.iinfo(image.dtype).max) if np.issubdtype(image.dtype, np.integer) else 1.0
    scaled = image[..., :3].astype(np.float32) / np.float32(white_level)
    return _from_srgb(scaled) if srgb else scaled


def write_depth_png(depth_m: Float[Array, "H W"], path: Path) -> None:
    """Write depth as a 16-bit PNG in steps of 0.1 mm, up to 6.5535 m; 0 is unknown or beyond."""
    code = np.round(np.nan_to_num(depth_m, nan=0.0) / DEPTH_PNG_STEP_M)
    code = np.where((code >= 1) & (code <= _LARGEST_CODE), code, 0).astype(np.uint16)
    _encode(path, code)


def read_depth_png(path: Path) -> Float[Array, "H W"]:
    """Read what `write_depth_png` wrote; unknown is NaN."""
    code = _decode(path)
    return np.where(code > 0, code * np.float32(DEPTH_PNG_STEP_M), np.float32(np.nan)).astype(np.float32)


def write_result(result: DepthResult, folder: Path) -> None:
    """Write a result into an existing folder: depth.npz, depth.png with depth.json, camera.toml, and images."""
    maps = {"depth_m": result.depth, "depth_sd_m": result.depth_sd}
    if result.wedges is not None:
        names = ("boundary", "color_minus", "color_plus", "color_derivative", "confidence", "sharp")
        maps |= {name: getattr(result, name) for name in names} | {"sparse_depth_m": result.sparse_depth}
        for name in ("boundary", "sharp"):
            write_image(getattr(result, name), folder / f"{name}.png")
    np.savez_compressed(folder / "depth.npz", **maps)  # type: ignore[arg-type]
    write_depth_png(result.depth, folder / "depth.png")
    write_camera(result.camera, folder / "camera.toml")
    facts = {
        "depth_png_step_m": DEPTH_PNG_STEP_M,
        "depth_png_unknown": 0,
        "depth_npz_unknown": "NaN",
        "units": {name: "m" if name.endswith("_m") else "1" for name in maps},
        "camera": result.camera.name,
        "photon_level": result.photon_level,
        "read_noise_photons": result.read_noise,
        "blurry_edges_version": __version__,
    }
    (folder / "depth.json").write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")


def write_image(image: Float[Array, "..."], path: Path) -> None:
    """Write an image or map in 0..1 as a 16-bit PNG of linear light."""
    _encode(path, np.round(image.clip(0, 1) * _LARGEST_CODE).astype(np.uint16))


@contextmanager
def output_folder(folder: Path, *, overwrite: bool = False) -> Iterator[Path]:
    """Give a temporary folder that takes the name `folder` when all went well, and vanishes otherwise."""
    if folder.exists() and not overwrite:
        raise ImageError(f"{folder} exists; choose another output or pass --overwrite")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    except OSError as error:
        raise ImageError(f"cannot write to {folder.parent}: {error.strerror}") from error
    try:
        yield temporary
        temporary.chmod(0o777 & ~_umask())
        if folder.is_dir():
            shutil.rmtree(folder)
        temporary.replace(folder)
    except OSError as error:
        raise ImageError(f"cannot write {folder}: {error.strerror or error}") from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _decode(path: Path) -> Array:
    """Read the pixels of a file as they are, colours in the order red, green, blue."""
    import cv2

    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise ImageError(f"cannot read image {path}: {error.strerror}") from error
    # OpenCV reads 16-bit colour PNG exactly, which Pillow does not. It also logs what it cannot read; we say it once.
    level = cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        image = cv2.imdecode(data, cv2.IMREAD_UNCHANGED) if data.size else None
    finally:
        cv2.utils.logging.setLogLevel(level)
    if image is None:
        raise ImageError(f"image {path} is damaged or of no known type; give a PNG, JPEG or TIFF")
    return np.ascontiguousarray(image[..., 2::-1]) if image.ndim == 3 else np.asarray(image)


def _encode(path: Path, image: Array) -> None:
    import cv2

    ordered = image[..., ::-1] if image.ndim == 3 else image
    done, data = cv2.imencode(".png", np.ascontiguousarray(ordered))
    if not done:
        raise ImageError(f"cannot encode {path} as PNG")
    path.write_bytes(data.tobytes())


def _from_srgb(encoded: Float[Array, "*n"]) -> Float[Array, "*n"]:
    """Undo the sRGB transfer curve (IEC 61966-2-1)."""
    linear = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
    return linear.astype(np.float32)
