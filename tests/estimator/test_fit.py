"""How well the photographs are explained, and what follows from it: the noise that counts, and who is to be trusted."""

from dataclasses import replace

import numpy as np
import pytest
import torch

import blurry_edges
from blurry_edges.errors import ImageError
from blurry_edges.estimator.fit import balance_and_fit, is_swapped
from blurry_edges.optics import Camera, Psf, capture
from blurry_edges.render.boxes import Box
from blurry_edges.scenes.layers import Layer, canvas_margin_px, render_layers
from blurry_edges.scenes.planes import DepthPlane
from blurry_edges.scenes.textures import rich_texture
from blurry_edges.stack import FocusStack

PAPER = Camera.paper()


def plane(camera: Camera, depth_m: float, photon_level: float = 2000.0) -> np.ndarray:
    """A textured plane, clean and noisy."""
    margin = canvas_margin_px(camera, camera.settings)
    canvas = Box.of((160 + 2 * margin, 160 + 2 * margin))
    texture = rich_texture(np.random.default_rng(3), canvas.size)
    layer = Layer.paint(texture, np.ones(canvas.size, np.float32), canvas, DepthPlane(depth_m))
    images = render_layers([layer], (160, 160), camera, camera.settings, margin).images
    return capture(torch.from_numpy(images), photon_level, 2.0, torch.Generator().manual_seed(0)).numpy()


def test_photographs_that_differ_by_blur_and_noise_alone_are_explained_and_left_as_they_are():
    pair = FocusStack.of(plane(PAPER, 0.9), photon_level=2000.0, read_noise=2.0)
    balanced, fit = balance_and_fit(pair, PAPER)
    assert fit.misfit == pytest.approx(0.9, abs=0.25)
    assert fit.is_photon_limited
    assert fit.photon_level == 2000.0
    assert torch.equal(balanced.images, pair.images)


def test_a_gain_is_balanced_since_it_explains_the_pair_better():
    minus, plus = plane(PAPER, 0.9)
    pair = FocusStack.of([minus, (0.95 * plus).astype(np.float32)], photon_level=2000.0, read_noise=2.0)
    balanced, fit = balance_and_fit(pair, PAPER)
    assert fit.is_photon_limited
    assert balanced.balances[0].gain == pytest.approx(1 / 0.95, abs=0.01)


def test_what_no_depth_explains_counts_as_noise():
    """Photographs that claim a million photons, but are displaced by half a pixel."""
    minus, plus = plane(PAPER, 0.9, 50_000.0)
    moved = (plus + np.roll(plus, 1, axis=1)) / 2
    _, fit = balance_and_fit(
        FocusStack.of([minus, moved.astype(np.float32)], photon_level=50_000.0, read_noise=2.0), PAPER
    )
    assert not fit.is_photon_limited
    assert fit.photon_level < 50_000 / 1.5


@pytest.mark.parametrize("psf", [Psf(), Psf("disc")])
def test_swapped_photographs_are_told_where_one_sign_prevails(psf: Psf):
    camera = replace(PAPER, psf=psf, depth_range_m=(0.75, 0.88))
    minus, plus = plane(camera, 0.8)
    assert not is_swapped(FocusStack.of([minus, plus], photon_level=2000.0, read_noise=2.0), camera)
    assert is_swapped(FocusStack.of([plus, minus], photon_level=2000.0, read_noise=2.0), camera)


def test_a_disc_is_seen_at_its_depth_by_every_estimator():
    camera = replace(PAPER, psf=Psf("disc"))
    for name in ("evidence", "fused"):
        for depth_m in (0.8, 0.9, 1.1):
            minus, plus = plane(camera, depth_m)
            result = blurry_edges.load(name).estimate(minus, plus, camera=camera, photon_level=2000.0, read_noise=2.0)
            assert np.median(result.depth) == pytest.approx(depth_m, abs=0.02)
            assert result.method == name


def test_light_that_no_pixel_holds_is_not_reported():
    """A smooth picture in 8 bits has no noise: its photon level would be astronomical."""
    y, x = np.mgrid[0:96, 0:96] / 96
    smooth = np.repeat((0.3 + 0.2 * np.sin(9 * x) * np.cos(7 * y))[..., None], 3, -1)
    image = (np.round(255 * smooth) / 255).astype(np.float32)
    pair = FocusStack.of([image, np.roll(image, 1, 0)])
    assert pair.photon_level <= 1e6
    assert pair.read_noise <= 1e3


def test_the_same_picture_twice_is_refused():
    image = torch.rand(3, 40, 40, generator=torch.Generator().manual_seed(0))
    with pytest.raises(ImageError, match="same picture"):
        balance_and_fit(FocusStack(torch.stack([image, image]), 190.0, 2.0), Camera.paper())


@pytest.mark.parametrize("turned", [np.s_[:, ::-1], np.s_[::-1]])
def test_images_of_different_scenes_have_wide_error_bars_and_a_warning(turned: tuple[slice, ...]):
    pair = blurry_edges.demo_pair()
    estimator = blurry_edges.load("evidence")
    assert estimator.estimate(pair.minus, pair.plus, camera=pair.camera).warning is None
    other = pair.plus[turned] * (pair.minus.mean() / pair.plus.mean())
    result = estimator.estimate(pair.minus, other.clip(0, 1), camera=pair.camera)
    assert "check that they show the same scene" in str(result.warning)
    near, far = pair.camera.depth_range_m
    assert np.nanmedian(result.depth_sd) > 0.9 * (far - near) / 12**0.5  # as wide as that of a mere guess


def test_images_without_texture_have_wide_error_bars():
    rng, camera = np.random.default_rng(0), blurry_edges.Camera.paper()
    minus, plus = (np.clip(rng.poisson(95, (96, 96, 3)) / 190, 0, 1).astype(np.float32) for _ in range(2))
    near, far = camera.depth_range_m
    for name in ("evidence", "fused"):
        result = blurry_edges.load(name).estimate(minus, plus, camera=camera)
        assert np.nanmedian(result.depth_sd) > 0.6 * (far - near) / 12**0.5
