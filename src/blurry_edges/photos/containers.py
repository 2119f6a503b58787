"""Where PNG, JPEG, WebP, HEIC and TIFF files keep what they say about themselves: their EXIF block and colour profile.

The blocks are found by walking the file, not by opening it with an image library: those decode the whole picture for
some files, and refuse to open very large ones.
"""

import struct
from collections.abc import Iterator

__all__ = ["exif_block", "is_cut", "is_tiff", "is_webp", "png_chunks"]

_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EXIF_HEADER = b"Exif\x00\x00"
_JPEG_START, _JPEG_APP1, _JPEG_SCAN, _JPEG_END = 0xD8, 0xE1, 0xDA, 0xD9


def exif_block(data: bytes) -> bytes | None:
    """Return the EXIF of a file as a small TIFF file, or None; TIFF files (and most RAW files) are their own."""
    if is_tiff(data):
        return data
    if data.startswith(_PNG_SIGNATURE):
        found = next((content for kind, content in png_chunks(data) if kind == b"eXIf"), None)
    elif data.startswith(b"\xff\xd8"):
        found = next((content for content in _jpeg_app1(data) if content.startswith(_EXIF_HEADER)), None)
    elif is_webp(data):
        found = next((content for kind, content in _webp_chunks(data) if kind == b"EXIF"), None)
    elif data[4:8] == b"ftyp":  # HEIC: the block is an item somewhere in the file
        start = max(data.find(_EXIF_HEADER + order) for order in (b"II*\x00", b"MM\x00*"))
        found = None if start < 0 else data[start:]
    else:
        found = None
    return None if found is None else found.removeprefix(_EXIF_HEADER)


def is_tiff(data: bytes) -> bool:
    """Whether a file is a TIFF file, as many RAW files are too."""
    return data[:4] in (b"II*\x00", b"MM\x00*")


def is_cut(data: bytes) -> bool:
    """Whether a PNG, JPEG or WebP lacks its end; OpenCV would fill the rest with grey."""
    if data.startswith(_PNG_SIGNATURE):
        return b"IEND" not in data[-64:]
    if is_webp(data):
        return len(data) < 8 + int.from_bytes(data[4:8], "little")
    return data.startswith(b"\xff\xd8") and b"\xff\xd9" not in data[-65536:]


def png_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Kinds and contents of the chunks of a PNG, but for its pixels; nothing for other files."""
    position = len(_PNG_SIGNATURE)
    while data.startswith(_PNG_SIGNATURE) and position + 8 <= len(data):
        length, kind = struct.unpack(">I4s", data[position : position + 8])
        if kind != b"IDAT":
            yield kind, data[position + 8 : position + 8 + length]
        position += 12 + length


def _jpeg_app1(data: bytes) -> Iterator[bytes]:
    position = 2
    while position + 4 <= len(data) and data[position] == 0xFF:
        kind = data[position + 1]
        if kind == 0xFF:  # filling
            position += 1
            continue
        if kind in (_JPEG_SCAN, _JPEG_END, _JPEG_START):
            return
        length = int.from_bytes(data[position + 2 : position + 4], "big")
        if kind == _JPEG_APP1:
            yield data[position + 4 : position + 2 + length]
        position += 2 + length


def is_webp(data: bytes) -> bool:
    """Whether a file is a WebP."""
    return data.startswith(b"RIFF") and data[8:12] == b"WEBP"


def _webp_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    position = 12
    while position + 8 <= len(data):
        kind, length = struct.unpack("<4sI", data[position : position + 8])
        yield kind, data[position + 8 : position + 8 + length]
        position += 8 + length + length % 2
