"""The Cramér-Rao bound of depth: how it scales, and that the evidence comes close to it and never below."""

import math
from dataclasses import replace

import numpy as np
import pytest

import blurry_edges
from blurry_edges.errors import CameraError
from blurry_edges.optics import Camera, Psf, capture
from blurry_edges.optics.resolution import Conditions, depth_sd_m

PAPER = Camera.paper()
DEPTHS = np.linspace(0.76, 1.16, 9)
BRIGHT = Conditions(photon_level=1000.0, read_noise=0.0)


def test_light_and_contrast_and_window_count_as_they_should():
    sd = depth_sd_m(PAPER, DEPTHS, BRIGHT)
    assert (sd > 0).all()
    np.testing.assert_allclose(depth_sd_m(PAPER, DEPTHS, replace(BRIGHT, photon_level=4000.0)), sd / 2)
    np.testing.assert_allclose(depth_sd_m(PAPER, DEPTHS, replace(BRIGHT, contrast=0.3)), sd / 3)
    np.testing.assert_allclose(depth_sd_m(PAPER, DEPTHS, replace(BRIGHT, window_px=9.0)), sd / 2)


@pytest.mark.parametrize("psf", [Psf(), Psf("disc"), Psf("disc", soft_rim=0.2, obstruction=0.3)])
def test_another_photograph_never_makes_depth_less_certain(psf: Psf):
    camera = replace(PAPER, psf=psf)
    stack = (*camera.settings, *camera.focus_stack(3))
    few, more = (depth_sd_m(camera, DEPTHS, BRIGHT, stack[:k]) for k in (2, 5))
    assert (more <= few * (1 + 1e-9)).all()


def test_the_order_of_the_photographs_does_not_matter():
    swapped = replace(PAPER, minus=PAPER.plus, plus=PAPER.minus)
    np.testing.assert_allclose(depth_sd_m(swapped, DEPTHS, BRIGHT), depth_sd_m(PAPER, DEPTHS, BRIGHT))


def test_two_equal_photographs_tell_nothing_but_what_their_own_blur_would_if_the_texture_were_known():
    """The texture is not known: whatever a change of depth does to both alike, a change of texture does as well."""
    sd = depth_sd_m(PAPER, DEPTHS, BRIGHT, (PAPER.minus, PAPER.minus))
    assert (sd > 1e3 * depth_sd_m(PAPER, DEPTHS, BRIGHT)).all()


def test_the_evidence_is_near_the_bound():
    """Planes with the texture of the bound: errors of windows far from each other, one plane for each depth."""
    import torch

    conditions = Conditions(photon_level=500.0, contrast=0.1, window_px=9.0)  # the wider of its two windows
    ratios = []
    for number, depth in enumerate((0.85, 0.97, 1.08)):
        rng = np.random.default_rng(number)
        clean = torch.from_numpy(photographs_of_texture(rng, depth, conditions)).float()
        noisy = capture(clean, 500.0, 2.0, torch.Generator().manual_seed(number)).permute(0, 2, 3, 1).numpy()
        result = blurry_edges.load("evidence").estimate(*noisy, camera=PAPER, photon_level=500.0, read_noise=2.0)
        error = (result.depth - depth)[30:-30:10, 30:-30:10]
        ratios.append(np.sqrt(np.mean(error**2)) / depth_sd_m(PAPER, np.array([depth]), conditions)[0])
    assert min(ratios) > 0.9
    assert max(ratios) < 8  # it leaves out fine detail, which tells most where both images are equally sharp


def photographs_of_texture(rng: np.random.Generator, depth_m: float, conditions: Conditions) -> np.ndarray:
    """Return both photographs of a plane whose texture has the power 1/ω², as 2 x 3 x 200 x 200."""
    import torch

    size = 200
    omega = 2 * np.pi * np.hypot(np.fft.fftfreq(size)[:, None], np.fft.rfftfreq(size))
    shape = np.where(omega >= 2 * np.pi / 64, 1 / np.maximum(omega, 1e-9), 0) * (omega <= np.pi)
    images = []
    for _ in range(3):
        spectrum = np.fft.rfft2(rng.standard_normal((size, size))) * shape
        spectrum *= conditions.contrast / np.fft.irfft2(spectrum).std()
        both = []
        for setting in PAPER.settings:
            sigma = PAPER.blur_sigma_px(depth_m, setting)
            transfer = PAPER.psf.transfer(torch.from_numpy(omega * sigma)).numpy()
            both.append(conditions.brightness + np.fft.irfft2(spectrum * transfer))
        images.append(both)
    return np.array(images).transpose(1, 0, 2, 3).clip(0, 1)


def test_impossible_conditions_are_refused():
    with pytest.raises(CameraError, match="contrast is 0"):
        Conditions(contrast=0.0)
    with pytest.raises(CameraError, match="read_noise is nan"):
        Conditions(read_noise=math.nan)
