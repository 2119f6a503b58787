"""Pixels of files of many kinds, as they are stored: nothing is scaled, linearised or turned, but RAW by LibRaw."""

import math
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from blurry_edges.arrays import read_npy
from blurry_edges.errors import DataError, ImageError, MissingExtraError
from blurry_edges.memory import free_memory_bytes
from blurry_edges.photos.containers import is_cut
from blurry_edges.photos.size import announced_pixels
from blurry_edges.photos.suffixes import EXR_SUFFIXES, HEIF_SUFFIXES, NUMPY_SUFFIXES, RAW_SUFFIXES, TIFF_SUFFIXES
from blurry_edges.typing import Array

__all__ = ["decode", "decode_bytes", "read_bytes"]

_MOST_PIXELS = 400_000_000
"""Larger pictures are refused by what their header says: a small file can ask for all memory there is."""
_MANY_PIXELS = 10_000_000
_MOST_PIXELS_OF_A_BYTE = 1000
"""No kind of file packs more of them, not even of a picture of one colour; what says so is damaged or malicious."""
_WORKING_BYTES = 50
"""Memory for one pixel from the file to linear light."""


def decode(path: Path) -> Array:
    """Read the pixels of a file as they are, colours in the order red, green, blue."""
    return decode_bytes(path, read_bytes(path))


def read_bytes(path: Path) -> bytes:
    """Read a file that should be a photograph."""
    if path.is_dir():
        raise ImageError(f"{path} is a folder; give the file of a photograph")
    try:
        if path.exists() and not path.is_file():  # a pipe or a device would be read for ever
            raise ImageError(f"{path} is no ordinary file; give the file of a photograph")
        return path.read_bytes()
    except OSError as error:
        raise ImageError(f"cannot read image {path}: {error.strerror}") from error


def decode_bytes(path: Path, data: bytes) -> Array:
    """Decode what `read_bytes` read; see `decode`."""
    if (pixels := announced_pixels(path, data) or 0) > _MANY_PIXELS:
        _require_room(path, pixels, len(data))
    image = _decoded(path, data)
    if image.size == 0:
        raise ImageError(f"image {path} is empty: it has the shape {image.shape}")
    return image


def _require_room(path: Path, pixels: int, file_bytes: int) -> None:
    """Refuse a large picture that is more than can be read, before memory is taken for it."""
    announced = f"image {path} says that it has {pixels / 1e6:.5g} megapixels"
    if pixels > _MOST_PIXELS:
        raise ImageError(f"{announced}, more than the {_MOST_PIXELS / 1e6:.0f} that are read; make it smaller")
    if pixels > _MOST_PIXELS_OF_A_BYTE * file_bytes:
        raise ImageError(f"{announced}, which its {file_bytes} bytes cannot hold; it is damaged, copy it again")
    needed, free = pixels * _WORKING_BYTES, free_memory_bytes()
    if needed > free:
        raise ImageError(
            f"{announced}; reading it takes {needed / 1e9:.1f} GB of memory, and {free / 1e9:.1f} GB are free; make it "
            "smaller, or close other programs"
        )


def _decoded(path: Path, data: bytes) -> Array:
    suffix = path.suffix.lower()
    if suffix in RAW_SUFFIXES:
        return _decode_raw(path, data)
    if suffix in EXR_SUFFIXES:
        return _decode_exr(path)
    if suffix in TIFF_SUFFIXES:
        return _decode_tiff(path, data)
    if suffix in HEIF_SUFFIXES:
        return _decode_heif(path, data)
    if suffix in NUMPY_SUFFIXES:
        return _decode_numpy(path, data)
    return _decode_common(path, data)


def _decode_common(path: Path, data: bytes) -> Array:
    """PNG, JPEG and WebP. OpenCV reads 16-bit colour PNG exactly, which Pillow does not, and turns nothing."""
    import cv2

    if is_cut(data):
        raise ImageError(f"image {path} is damaged: the file ends too early; copy it again")
    # OpenCV also logs what it cannot read; we say it once.
    level = cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED) if data else None
    except cv2.error:
        image = None
    finally:
        cv2.utils.logging.setLogLevel(level)
    if image is None:
        raise ImageError(
            f"image {path} is damaged or of no known type; give a PNG, JPEG, WebP, HEIC, TIFF, EXR, .npy or RAW file"
        )
    return np.ascontiguousarray(image[..., 2::-1]) if image.ndim == 3 else np.asarray(image)


def _decode_tiff(path: Path, data: bytes) -> Array:
    import tifffile

    try:
        # The first page alone: the others of a photograph are thumbnails, and a damaged file links them in a circle.
        with tifffile.TiffFile(BytesIO(data)) as file:
            image = np.asarray(_sound_page(file.pages[0]).asarray())
    except Exception as error:  # tifffile raises many kinds on damaged files
        raise ImageError(f"image {path} is damaged or not a TIFF file: {error}") from error
    if image.ndim == 3 and image.shape[0] in (3, 4) and image.shape[-1] > 4:  # colours stored plane by plane
        image = np.moveaxis(image, 0, -1)
    return np.ascontiguousarray(image)


def _sound_page(page: Any) -> Any:
    """Return a page of a TIFF file if it has as many parts as it announces, and not too many pixels."""
    pixels, parts = math.prod(page.shape), math.prod(page.chunked)
    if pixels > 4 * _MOST_PIXELS:
        raise ValueError(f"it says that it has {pixels / 1e6:.0f} million values")
    if parts != len(page.dataoffsets):
        raise ValueError(f"it says that it has {parts} strips or tiles, but lists {len(page.dataoffsets)}")
    return page


def _decode_heif(path: Path, data: bytes) -> Array:
    """HEIC of phones, in 8 bits or as many as it has; libheif has turned it upright."""
    try:
        import pillow_heif
    except ImportError as error:
        raise MissingExtraError("pillow-heif", "heic", f"reading {path}") from error
    try:
        picture = pillow_heif.open_heif(BytesIO(data), convert_hdr_to_8bit=False)
        image = np.asarray(picture)
    except (ValueError, EOFError, SyntaxError, RuntimeError, OSError) as error:
        raise ImageError(f"image {path} is damaged or not a HEIC file: {error}") from error
    return np.ascontiguousarray(image)


def _decode_numpy(path: Path, data: bytes) -> Array:
    """Arrays of other programs; floats are linear light in 0..1."""
    try:
        image = read_npy(data, f"image {path}")
    except DataError as error:
        raise ImageError(str(error)) from error
    if image.dtype.kind not in "uf":
        raise ImageError(f"image {path} holds no picture: its values must be floats or unsigned whole numbers")
    return np.ascontiguousarray(image.astype(image.dtype.newbyteorder("=")))


def _decode_exr(path: Path) -> Array:
    try:
        import OpenEXR
    except ImportError as error:
        raise MissingExtraError("OpenEXR", "exr", f"reading {path}") from error
    try:
        with OpenEXR.File(str(path)) as file:  # it reads files, not bytes
            channels = {name: np.array(channel.pixels) for name, channel in file.channels().items()}
    except Exception as error:  # OpenEXR raises RuntimeError and others on damaged files
        raise ImageError(f"image {path} is damaged or not an EXR file: {error}") from error
    for name in ("RGB", "RGBA", "Y"):
        if name in channels:
            return channels[name].astype(np.float32)
    if {"R", "G", "B"} <= channels.keys():
        return np.stack([channels[name] for name in "RGB"], -1).astype(np.float32)
    raise ImageError(f"image {path} has the channels {', '.join(sorted(channels))}; it needs R, G and B, or Y")


def _decode_raw(path: Path, data: bytes) -> Array:
    try:
        import rawpy
    except ImportError as error:
        raise MissingExtraError("rawpy", "raw", f"reading {path}") from error
    try:
        with rawpy.imread(BytesIO(data)) as raw:
            # Linear, the sensor's own colours and brightness: what noise is measured in. The white level is that of
            # the file, not the brightest pixel, which differs between the two photographs of a pair.
            developed = raw.postprocess(
                gamma=(1, 1), no_auto_bright=True, adjust_maximum_thr=0.0, output_bps=16, use_camera_wb=False,
                user_wb=[1, 1, 1, 1], output_color=rawpy.ColorSpace.raw,
                demosaic_algorithm=rawpy.DemosaicAlgorithm.LINEAR,
            )  # fmt: skip
    except rawpy.LibRawError as error:
        raise ImageError(f"image {path} is damaged or not a RAW file that LibRaw knows: {error}") from error
    return np.asarray(developed)
