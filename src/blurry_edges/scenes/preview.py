"""A contact sheet of scenes: what a data set looks like, at a glance."""

import math
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import numpy as np

from blurry_edges.errors import DataError
from blurry_edges.photos import write_png
from blurry_edges.scenes.store import SceneFolder, StoredScene
from blurry_edges.typing import Array, Bool, Float, UInt8

__all__ = ["contact_sheet", "write_preview"]

_GAP_PX = 4


def contact_sheet(scenes: Sequence[StoredScene], depth_range_m: tuple[float, float]) -> UInt8[Array, "h w 3"]:
    """Draw one row for each scene: noisy images, all in focus, depth and boundary, as RGB.

    Depth is coloured from blue (nearest) to red (farthest of the range, or of the scenes if that is infinite).
    """
    if not scenes:
        raise DataError("a preview of no scenes is empty; ask for one or more")
    near, far = depth_range_m
    far = far if math.isfinite(far) else max(float(scene.depth_m.max()) for scene in scenes)
    return _stack([_row(scene, near, far) for scene in scenes], axis=0)


def write_preview(folder: SceneFolder, count: int, path: Path | str) -> None:
    """Write a contact sheet of the first `count` scenes of a folder as PNG."""
    sheet = contact_sheet(list(islice(folder, count)), folder.camera.depth_range_m)
    try:
        write_png(sheet, Path(path))
    except OSError as error:
        raise DataError(f"cannot write preview {path}: {error.strerror}") from error


def _row(scene: StoredScene, near: float, far: float) -> UInt8[Array, "h w 3"]:
    cells = [_to_8_bits(image) for image in (*scene.noisy, scene.all_in_focus)]
    return _stack([*cells, _coloured(scene.depth_m, near, far), _ink(scene.boundary)], axis=1)


def _coloured(depth_m: Float[Array, "H W"], near: float, far: float) -> UInt8[Array, "H W 3"]:
    import matplotlib

    unit = ((depth_m - near) / (far - near)).clip(0, 1)
    return _to_8_bits(matplotlib.colormaps["turbo"](unit)[..., :3])


def _ink(boundary: Bool[Array, "H W"]) -> UInt8[Array, "H W 3"]:
    """Draw boundary pixels black on white."""
    return np.repeat(np.where(boundary, 0, 255).astype(np.uint8)[..., None], 3, axis=-1)


def _to_8_bits(image: Float[Array, "H W 3"]) -> UInt8[Array, "H W 3"]:
    return np.asarray(np.rint(image.clip(0, 1) * 255), dtype=np.uint8)


def _stack(cells: Sequence[UInt8[Array, "_ _ 3"]], axis: int) -> UInt8[Array, "_ _ 3"]:
    """Join pictures along an axis with a white gap between them."""
    gap_size = list(cells[0].shape)
    gap_size[axis] = _GAP_PX
    gap = np.full(gap_size, 255, dtype=np.uint8)
    joined = [piece for cell in cells for piece in (gap, cell)][1:]
    return np.concatenate(joined, axis=axis)
