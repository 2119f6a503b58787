"""Tiles: a large image in parts that overlap so far that the result does not depend on them."""

import ctypes
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from blurry_edges.errors import ShapeError

__all__ = ["Slices", "Tile", "free_memory_bytes", "keep_freed_memory", "relative", "return_freed_memory", "split"]

Slices = tuple[slice, slice]

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_MMAP_MAX = -1, -3, -4  # from malloc.h
_LARGE_BLOCK_BYTES = 1 << 20


@dataclass(frozen=True)
class Tile:
    """One part of an image: rows first, then columns."""

    inner: Slices
    """What this tile answers for."""
    size: tuple[int, int]
    """Height and width of the whole image."""
    halo_px: int
    """How much more must be seen at each side to answer exactly."""

    @property
    def outer(self) -> Slices:
        """What must be seen."""
        return self.grown(self.halo_px)

    def grown(self, margin_px: int) -> Slices:
        """Return the inner part with a margin, as far as the image reaches."""
        rows, columns = (
            slice(max(0, part.start - margin_px), min(length, part.stop + margin_px))
            for part, length in zip(self.inner, self.size, strict=True)
        )
        return rows, columns

    def within_outer(self, part: Slices) -> Slices:
        """Where a part of the image lies in the outer part."""
        return relative(part, self.outer)


def relative(part: Slices, whole: Slices) -> Slices:
    """Where `part` lies when `whole` has been cut out."""
    rows, columns = (slice(p.start - w.start, p.stop - w.start) for p, w in zip(part, whole, strict=True))
    return rows, columns


def split(size: tuple[int, int], tile_px: int, halo_px: int, multiple: int = 8) -> list[Tile]:
    """Split an image into square tiles; all of them begin at multiples of `multiple`, as networks with strides need."""
    if tile_px < multiple:
        raise ShapeError(f"tiles of {tile_px} px are too small; use at least {multiple} px")
    step = tile_px // multiple * multiple
    halo = -(-halo_px // multiple) * multiple
    rows, columns = ([slice(a, min(a + step, n)) for a in range(0, n, step)] for n in size)
    return [Tile((row, column), size, halo) for row in rows for column in columns]


def return_freed_memory() -> None:
    """Make the C library give large blocks back to the system as soon as they are freed.

    glibc keeps what tiles of different sizes free, and grows to three times what any of them needs.
    """
    _mallopt({_M_MMAP_MAX: 65536, _M_MMAP_THRESHOLD: _LARGE_BLOCK_BYTES, _M_TRIM_THRESHOLD: _LARGE_BLOCK_BYTES})


def keep_freed_memory() -> None:
    """Make the C library keep what is freed, for work that needs the same blocks again and again, such as training.

    Otherwise the system clears every page of every large block anew, which takes half of the time of a training step.
    """
    _mallopt({_M_MMAP_MAX: 0, _M_TRIM_THRESHOLD: 2**31 - 1})


def _mallopt(options: dict[int, int]) -> None:
    """Set options of glibc's allocator; other C libraries are left as they are."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is not None:
        for option, value in options.items():
            mallopt(option, value)


def free_memory_bytes() -> int:
    """Memory that can be used now; 2 GB where the system does not tell."""
    try:
        facts = dict(line.split(":", 1) for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines())
        return int(facts["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError):
        pass
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError, AttributeError):
        return 2 * 1024**3
