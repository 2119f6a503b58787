"""Images, maps and depth as PNG: 16 bits of linear light, or steps of 0.1 mm."""

from pathlib import Path

import numpy as np

from blurry_edges.errors import ImageError
from blurry_edges.photos.decode import decode
from blurry_edges.typing import Array, Float

__all__ = ["DEPTH_PNG_STEP_M", "read_depth_png", "write_depth_png", "write_image", "write_png"]

DEPTH_PNG_STEP_M = 1e-4
"""Depth of one step of a 16-bit depth.png; 0 is unknown."""
_LARGEST_CODE = 65535


def write_depth_png(depth_m: Float[Array, "H W"], path: Path) -> None:
    """Write depth as a 16-bit PNG in steps of 0.1 mm, up to 6.5535 m; 0 is unknown or beyond."""
    code = np.round(np.nan_to_num(depth_m, nan=0.0) / DEPTH_PNG_STEP_M)
    code = np.where((code >= 1) & (code <= _LARGEST_CODE), code, 0).astype(np.uint16)
    write_png(code, path)


def read_depth_png(path: Path) -> Float[Array, "H W"]:
    """Read what `write_depth_png` wrote; unknown is NaN."""
    code = decode(path)
    return np.where(code > 0, code * np.float32(DEPTH_PNG_STEP_M), np.float32(np.nan)).astype(np.float32)


def write_image(image: Float[Array, "..."], path: Path) -> None:
    """Write an image or map in 0..1 as a 16-bit PNG of linear light."""
    write_png(np.round(image.clip(0, 1) * _LARGEST_CODE).astype(np.uint16), path)


def write_png(values: Array, path: Path) -> None:
    """Write whole numbers of 8 or 16 bits, grey or RGB, as they are."""
    import cv2

    ordered = values[..., ::-1] if values.ndim == 3 else values
    done, data = cv2.imencode(".png", np.ascontiguousarray(ordered))
    if not done:
        raise ImageError(f"cannot encode {path} as PNG")
    path.write_bytes(data.tobytes())
