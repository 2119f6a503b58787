"""Patches: covering, adjointness, and bands."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from blurry_edges.errors import ShapeError
from blurry_edges.patches import PatchGrid

sizes = st.integers(0, 9)
strides = st.integers(1, 3)
patch_sizes = st.integers(3, 6)


@st.composite
def grids(draw: st.DrawFn) -> PatchGrid:
    R = draw(patch_sizes)
    return PatchGrid(R + draw(sizes), R + draw(sizes), R, draw(strides))


def test_the_paper_grid() -> None:
    grid = PatchGrid(147, 147)
    assert (grid.rows, grid.cols, grid.padded_height, grid.half_patch_px) == (64, 64, 147, 10)


@given(grids())
def test_every_pixel_is_covered_and_padding_is_less_than_a_stride(grid: PatchGrid) -> None:
    assert grid.count().shape == (grid.height, grid.width)
    assert grid.count().min() >= 1
    assert 0 <= grid.padded_height - grid.height < grid.stride
    assert 0 <= grid.padded_width - grid.width < grid.stride


@given(grids())
def test_count_is_the_sum_of_patches_of_ones(grid: PatchGrid) -> None:
    ones = torch.ones(grid.rows, grid.cols, 1, grid.patch_size, grid.patch_size)
    assert torch.equal(grid.fold_sum(ones)[0], grid.count())


@given(grids(), st.lists(st.integers(1, 2), max_size=2))
def test_mean_of_unfolded_patches_is_the_image(grid: PatchGrid, lead: list[int]) -> None:
    images = torch.rand(*lead, 2, grid.height, grid.width, dtype=torch.float64)
    patches = grid.unfold(images)
    assert patches.shape == (*lead, grid.rows, grid.cols, 2, grid.patch_size, grid.patch_size)
    torch.testing.assert_close(grid.fold_mean(patches), images)


@given(grids(), st.integers(0, 2**31))
def test_patches_are_where_their_centres_say(grid: PatchGrid, seed: int) -> None:
    images = torch.rand(1, grid.height, grid.width)
    torch.manual_seed(seed)
    row, col = torch.randint(grid.rows, ()).item(), torch.randint(grid.cols, ()).item()
    x, y = (grid.centres_px()[row, col] - grid.half_patch_px).int().tolist()
    cut = images[:, y : y + grid.patch_size, x : x + grid.patch_size]
    patch = grid.unfold(images)[row, col, :, : cut.shape[-2], : cut.shape[-1]]
    assert (x, y) == (col * grid.stride, row * grid.stride)
    assert torch.equal(patch, cut)


def test_the_image_is_extended_by_its_last_row_and_column() -> None:
    image = torch.arange(16.0).reshape(1, 4, 4)
    patches = PatchGrid(4, 4, patch_size=3, stride=3).unfold(image)
    assert patches.shape == (2, 2, 1, 3, 3)
    assert patches[1, 1, 0].tolist() == [[15, 15, 15]] * 3
    assert patches[1, 0, 0].tolist() == [[12, 13, 14]] * 3


@given(grids())
def test_fold_is_the_adjoint_of_unfold(grid: PatchGrid) -> None:
    grid = PatchGrid(grid.padded_height, grid.padded_width, grid.patch_size, grid.stride)
    x = torch.randn(2, grid.height, grid.width, dtype=torch.float64)
    y = torch.randn(grid.rows, grid.cols, 2, grid.patch_size, grid.patch_size, dtype=torch.float64)
    torch.testing.assert_close((grid.unfold(x) * y).sum(), (x * grid.fold_sum(y)).sum())


@given(grids(), st.integers(1, 5))
def test_bands_add_up_to_the_whole(grid: PatchGrid, chunk_rows: int) -> None:
    images = torch.rand(2, 3, grid.height, grid.width, dtype=torch.float64)
    patches = grid.unfold(images)
    total = torch.zeros(2, 3, grid.padded_height, grid.padded_width, dtype=torch.float64)
    for band in grid.bands(chunk_rows):
        part = grid.unfold(images, band)
        assert torch.equal(part, patches[:, band.start : band.stop])
        grid.add_band(total, part, band)
    torch.testing.assert_close(grid.crop(total), grid.fold_sum(patches))


def test_default_bands_are_bounded_and_cover_all_rows() -> None:
    grid = PatchGrid(301, 1001)
    bands = list(grid.bands())
    assert [row for band in bands for row in band] == list(range(grid.rows))
    assert max(len(band) for band in bands) * grid.cols <= 1024


def test_gradients_are_right() -> None:
    grid = PatchGrid(6, 7, patch_size=4, stride=2)
    patches = torch.rand(2, 3, 1, 4, 4, dtype=torch.float64, requires_grad=True)
    images = torch.rand(2, 6, 7, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(grid.fold_mean, patches)
    assert torch.autograd.gradgradcheck(lambda p: grid.fold_mean(p) ** 2, patches)
    assert torch.autograd.gradcheck(grid.unfold, images)


def test_too_small_an_image_is_refused_with_both_sizes() -> None:
    with pytest.raises(ShapeError, match=r"30 x 20 px is smaller than one patch of 21 x 21"):
        PatchGrid(20, 30)


@pytest.mark.parametrize("bad", [{"stride": 0}, {"stride": 22}, {"patch_size": 2}])
def test_patches_that_cannot_cover_are_refused(bad: dict[str, int]) -> None:
    with pytest.raises(ShapeError, match="cannot cover"):
        PatchGrid(40, 40, **bad)


def test_wrong_sizes_are_refused() -> None:
    grid = PatchGrid(30, 40)
    with pytest.raises(ShapeError, match="30 x 40 px given to a grid for 40 x 30"):
        grid.unfold(torch.zeros(1, 40, 30))
    with pytest.raises(ShapeError, match="do not fit a grid of 6 x 11"):
        grid.fold_sum(torch.zeros(5, 11, 1, 21, 21))
    with pytest.raises(ShapeError, match="chunk_rows is 0"):
        grid.bands(0)
