"""Point spread functions: transfer function, kernel and edge profile are three views of one blur."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from blurry_edges.errors import CameraError
from blurry_edges.optics import Psf

SHAPES = [
    Psf(),
    Psf("disc"),
    Psf("disc", soft_rim=0.15),
    Psf("disc", obstruction=0.4),
    Psf("disc", soft_rim=0.1, obstruction=0.3),
]


@pytest.mark.parametrize("psf", SHAPES)
def test_all_shapes_of_one_sigma_blur_low_frequencies_alike(psf: Psf):
    omega = torch.tensor([0.0, 0.05, 0.1], dtype=torch.float64)
    torch.testing.assert_close(psf.transfer(omega), 1 - omega.square() / 2, atol=3e-5, rtol=0)


def test_a_disc_changes_sign_where_its_bessel_function_does():
    disc = Psf("disc")
    assert disc.radius_per_sigma == pytest.approx(2)
    first_zero = 3.8317059702 / 2
    below, above = disc.transfer(torch.tensor([first_zero - 0.01, first_zero + 0.01], dtype=torch.float64))
    assert below > 0 > above


@pytest.mark.parametrize("psf", SHAPES)
@pytest.mark.parametrize("sigma_px", [0.2, 0.45, 0.8, 1.7, 4.0])
def test_kernels_sum_to_one_and_have_the_variance_asked_for(psf: Psf, sigma_px: float):
    kernel = psf.kernel(sigma_px)
    offsets = np.arange(len(kernel)) - len(kernel) // 2
    assert kernel.min() >= 0
    assert kernel.sum() == pytest.approx(1)
    assert kernel.sum(0) @ offsets**2 == pytest.approx(sigma_px**2, rel=0.02)
    np.testing.assert_allclose(kernel, kernel.T, atol=1e-12)
    np.testing.assert_allclose(kernel, kernel[::-1], atol=1e-12)


@pytest.mark.parametrize("psf", SHAPES)
def test_the_kernel_has_the_transfer_function(psf: Psf):
    sigma_px = 3.0
    kernel = psf.kernel(sigma_px)
    offsets = np.arange(len(kernel)) - len(kernel) // 2
    for omega in (0.1, 0.4, 0.8, 1.2):
        sampled = float(kernel.sum(0) @ np.cos(omega * offsets))
        expected = psf.transfer(torch.tensor(omega * sigma_px, dtype=torch.float64)).item()
        assert sampled == pytest.approx(expected, abs=0.02)


@pytest.mark.parametrize("psf", SHAPES)
def test_the_edge_profile_is_the_running_sum_of_the_kernel(psf: Psf):
    sigma_px = 6.0
    line = psf.kernel(sigma_px).sum(0)
    ends = np.arange(len(line)) - len(line) // 2 + 0.5  # the running sum holds whole pixels
    np.testing.assert_allclose(np.cumsum(line), psf.edge_profile(ends / sigma_px), atol=0.01)


@given(offset=st.floats(-6, 6), rim=st.floats(0, 1), hole=st.floats(0, 0.9), kind=st.sampled_from(["gaussian", "disc"]))
def test_edges_are_symmetric_and_within_black_and_white(offset: float, rim: float, hole: float, kind: str):
    psf = Psf("disc", rim, hole) if kind == "disc" else Psf()
    left, right = psf.edge_profile(np.array([-offset, offset]))
    assert left + right == pytest.approx(1, abs=1e-9)
    assert -1e-9 <= left <= 1 + 1e-9


def test_no_blur_is_a_single_pixel():
    assert Psf("disc").kernel(0.0).tolist() == [[1.0]]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"kind": "square"}, "psf is 'square'"),
        ({"kind": "disc", "soft_rim": -0.1}, "soft_rim of the psf is -0.1"),
        ({"kind": "disc", "obstruction": math.nan}, "obstruction of the psf is nan"),
        ({"kind": "gaussian", "soft_rim": 0.2}, "a Gaussian psf has no soft_rim"),
    ],
)
def test_impossible_shapes_are_refused(fields: dict[str, object], message: str):
    with pytest.raises(CameraError, match=message):
        Psf(**fields)
