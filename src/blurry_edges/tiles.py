"""Tiles: a large image in parts that overlap so far that the result does not depend on them."""

from dataclasses import dataclass

from blurry_edges.errors import ShapeError

__all__ = ["Slices", "Tile", "relative", "split"]

Slices = tuple[slice, slice]


@dataclass(frozen=True)
class Tile:
    """One part of an image: rows first, then columns."""

    inner: Slices
    """Rows and columns that this tile answers for."""
    size: tuple[int, int]
    """Height and width of the whole image."""
    halo_px: int
    """How much more must be seen at each side to answer exactly."""

    @property
    def outer(self) -> Slices:
        """Rows and columns that the network must see for it."""
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
    """Split an image evenly into tiles of at most `tile_px` a side.

    All of them begin at multiples of `multiple`, as networks with strides need.
    """
    if tile_px < multiple:
        raise ShapeError(f"tiles of {tile_px} px are too small; use at least {multiple} px")
    halo = -(-halo_px // multiple) * multiple
    largest = tile_px // multiple * multiple
    rows, columns = (_parts(length, largest, multiple) for length in size)
    return [Tile((row, column), size, halo) for row in rows for column in columns]


def _parts(length: int, largest: int, multiple: int) -> list[slice]:
    """Cut a length into parts that are about equal."""
    count = -(-length // largest)
    step = -(-length // (count * multiple)) * multiple
    return [slice(start, min(start + step, length)) for start in range(0, length, step)]
