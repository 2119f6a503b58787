"""Calibration: simulated captures of a camera that the code is not told."""

import math
from dataclasses import replace

import numpy as np
import pytest
import torch
from scipy.signal import fftconvolve

from blurry_edges.calibrate import PlaneMeasurement, calibrate, measure_plane
from blurry_edges.errors import DataError
from blurry_edges.estimator import tiling
from blurry_edges.optics import Camera, FocusSetting, Psf, camera_from_lens, capture
from blurry_edges.scenes.textures import rich_texture
from blurry_edges.stack import FocusStack

CAMERAS = {
    "paper": (Camera.paper(), (0.76, 1.17)),
    "another": (
        Camera(FocusSetting(21.2, 0.0012), FocusSetting(21.7, 0.0012), 0.0502, 8e-6, (0.5, 1.0), name="another"),
        (0.5, 0.95),
    ),
    "aperture": (
        Camera(FocusSetting(10, 0.003), FocusSetting(10, 0.0015), 0.1104, 23.44e-6, (0.65, 0.98), name="aperture"),
        (0.66, 0.97),
    ),
}


def lit(images) -> FocusStack:
    return FocusStack.of(images, photon_level=1500.0, read_noise=2.0)


def captured_plane(camera: Camera, distance_m: float, seed: int) -> list[np.ndarray]:
    """Two photographs of a textured plane."""
    texture = rich_texture(np.random.default_rng(seed), (200, 200))
    clean = []
    for sigma in camera.blur_sigmas_px(distance_m):
        kernel = camera.psf.kernel(float(sigma))
        clean.append(np.stack([fftconvolve(texture[..., c], kernel, "same") for c in range(3)], -1)[30:-30, 30:-30])
    light = (torch.tensor(1500.0), torch.tensor(2.0), torch.Generator().manual_seed(seed))
    return list(capture(torch.from_numpy(np.stack(clean).clip(0, 1).astype(np.float32)), *light).numpy())


@pytest.mark.parametrize("name", CAMERAS)
def test_an_unknown_camera_is_found_within_one_percent_of_depth(name: str):
    camera, span = CAMERAS[name]
    planes = [
        measure_plane(FocusStack.of(captured_plane(camera, float(z), seed)), float(z))
        for seed, z in enumerate(np.linspace(*span, 6))
    ]
    found = calibrate(planes)
    assert found.kind == ("aperture" if name == "aperture" else "focus")
    depths = np.linspace(*span, 40)
    seen, valid = found.camera.depth_from_d(camera.d_px2(depths))
    assert valid.all()
    assert np.abs(seen / depths - 1).max() < 0.01
    assert found.worst_relative_error < 0.02
    assert all(error > 0 for error in found.standard_errors)


@pytest.mark.parametrize("psf", ["gaussian", "disc"])
def test_a_plane_is_measured_the_same_in_parts(psf: str, device: str, monkeypatch: pytest.MonkeyPatch):
    """A picture of 12 megapixels with all hypotheses at once would take 13 GB."""
    near = captured_plane(CAMERAS["paper"][0], 1.1, 3)
    stack = lit([np.tile(image, (2, 3, 1)) for image in near])
    whole = measure_plane(stack, 1.1, Psf(psf), device)
    seen = []
    monkeypatch.setattr(tiling, "_BUDGET_BYTES", 4e7)
    monkeypatch.setattr(tiling, "return_freed_memory", lambda: seen.append("several tiles"))
    parts = measure_plane(stack, 1.1, Psf(psf), device)
    assert len(seen) == 3  # one coarse search and two fine ones
    assert parts.d_px2 == pytest.approx(whole.d_px2, rel=1e-4)
    assert parts.d_se_px2 == pytest.approx(whole.d_se_px2, rel=1e-2)


def test_the_line_and_its_standard_errors_by_hand():
    """Exact planes of d = 30/z − 31, measured with one standard error."""
    planes = [PlaneMeasurement(z, 30 / z - 31, 0.1, (1.0, 1.0)) for z in (0.8, 0.9, 1.0, 1.2)]
    found = calibrate(planes, kind="focus")
    assert found.coefficients == pytest.approx((30, -31), rel=1e-6)
    assert found.predicted_m == pytest.approx([0.8, 0.9, 1.0, 1.2], rel=1e-6)
    q = np.array([1 / z for z in (0.8, 0.9, 1.0, 1.2)])
    sigma = np.hypot(0.1, 0.01 * 30 * np.ptp(q))
    assert found.standard_errors[0] == pytest.approx(sigma / np.sqrt(((q - q.mean()) ** 2).sum()), rel=1e-6)


@pytest.mark.parametrize("assumed", ["gaussian", "disc"])
@pytest.mark.parametrize("psf", ["gaussian", "disc"])
def test_the_reported_errors_are_about_as_large_as_the_true_ones(psf: str, assumed: str):
    """A disc taken for a Gaussian was 'known' to 0.0008 m where it was 0.007 m wrong."""
    camera, span = CAMERAS["paper"]
    distances = np.linspace(*span, 6)
    seen = replace(camera, psf=Psf(psf))
    planes = [
        measure_plane(lit(captured_plane(seen, float(z), seed)), float(z), Psf(assumed))
        for seed, z in enumerate(distances)
    ]
    found = calibrate(planes)
    ratios = (np.array(found.predicted_m) - distances) / np.array(found.predicted_se_m)
    assert np.abs(ratios).max() < 2.5
    assert 0.1 < np.sqrt(np.square(ratios).mean()) < 1.2
    assert found.camera.psf == Psf(assumed)


@pytest.mark.parametrize("name", ["paper", "lens", "aperture"])
def test_discs_tell_the_focus_too(name: str):
    """Focus was found at 1.463 and 1.329 m instead of 1.5 and 1.3 m; with it an estimate with discs is right."""
    camera, span = CAMERAS[name] if name in CAMERAS else (camera_from_lens(0.05, 4.0, 36e-6, 1.5, 1.3), (1.12, 1.85))
    camera = replace(camera, psf=Psf("disc"))
    distances = np.linspace(*span, 6)
    planes = [
        measure_plane(lit(captured_plane(camera, float(z), seed)), float(z), Psf("disc"))
        for seed, z in enumerate(distances)
    ]
    found = calibrate(planes)
    assert found.kind == ("aperture" if name == "aperture" else "focus")
    for setting, true in zip(found.camera.settings, camera.settings, strict=True):
        assert found.camera.focus_distance_m(setting) == pytest.approx(camera.focus_distance_m(true), rel=0.015)
    for depth in distances:
        assert found.camera.blur_sigmas_px(depth) == pytest.approx(camera.blur_sigmas_px(depth), rel=0.15, abs=0.12)
    assert found.worst_relative_error < 0.015
    assert max(found.predicted_se_m / distances) < 0.02


def test_planes_measured_with_different_shapes():
    camera, span = CAMERAS["paper"]
    planes = [
        measure_plane(lit(captured_plane(camera, float(z), 0)), float(z), psf)
        for z, psf in zip(np.linspace(*span, 3), (Psf("disc"), Psf("disc"), Psf("gaussian")), strict=True)
    ]
    with pytest.raises(DataError, match="different shapes of blur"):
        calibrate(planes)


def test_a_plane_that_was_placed_badly_widens_all_errors():
    planes = [PlaneMeasurement(z, 30 / z - 31, 0.01, (1.0, 1.0)) for z in (0.8, 0.9, 1.0, 1.2)]
    right = calibrate(planes, kind="focus")
    planes[1] = replace(planes[1], distance_m=0.93)
    wrong = calibrate(planes, kind="focus")
    assert max(right.predicted_se_m) < 1e-3
    assert min(wrong.predicted_se_m) > 0.01
    assert wrong.standard_errors[0] > 3 * right.standard_errors[0]


def test_the_focus_is_found_within_what_is_said_of_it():
    """Contrast of one texture, made by the model of the code: k log(1 + blur variance / w)."""
    camera = Camera.paper()
    rng = np.random.default_rng(0)
    planes = []
    for z in np.linspace(0.76, 1.17, 8):
        contrasts = [
            math.exp(-1.5 * math.log1p(s**2 / 2) + 0.02 * rng.standard_normal()) for s in camera.blur_sigmas_px(z)
        ]
        planes.append(PlaneMeasurement(float(z), camera.d_px2(float(z)), 0.1, (contrasts[0], contrasts[1])))
    found = calibrate(planes, kind="focus")
    for setting, image, (near, far) in zip(found.camera.settings, camera.settings, found.focus_range_m, strict=True):
        assert near <= found.camera.focus_distance_m(setting) <= far
        assert near < 1.01 * camera.focus_distance_m(image)
        assert far > 0.99 * camera.focus_distance_m(image)


def test_too_few_planes():
    planes = [PlaneMeasurement(z, 1 / z, 0.1, (1.0, 1.0)) for z in (0.8, 0.9)]
    with pytest.raises(DataError, match="needs three different ones"):
        calibrate(planes)


def test_an_impossible_distance():
    image = np.random.default_rng(0).random((64, 64, 3), np.float32)
    with pytest.raises(DataError, match="positive number of metres"):
        measure_plane(lit([image, image]), -1.0)
