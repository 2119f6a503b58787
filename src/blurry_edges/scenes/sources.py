"""Pictures and cut-outs from folders, and cut-outs from the instances of COCO."""

import contextlib
import functools
import io
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from blurry_edges.errors import DataError, MissingExtraError
from blurry_edges.typing import Array, Bool, Float

__all__ = ["CocoInstances", "list_pictures", "load_coco", "read_cutout", "read_depth_mm", "read_picture"]

SUFFIXES = (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp", ".webp")
LEAST_INSTANCE_SHARE = 0.02
"""COCO objects smaller than this share of their photograph are too coarse to enlarge."""


@functools.cache
def list_pictures(folder: Path) -> tuple[Path, ...]:
    """Return the pictures in `folder` in the order of their names; the folder is read once per process."""
    if not folder.is_dir():
        raise DataError(f"{folder} is not a folder: give a folder of pictures")
    try:
        pictures = tuple(sorted(p for p in folder.iterdir() if p.suffix.lower() in SUFFIXES))
    except OSError as error:
        raise DataError(f"cannot read the folder {folder}: {error.strerror}") from error
    if not pictures:
        raise DataError(f"{folder} holds no pictures: put files ending in {', '.join(SUFFIXES)} there")
    return pictures


def read_picture(path: Path) -> Float[Array, "h w 3"]:
    """Read an RGB picture in 0..1; transparency is ignored."""
    picture = _read(path, cv2.IMREAD_COLOR)
    return _in_unit_range(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))


def read_cutout(path: Path) -> Float[Array, "h w 4"]:
    """Read an object cut out by its alpha channel, as RGBA in 0..1, colours not premultiplied."""
    picture = _read(path, cv2.IMREAD_UNCHANGED)
    if picture.ndim != 3 or picture.shape[2] != 4:
        raise DataError(f"{path} has no alpha channel: foregrounds must be RGBA cut-outs, for example PNG")
    cutout = _in_unit_range(cv2.cvtColor(picture, cv2.COLOR_BGRA2RGBA))
    if not (cutout[..., 3] > 0.5).any():
        raise DataError(f"{path} is transparent everywhere: remove it or give it an opaque object")
    return cutout


def read_depth_mm(path: Path) -> Float[Array, "h w"]:
    """Read a depth map in whole millimetres, 16 bits; 0 is unknown."""
    depth = _read(path, cv2.IMREAD_UNCHANGED)
    if depth.ndim != 2 or depth.dtype != np.uint16:
        raise DataError(f"{path} is no depth map: it must be a PNG of one channel in 16 bits, in millimetres")
    return depth.astype(np.float32)


def _read(path: Path, flags: int) -> Array:
    """Decode a picture; OpenCV reports failure by None."""
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror}") from error
    picture = cv2.imdecode(data, flags) if data.size else None
    if picture is None:
        raise DataError(f"{path} is not a picture that can be read: remove or replace it")
    return picture


def _in_unit_range(picture: Array) -> Float[Array, "h w c"]:
    """Scale 8 or 16 bit values to 0..1."""
    if not np.issubdtype(picture.dtype, np.integer):
        return np.asarray(np.clip(picture, 0, 1), np.float32)
    return np.asarray(picture / np.float32(np.iinfo(picture.dtype).max), np.float32)


class CocoInstances:
    """The objects of a COCO instances file that can serve as cut-outs."""

    def __init__(self, annotations: Path, photographs: Path) -> None:
        self._coco = _open_coco(annotations)
        self._photographs = photographs
        self._usable = [a for a in self._coco.anns.values() if self._is_usable(a)]
        if not self._usable:
            raise DataError(
                f"{annotations} has no usable object: each needs a segmentation, must not be a crowd, and must "
                f"fill {LEAST_INSTANCE_SHARE:.0%} of its photograph"
            )

    def __len__(self) -> int:
        return len(self._usable)

    def cutout(self, index: int, context: float) -> Float[Array, "h w 4"]:
        """Cut out object `index` as RGBA in 0..1, in a window `context` times as wide as the object."""
        annotation = self._usable[index]
        photograph = self._coco.imgs[annotation["image_id"]]
        picture = read_picture(self._photographs / photograph["file_name"])
        mask = self._coco.annToMask(annotation)
        if mask.shape != picture.shape[:2]:
            raise DataError(
                f"{photograph['file_name']} is {picture.shape[1]} x {picture.shape[0]} px, but its COCO "
                f"annotation says {mask.shape[1]} x {mask.shape[0]}: use the original photographs"
            )
        rgba = np.concatenate([picture, mask[..., None].astype(np.float32)], -1)
        return rgba[_extent(mask.any(1), context), _extent(mask.any(0), context)]

    def _is_usable(self, annotation: dict[str, Any]) -> bool:
        """Whether the annotation outlines a single object that is large enough."""
        photograph = self._coco.imgs.get(annotation.get("image_id"))
        if photograph is None or annotation.get("iscrowd") or not annotation.get("segmentation"):
            return False
        share = annotation.get("area", 0) / (photograph["height"] * photograph["width"])
        return bool(share >= LEAST_INSTANCE_SHARE)


@functools.cache
def load_coco(annotations: Path, photographs: Path) -> CocoInstances:
    """Open a COCO instances file, once per process: parsing it takes many seconds."""
    return CocoInstances(annotations, photographs)


def _open_coco(annotations: Path) -> Any:
    """Parse the instances file without the progress that pycocotools prints."""
    try:
        from pycocotools.coco import COCO
    except ImportError as error:
        raise MissingExtraError("pycocotools", "scenes", "reading COCO cut-outs") from error
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return COCO(str(annotations))
    except OSError as error:
        raise DataError(f"cannot read {annotations}: {error.strerror}") from error
    except (ValueError, KeyError, AssertionError) as error:
        raise DataError(f"{annotations} is not a COCO instances file: {error}") from error


def _extent(holds_object: Bool[Array, " n"], context: float) -> slice:
    """Rows or columns that hold the object, made `context` times as many within the photograph."""
    first, last = np.flatnonzero(holds_object)[[0, -1]].tolist()
    margin = round((context - 1) / 2 * (last + 1 - first))
    return slice(max(0, first - margin), last + 1 + margin)
