"""Blur: the kernel's mathematics, and the interpolation between levels."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.ndimage import gaussian_filter

from blurry_edges.optics import Psf
from blurry_edges.render.defocus import (
    blur,
    blur_levels,
    blur_radius,
    defocus,
    gaussian_kernel,
    psf_kernel,
    psf_levels,
)
from blurry_edges.scenes.textures import rich_texture

DISCS = [Psf("disc"), Psf("disc", soft_rim=0.15), Psf("disc", obstruction=0.4)]


def picture(seed=0, size=(48, 61), channels=4):
    return np.random.default_rng(seed).random((*size, channels), np.float32)


@given(st.floats(0, 40))
def test_kernel_has_unit_sum_and_the_variance_asked_for(variance):
    kernel = gaussian_kernel(variance)
    offsets = np.arange(len(kernel)) - len(kernel) // 2
    assert kernel.sum() == pytest.approx(1)
    assert (kernel * offsets**2).sum() == pytest.approx(variance, rel=2e-3, abs=1e-6)
    assert np.array_equal(kernel, kernel[::-1])


def test_kernel_of_no_blur_is_the_identity():
    assert blur_radius(0.0) == 0
    assert gaussian_kernel(0.0).tolist() == [1.0]
    assert np.array_equal(blur(picture(), 0.0), picture())


@pytest.mark.parametrize("sigma", [1.0, 2.0, 5.5])
def test_blur_from_one_pixel_on_is_a_gaussian_convolution(sigma):
    image = picture()
    expected = gaussian_filter(image, (sigma, sigma, 0), mode="reflect", truncate=6)
    assert np.abs(blur(image, sigma**2) - expected).max() < 1e-3


def test_blur_grows_smoothly_from_nothing():
    image = picture()
    sigmas = np.linspace(0, 1, 51)
    blurred = np.stack([blur(image, sigma**2) for sigma in sigmas])
    assert np.abs(np.diff(blurred, axis=0)).mean((1, 2, 3)).max() < 0.02
    assert np.all(np.diff(blurred.std((1, 2, 3))) < 0)


@settings(max_examples=25, deadline=None)
@given(st.floats(0, 5.5))
def test_mean_is_preserved(sigma):
    image = picture()
    assert blur(image, sigma**2).mean() == pytest.approx(image.mean(), abs=1e-5)


def test_constant_sigma_is_one_blur():
    image = picture()
    assert np.array_equal(defocus(image, np.full((48, 61), 2.5, np.float32)), blur(image, 2.5**2))


@settings(max_examples=25, deadline=None)
@given(st.floats(0, 6), st.floats(0, 6), st.floats(0.05, 1))
def test_levels_span_the_range_with_the_step(a, b, step):
    least, greatest = sorted([a, b])
    levels = blur_levels(least, greatest, step)
    assert levels[0] == pytest.approx(least, abs=1e-3)
    assert levels[-1] == pytest.approx(greatest, abs=1e-3)
    assert np.all(np.diff(levels) <= step + 1e-9)


@pytest.mark.parametrize(("least", "greatest"), [(0.0, 1.5), (0.0, 5.5), (2.0, 5.5)])
def test_more_levels_give_the_same_image(least, greatest):
    # Tolerances for white noise, the worst texture: rms 0.003 and 0.03 at any pixel, against a photon noise of 0.05.
    image = picture(size=(96, 96))
    sigma = np.broadcast_to(np.linspace(least, greatest, 96, dtype=np.float32), (96, 96))
    difference = defocus(image, sigma) - defocus(image, sigma, step_px=0.02)
    assert np.sqrt((difference**2).mean()) < 0.003
    assert np.abs(difference).max() < 0.03


def test_each_pixel_is_blurred_by_its_own_sigma():
    image = picture(size=(40, 80))
    sigma = np.full((40, 80), 1.0, np.float32)
    sigma[:, 40:] = 3.0
    blurred = defocus(image, sigma)
    assert np.allclose(blurred[:, :40], blur(image, 1.0)[:, :40], atol=1e-5)
    assert np.allclose(blurred[:, 40:], blur(image, 9.0)[:, 40:], atol=5e-4)


@pytest.mark.parametrize("psf", [Psf(), *DISCS])
def test_a_blurred_step_has_the_variance_asked_for_between_levels(psf):
    # The gradient of a blurred step is the kernel; interpolation must not change its variance.
    step = np.zeros((1, 201, 1), np.float32)
    step[:, 100:] = 1
    for sigma in (0.07, 0.31, 1.13, 3.77):
        field = np.full((1, 201), sigma, np.float32)
        field[0, 0], field[0, -1] = 0.0, 5.0  # forces levels from 0 to 5
        kernel = np.diff(defocus(step, field, psf=psf)[0, 1:-1, 0])
        offsets = np.arange(len(kernel))
        mean = (kernel * offsets).sum()
        assert (kernel * (offsets - mean) ** 2).sum() == pytest.approx(sigma**2, rel=0.01)


def frozen_gaussian_defocus(image, sigma_px):
    """The Gaussian defocus of version 0.1.0, word for word: the bytes of existing scenes come from it."""
    variances = blur_levels(float(sigma_px.min()), float(sigma_px.max())) ** 2
    position = np.interp(sigma_px**2, variances, np.arange(len(variances))).astype(np.float32)
    blurred = np.zeros_like(image)
    for k, variance in enumerate(variances):
        kernel = gaussian_kernel(float(variance))
        level = image if variance <= 0 else cv2.sepFilter2D(image, -1, kernel, kernel, borderType=cv2.BORDER_REFLECT)
        blurred += np.maximum(1 - np.abs(position - k), 0)[..., None] * level
    return blurred


@pytest.mark.parametrize(("least", "greatest"), [(0.0, 1.5), (0.3, 5.5), (2.0, 2.3)])
def test_gaussian_scenes_keep_their_bytes(least, greatest):
    image = picture()
    sigma = np.broadcast_to(np.linspace(least, greatest, 61, dtype=np.float32), (48, 61))
    assert defocus(image, sigma).tobytes() == frozen_gaussian_defocus(image, sigma).tobytes()


@settings(max_examples=25)
@given(st.floats(0.01, 6), st.sampled_from(DISCS))
def test_a_mixed_kernel_has_unit_sum_the_variance_asked_for_and_its_radius(sigma, psf):
    kernel = psf_kernel(psf, sigma**2)
    offsets = np.arange(len(kernel)) - len(kernel) // 2
    assert kernel.sum() == pytest.approx(1)
    assert kernel.sum(0) @ offsets**2 == pytest.approx(sigma**2, rel=1e-3)
    assert len(kernel) // 2 <= blur_radius(sigma, psf)


@given(st.floats(0, 9), st.floats(0, 9))
def test_fixed_levels_enclose_the_range_and_do_not_depend_on_it(a, b):
    least, greatest = sorted([a, b])
    levels = psf_levels(least, greatest)
    assert levels[0] <= least + 1e-4
    assert levels[-1] >= greatest - 1e-4
    assert np.isin(levels, psf_levels(0.0, 20.0)).all()
    assert (levels[1:-1] > least).all()
    assert (levels[1:-1] < greatest).all()


@pytest.mark.parametrize("psf", DISCS)
@pytest.mark.parametrize(("least", "greatest"), [(0.0, 1.5), (1.0, 4.5)])
def test_more_levels_of_a_disc_give_the_same_image(psf, least, greatest):
    image = rich_texture(np.random.default_rng(3), (96, 96))
    sigma = np.broadcast_to(np.linspace(least, greatest, 96, dtype=np.float32), (96, 96))
    difference = defocus(image, sigma, psf=psf) - defocus(image, sigma, step_px=0.08, psf=psf)
    assert np.sqrt((difference**2).mean()) < 0.0005
    assert np.abs(difference).max() < 0.01


@pytest.mark.parametrize("psf", DISCS)
def test_each_pixel_is_blurred_by_its_own_disc(psf):
    image = picture(size=(40, 80))
    sigma = np.full((40, 80), 1.03, np.float32)
    sigma[:, 40:] = 3.07
    blurred = defocus(image, sigma, psf=psf)
    assert np.allclose(blurred[:, :40], blur(image, 1.03**2, psf)[:, :40], atol=1e-4)
    assert np.allclose(blurred[:, 40:], blur(image, 3.07**2, psf)[:, 40:], atol=1e-4)
