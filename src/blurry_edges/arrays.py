"""NumPy files from anyone: nothing is unpickled, and what is damaged or announces too much is refused."""

import math
import struct
import tokenize
import zipfile
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from blurry_edges.errors import DataError
from blurry_edges.typing import Array

__all__ = ["npy_shape", "read_npy", "read_npz"]

_MOST_BYTES = 16_000_000_000
"""Larger files are refused by what they announce: a small one can ask for all memory there is."""
_DAMAGE = (
    OSError, ValueError, EOFError, KeyError, SyntaxError, RuntimeError, MemoryError, OverflowError, NotImplementedError,
    struct.error, zlib.error, zipfile.BadZipFile, tokenize.TokenError,
)  # fmt: skip
"""Errors that NumPy raises, in the end, on files that are damaged."""


def read_npy(data: bytes, name: str) -> Array:
    """Read the array of a .npy file; `name` is what a user calls it."""
    try:
        file = BytesIO(data)
        shape, dtype = _header(file)
        if math.prod(shape) * dtype.itemsize != len(data) - file.tell():
            raise ValueError(f"it announces {' x '.join(map(str, shape))} values of {dtype}, but holds another number")
        return np.asarray(np.load(BytesIO(data), allow_pickle=False))
    except _DAMAGE as error:
        raise DataError(f"{name} is damaged or not a .npy file: {_one_line(error)}") from error


def npy_shape(data: bytes) -> tuple[int, ...] | None:
    """Return the shape that the header of a .npy file announces; None if it is damaged."""
    try:
        return _header(BytesIO(data))[0]
    except _DAMAGE:
        return None


def _header(file: BytesIO) -> tuple[tuple[int, ...], np.dtype[Any]]:
    version = np.lib.format.read_magic(file)
    read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, _, dtype = read(file)
    return tuple(map(int, shape)), dtype


def read_npz(path: Path, content: str) -> dict[str, Array]:
    """Read all arrays of a .npz file; `content` names in messages what the file should hold, such as "result"."""
    try:
        with zipfile.ZipFile(path) as archive:
            announced = sum(entry.file_size for entry in archive.infolist())
            if announced > _MOST_BYTES:
                raise ValueError(f"it announces {announced / 1e9:.0f} GB")
            return {entry.removesuffix(".npy"): read_npy(archive.read(entry), entry) for entry in archive.namelist()}
    except FileNotFoundError as error:
        raise DataError(f"{content} {path} does not exist") from error
    except PermissionError as error:
        raise DataError(f"cannot read {content} {path}: {error.strerror}") from error
    except _DAMAGE as error:
        raise DataError(f"{content} {path} is damaged or no .npz file: {_one_line(error)}") from error


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
