"""Photographs: from files of many kinds to linear light in 0..1, upright as their EXIF says.

A file is linearised when it is gamma-coded. JPEG, WebP and HEIC always are, RAW, EXR and float files never; PNG and
TIFF may say so, and where they say nothing their noise tells: see `coding.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from blurry_edges.errors import ImageError
from blurry_edges.photos.coding import Coding, CodingSource, FoundCoding, coding_from_noise, coding_of_file
from blurry_edges.photos.decode import decode_bytes, read_bytes
from blurry_edges.photos.exif import Exif, exif_of
from blurry_edges.photos.srgb import from_srgb
from blurry_edges.photos.suffixes import HEIF_SUFFIXES, PHOTO_SUFFIXES, RAW_SUFFIXES
from blurry_edges.typing import Array, Float

__all__ = ["PHOTO_SUFFIXES", "Gamma", "Photo", "load_photo", "load_photos", "read_photo"]

Gamma = Literal["auto", "linear", "srgb"]


@dataclass(frozen=True)
class Photo:
    """A photograph in linear light, and what its file says about it."""

    image: Float[Array, "H W 3"]
    """Linear light divided by the white level, 0..1, upright."""
    path: Path
    coding: Coding
    """How the file codes light: `linear` or `srgb`; the image is linear either way."""
    coding_source: CodingSource
    """How that was found."""
    bits: int
    """Bits of a value in the file."""
    exif: Exif
    """EXIF entries of the file."""

    @property
    def was_srgb(self) -> bool:
        """Whether the sRGB curve was undone."""
        return self.coding == "srgb"

    @property
    def warning(self) -> str | None:
        """Warning if the coding was assumed, with how to say otherwise; else None."""
        if self.coding_source != "assumed":
            return None
        other = "linear" if self.was_srgb else "srgb"
        taken = "gamma-coded (sRGB)" if self.was_srgb else "linear light"
        return (
            f"{self.path.name} does not say how it codes light, and its noise does not tell; it was taken as {taken}, "
            f"as most files of {self.bits} bits are; pass --gamma {other} if that is wrong"
        )

    @property
    def saturated_share(self) -> float:
        """Share of the pixels in which some colour is at the white level."""
        return float((np.abs(self.image.max(-1) - 1) < 1e-6).mean())


def read_photo(
    path: Path | str,
    *,
    gamma: Gamma = "auto",
    white_level: float | None = None,
    black_level: float = 0.0,
) -> Float[Array, "H W 3"]:
    """Read a photograph as linear light in 0..1, upright, with gamma coding undone.

    Args:
        path: an 8- or 16-bit PNG or TIFF, a JPEG, WebP, HEIC, float TIFF, EXR, .npy or camera RAW file.
        gamma: `linear` or `srgb` says what the file holds; `auto` asks the file, then its noise.
        white_level: value of white in the file; by default the largest that its type holds, or 1 for floats.
        black_level: value of black in the file.

    Examples:
        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> import numpy as np
        >>> import blurry_edges
        >>> with TemporaryDirectory() as folder:
        ...     np.save(Path(folder) / "minus.npy", np.full((30, 40, 3), 0.25, np.float32))
        ...     image = blurry_edges.read_photo(Path(folder) / "minus.npy")
        >>> image.shape, float(image.max())
        ((30, 40, 3), 0.25)

    """
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
        path: an 8- or 16-bit PNG or TIFF, a JPEG, WebP, HEIC, float TIFF, EXR, .npy or camera RAW file.
        gamma: `linear` or `srgb` says what the file holds; `auto` asks the file, then its noise.
        white_level: value of white in the file; by default the largest that its type holds, or 1 for floats.
        black_level: value of black in the file.

    """
    return load_photos([path], gamma=gamma, white_level=white_level, black_level=black_level)[0]


def load_photos(
    paths: Sequence[Path | str],
    *,
    gamma: Gamma = "auto",
    white_level: float | None = None,
    black_level: float = 0.0,
) -> list[Photo]:
    """Read photographs that were taken and stored alike, such as a pair; see `load_photo`.

    Where the files do not say how they code light, it is found for all of them together.
    """
    files = [_read(Path(path), gamma, white_level, black_level) for path in paths]
    levels_given = white_level is not None or black_level != 0
    guesses = {
        step: coding_from_noise([file.stored for file in files if file.coding is None and file.step == step], step)
        for step in {file.step for file in files if file.coding is None}
    }
    photos = []
    for file in files:
        found = file.coding or _found(guesses[file.step], file.bits, levels_given=levels_given)
        light = from_srgb(file.stored) if found.coding == "srgb" else file.stored
        photos.append(Photo(light, file.path, found.coding, found.source, file.bits, file.exif))
    return photos


@dataclass(frozen=True)
class _File:
    """A photograph as it is stored, in 0..1 and upright, and what its file says."""

    stored: Float[Array, "H W 3"]
    path: Path
    coding: FoundCoding | None
    step: float
    """Distance of two neighbouring values, a share of white."""
    bits: int
    exif: Exif


def _read(path: Path, gamma: Gamma, white_level: float | None, black_level: float) -> _File:
    data = read_bytes(path)
    stored = _three_colors(path, decode_bytes(path, data))
    is_float = not np.issubdtype(stored.dtype, np.integer)
    if white_level is None:
        white_level = 1.0 if is_float else float(np.iinfo(stored.dtype).max)
    image = _scaled(path, stored, white_level, black_level)
    exif = exif_of(data)
    if path.suffix.lower() not in RAW_SUFFIXES | HEIF_SUFFIXES:  # those LibRaw and libheif have turned already
        image = upright(image, exif.orientation)
    coding = coding_of_file(path, data, exif, is_float=is_float) if gamma == "auto" else FoundCoding(gamma, "told")
    return _File(image, path, coding, 1 / (white_level - black_level), 8 * stored.dtype.itemsize, exif)


def _found(guess: Coding | None, bits: int, *, levels_given: bool) -> FoundCoding:
    """Return the guess, or what is usual: who gives a black or white level speaks of linear light."""
    if guess is not None:
        return FoundCoding(guess, "guessed from the noise")
    return FoundCoding("srgb" if bits == 8 and not levels_given else "linear", "assumed")


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


def _scaled(path: Path, stored: Array, white_level: float, black_level: float) -> Float[Array, "h w 3"]:
    """Return stored values as shares of the white level in 0..1."""
    if not white_level > black_level:
        raise ImageError(f"the white level {white_level:g} must be above the black level {black_level:g}")
    image = stored.astype(np.float32)
    image -= np.float32(black_level)
    image /= np.float32(white_level - black_level)
    if not np.isfinite(image).all():
        raise ImageError(f"image {path} holds values that are NaN or infinite; replace them first")
    high = float(image.max())
    if not np.issubdtype(stored.dtype, np.integer) and high > 1 + 1e-6:
        raise ImageError(f"image {path} has values up to {high:.4g}; give its white level with --white-level")
    return np.clip(image, 0, 1, out=image)
