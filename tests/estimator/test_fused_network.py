"""The default network as an estimator: what holds for any weights, and refocusing from the truth."""

import math
import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

import blurry_edges
from blurry_edges.bench.metrics import psnr_db
from blurry_edges.errors import BlurryEdgesError
from blurry_edges.estimator import DepthResult
from blurry_edges.estimator.fused import FusedEstimator
from blurry_edges.estimator.fused_inputs import fused_config
from blurry_edges.estimator.fused_maps import SurfaceMaps, Surfaces
from blurry_edges.estimator.refocus import refocused
from blurry_edges.nets.fused import FusedFeatures, FusedNet
from blurry_edges.optics import Camera, Psf
from blurry_edges.scenes.textured_scenes import TexturedScenes
from blurry_edges.weights import save_weights

CAMERA = Camera.paper()


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return weights as they are before training, a little stirred so that every head says something."""
    torch.manual_seed(0)
    net = FusedNet(fused_config())
    for head in (net.layers_head, net.picture_head):
        torch.nn.init.normal_(head.weight, std=0.02)
    path = tmp_path_factory.mktemp("weights") / "any.safetensors"
    return save_weights(net, path, net.config, {"architecture": "fused", "sd_scale": 0.5})


@pytest.fixture(scope="module")
def scene():
    return TexturedScenes(size=(72, 90), portrait_share=1.0, crowd_share=0.0).render(np.random.default_rng(1), CAMERA)


@pytest.fixture(scope="module")
def result(weights: Path, scene) -> DepthResult:
    return blurry_edges.load(str(weights)).estimate(*scene.images, camera=CAMERA, photon_level=1000.0, read_noise=2.0)


def test_a_weights_file_is_loaded_by_what_it_is(weights: Path):
    assert isinstance(blurry_edges.load(str(weights)), FusedEstimator)


def test_every_map_has_the_size_of_the_image(result: DepthResult):
    for name in ("depth", "depth_sd", "crisp_depth", "front_depth", "back_depth", "front_probability", "boundary"):
        assert getattr(result, name).shape == (72, 90), name
        assert getattr(result, name).dtype == np.float32, name
    for name in ("color_minus", "color_plus", "sharp", "color_derivative", "denoised_minus", "denoised_plus"):
        assert getattr(result, name).shape == (72, 90, 3), name
        assert np.isfinite(getattr(result, name)).all()


def test_depth_lies_between_its_surfaces(result: DepthResult):
    assert (result.front_depth <= result.depth + 1e-5).all()
    assert (result.depth <= result.back_depth + 1e-5).all()
    assert np.isin(result.crisp_depth, np.stack([result.front_depth, result.back_depth])).all()
    assert (result.depth_sd > 0).all()


def test_results_are_plain_data(result: DepthResult):
    arrays = 72 * 90 * 4 * (5 + 3 * 7 + 4)
    assert len(pickle.dumps(result)) < 1.3 * arrays
    again = pickle.loads(pickle.dumps(result))
    np.testing.assert_array_equal(again.depth, result.depth)
    np.testing.assert_array_equal(again.refocus(10.1), result.refocus(10.1))


def test_depth_alone_is_the_same_depth(weights: Path, scene, result: DepthResult):
    light = {"photon_level": 1000.0, "read_noise": 2.0}
    depth_only = blurry_edges.load(str(weights)).estimate(*scene.images, camera=CAMERA, **light, maps="depth")
    np.testing.assert_array_equal(depth_only.depth, result.depth)
    with pytest.raises(BlurryEdgesError, match="depth alone"):
        depth_only.sharp  # noqa: B018 - the property itself is what fails


def test_the_result_does_not_depend_on_the_tiles(weights: Path):
    scene = TexturedScenes(size=(420, 300)).render(np.random.default_rng(2), CAMERA)
    whole, tiled = (
        blurry_edges.load(str(weights)).estimate(
            *scene.images, camera=CAMERA, photon_level=190.0, read_noise=2.0, tile_px=tile_px
        )
        for tile_px in (1000, 120)
    )
    difference = tiled.depth - whole.depth
    assert np.abs(difference).max() < 0.1 * whole.depth_sd.mean()
    assert np.sqrt(np.mean(difference**2)) < 0.005 * whole.depth_sd.mean()
    np.testing.assert_allclose(tiled.sharp, whole.sharp, atol=1e-2)


def raw_maps(t_px: tuple[float, float], membership: float, log_scale: float = -3.0) -> torch.Tensor:
    values = [*t_px, log_scale, log_scale, membership]
    return torch.tensor(values).view(5, 1, 1).expand(5, 4, 6).clone()


def test_surfaces_in_metres_are_those_of_their_blur():
    from blurry_edges.estimator.fused_inputs import H_PX

    near, far = 0.8, 1.1
    t = tuple(float(CAMERA.t_px(z)) for z in (near, far))
    found = SurfaceMaps.of(raw_maps(t, math.log(3)), (4, 6), lambda raw, _: Surfaces.of(raw, 4 * H_PX, 1.0, CAMERA))
    mean, sd = found.depth_m, found.depth_sd_m
    np.testing.assert_allclose(mean, 0.75 * near + 0.25 * far, rtol=1e-4)
    np.testing.assert_allclose(sd, math.sqrt(0.75 * 0.25) * (far - near), rtol=0.02)
    layers = found.layers
    np.testing.assert_allclose(layers.crisp_m, near, rtol=1e-4)
    np.testing.assert_allclose(layers.front_probability, 0.75, rtol=1e-4)


def test_front_is_the_nearer_surface_whatever_the_camera_calls_minus():
    from blurry_edges.estimator.fused_inputs import H_PX

    swapped = replace(CAMERA, minus=CAMERA.plus, plus=CAMERA.minus)
    d = [float(swapped.d_px2(z)) / (4 * H_PX) for z in (0.8, 1.1)]
    front, _, probability = Surfaces.of(raw_maps((max(d), min(d)), 2.0), 4 * H_PX, 1.0, swapped).in_order()
    np.testing.assert_allclose(front, 0.8, rtol=1e-3)
    np.testing.assert_allclose(probability, 1 / (1 + math.exp(2)), rtol=1e-3)


@pytest.mark.parametrize("signs", [(-1, 1), (1, -1), (-1, -1)])
def test_what_changes_from_pixel_to_pixel_leaves_no_grid_in_the_surfaces(weights: Path, signs: tuple[int, int]):
    net = blurry_edges.load(str(weights)).net
    size, generator = (24, 32), torch.Generator().manual_seed(3)
    fine = torch.randn(1, net.config.detail_channels, *size, generator=generator)
    rows, columns = (torch.tensor(sign) ** torch.arange(n) for sign, n in zip(signs, size, strict=True))
    grid = 0.3 * torch.randn(1, fine.shape[1], 1, 1, generator=generator) * rows[:, None] * columns
    flat = torch.zeros(1, 1, *size)  # no analytic t: the gate in front of it is not linear
    plain, with_grid = (
        net.layers(FusedFeatures(torch.zeros(1, 2, 3, *size), x, flat[:, 0, ::2, ::2], flat, torch.ones(1, 1, 1, 1, 1)))
        for x in (fine, fine + grid)
    )
    inside = (..., slice(2, -2), slice(2, -2))
    assert (with_grid.membership - plain.membership)[inside].abs().max() > 0.01
    for name in ("t_px", "log_scale"):
        before, after = (getattr(layers, name)[inside] for layers in (plain, with_grid))
        assert after == pytest.approx(before, abs=1e-4), name


@pytest.mark.parametrize("psf", [Psf(), Psf("disc", soft_rim=0.1)])
def test_refocusing_the_truth_gives_the_photograph(psf: Psf):
    """With the true sharp image and depth, another power gives what the renderer gives, occlusion included."""
    camera = replace(CAMERA, psf=psf)
    other = replace(camera.minus, optical_power_dpt=10.3)
    scene = TexturedScenes(portrait_share=1.0, crowd_share=0.0, size=(110, 110)).render(
        np.random.default_rng(5), camera, (*camera.settings, other)
    )
    again = refocused(scene.all_in_focus, scene.depth_m, camera, other)
    inside = (slice(12, -12), slice(12, -12))
    assert psnr_db(again[inside], scene.images[2][inside]) > 33
    assert psnr_db(scene.images[0][inside], scene.images[2][inside]) < 28


def test_a_smaller_aperture_is_sharper(result: DepthResult):
    wide, narrow = (result.refocus(10.3, sigma_m) for sigma_m in (0.003, 0.0003))
    np.testing.assert_allclose(narrow[8:-8, 8:-8], result.sharp[8:-8, 8:-8], atol=0.12)
    assert np.abs(np.diff(wide, axis=0)).mean() < np.abs(np.diff(narrow, axis=0)).mean()


def test_focusing_at_a_depth_is_focusing_with_its_power(result: DepthResult):
    power = 1 / CAMERA.sensor_distance_m + 1 / 0.9
    np.testing.assert_array_equal(result.refocus_at(0.9), result.refocus(power))
    with pytest.raises(BlurryEdgesError, match="positive number of metres"):
        result.refocus_at(-1.0)


def test_the_order_of_the_photographs_does_not_matter(weights: Path, scene, result: DepthResult):
    """Swapped together with the camera's settings, they give the same depth, and their own pictures."""
    swapped = replace(CAMERA, minus=CAMERA.plus, plus=CAMERA.minus)
    again = blurry_edges.load(str(weights)).estimate(
        *scene.images[::-1], camera=swapped, photon_level=1000.0, read_noise=2.0
    )
    np.testing.assert_allclose(again.depth, result.depth, atol=2e-3)
    np.testing.assert_allclose(again.denoised_minus, result.denoised_plus, atol=1e-2)
    np.testing.assert_allclose(again.denoised_plus, result.denoised_minus, atol=1e-2)


def test_surfaces_are_weighed_with_another_estimate_by_their_variances():
    depth = torch.tensor([[1.0, 1.0, 1.0, torch.nan]]).expand(2, 1, 4)
    sd = torch.full((2, 1, 4), 0.01)
    surfaces = Surfaces(depth, sd, torch.full((2, 1, 4), 0.5))
    other = torch.tensor([[1.25, 1.25, torch.nan, 0.8]])
    other_sd = torch.tensor([[0.02 * 1.25**2, 1e6, torch.nan, 0.1]])
    weighed = surfaces.weighed_with(other, other_sd, distrust=2.0)
    # In 1/z: 1 ± 0.02 and 0.8 ± 0.02 make 0.9 ± 0.014; a poor estimate changes nothing, nor does an unknown one.
    np.testing.assert_allclose(1 / weighed.depth_m[0, 0, 0], 0.9, rtol=1e-5)
    np.testing.assert_allclose(weighed.sd_m[0, 0, 0] * 0.9**2, 0.02 / math.sqrt(2), rtol=1e-4)
    np.testing.assert_allclose(weighed.depth_m[0, 0, 1:3], 1.0, rtol=1e-5)
    np.testing.assert_allclose(weighed.depth_m[:, 0, 3], 0.8)
    np.testing.assert_allclose(weighed.sd_m[:, 0, 3], 0.1)


def test_only_enlarged_photographs_that_are_not_explained_are_weighed(
    weights: Path, scene, monkeypatch: pytest.MonkeyPatch
):
    from blurry_edges.estimator import fused

    asked = []
    plain = Surfaces.weighed_with
    monkeypatch.setattr(fused.Surfaces, "weighed_with", lambda *given: asked.append(1) or plain(*given))
    estimator, small_blur = blurry_edges.load(str(weights)), CAMERA.resized(0.5)
    moved = np.roll(scene.images[1], 1, axis=1)
    for camera, plus, level, wanted in (
        (CAMERA, moved, 50_000.0, 0),
        (small_blur, scene.images[1], 100.0, 0),
        (small_blur, moved, 50_000.0, 1),
    ):
        asked.clear()
        estimator.estimate(scene.images[0], plus, camera=camera, photon_level=level, read_noise=2.0, maps="depth")
        assert len(asked) == wanted, (camera.blur_scale, level)
