"""How large a picture is by the header of its file: a small file can ask for all memory there is."""

import io
import math
import struct
from pathlib import Path

from blurry_edges.arrays import npy_shape
from blurry_edges.photos.containers import is_webp
from blurry_edges.photos.exif import tiff_tag
from blurry_edges.photos.suffixes import EXR_SUFFIXES, HEIF_SUFFIXES, NUMPY_SUFFIXES, RAW_SUFFIXES, TIFF_SUFFIXES

__all__ = ["announced_pixels", "announced_size"]

_EXR_MAGIC = b"\x76\x2f\x31\x01"
_TIFF_WIDTH, _TIFF_HEIGHT, _TIFF_SAMPLES = 256, 257, 277
_MOST_CHANNELS = 4


def announced_pixels(path: Path, data: bytes) -> int | None:
    """Return the pixels that a file announces, counting every four channels as one; None if it does not say."""
    suffix = path.suffix.lower()
    size = announced_size(path, data)
    if size is None:
        return None
    channels = 1
    if suffix in NUMPY_SUFFIXES:
        channels = math.prod((npy_shape(data) or ())[2:])
    elif suffix in TIFF_SUFFIXES:
        channels = _whole(tiff_tag(data, _TIFF_SAMPLES))
    return size[0] * size[1] * max(1, math.ceil(channels / _MOST_CHANNELS))


def announced_size(path: Path, data: bytes) -> tuple[int, int] | None:
    """Return the height and width that the header of a file announces; None if it is damaged, or does not say."""
    suffix = path.suffix.lower()
    if suffix in RAW_SUFFIXES:
        return _raw_size(data)
    if suffix in EXR_SUFFIXES:
        return _exr_size(data)
    if suffix in HEIF_SUFFIXES:
        return _heif_size(data)
    if suffix in NUMPY_SUFFIXES:
        shape = npy_shape(data) or ()
        return (shape[0], shape[1]) if len(shape) >= 2 else None
    if suffix in TIFF_SUFFIXES:
        size = tuple(_whole(tiff_tag(data, tag)) for tag in (_TIFF_HEIGHT, _TIFF_WIDTH))
        return (size[0], size[1]) if all(size) else None
    return _common_size(data)


def _common_size(data: bytes) -> tuple[int, int] | None:
    from PIL import Image

    if is_webp(data):
        return _webp_size(data)
    limit, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None  # its own limit would only warn
    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as picture:  # reads the header alone
            return int(picture.height), int(picture.width)
    except (OSError, ValueError, SyntaxError):
        return None
    finally:
        Image.MAX_IMAGE_PIXELS = limit


def _webp_size(data: bytes) -> tuple[int, int] | None:
    """Return the size of a WebP; Pillow would make room for the whole picture to tell it."""
    kind, content = data[12:16], data[20:30]
    if len(content) < 10:
        return None
    if kind == b"VP8X":  # less one, in 24 bits
        return 1 + int.from_bytes(content[7:10], "little"), 1 + int.from_bytes(content[4:7], "little")
    if kind == b"VP8L":  # less one, in 14 bits, behind a byte that marks the beginning
        bits = int.from_bytes(content[1:5], "little")
        return 1 + (bits >> 14 & 0x3FFF), 1 + (bits & 0x3FFF)
    if kind == b"VP8 " and content[3:6] == b"\x9d\x01\x2a":  # in 14 bits, behind the mark of a key frame
        width, height = struct.unpack("<HH", content[6:10])
        return height & 0x3FFF, width & 0x3FFF
    return None


def _exr_size(data: bytes) -> tuple[int, int] | None:
    """Return the data window of an EXR file: its header is a list of names, types, lengths and values."""
    position = 8
    while data.startswith(_EXR_MAGIC) and position < len(data) and data[position]:
        try:
            name_end = data.index(b"\0", position)
            type_end = data.index(b"\0", name_end + 1)
            (length,) = struct.unpack_from("<I", data, type_end + 1)
            if data[position:name_end] == b"dataWindow":
                left, top, right, bottom = struct.unpack_from("<4i", data, type_end + 5)
                size = bottom - top + 1, right - left + 1
                return size if min(size) > 0 else None
        except (ValueError, struct.error):
            return None
        position = type_end + 5 + length
    return None


def _heif_size(data: bytes) -> tuple[int, int] | None:
    try:
        import pillow_heif

        width, height = pillow_heif.open_heif(io.BytesIO(data), convert_hdr_to_8bit=False).size
    except (ImportError, ValueError, EOFError, SyntaxError, RuntimeError, OSError):
        return None  # whoever decodes it says what is wrong
    return int(height), int(width)


def _raw_size(data: bytes) -> tuple[int, int] | None:
    try:
        import rawpy
    except ImportError:
        return None  # whoever decodes it says what is missing
    try:
        with rawpy.imread(io.BytesIO(data)) as raw:  # unpacks nothing before it is asked to
            return int(raw.sizes.raw_height), int(raw.sizes.raw_width)
    except rawpy.LibRawError:
        return None


def _whole(value: object) -> int:
    """Return a whole number from a tag; 0 for anything else."""
    return value if isinstance(value, int) and value > 0 else 0
