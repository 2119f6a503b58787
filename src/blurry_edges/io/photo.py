"""Photographs: from files of many kinds to linear light in 0..1.

A file is linearised when it says that it is gamma-coded, or when the user does: a JPEG always is, a PNG may say so.
RAW, EXR and float files hold linear light.
"""

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from blurry_edges.errors import ImageError, MissingExtraError
from blurry_edges.io.exif import Exif, read_exif
from blurry_edges.typing import Array, Float

__all__ = ["PHOTO_SUFFIXES", "Gamma", "Photo", "decode", "load_photo", "read_photo"]

Gamma = Literal["auto", "linear", "srgb"]
_RAW_SUFFIXES = {".dng", ".nef", ".cr2", ".cr3", ".arw", ".raf", ".orf", ".rw2", ".pef"}
_TIFF_SUFFIXES = {".tif", ".tiff"}
PHOTO_SUFFIXES = {".png", ".jpg", ".jpeg", ".exr", *_TIFF_SUFFIXES, *_RAW_SUFFIXES}
"""File names that can be photographs."""
_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_SRGB_PNG_GAMMA = 45455


@dataclass(frozen=True)
class Photo:
    """A photograph in linear light, and what its file says about it."""

    image: Float[Array, "H W 3"]
    """Linear light divided by the white level, 0..1."""
    path: Path
    was_srgb: bool
    """Whether the sRGB curve was undone."""
    bits: int
    """Bits of a value in the file."""
    exif: Exif
    """What the camera wrote into the file."""

    @property
    def saturated_share(self) -> float:
        """Share of the pixels in which some colour is at the white level."""
        return float((self.image.max(-1) >= 1 - 1e-6).mean())


def read_photo(
    path: Path | str,
    *,
    gamma: Gamma = "auto",
    white_level: float | None = None,
    black_level: float = 0.0,
) -> Float[Array, "H W 3"]:
    """Read a photograph as linear light in 0..1; see `load_photo`."""
    return load_photo(path, gamma=gamma, white_level=white_level, black_level=black_level).image


def load_photo(
    path: Path | str,
    *,
    gamma: Gamma = "auto",
    white_level: float | None = None,
    black_level: float = 0.0,
) -> Photo:
    """Read a photograph with what its file says.

    Args:
        path: an 8- or 16-bit PNG, JPEG or TIFF, a float TIFF or EXR, or a camera RAW file.
        gamma: `linear` or `srgb` says what the file holds; `auto` asks the file.
        white_level: value of white in the file; by default the largest that its type holds, or 1 for floats.
        black_level: value of black in the file.

    """
    path = Path(path)
    stored = decode(path)
    if stored.ndim == 2:
        stored = np.repeat(stored[..., None], 3, -1)
    elif stored.ndim == 3 and stored.shape[2] == 2:  # grey and opacity
        stored = np.repeat(stored[..., :1], 3, -1)
    if stored.ndim != 3 or stored.shape[2] < 3:
        raise ImageError(f"image {path} has the shape {stored.shape}; give one picture, in colour or grey")
    whole = np.issubdtype(stored.dtype, np.integer)
    if white_level is None:
        white_level = float(np.iinfo(stored.dtype).max) if whole else 1.0
    if not white_level > black_level:
        raise ImageError(f"the white level {white_level:g} must be above the black level {black_level:g}")
    image = stored[..., :3].astype(np.float32)
    image -= np.float32(black_level)
    image /= np.float32(white_level - black_level)
    if not np.isfinite(image).all():
        raise ImageError(f"image {path} holds values that are NaN or infinite; replace them first")
    high = float(image.max())
    if not whole and high > 1 + 1e-6:
        raise ImageError(f"image {path} has values up to {high:.4g}; give its white level with --white-level")
    np.clip(image, 0, 1, out=image)
    srgb = gamma == "srgb" or (gamma == "auto" and _says_srgb(path))
    exif = read_exif(path)
    return Photo(_from_srgb(image) if srgb else image, path, srgb, 8 * stored.dtype.itemsize, exif)


def decode(path: Path) -> Array:
    """Read the pixels of a file as they are, colours in the order red, green, blue."""
    if path.is_dir():
        raise ImageError(f"{path} is a folder; give the file of a photograph")
    suffix = path.suffix.lower()
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ImageError(f"cannot read image {path}: {error.strerror}") from error
    if suffix in _RAW_SUFFIXES:
        return _decode_raw(path)
    if suffix == ".exr":
        return _decode_exr(path)
    if suffix in _TIFF_SUFFIXES:
        return _decode_tiff(path)
    return _decode_common(path, data)


def _decode_common(path: Path, data: bytes) -> Array:
    """PNG and JPEG. OpenCV reads 16-bit colour PNG exactly, which Pillow does not."""
    import cv2

    if _is_cut(data):
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
        raise ImageError(f"image {path} is damaged or of no known type; give a PNG, JPEG, TIFF, EXR or RAW file")
    return np.ascontiguousarray(image[..., 2::-1]) if image.ndim == 3 else np.asarray(image)


def _decode_tiff(path: Path) -> Array:
    import tifffile

    try:
        image = np.asarray(tifffile.imread(path))
    except Exception as error:  # tifffile raises many kinds on damaged files
        raise ImageError(f"image {path} is damaged or not a TIFF file: {error}") from error
    if image.ndim == 3 and image.shape[0] in (3, 4) and image.shape[-1] > 4:  # colours stored plane by plane
        image = np.moveaxis(image, 0, -1)
    return np.ascontiguousarray(image)


def _decode_exr(path: Path) -> Array:
    try:
        import OpenEXR
    except ImportError as error:
        raise MissingExtraError("OpenEXR", "exr", f"reading {path}") from error
    try:
        with OpenEXR.File(str(path)) as file:
            channels = {name: np.array(channel.pixels) for name, channel in file.channels().items()}
    except Exception as error:  # OpenEXR raises RuntimeError and others on damaged files
        raise ImageError(f"image {path} is damaged or not an EXR file: {error}") from error
    for name in ("RGB", "RGBA", "Y"):
        if name in channels:
            return channels[name].astype(np.float32)
    if {"R", "G", "B"} <= channels.keys():
        return np.stack([channels[name] for name in "RGB"], -1).astype(np.float32)
    raise ImageError(f"image {path} has the channels {', '.join(sorted(channels))}; it needs R, G and B, or Y")


def _decode_raw(path: Path) -> Array:
    try:
        import rawpy
    except ImportError as error:
        raise MissingExtraError("rawpy", "raw", f"reading {path}") from error
    try:
        with rawpy.imread(str(path)) as raw:
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


def _is_cut(data: bytes) -> bool:
    """Whether a PNG or JPEG lacks its end; OpenCV would fill the rest with grey."""
    if data.startswith(_PNG_SIGNATURE):
        return b"IEND" not in data[-64:]
    return data.startswith(b"\xff\xd8") and b"\xff\xd9" not in data[-65536:]


def _says_srgb(path: Path) -> bool:
    """Whether a file says that it is gamma-coded."""
    suffix = path.suffix.lower()
    if suffix in (".jpg", ".jpeg"):
        return True
    if suffix != ".png":
        return False
    data = path.read_bytes()
    position = len(_PNG_SIGNATURE)
    while position + 8 <= len(data):
        length, kind = struct.unpack(">I4s", data[position : position + 8])
        if kind == b"sRGB":
            return True
        if kind == b"gAMA":
            return bool(struct.unpack(">I", data[position + 8 : position + 12])[0] == _SRGB_PNG_GAMMA)
        if kind in (b"IDAT", b"IEND"):
            return False
        position += 12 + length
    return False


def _from_srgb(encoded: Float[Array, "*n"]) -> Float[Array, "*n"]:
    """Undo the sRGB transfer curve (IEC 61966-2-1)."""
    linear = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
    return linear.astype(np.float32)
