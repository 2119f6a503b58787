"""The evidence: calibrated where d is right, larger elsewhere, right on textured planes, exact at borders."""

from dataclasses import replace

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st

from blurry_edges.errors import ShapeError
from blurry_edges.estimator.hypotheses import DepthHypotheses
from blurry_edges.evidence import (
    blur_reach_px,
    evidence_features,
    fine_posterior,
    likelihood_weight,
    noise_gain,
    posterior,
    residual_smoothing_px,
    windowed_misfit,
)
from blurry_edges.evidence import misfit_volume as psf_misfit_volume
from blurry_edges.filters import gaussian_smooth
from blurry_edges.optics import Camera, FocusSetting, Psf, capture

CAMERA = Camera.paper()
PHOTONS, READ = torch.tensor(190.0), torch.tensor(2.0)
GAUSSIAN, DISC = Psf(), Psf("disc")
SOFT_DISC = Psf("disc", soft_rim=0.15, obstruction=0.3)


def sigmas_of(d_px2: torch.Tensor) -> torch.Tensor:
    """Two blurs that differ by d; of Gaussians nothing else counts."""
    return torch.stack([d_px2.clamp_min(0).sqrt(), (-d_px2).clamp_min(0).sqrt()], -1)


def reach(d_px2: torch.Tensor) -> torch.Tensor:
    return blur_reach_px(sigmas_of(d_px2))


def misfit_volume(pair, d_px2, photon_level, read_noise, step_px=1):
    """The misfit of a Gaussian pair."""
    return psf_misfit_volume(pair, sigmas_of(d_px2), GAUSSIAN, photon_level, read_noise, step_px)


def blurred_texture(sigma_px: float, seed: int = 0, size: int = 128, psf: Psf = GAUSSIAN) -> torch.Tensor:
    """A random texture on a torus, blurred exactly in the Fourier domain; 3 colours."""
    generator = torch.Generator().manual_seed(seed)
    texture = torch.rand(3, size, size, generator=generator, dtype=torch.float64)
    omega = 2 * torch.pi * torch.fft.fftfreq(size, dtype=torch.float64)
    omega2 = omega[:, None] ** 2 + omega**2
    # A blur of 1 px of its own keeps the texture in 0..1 and natural.
    spectrum = torch.fft.fft2(texture) * torch.exp(-omega2 / 2) * psf.transfer(omega2.sqrt() * sigma_px)
    blurred = torch.fft.ifft2(spectrum).real
    return ((blurred - 0.5) * 2 + 0.5).clamp(0, 1).float()


def plane_pair(depth_m: float, seed: int = 0, *, noisy: bool = True) -> torch.Tensor:
    """A textured plane photographed with the paper's camera."""
    clean = torch.stack([blurred_texture(sigma, seed) for sigma in CAMERA.blur_sigmas_px(depth_m)])
    return capture(clean, 190.0, 2.0, torch.Generator().manual_seed(seed)) if noisy else clean


@pytest.mark.parametrize("depth_m", [0.76, 0.85, 0.95, 1.05, 1.17])
def test_misfit_is_one_where_d_is_right_and_larger_elsewhere(depth_m: float):
    pair = plane_pair(depth_m)
    d = CAMERA.d_px2(depth_m)
    hypotheses = torch.tensor([d, d + 8, d - 8])
    inside = misfit_volume(pair, hypotheses, PHOTONS, READ)[:, 18:-18, 18:-18]
    right, above, below = inside.mean((-2, -1)).tolist()
    assert right == pytest.approx(1, abs=0.06)
    assert min(above, below) > right + 0.02


def test_noise_alone_has_misfit_one_for_every_hypothesis():
    flat = capture(torch.full((2, 3, 128, 128), 0.4), 190.0, 2.0, torch.Generator().manual_seed(0))
    misfit = misfit_volume(flat, torch.linspace(-17, 25, 9), PHOTONS, READ).mean((-2, -1))
    torch.testing.assert_close(misfit, torch.ones(9), atol=0.03, rtol=0)


@pytest.mark.parametrize("depth_m", [0.77, 0.85, 0.92, 1.0, 1.08, 1.16])
def test_depth_of_textured_planes(depth_m: float):
    d_px2 = torch.linspace(-18, 26, 65)
    misfit, share = windowed_misfit(misfit_volume(plane_pair(depth_m), d_px2, PHOTONS, READ), reach(d_px2), 4.5)
    mean, sd = posterior(misfit, d_px2, share * likelihood_weight(4.5, PHOTONS))
    depth, valid = CAMERA.depth_from_d(mean)
    assert valid.all()
    # The mean over a whole plane averages the noise of many windows.
    assert depth.mean().item() == pytest.approx(depth_m, abs=0.006)
    # And each pixel is off by what its standard deviation says.
    z_score = (mean - CAMERA.d_px2(depth_m)) / sd.clamp_min(0.3)
    assert z_score.square().mean().sqrt().item() == pytest.approx(1, abs=0.45)


def test_borders_do_not_invent_edges():
    flat = torch.full((2, 3, 64, 64), 0.4)
    assert misfit_volume(flat, torch.linspace(-17, 25, 5), PHOTONS, READ).max() < 1e-6


@pytest.mark.parametrize("depth_m", [0.78, 1.15])
def test_windows_leave_out_what_was_mirrored(depth_m: float):
    """A cut through a texture is not symmetric: mirrored, it misleads at the rim; left out, it does not."""
    d_px2 = torch.linspace(-18, 26, 45)
    pair = plane_pair(depth_m)[..., :80, :90]  # no longer a torus
    volume = misfit_volume(pair, d_px2, PHOTONS, READ)
    windowed, share = windowed_misfit(volume, reach(d_px2), 4.5)
    nearest = (d_px2 - CAMERA.d_px2(depth_m)).abs().argmin()
    rim = torch.ones(80, 90, dtype=torch.bool)
    rim[4:-4, 4:-4] = False
    assert windowed[nearest][rim].mean() < gaussian_smooth(volume, 4.5)[nearest][rim].mean()
    assert windowed[nearest][rim].mean().item() == pytest.approx(1, abs=0.15)
    assert (share[rim] < share[40, 45]).all()


@pytest.mark.parametrize("smoothing_px", [0.05, 0.6, 1.5])
def test_noise_gain_is_that_of_the_low_pass(smoothing_px: float):
    omega = 2 * torch.pi * torch.fft.fftfreq(512, dtype=torch.float64)
    power = torch.exp(-(omega[:, None] ** 2 + omega**2) * smoothing_px**2)
    expected = power.mean().item()
    assert noise_gain(torch.tensor(smoothing_px)).item() == pytest.approx(expected, rel=1e-2)


def test_darker_images_are_smoothed_more():
    smoothing = residual_smoothing_px(torch.tensor([20.0, 50.0, 190.0, 1000.0, 5000.0]))
    assert (smoothing.diff() <= 0).all()
    assert smoothing[2] == pytest.approx(1.5)


def test_batches_equal_single_pairs():
    pairs = torch.stack([plane_pair(0.8, seed=1), plane_pair(1.1, seed=2)])
    light = torch.tensor([190.0, 100.0]), torch.tensor([2.0, 3.0])
    d_px2 = torch.linspace(-10, 20, 4)
    both = misfit_volume(pairs, d_px2, *light)
    for index in range(2):
        single = misfit_volume(pairs[index], d_px2, light[0][index], light[1][index])
        torch.testing.assert_close(both[index], single)


def test_any_size_and_any_number_of_channels():
    for size in ((61, 83), (64, 50)):
        grey = torch.rand(2, 1, *size)
        assert misfit_volume(grey, torch.tensor([-5.0, 5.0]), PHOTONS, READ).shape == (2, *size)


def test_swapping_the_images_changes_the_sign_of_d():
    pair = plane_pair(0.85)
    d_px2 = torch.tensor([-12.0, -3.0, 7.0])
    swapped = misfit_volume(pair.flip(0), -d_px2, PHOTONS, READ)
    torch.testing.assert_close(misfit_volume(pair, d_px2, PHOTONS, READ), swapped, rtol=1e-3, atol=1e-3)


def test_gradients():
    pair = plane_pair(0.9)[..., :24, :24].double().requires_grad_()
    d_px2 = torch.tensor([-4.0, 6.0], dtype=torch.float64, requires_grad=True)
    light = PHOTONS.double(), READ.double()
    assert torch.autograd.gradcheck(
        lambda p, d: misfit_volume(p, d, *light)[:, 10:12, 10:12], (pair, d_px2), fast_mode=True
    )


def test_too_small_for_the_blur():
    with pytest.raises(ShapeError, match="too small"):
        misfit_volume(torch.rand(2, 3, 16, 64), torch.tensor([25.0]), PHOTONS, READ)


def test_posterior_of_a_parabola_is_gaussian():
    values = torch.linspace(-10, 10, 401)
    misfit = ((values - 1.5).square() / 2 / 0.7**2).view(-1, 1, 1)
    mean, sd = posterior(misfit, values, torch.ones(1, 1))
    assert mean.item() == pytest.approx(1.5, abs=1e-4)
    assert sd.item() == pytest.approx(0.7, abs=1e-3)


def test_half_resolution_agrees_with_the_mean_of_squares():
    pair = plane_pair(0.9)
    d_px2 = torch.linspace(-17, 25, 7)
    full = F.avg_pool2d(misfit_volume(pair, d_px2, PHOTONS, READ), 2)
    half = misfit_volume(pair, d_px2, PHOTONS, READ, step_px=2)
    assert half.shape == full.shape
    wide = gaussian_smooth(full, 3.0)
    torch.testing.assert_close(gaussian_smooth(half, 3.0) / wide, torch.ones_like(wide), rtol=0.2, atol=0)
    right = misfit_volume(pair, torch.tensor([float(CAMERA.d_px2(0.9))]), PHOTONS, READ, step_px=2)
    assert right[:, 9:-9, 9:-9].mean().item() == pytest.approx(1.0, abs=0.08)
    with pytest.raises(ShapeError, match="squares of 2 px"):
        misfit_volume(pair[..., :-1], d_px2, PHOTONS, READ, step_px=2)


def test_features_are_finite_from_darkness_to_light():
    pair = plane_pair(0.9, noisy=False)
    t = torch.linspace(-3.1, 4.5, 17)
    for photons in (20.0, 5000.0):
        noisy = capture(pair, photons, 2.0, torch.Generator().manual_seed(0)).unsqueeze(0)
        light = torch.tensor([photons])
        d_px2 = 4 * CAMERA.h_px(1.0) * t
        misfit = misfit_volume(noisy, d_px2, light, torch.tensor([2.0]), step_px=2)
        features, t_mean = evidence_features(misfit, reach(d_px2), t, light)
        assert features.shape == (1, 2 * 18 + 1, 64, 64)
        assert features.isfinite().all()
        assert features.abs().max() < 8
        assert t_mean.mean().item() == pytest.approx(CAMERA.t_px(0.9), abs=0.3)


APERTURES = Camera(FocusSetting(10.0, 0.001), FocusSetting(10.0, 0.003), 0.1104, 5.86e-6, (0.5, 0.85), 4)


def photographs(camera: Camera, settings, depth_m: float, photon_level: float = 1000.0, seed: int = 0) -> torch.Tensor:
    clean = [blurred_texture(camera.blur_sigma_px(depth_m, s), seed, psf=camera.psf) for s in settings]
    return capture(torch.stack(clean), photon_level, 2.0, torch.Generator().manual_seed(seed))


@pytest.mark.parametrize("psf", [GAUSSIAN, DISC, SOFT_DISC])
@pytest.mark.parametrize("depth_m", [0.76, 0.85, 0.95, 1.05, 1.17])
def test_any_psf_has_misfit_one_at_the_true_depth_and_more_elsewhere(psf: Psf, depth_m: float):
    camera = replace(CAMERA, psf=psf)
    depths = torch.tensor([depth_m, depth_m * 1.08, depth_m / 1.08])
    sigmas = torch.stack([camera.blur_sigma_px(depths, s) for s in camera.settings], -1)
    pair = photographs(camera, camera.settings, depth_m)
    volume = psf_misfit_volume(pair, sigmas, psf, torch.tensor(1000.0), READ)
    right, farther, nearer = volume[:, 18:-18, 18:-18].mean((-2, -1)).tolist()
    assert right == pytest.approx(1, abs=0.08)
    assert min(farther, nearer) > right + 0.05


@pytest.mark.parametrize("psf", [GAUSSIAN, DISC, SOFT_DISC])
@pytest.mark.parametrize(
    ("camera", "depth_m"),
    [(CAMERA, 0.78), (CAMERA, 0.9), (CAMERA, 1.02), (CAMERA, 1.15), (APERTURES, 0.55), (APERTURES, 0.7)],
)
def test_depth_of_planes_for_any_psf_focus_pairs_and_aperture_pairs(psf: Psf, camera: Camera, depth_m: float):
    camera = replace(camera, psf=psf)
    hypotheses = DepthHypotheses.of(camera)
    light = torch.tensor(1000.0)
    pair = photographs(camera, camera.settings, depth_m)
    volume = psf_misfit_volume(pair, hypotheses.sigmas_px, psf, light, READ)
    misfit, share = windowed_misfit(volume, blur_reach_px(hypotheses.sigmas_px), 4.5)
    mean, sd = posterior(misfit, hypotheses.d_px2, share * likelihood_weight(4.5, light))
    depth, _ = hypotheses.depth_with_sd(mean, sd)
    assert depth[24:-24, 24:-24].median().item() == pytest.approx(depth_m, rel=0.01)


def test_the_residual_of_a_disc_is_white():
    camera = replace(CAMERA, psf=DISC)
    flat = capture(torch.full((2, 3, 128, 128), 0.4), 190.0, 2.0, torch.Generator().manual_seed(0))
    hypotheses = DepthHypotheses.of(camera)
    misfit = psf_misfit_volume(flat, hypotheses.sigmas_px, DISC, PHOTONS, READ).mean((-2, -1))
    torch.testing.assert_close(misfit, torch.ones_like(misfit), atol=0.05, rtol=0)


@pytest.mark.parametrize("psf", [GAUSSIAN, DISC])
def test_a_stack_is_all_its_pairs(psf: Psf):
    """Its misfit is that of the sum over pairs of |H_j I_i − H_i I_j|² / Σ H², by Lagrange's identity."""
    camera = replace(CAMERA, psf=psf)
    settings = (*camera.settings, *camera.focus_stack(3))
    light = torch.tensor(1000.0)
    images = photographs(camera, settings, 0.9)
    hypotheses = DepthHypotheses.of(camera, settings)
    stack = psf_misfit_volume(images, hypotheses.sigmas_px, psf, light, READ)[:, 24:-24, 24:-24].mean((-2, -1))
    pair = psf_misfit_volume(images[:2], hypotheses.sigmas_px[:, :2], psf, light, READ)
    pair = pair[:, 24:-24, 24:-24].mean((-2, -1))
    right = int((hypotheses.d_px2 - float(camera.d_px2(0.9))).abs().argmin())
    assert stack[right].item() == pytest.approx(1, abs=0.12)
    assert stack.argmin().item() == pytest.approx(right, abs=1)
    # More photographs tell depths apart better: the misfit of wrong hypotheses, times what it counts for, is larger.
    assert ((len(settings) - 1) * (stack - stack[right])).sum() > 1.5 * (pair - pair[right]).sum()


def test_two_photographs_of_a_stack_are_the_pair():
    images = photographs(CAMERA, CAMERA.settings, 0.9)
    hypotheses = DepthHypotheses.of(CAMERA)
    pair = psf_misfit_volume(images, hypotheses.sigmas_px, GAUSSIAN, PHOTONS, READ)
    by_d = misfit_volume(images, hypotheses.d_px2, PHOTONS, READ)
    torch.testing.assert_close(pair, by_d, rtol=1e-2, atol=1e-2)


@pytest.mark.parametrize(("length", "margin", "size"), [(9, 3, 20), (4, 5, 30), (2, 1, 9)])
def test_mirroring_goes_on_as_far_as_is_asked(length: int, margin: int, size: int):
    from blurry_edges.evidence import mirrored_places

    expected = np.pad(np.arange(length), (margin, size - length - margin), mode="reflect")
    assert mirrored_places(length, margin, size).tolist() == expected.tolist()


def test_pictures_hardly_larger_than_their_blur_have_a_misfit():
    """31 x 23 px whose transform is rounded up beyond what one mirroring gives."""
    images = torch.rand(2, 3, 31, 23, generator=torch.Generator().manual_seed(0))
    sigmas = torch.tensor([[5.0, 1.0], [1.0, 5.0]])
    misfit = psf_misfit_volume(images, sigmas, Psf(), torch.tensor(190.0), torch.tensor(2.0))
    assert misfit.shape == (2, 31, 23)
    assert misfit.isfinite().all()


@given(truth=st.floats(0.5, 9.5), weight=st.floats(3.0, 1e6))
def test_the_fine_posterior_of_a_parabola_is_its_gaussian_whatever_the_light(truth: float, weight: float):
    hypotheses = torch.arange(11, dtype=torch.float64)
    misfit = (0.5 * (hypotheses - truth).square()).view(-1, 1, 1)
    mean, sd = fine_posterior(misfit, hypotheses, torch.tensor([[weight]], dtype=torch.float64))
    assert float(mean) == pytest.approx(truth, abs=0.02)
    assert float(sd) == pytest.approx(weight**-0.5, rel=0.05)


def test_a_wide_likelihood_is_left_as_the_hypotheses_say():
    generator = torch.Generator().manual_seed(0)
    misfit, weight = torch.rand(20, 4, 5, generator=generator), torch.full((4, 5), 0.7)
    hypotheses = torch.linspace(-3, 5, 20)
    for fine, coarse in zip(
        fine_posterior(misfit, hypotheses, weight), posterior(misfit, hypotheses, weight), strict=True
    ):
        assert torch.equal(fine, coarse)


def test_the_fine_posterior_stays_within_the_hypotheses():
    hypotheses = torch.linspace(0, 1, 9)
    misfit = torch.stack([hypotheses, 1 - hypotheses], -1).unsqueeze(1)  # best at either end
    mean, _ = fine_posterior(misfit, hypotheses, torch.full((1, 2), 1e5))
    assert 0 <= float(mean.min()) <= float(mean.max()) <= 1
