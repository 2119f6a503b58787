"""How a file codes light: in proportion to it (linear), or along the sRGB curve (gamma-coded).

Asked in this order: the user, the file (a colour profile, a gamma tag, the EXIF), the type of file (JPEG, WebP and HEIC
are always gamma-coded; RAW, EXR and float files never), and then the noise. Photons make noise whose variance grows in
proportion to the stored value when that is linear; the sRGB curve flattens bright light so much that the variance
stays or falls. Where there is too little noise to tell, files of 8 bits are taken as gamma-coded and those of 16 bits
as linear, as most are, and the photograph carries a warning.
"""

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from blurry_edges.photos.containers import is_tiff, png_chunks
from blurry_edges.photos.exif import Exif, tiff_tag
from blurry_edges.photos.suffixes import EXR_SUFFIXES, HEIF_SUFFIXES, RAW_SUFFIXES
from blurry_edges.typing import Array, Float

__all__ = ["Coding", "CodingSource", "FoundCoding", "coding_from_noise", "coding_of_file"]

Coding = Literal["linear", "srgb"]
CodingSource = Literal["told", "file says", "type of file", "guessed from the noise", "assumed"]

_GAMMA_CODED_SUFFIXES = {".jpg", ".jpeg", ".webp", *HEIF_SUFFIXES}
_TIFF_PROFILE = 34675
_LINEAR_TRANSFER, _UNSPECIFIED_TRANSFER = 8, 2
_LINEAR_ABOVE, _CODED_BELOW = 0.75, 0.6
"""Exponent of a gamma tag: 1 is linear, 0.45 is what all screens use."""
_BLOCK = 8
_LARGEST_SAMPLE = 40_000
_CLIPPED_SHARE = 0.2
_BINS, _BLOCKS_IN_BIN = 8, 24
_WHITEST, _QUIETEST_STEPS2, _NARROWEST = 2.5, 0.3, 0.15
_LINEAR_SLOPES, _CODED_SLOPE = (0.4, 1.3), 0.1
_LINEAR_SCATTER, _CODED_SCATTER = 0.15, 0.4
"""How far noise may be from a power law of brightness: photons follow one closely, texture hardly ever does."""


@dataclass(frozen=True)
class FoundCoding:
    """How light is coded, and how that was found."""

    coding: Coding
    source: CodingSource


def coding_of_file(path: Path, data: bytes, exif: Exif, *, is_float: bool) -> FoundCoding | None:
    """Return what a file says about its coding, or what its type does; None if neither says anything."""
    suffix = path.suffix.lower()
    if suffix in _GAMMA_CODED_SUFFIXES:
        return FoundCoding("srgb", "type of file")
    if is_float or suffix in EXR_SUFFIXES | RAW_SUFFIXES:
        return FoundCoding("linear", "type of file")
    coding = _png_says(data) or _profile_says(tiff_tag(data, _TIFF_PROFILE) if is_tiff(data) else None)
    if coding is None and exif.is_srgb:
        coding = "srgb"
    return None if coding is None else FoundCoding(coding, "file says")


def coding_from_noise(images: Sequence[Float[Array, "_ _ 3"]], step: float) -> Coding | None:
    """Guess the coding of pictures that were taken and stored alike from their noise; None where it cannot be told.

    In blocks of 8 x 8 px, the energy of the highest spatial frequencies of those blocks that are quietest in the
    middle frequencies is that of the noise alone. Its slope against brightness, both as logarithms, is near 1 for
    linear values (less with read noise) and below 0 for gamma-coded ones. No answer is given for pictures of one
    brightness, with less noise than rounding adds, or in which texture drowns the noise everywhere.

    Args:
        images: stored values in 0..1.
        step: distance between two neighbouring values.

    """
    means, middle, high = _block_energies(images)
    if means.size < _BINS * _BLOCKS_IN_BIN:
        return None
    rows = []
    for members in np.array_split(np.argsort(means), _BINS):
        quiet = members[np.argsort(middle[members])[: members.size // 4]]
        rows.append((means[quiet].mean(), np.median(middle[quiet]), high[quiet].mean()))
    mean, middle_of_quiet, noise = np.array(rows).T
    without_rounding = noise / step**2 - 1 / 12
    brightness = np.log(mean)
    if np.median(without_rounding) < _QUIETEST_STEPS2 or np.ptp(brightness) < _NARROWEST:
        return None
    if np.median(middle_of_quiet) > _WHITEST * np.median(noise):
        return None  # noise has all frequencies alike; this is texture
    amount = np.log(np.maximum(without_rounding, 0.02))
    slope, offset = np.polyfit(brightness, amount, 1)
    scatter = np.std(amount - slope * brightness - offset)
    if _LINEAR_SLOPES[0] < slope < _LINEAR_SLOPES[1] and scatter < _LINEAR_SCATTER:
        return "linear"
    return "srgb" if slope < _CODED_SLOPE and scatter < _CODED_SCATTER else None


def _block_energies(
    images: Sequence[Float[Array, "_ _ 3"]],
) -> tuple[Float[Array, " b"], Float[Array, " b"], Float[Array, " b"]]:
    """Mean of every block of every colour, and the mean energy of its middle and high frequencies."""
    from scipy.fft import dctn

    down, along = np.indices((_BLOCK, _BLOCK))
    most, least = np.maximum(down, along), np.minimum(down, along)
    is_high, is_middle = least >= 4, (most >= 3) & (most <= 4) & (least >= 1)
    found = []
    for image in images:
        height, width = image.shape[0] // _BLOCK, image.shape[1] // _BLOCK
        every = max(1, 3 * height * width * len(images) // _LARGEST_SAMPLE)  # rows of blocks: enough of a large picture
        rows = image[: height * _BLOCK, : width * _BLOCK].reshape(height, _BLOCK, width, _BLOCK, 3)[::every]
        blocks = rows.transpose(0, 2, 4, 1, 3).reshape(-1, _BLOCK, _BLOCK).astype(np.float64)
        clipped = (blocks <= 0).mean((1, 2)) + 4 * (blocks >= 1).mean((1, 2))
        blocks = blocks[(clipped <= _CLIPPED_SHARE) & (blocks.mean((1, 2)) > 0)]
        energy = dctn(blocks, axes=(1, 2), norm="ortho") ** 2
        found.append((blocks.mean((1, 2)), energy[:, is_middle].mean(1), energy[:, is_high].mean(1)))
    means, middle, high = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return means, middle, high


def _png_says(data: bytes) -> Coding | None:
    """Read the coding of a PNG from its chunks; the standard gives their order of precedence."""
    chunks = dict(png_chunks(data))
    if len(code := chunks.get(b"cICP", b"")) == 4 and code[1] != _UNSPECIFIED_TRANSFER:
        return "linear" if code[1] == _LINEAR_TRANSFER else "srgb"
    if b"iCCP" in chunks:
        return _profile_says(_inflated(chunks[b"iCCP"]))
    if b"sRGB" in chunks:
        return "srgb"
    if len(chunks.get(b"gAMA", b"")) == 4:
        return _gamma_says(struct.unpack(">I", chunks[b"gAMA"])[0] / 1e5)
    return None


def _inflated(content: bytes) -> bytes | None:
    """Return the profile of an iCCP chunk, which follows a name, a zero and the method of compression."""
    try:
        return zlib.decompress(content[content.index(b"\x00") + 2 :])
    except (ValueError, zlib.error):
        return None  # damaged: it says nothing


def _profile_says(profile: bytes | None) -> Coding | None:
    """Read the coding from the tone curve of an ICC profile, that of red or of grey."""
    if profile is None or len(profile) < 132:
        return None
    for index in range(int.from_bytes(profile[128:132], "big")):
        entry = profile[132 + 12 * index : 144 + 12 * index]
        if entry[:4] in (b"rTRC", b"kTRC") and len(entry) == 12:
            start = int.from_bytes(entry[4:8], "big")
            return _curve_says(profile[start : start + int.from_bytes(entry[8:], "big")])
    return None


def _curve_says(curve: bytes) -> Coding | None:
    """Read a tone curve of an ICC profile: a table, or an exponent from stored values to light."""
    if curve[:4] == b"para" and len(curve) >= 16:
        return _gamma_says(1 / max(int.from_bytes(curve[12:16], "big") / 65536, 1e-3))
    if curve[:4] != b"curv" or len(curve) < 12:
        return None
    count = int.from_bytes(curve[8:12], "big")
    values = np.frombuffer(curve[12 : 12 + 2 * count], ">u2")
    if count == 0:
        return "linear"
    if values.size != count:
        return None
    exponent = values[0] / 256 if count == 1 else np.log(max(values[count // 2] / 65535, 1e-6)) / np.log(0.5)
    return _gamma_says(1 / max(float(exponent), 1e-3))


def _gamma_says(exponent: float) -> Coding | None:
    """Read an exponent from light to stored values."""
    if exponent > _LINEAR_ABOVE:
        return "linear"
    return "srgb" if exponent < _CODED_BELOW else None
