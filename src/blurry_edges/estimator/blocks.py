"""Blocks of patches: how the paper's global stage, whose cost grows with the square of the patches, sees large images.

Blocks overlap, and the marginal patches of each are removed where another block has them farther inside.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from blurry_edges.errors import ShapeError

__all__ = ["BLOCK_PATCHES", "MARGIN_PATCHES", "Block", "block_count", "blocks"]

BLOCK_PATCHES = 64
"""Patches along a block's side: those of a 147 px image, which is what training sees at most."""
MARGIN_PATCHES = 10
"""n_p, marginal patches removed: with 2 px between patches of 21 px, the fewest that hide the seams."""


@dataclass(frozen=True)
class Block:
    """A range of patches along one side of the grid, and which of them are kept."""

    start: int
    stop: int
    keep_start: int
    keep_stop: int


def block_count(count: int, block: int = BLOCK_PATCHES, margin: int = MARGIN_PATCHES) -> int:
    """n_b = ⌈(l_I − l_b) / s_b + 1⌉ with s_b = l_b − l_p + (1 − 2 n_p) s_p, here all in patches."""
    stride = block - 2 * margin
    if stride < 1:
        raise ShapeError(f"blocks of {block} patches keep none when {margin} are removed at each side")
    return max(1, -(-(count - block) // stride) + 1)


def blocks(count: int, block: int = BLOCK_PATCHES, margin: int = MARGIN_PATCHES) -> Iterator[Block]:
    """Cover `count` patches along one side; the last block is moved back to end where the grid ends."""
    number, stride = block_count(count, block, margin), block - 2 * margin
    kept = 0
    for index in range(number):
        start = max(0, min(index * stride, count - block))
        stop = min(start + block, count)
        keep_stop = count if index == number - 1 else stop - margin
        yield Block(start, stop, kept, keep_stop)
        kept = keep_stop
