"""Large images in parts: every estimator and the calibration go through them the same way."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import torch
from tqdm import tqdm

from blurry_edges.estimator.base import Options
from blurry_edges.memory import free_memory_bytes, return_freed_memory
from blurry_edges.tiles import Tile, split
from blurry_edges.typing import Float, Tensor

__all__ = ["TileCost", "assembled", "over_tiles", "tiles_of"]

_BUDGET_BYTES = 420_000_000
"""Memory of one tile. The same on every machine that has it, since the last digits of depth depend on the tiles."""
_SHARE_OF_FREE_MEMORY = 0.5
_SMALLEST_TILE_PX = 64


@dataclass(frozen=True)
class TileCost:
    """Surroundings and memory that a method needs to answer for a part of an image."""

    halo_px: int
    """Distance around a pixel that it must see."""
    bytes_per_pixel: int
    """Memory for each pixel that it sees, measured."""
    multiple: int = 8
    """Tiles begin at multiples of so many pixels."""

    def tile_px(self, size: tuple[int, int], asked_px: int | None) -> int:
        """Side of a tile: as asked, or what memory allows; the whole image if that fits."""
        if asked_px is not None:
            return asked_px
        budget = min(_BUDGET_BYTES, _SHARE_OF_FREE_MEMORY * free_memory_bytes())
        if self.bytes_per_pixel * size[0] * size[1] <= budget:
            return max(size) + self.multiple
        return max(_SMALLEST_TILE_PX, int((budget / self.bytes_per_pixel) ** 0.5) - 2 * self.halo_px)


def over_tiles(
    size: tuple[int, int], cost: TileCost, options: Options, compute: Callable[[Tile], Float[Tensor, "c h w"]]
) -> Float[Tensor, "c H W"]:
    """Compute maps tile by tile; `compute` answers for all that a tile sees, its `outer` part."""
    with torch.no_grad():
        return assembled(size, tiles_of(size, cost, options), compute)


def tiles_of(size: tuple[int, int], cost: TileCost, options: Options) -> Iterator[Tile]:
    """Give the tiles one after the other, and tell after each which share of them is done."""
    tiles = split(size, cost.tile_px(size, options.tile_px), cost.halo_px, cost.multiple)
    if many := len(tiles) > 1:
        return_freed_memory()
    shown = tqdm(tiles, desc="depth", unit="tile", disable=None if many and options.progress else True)
    for number, tile in enumerate(shown, start=1):
        yield tile
        if options.tell is not None:
            options.tell(number / len(tiles))


def assembled(
    size: tuple[int, int], tiles: Iterable[Tile], compute: Callable[[Tile], Float[Tensor, "c h w"]]
) -> Float[Tensor, "c H W"]:
    """Put together what each tile answers for, in the computer's own memory."""
    whole: Tensor | None = None
    for tile in tiles:
        part = compute(tile)[..., *tile.within_outer(tile.inner)].cpu()
        if whole is None:
            whole = part.new_empty(len(part), *size)
        whole[..., *tile.inner] = part
    if whole is None:
        raise ValueError(f"an image of {size[0]} x {size[1]} px has no tiles")
    return whole
