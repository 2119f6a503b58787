"""Gaussian smoothing: constants, mass, semigroup."""

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st

from blurry_edges.filters import gaussian_smooth, interpolated_rows


@given(sigma=st.floats(0.5, 6), value=st.floats(-3, 3))
def test_keeps_constants_and_the_mass_of_a_spike(sigma: float, value: float):
    constant = torch.full((2, 20, 20), value)
    torch.testing.assert_close(gaussian_smooth(constant, sigma), constant)
    spike = torch.zeros(61, 61)
    spike[30, 30] = 1
    assert gaussian_smooth(spike, sigma).sum().item() == pytest.approx(1, abs=1e-4)


def test_variances_add():
    spike = torch.zeros(81, 81)
    spike[40, 40] = 1
    twice = gaussian_smooth(gaussian_smooth(spike, 3.0), 4.0)
    torch.testing.assert_close(twice, gaussian_smooth(spike, 5.0), atol=1e-4, rtol=0)


def test_windows_wider_than_the_image():
    small = torch.rand(3, 5, 4)
    assert gaussian_smooth(small, 10.0).shape == small.shape


@pytest.mark.parametrize(("size", "sigma_px"), [((30, 45), 2.0), ((9, 60), 24.0), ((21, 21), 0.7)])
def test_small_maps_by_matrices_are_as_large_ones_by_windows(monkeypatch: pytest.MonkeyPatch, size, sigma_px: float):
    maps = torch.rand(2, 3, *size, dtype=torch.float64, requires_grad=True)
    with torch.inference_mode():
        gaussian_smooth(maps.detach(), sigma_px)  # what is kept from here must serve gradients, too
    by_matrices = gaussian_smooth(maps, sigma_px)
    (gradient,) = torch.autograd.grad(by_matrices.square().sum(), maps)
    monkeypatch.setattr("blurry_edges.filters._SMALL_SIDE_PX", 0)
    monkeypatch.setattr("blurry_edges.filters._WIDE_WINDOW_SHARE", 1e9)
    by_windows = gaussian_smooth(maps, sigma_px)
    torch.testing.assert_close(by_matrices, by_windows)
    torch.testing.assert_close(gradient, torch.autograd.grad(by_windows.square().sum(), maps)[0])


@pytest.mark.parametrize("size", [(7, 9), (20, 11), (4, 6)])
def test_rows_of_maps_at_another_size_are_those_of_the_whole(size: tuple[int, int]):
    maps = torch.rand(3, 4, 6, generator=torch.Generator().manual_seed(1))
    whole = F.interpolate(maps[None], size, mode="bilinear", align_corners=False)[0]
    for first, last in ((0, 3), (1, size[0] - 1), (0, size[0])):
        torch.testing.assert_close(interpolated_rows(maps, slice(first, last), size), whole[:, first:last])
