"""Estimators: depth in metres on planes that are known, any camera, and one clear sentence for bad input."""

from dataclasses import replace

import numpy as np
import pytest
import torch

import blurry_edges
from blurry_edges.errors import BlurryEdgesError, ImageError
from blurry_edges.estimator import method_names
from blurry_edges.optics import Camera, FocusSetting, capture
from blurry_edges.render.boxes import Box
from blurry_edges.scenes.layers import Layer, canvas_margin_px, render_layers
from blurry_edges.scenes.planes import DepthPlane
from blurry_edges.scenes.textures import rich_texture
from blurry_edges.stack import FocusStack

PAPER = Camera.paper()
DOUBLE_BLUR = replace(PAPER, minus=FocusSetting(10.0, 0.006), plus=FocusSetting(10.2, 0.006), name="double")
HALF_BLUR = replace(PAPER, minus=FocusSetting(10.0, 0.0015), plus=FocusSetting(10.2, 0.0015), name="half")
APERTURE_PAIR = replace(PAPER, minus=FocusSetting(10.4, 0.003), plus=FocusSetting(10.4, 0.0015), name="aperture")


def plane(camera: Camera, depth_m: float, size: tuple[int, int] = (96, 120), photon_level: float = 190.0) -> np.ndarray:
    """Photograph a textured plane at one depth."""
    margin = canvas_margin_px(camera, camera.settings)
    canvas = Box.of((size[0] + 2 * margin, size[1] + 2 * margin))
    texture = rich_texture(np.random.default_rng(5), canvas.size)
    layer = Layer.paint(texture, np.ones(canvas.size, np.float32), canvas, DepthPlane(depth_m))
    images = render_layers([layer], size, camera, camera.settings, margin).images
    return capture(torch.from_numpy(images), photon_level, 2.0, torch.Generator().manual_seed(0)).numpy()


@pytest.fixture(scope="module", params=["evidence", "fused"])
def estimator(request: pytest.FixtureRequest) -> blurry_edges.estimator.Estimator:
    return blurry_edges.load(request.param)


@pytest.mark.parametrize("depth_m", [0.8, 0.95, 1.1])
def test_depth_of_a_textured_plane(estimator, depth_m: float):
    minus, plus = plane(PAPER, depth_m)
    result = estimator.estimate(minus, plus, camera=PAPER, photon_level=190.0, read_noise=2.0)
    assert result.depth.shape == result.depth_sd.shape == (96, 120)
    assert result.depth.dtype == result.depth_sd.dtype == np.float32
    assert np.median(result.depth) == pytest.approx(depth_m, abs=0.01)
    error = np.abs(result.depth - depth_m)
    assert (error < 3 * result.depth_sd).mean() > 0.9
    assert np.sqrt((error**2).mean()) < 0.04


@pytest.mark.parametrize("name", ["paper", "paper-w"])
def test_the_papers_model_tells_near_planes_from_far_ones(name: str):
    """Its shipped weights are far from perfect, but a textured plane is about where it should be."""
    estimator, depths_m = blurry_edges.load(name), (0.8, 0.95, 1.1)
    dense, sparse = [], []
    for depth_m in depths_m:
        minus, plus = plane(PAPER, depth_m)
        result = estimator.estimate(minus, plus, camera=PAPER, photon_level=190.0, read_noise=2.0)
        dense.append(np.nanmedian(result.depth))
        sparse.append(np.nanmedian(result.sparse_depth[result.confidence > 0.05]))
        assert np.isfinite(result.depth).mean() > 0.9
    np.testing.assert_allclose(dense, depths_m, atol=0.06)
    np.testing.assert_allclose(sparse, depths_m, atol=0.06)


@pytest.mark.parametrize("camera", [DOUBLE_BLUR, HALF_BLUR, APERTURE_PAIR], ids=lambda camera: camera.name)
@pytest.mark.parametrize("depth_m", [0.8, 0.95, 1.1])
def test_one_estimator_serves_every_camera(estimator, camera: Camera, depth_m: float):
    # The double blur gets twice the size, so that it shows as many details.
    size = (192, 240) if camera is DOUBLE_BLUR else (96, 120)
    minus, plus = plane(camera, depth_m, size, photon_level=400.0)
    result = estimator.estimate(minus, plus, camera=camera, photon_level=400.0, read_noise=2.0)
    assert result.depth.shape == size
    assert np.nanmedian(result.depth) == pytest.approx(depth_m, abs=0.03)


def test_noise_is_estimated_when_it_is_not_given(estimator):
    minus, plus = plane(PAPER, 0.9)
    result = estimator.estimate(minus, plus, camera=PAPER)
    assert result.photon_level == pytest.approx(190, rel=0.2)
    given = estimator.estimate(minus, plus, camera=PAPER, photon_level=190.0, read_noise=2.0)
    assert np.abs(result.depth - given.depth).mean() < 0.01


def test_swapped_images_with_a_swapped_camera_give_the_same_depth():
    """Of the evidence, which is symmetric in closed form; a network need not be."""
    estimator = blurry_edges.load("evidence")
    minus, plus = plane(PAPER, 0.9)
    swapped = replace(PAPER, minus=PAPER.plus, plus=PAPER.minus)
    light = {"photon_level": 190.0, "read_noise": 2.0}
    first = estimator.estimate(minus, plus, camera=PAPER, **light)
    second = estimator.estimate(plus, minus, camera=swapped, **light)
    np.testing.assert_allclose(first.depth, second.depth, atol=1e-3)


def good() -> np.ndarray:
    return np.random.default_rng(0).uniform(0.2, 0.8, (40, 40, 3)).astype(np.float32)


@pytest.mark.parametrize(
    ("minus", "message"),
    [
        (np.zeros((40, 40, 3), np.uint8), "type uint8; divide it by its white level"),
        (np.zeros((40,), np.float32), "height x width x 3"),
        ([[0.5, 0.5], [0.5]], "no array"),
        ("minus.png", "read the file first"),
        (np.zeros((40, 40, 4), np.float32), "height x width x 3"),
        (np.full((20, 40, 3), 0.5, np.float32), "at least 21 px"),
        (np.full((40, 40, 3), np.nan, np.float32), "NaN or infinite"),
        (np.full((40, 40, 3), 200.0, np.float32), "ranges from 200 to 200"),
        (np.full((40, 40, 3), -0.5, np.float32), "ranges from -0.5"),
        (np.zeros((40, 40, 3), np.float32), "all black"),
        (np.full((41, 40, 3), 0.5, np.float32), "differ in size"),
    ],
)
def test_bad_images(minus: object, message: str):
    with pytest.raises(ImageError, match=message):
        FocusStack.of([good(), minus] if len(minus) == 41 else [minus, good()], photon_level=190.0, read_noise=2.0)


@pytest.mark.parametrize(("photon_level", "read_noise"), [(0.5, 2.0), (np.nan, 2.0), (190.0, -1.0)])
def test_impossible_noise(photon_level: float, read_noise: float):
    with pytest.raises(ImageError, match="must be at least"):
        FocusStack.of([good(), good()], photon_level=photon_level, read_noise=read_noise)


def test_shrinking_adds_up_photons():
    images = capture(torch.full((2, 64, 64, 3), 0.5), 100.0, 2.0, torch.Generator())
    pair = FocusStack.of(images, photon_level=100.0, read_noise=2.0)
    small = pair.resized(0.5)
    assert small.size == (32, 32)
    assert (small.photon_level, small.read_noise) == (400.0, 4.0)
    predicted = (0.5 * small.photon_level + small.read_noise**2) / small.photon_level**2
    assert small.images.var().item() == pytest.approx(predicted, rel=0.1)


def test_unknown_names_list_the_known():
    with pytest.raises(BlurryEdgesError, match=r"known are 'fused', 'evidence'"):
        blurry_edges.load("fuse")
    assert method_names("estimator") == ("fused", "evidence", "focus", "paper", "paper-w")


def test_maps_that_an_estimator_does_not_have_are_refused_clearly():
    result = blurry_edges.load("evidence").estimate(*plane(PAPER, 0.9), camera=PAPER, photon_level=190.0)
    with pytest.raises(BlurryEdgesError, match="depth alone"):
        _ = result.boundary
    with pytest.raises(BlurryEdgesError, match="positive number of dioptres"):
        result.refocus(-1.0)
