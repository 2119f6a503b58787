"""Depth from focus against stacks whose depth is known."""

import numpy as np
import pytest

import blurry_edges
from blurry_edges.errors import ImageError
from blurry_edges.estimator.focus import FocusEstimator, focus_peak, sharpness
from blurry_edges.optics import Camera, FocusSetting, camera_from_lens
from blurry_edges.render.boxes import Box
from blurry_edges.scenes.layers import Layer, render_layers
from blurry_edges.scenes.planes import DepthPlane
from blurry_edges.scenes.scene import Scene
from blurry_edges.scenes.textures import fractal
from blurry_edges.stack import FocusStack
from blurry_edges.typing import Array, Float

CAMERA = camera_from_lens(0.0043, 1.9, 7.3e-6, 1.0, 0.2, (0.15, 1.5))
SIZE = (96, 128)


def _stack(focus_dpt: Float[Array, " K"], plane: DepthPlane) -> tuple[FocusStack, Scene]:
    """Photograph a textured plane at several focus settings, with the noise of 5000 photons."""
    rng = np.random.default_rng(1)
    settings = tuple(FocusSetting(1 / CAMERA.sensor_distance_m + x, CAMERA.minus.aperture_sigma_m) for x in focus_dpt)
    texture = (0.45 + 0.12 * fractal(rng, SIZE, 3, 0.8)).clip(0.05, 0.95).astype(np.float32)
    layer = Layer.paint(texture, np.ones(SIZE, np.float32), Box(0, 0, *SIZE), plane)
    scene = render_layers([layer], SIZE, CAMERA, settings)
    noisy = rng.normal(scene.images, np.sqrt(scene.images / 5000)).clip(0, 1).astype(np.float32)
    return FocusStack.of(noisy, settings=settings, photon_level=5000.0, read_noise=2.0), scene


def test_a_tilted_plane_is_found_with_honest_errors():
    stack, scene = _stack(np.linspace(0.5, 7.5, 8), DepthPlane(0.22, 0.0, 0.004))
    result = FocusEstimator().estimate_stack(stack, CAMERA)
    known = np.isfinite(result.depth)
    assert known.mean() > 0.9
    error_dpt = np.abs(1 / result.depth - 1 / scene.depth_m)[known]
    sd_dpt = (result.depth_sd / result.depth**2)[known]
    assert np.median(error_dpt) < 0.2
    assert (error_dpt < sd_dpt).mean() > 0.6
    assert np.median(sd_dpt) < 0.4
    assert (error_dpt < 3 * sd_dpt).mean() > 0.9
    assert result.method == "focus"


def test_the_order_of_the_photographs_does_not_matter():
    focus_dpt = np.array([1.0, 6.0, 0.5, 2.5, 4.0])
    stack, _ = _stack(focus_dpt, DepthPlane(0.4))
    depth = FocusEstimator().estimate_stack(stack, CAMERA).depth
    assert np.nanmedian(np.abs(1 / depth - 2.5)) < 0.3


def test_beyond_the_stack_and_without_texture_depth_is_unknown():
    beyond, _ = _stack(np.linspace(3, 7, 5), DepthPlane(1.2))
    assert np.isfinite(FocusEstimator().estimate_stack(beyond, CAMERA).depth).mean() < 0.1
    grey, rng = np.full((40, 40, 3), 0.5), np.random.default_rng(0)
    assert sharpness(grey, 1.0, 4.5, 1e6, 0.0)[0].max() < 1e-9
    noisy = np.stack([rng.normal(grey, np.sqrt(grey / 500)).clip(0, 1) for _ in range(5)])
    assert np.isfinite(FocusEstimator().dioptres(noisy, np.arange(5.0), 500.0, 0.0)[0]).mean() < 0.02


def test_what_noise_adds_to_the_sharpness_is_taken_off():
    grey, rng = np.full((400, 400, 3), 0.5), np.random.default_rng(0)
    image = rng.normal(grey, np.sqrt(grey / 500 + (2 / 500) ** 2))
    for scale_px in (0.8, 1.6):
        with_noise, sd = sharpness(image, scale_px, 20.0, 1e6, 0.0)[0], sharpness(image, scale_px, 20.0, 500.0, 2.0)[1]
        without = sharpness(image, scale_px, 20.0, 500.0, 2.0)[0]
        assert without.mean() < 0.1 * with_noise.mean()
        assert with_noise.std() == pytest.approx(sd.mean(), rel=0.5)


def test_the_top_of_a_parabola_is_exact():
    focus_dpt = np.array([1.0, 2.0, 3.5, 5.0, 6.0])
    tops = np.linspace(2.2, 4.8, 27)[None]
    measure = np.exp(-0.2 * (focus_dpt[:, None, None] - tops) ** 2)
    peak, sd = focus_peak(measure, focus_dpt, 1e-3 * measure)
    np.testing.assert_allclose(peak, tops, atol=1e-4)
    assert (sd > 0).all()


def test_brightness_cancels():
    image = np.random.default_rng(0).uniform(0.3, 0.8, (60, 60, 3))
    bright, dark = (sharpness(x, 1.0, 4.5, 1e6, 0.0)[0] for x in (image, 0.7 * image))
    np.testing.assert_allclose(bright, dark, rtol=0.03)


def test_a_pair_is_refused_in_one_sentence():
    image = np.random.default_rng(0).uniform(0, 1, (30, 30, 3)).astype(np.float32)
    with pytest.raises(ImageError, match="three or more photographs"):
        blurry_edges.load("focus").estimate(image, image, camera=Camera.paper())
    with pytest.raises(ImageError, match="not 2"):
        blurry_edges.load("focus").estimate_stack(
            FocusStack.of([image, image], photon_level=100.0, read_noise=2.0), Camera.paper()
        )
