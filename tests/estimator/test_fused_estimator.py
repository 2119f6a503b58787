"""The default estimator with its shipped weights, on the bundled pair whose depth is known."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

import blurry_edges
from blurry_edges.bench.metrics import compare, depth_errors, psnr_db
from blurry_edges.errors import BlurryEdgesError, CameraError, DataError
from blurry_edges.estimator import DepthResult
from blurry_edges.filters import gaussian_smooth
from blurry_edges.optics import noise_variance
from blurry_edges.photos import read_depth_png, read_photo
from blurry_edges.weights import shipped_weights

PAIR = Path(blurry_edges.__file__).parent / "assets" / "demo"
CAMERA = blurry_edges.read_camera(PAIR / "camera.toml")


@pytest.fixture(scope="module")
def photos() -> list[np.ndarray]:
    return [read_photo(PAIR / f"{name}.png") for name in ("minus", "plus")]


@pytest.fixture(scope="module")
def result(photos: list[np.ndarray]) -> DepthResult:
    return blurry_edges.load("fused").estimate(*photos, camera=CAMERA, photon_level=190.0, read_noise=2.0)


def test_depth_is_far_better_than_chance_and_than_the_evidence(result: DepthResult, photos: list[np.ndarray]):
    truth = read_depth_png(PAIR / "depth.png")
    evidence = blurry_edges.load("evidence").estimate(*photos, camera=CAMERA, photon_level=190.0, read_noise=2.0)
    fused, closed_form = (
        depth_errors(compare(x.depth, truth, CAMERA.depth_range_m)).rmse_cm for x in (result, evidence)
    )
    assert fused < 6.0  # its objects stand 35 cm before the background: mostly edges
    assert fused < 0.8 * closed_form


def test_the_error_bar_ranks_errors(result: DepthResult):
    error = np.abs(result.depth - read_depth_png(PAIR / "depth.png"))
    sure = result.depth_sd < np.median(result.depth_sd)
    assert error[sure].mean() < 0.5 * error[~sure].mean()


def test_every_map_has_the_size_of_the_image(result: DepthResult):
    size = read_depth_png(PAIR / "depth.png").shape
    for name in ("depth", "depth_sd", "sparse_depth", "confidence", "boundary"):
        assert getattr(result, name).shape == size, name
    for name in ("color_minus", "color_plus", "sharp", "color_derivative", "denoised_minus", "denoised_plus"):
        assert getattr(result, name).shape == (*size, 3), name
        assert getattr(result, name).dtype == np.float32
        assert np.isfinite(getattr(result, name)).all()


def test_sparse_depth_lies_along_boundaries_only(result: DepthResult):
    found = np.isfinite(result.sparse_depth)
    assert 0.02 < found.mean() < 0.7
    assert (result.confidence[found] > 0.05).all()


def test_refocusing_to_the_power_of_an_image_gives_that_image(result: DepthResult):
    for setting, image in ((CAMERA.minus, result.color_minus), (CAMERA.plus, result.color_plus)):
        assert psnr_db(result.refocus(setting.optical_power_dpt), image) > 30


def test_denoising_removes_noise_without_changing_brightness(result: DepthResult, photos: list[np.ndarray]):
    taken_away = photos[0] - result.denoised_minus
    noise = np.sqrt(noise_variance(float(photos[0].mean()), 190.0, 2.0))
    assert taken_away.std() == pytest.approx(noise, rel=0.25)  # the noise, neither less nor more
    assert result.denoised_minus.mean() == pytest.approx(photos[0].mean(), abs=0.005)


def test_the_same_answer_twice(result: DepthResult, photos: list[np.ndarray]):
    again = blurry_edges.load("fused").estimate(*photos, camera=CAMERA, photon_level=190.0, read_noise=2.0)
    np.testing.assert_array_equal(result.depth, again.depth)


@pytest.mark.parametrize("size", [(21, 21), (43, 60), (64, 37)])
def test_any_size_from_one_patch_on(photos: list[np.ndarray], size: tuple[int, int]):
    cut = [photo[: size[0], : size[1]] for photo in photos]
    small = blurry_edges.load("fused").estimate(*cut, camera=CAMERA, photon_level=190.0, read_noise=2.0)
    assert small.depth.shape == small.boundary.shape == small.refocus(10.1).shape[:2] == size
    assert np.isfinite(small.depth).all()


def test_shipped_weights_are_intact_and_small():
    (card,) = [card for card in shipped_weights() if card.name == "fused"]
    assert card.is_intact()
    assert card.size_mb < 20
    assert card.facts["licence"] == "Apache-2.0"


def test_damaged_weights_are_refused(tmp_path: Path):
    (card,) = [card for card in shipped_weights() if card.name == "fused"]
    broken = tmp_path / "broken.safetensors"
    intact = card.path.read_bytes()
    broken.write_bytes(intact[:-1] + bytes([intact[-1] ^ 1]))
    broken.with_suffix(".json").write_text(card.path.with_suffix(".json").read_text())
    with pytest.raises(DataError, match="do not have the hash"):
        blurry_edges.load(str(broken))
    with pytest.raises(DataError, match="there are no weights"):
        blurry_edges.load(str(tmp_path / "none.safetensors"))


def test_impossible_optical_power(result: DepthResult):
    with pytest.raises(BlurryEdgesError, match="positive number of dioptres"):
        result.refocus(float("nan"))


def test_the_result_hardly_depends_on_the_tiles():
    """With the shipped weights: far below the error bar everywhere, so far that nobody could see it."""
    scene = textured_photos(560, 333)
    whole, tiled = (
        blurry_edges.load("fused").estimate(*scene, camera=CAMERA, photon_level=190.0, read_noise=2.0, tile_px=tile_px)
        for tile_px in (1000, 120)
    )
    difference = np.abs(tiled.depth - whole.depth)
    assert difference.max() < 0.1 * whole.depth_sd.mean()
    assert np.sqrt(np.mean(difference**2)) < 0.01 * whole.depth_sd.mean()
    np.testing.assert_allclose(tiled.denoised_plus, whole.denoised_plus, atol=5e-3)
    for name in ("boundary", "sharp", "confidence"):
        assert np.quantile(np.abs(getattr(tiled, name) - getattr(whole, name)), 0.999) < 1e-2, name


def textured_photos(height: int, width: int) -> list[np.ndarray]:
    """Smooth random textures, seen twice."""
    rng = np.random.default_rng(0)
    texture = gaussian_smooth(torch.from_numpy(rng.normal(0, 1, (3, height, width)).astype(np.float32)), 2.0)
    image = (0.5 + 0.8 * texture).clamp(0, 1)
    blurred = gaussian_smooth(image, 1.0)
    return [x.permute(1, 2, 0).numpy() for x in (image, blurred)]


def test_a_camera_that_resolves_nothing_in_its_range_is_refused(photos: list[np.ndarray]):
    useless = replace(CAMERA, depth_range_m=(8.0, 9.0))
    for name in ("fused", "evidence"):
        with pytest.raises(CameraError, match="can tell depths apart from"):
            blurry_edges.load(name).estimate(*photos, camera=useless, photon_level=190.0, read_noise=2.0)


def test_a_result_outside_the_range_carries_a_warning(result: DepthResult):
    assert result.warning is None
    far_off = replace(result, depth_m=np.full_like(result.depth, 30.0))
    assert "no pixel has a depth near" in str(far_off.warning)
