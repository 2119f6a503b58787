"""Tiles cover an image once, and see far enough."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blurry_edges.errors import ShapeError
from blurry_edges.tiles import relative, split


@given(
    size=st.tuples(st.integers(1, 300), st.integers(1, 300)), tile_px=st.integers(8, 200), halo_px=st.integers(0, 50)
)
def test_every_pixel_belongs_to_one_tile_that_sees_its_surroundings(size: tuple[int, int], tile_px: int, halo_px: int):
    covered = np.zeros(size, int)
    for tile in split(size, tile_px, halo_px):
        covered[tile.inner] += 1
        for inner, outer, length in zip(tile.inner, tile.outer, size, strict=True):
            assert outer.start % 8 == 0
            assert outer.start <= max(0, inner.start - halo_px)
            assert outer.stop >= min(length, inner.stop + halo_px)
    assert (covered == 1).all()


def test_a_part_is_found_again_in_what_was_cut_out():
    image = np.arange(40 * 50).reshape(40, 50)
    for tile in split((40, 50), 16, 8):
        np.testing.assert_array_equal(image[tile.outer][tile.within_outer(tile.inner)], image[tile.inner])
        grown = tile.grown(3)
        np.testing.assert_array_equal(image[grown][relative(tile.inner, grown)], image[tile.inner])


def test_tiles_below_the_stride_are_refused():
    with pytest.raises(ShapeError, match="too small"):
        split((100, 100), 4, 8)
