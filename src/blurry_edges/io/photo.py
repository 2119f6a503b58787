"""Photographs: from files of many kinds to linear light in 0..1, upright as their EXIF says.

A file is linearised when it says that it is gamma-coded, or when the user does: JPEG and WebP always are, a PNG may say
so. RAW, EXR and float files hold linear light.
"""

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from blurry_edges.errors import ImageError
from blurry_edges.io.containers import png_chunks
from blurry_edges.io.decode import PHOTO_SUFFIXES, RAW_SUFFIXES, decode, decode_bytes, read_bytes
from blurry_edges.io.exif import Exif, exif_of
from blurry_edges.typing import Array, Float

__all__ = ["PHOTO_SUFFIXES", "Gamma", "Photo", "decode", "load_photo", "read_photo"]

Gamma = Literal["auto", "linear", "srgb"]
_GAMMA_CODED_SUFFIXES = {".jpg", ".jpeg", ".webp"}
_SRGB_PNG_GAMMA = 45455


@dataclass(frozen=True)
class Photo:
    """A photograph in linear light, and what its file says about it."""

    image: Float[Array, "H W 3"]
    """Linear light divided by the white level, 0..1, upright."""
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
        path: an 8- or 16-bit PNG or TIFF, a JPEG, WebP, float TIFF, EXR or camera RAW file.
        gamma: `linear` or `srgb` says what the file holds; `auto` asks the file.
        white_level: value of white in the file; by default the largest that its type holds, or 1 for floats.
        black_level: value of black in the file.

    """
    path = Path(path)
    data = read_bytes(path)
    stored = _three_colors(path, decode_bytes(path, data))
    image = _scaled(path, stored, white_level, black_level)
    exif = exif_of(data)
    if path.suffix.lower() not in RAW_SUFFIXES:  # those LibRaw has turned already
        image = upright(image, exif.orientation)
    srgb = gamma == "srgb" or (gamma == "auto" and _says_srgb(path, data))
    return Photo(_from_srgb(image) if srgb else image, path, srgb, 8 * stored.dtype.itemsize, exif)


def upright(image: Float[Array, "h w 3"], orientation: int) -> Float[Array, "H W 3"]:
    """Turn or mirror a stored picture as the EXIF orientation (1 to 8) says, so that it is upright."""
    if orientation >= 5:  # stored columns are rows of the upright picture
        image = image.swapaxes(0, 1)
    if orientation in (3, 4, 7, 8):
        image = image[::-1]
    if orientation in (2, 3, 6, 7):
        image = image[:, ::-1]
    return np.ascontiguousarray(image)


def _three_colors(path: Path, stored: Array) -> Array:
    if stored.ndim == 2:
        return np.repeat(stored[..., None], 3, -1)
    if stored.ndim == 3 and stored.shape[2] == 2:  # grey and opacity
        return np.repeat(stored[..., :1], 3, -1)
    if stored.ndim != 3 or stored.shape[2] < 3:
        raise ImageError(f"image {path} has the shape {stored.shape}; give one picture, in colour or grey")
    return stored[..., :3]


def _scaled(path: Path, stored: Array, white_level: float | None, black_level: float) -> Float[Array, "h w 3"]:
    """Return stored values as shares of the white level in 0..1."""
    whole = np.issubdtype(stored.dtype, np.integer)
    if white_level is None:
        white_level = float(np.iinfo(stored.dtype).max) if whole else 1.0
    if not white_level > black_level:
        raise ImageError(f"the white level {white_level:g} must be above the black level {black_level:g}")
    image = stored.astype(np.float32)
    image -= np.float32(black_level)
    image /= np.float32(white_level - black_level)
    if not np.isfinite(image).all():
        raise ImageError(f"image {path} holds values that are NaN or infinite; replace them first")
    high = float(image.max())
    if not whole and high > 1 + 1e-6:
        raise ImageError(f"image {path} has values up to {high:.4g}; give its white level with --white-level")
    return np.clip(image, 0, 1, out=image)


def _says_srgb(path: Path, data: bytes) -> bool:
    """Whether a file says that it is gamma-coded."""
    if path.suffix.lower() in _GAMMA_CODED_SUFFIXES:
        return True
    for kind, content in png_chunks(data):
        if kind == b"sRGB":
            return True
        if kind == b"gAMA":
            return bool(struct.unpack(">I", content[:4])[0] == _SRGB_PNG_GAMMA)
    return False


def _from_srgb(encoded: Float[Array, "*n"]) -> Float[Array, "*n"]:
    """Undo the sRGB transfer curve (IEC 61966-2-1)."""
    linear = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)
    return linear.astype(np.float32)
