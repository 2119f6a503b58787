"""Blocks of patches: the paper's formula, and that every patch is kept once, away from margins."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blurry_edges.errors import ShapeError
from blurry_edges.estimator.blocks import block_count, blocks


@given(count=st.integers(1, 400), block=st.integers(8, 80), margin=st.integers(0, 3))
def test_every_patch_is_kept_once_and_not_at_a_margin(count: int, block: int, margin: int):
    kept = []
    for part in blocks(count, block, margin):
        assert part.stop - part.start == min(block, count)
        assert part.start <= part.keep_start < part.keep_stop <= part.stop
        assert part.keep_start == 0 or part.keep_start - part.start >= margin
        assert part.keep_stop == count or part.stop - part.keep_stop >= margin
        kept += range(part.keep_start, part.keep_stop)
    assert kept == list(range(count))


@pytest.mark.parametrize("image_px", [147, 148, 235, 500, 1001])
def test_number_of_blocks_as_in_the_supplement(image_px: int):
    patch_px, stride_px, block_px, margin = 21, 2, 147, 10
    block_stride_px = block_px - patch_px + (1 - 2 * margin) * stride_px
    expected = math.ceil((image_px - block_px) / block_stride_px + 1)
    patches = math.ceil((image_px - patch_px) / stride_px) + 1
    assert block_count(patches) == expected


def test_a_block_of_margins_alone_is_refused():
    with pytest.raises(ShapeError, match="keep none"):
        list(blocks(100, 20, 10))
