"""Writing: a result folder appears whole or not at all."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from blurry_edges.errors import ImageError
from blurry_edges.io.photo import decode
from blurry_edges.typing import Array, Float

__all__ = ["DEPTH_PNG_STEP_M", "output_folder", "read_depth_png", "write_depth_png", "write_image"]

DEPTH_PNG_STEP_M = 1e-4
"""Depth of one step of a 16-bit depth.png; 0 is unknown."""
_LARGEST_CODE = 65535


@contextmanager
def output_folder(folder: Path, *, overwrite: bool = False) -> Iterator[Path]:
    """Give a temporary folder that takes the name `folder` when all went well, and vanishes otherwise."""
    if folder.exists() and not overwrite:
        raise ImageError(f"{folder} exists; choose another output or pass --overwrite")
    if folder.exists() and not folder.is_dir():
        raise ImageError(f"{folder} is a file; choose another output")
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


def write_depth_png(depth_m: Float[Array, "H W"], path: Path) -> None:
    """Write depth as a 16-bit PNG in steps of 0.1 mm, up to 6.5535 m; 0 is unknown or beyond."""
    code = np.round(np.nan_to_num(depth_m, nan=0.0) / DEPTH_PNG_STEP_M)
    code = np.where((code >= 1) & (code <= _LARGEST_CODE), code, 0).astype(np.uint16)
    _encode(path, code)


def read_depth_png(path: Path) -> Float[Array, "H W"]:
    """Read what `write_depth_png` wrote; unknown is NaN."""
    code = decode(path)
    return np.where(code > 0, code * np.float32(DEPTH_PNG_STEP_M), np.float32(np.nan)).astype(np.float32)


def write_image(image: Float[Array, "..."], path: Path) -> None:
    """Write an image or map in 0..1 as a 16-bit PNG of linear light."""
    _encode(path, np.round(image.clip(0, 1) * _LARGEST_CODE).astype(np.uint16))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _encode(path: Path, image: Array) -> None:
    import cv2

    ordered = image[..., ::-1] if image.ndim == 3 else image
    done, data = cv2.imencode(".png", np.ascontiguousarray(ordered))
    if not done:
        raise ImageError(f"cannot encode {path} as PNG")
    path.write_bytes(data.tobytes())
