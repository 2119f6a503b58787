"""Photographs with effects: each does what it says, to the image that it should."""

import cv2
import numpy as np
import pytest
import torch

from blurry_edges.errors import DataError
from blurry_edges.optics import capture
from blurry_edges.scenes.effects import EFFECTS_TABLE, NO_EFFECTS, CameraEffects
from blurry_edges.scenes.photograph import photograph, rephotograph
from blurry_edges.scenes.store import CapturedScene
from blurry_edges.scenes.textures import rich_texture

BRIGHT = 2e6  # photons: the noise is then below what is measured
SIZE = (96, 120)


def pair(seed=0, images=2, size=SIZE):
    texture = cv2.GaussianBlur(rich_texture(np.random.default_rng(seed), size), (0, 0), 1.5)
    return np.stack([0.2 + 0.5 * texture] * images).astype(np.float32)


def flat(value=0.4, size=SIZE):
    return np.full((2, *size, 3), value, np.float32)


def take(clean, photon_level=BRIGHT, seed=0, **effects):
    return photograph(clean, CameraEffects(**effects), photon_level, 1.0, np.random.default_rng(seed))


def test_without_effects_it_is_the_plain_capture():
    rng = np.random.default_rng(7)
    generator = torch.Generator().manual_seed(int(np.random.default_rng(7).integers(2**62)))
    expected = capture(torch.from_numpy(pair()), 200.0, 2.0, generator).numpy()
    np.testing.assert_array_equal(photograph(pair(), NO_EFFECTS, 200.0, 2.0, rng), expected)


@pytest.mark.parametrize("name", [name for name in EFFECTS_TABLE if not EFFECTS_TABLE[name].needs_rendering])
def test_every_row_of_the_table_can_be_photographed(name):
    taken = photograph(pair(images=3), EFFECTS_TABLE[name], 5000.0, 2.0, np.random.default_rng(0))
    assert taken.shape == (3, *SIZE, 3)
    assert taken.dtype == np.float32
    assert 0 <= taken.min() <= taken.max() <= 1


def test_the_same_generator_gives_the_same_bytes():
    effects = CameraEffects.draw(np.random.default_rng(5))
    first, again = (photograph(pair(), effects, 300.0, 2.0, np.random.default_rng(1)) for _ in range(2))
    assert first.tobytes() == again.tobytes()


def test_with_endless_light_there_is_no_noise_and_the_same_random_fields():
    effects = {"warp_px": 0.3, "local_tone": 0.05, "resize_factor": 1.5}
    np.testing.assert_array_equal(take(pair(), np.inf), pair())
    np.testing.assert_allclose(take(pair(), np.inf, **effects), take(pair(), BRIGHT, **effects), atol=5e-3)


@pytest.mark.parametrize("shift", [(0.4, 0.0), (-0.7, 1.0)])
def test_plus_is_shifted_right_and_down(shift):
    minus, plus = (cv2.GaussianBlur(image, (0, 0), 4) for image in take(pair(), shift_px=shift)[..., 1])
    inner = (slice(16, -16), slice(16, -16))
    across, down = np.gradient(minus, axis=1)[inner].ravel(), np.gradient(minus, axis=0)[inner].ravel()
    found = np.linalg.lstsq(np.stack([-across, -down], 1), (plus - minus)[inner].ravel(), rcond=None)[0]
    assert found == pytest.approx(shift, abs=0.06)


def test_a_shift_adds_no_blur():
    taken = take(pair(), shift_px=(0.5, 0.5))
    detail = [np.diff(image[8:-8, 8:-8], axis=1).std() for image in taken]
    assert detail[1] == pytest.approx(detail[0], rel=0.01)


def test_plus_is_magnified_about_its_middle():
    minus, plus = take(pair(), magnification=1.02)
    middle = np.abs(plus - minus)[40:56, 52:68].mean()
    assert np.abs(plus - minus)[:, :16].mean() > 3 * middle


def test_a_warp_displaces_smoothly():
    ramp = np.broadcast_to(np.linspace(0.1, 0.9, 120, dtype=np.float32)[None, :, None], (*SIZE, 3))
    minus, plus = take(np.stack([ramp, ramp]), warp_px=0.5)
    displaced_px = ((plus - minus) / (0.8 / 119))[8:-8, 8:-8].mean(-1)
    assert displaced_px.std() == pytest.approx(0.5 / np.sqrt(2), rel=0.4)
    assert np.abs(np.diff(cv2.blur(displaced_px, (5, 5)), axis=1)).max() < 0.1


def test_brightness_differs_in_plus_alone():
    for effects, expected in (({"gain": 1.03}, 0.412), ({"offset": 0.01, "gain": 0.98}, 0.402)):
        minus, plus = take(flat(), **effects)
        assert minus.mean() == pytest.approx(0.4, abs=1e-3)
        assert plus.mean() == pytest.approx(expected, abs=1e-3)


def test_vignetting_is_nothing_in_the_middle_and_as_said_at_the_sides():
    minus, plus = take(flat(0.5), vignetting=0.15)
    ratio = (plus / minus).mean(-1)
    assert ratio[48, 60] == pytest.approx(1, abs=0.005)
    assert ratio[48, [0, -1]] == pytest.approx([0.85, 0.85], abs=0.01)
    off_middle = take(flat(0.5), vignetting=0.15, vignetting_centre=(1.0, 0.0))[1].mean((0, 2))
    assert off_middle.argmax() > 100


def test_local_tone_is_smooth_and_as_strong_as_said():
    minus, plus = take(flat(), local_tone=0.04, local_tone_px=20.0)
    ratio = np.log(plus / minus).mean(-1)
    assert ratio.std() == pytest.approx(0.04, rel=0.1)
    assert np.abs(np.diff(ratio, axis=1)).max() < 0.04


def test_exposure_darkens_and_clips():
    assert take(pair(), exposure=0.1) == pytest.approx(0.1 * pair(), abs=1e-3)
    bright = take(pair(), exposure=2.0)
    assert bright.max() == 1
    assert (bright == 1).mean() > 0.01


def test_a_tone_curve_is_left_in_the_light():
    assert take(pair(), tone_power=1.25) == pytest.approx(pair() ** 1.25, abs=5e-3)
    curved = take(np.stack([np.full((*SIZE, 3), v, np.float32) for v in (0.05, 0.6)]), s_curve=0.4)
    assert curved[0].mean() < 0.05
    assert curved[1].mean() > 0.6


def test_jpeg_loses_more_at_lower_quality():
    loss = [np.abs(take(pair(), jpeg_quality=quality) - pair()).mean() for quality in (98, 90, 75)]
    assert 0 < loss[0] < loss[1] < loss[2] < 0.03


@pytest.mark.parametrize("effects", [{"denoise_px": 0.8}, {"denoise_difference": 0.2}])
def test_denoising_lowers_the_noise(effects):
    noise = [(take(flat(), 300.0, **e) - 0.4).std() for e in ({}, effects)]
    assert noise[1] < 0.7 * noise[0]


def test_edges_survive_the_denoising_that_looks_at_differences():
    step = flat(0.1)
    step[:, :, 60:] = 0.8
    smooth, aware = take(step, denoise_px=1.0), take(step, denoise_difference=0.1)
    assert np.abs(aware - step).max() < 0.02
    assert np.abs(smooth - step).max() > 0.1


def test_sharpening_lifts_detail():
    detail = [np.diff(take(pair(), **e)[0], axis=1).std() for e in ({}, {"sharpening": 0.6})]
    assert detail[1] > 1.05 * detail[0]


def test_noise_smoothing_spreads_noise_and_leaves_the_picture():
    noise = take(pair(), 500.0, noise_smoothing_px=1.0) - pair()
    neighbours = np.corrcoef(noise[..., 1:, :].ravel(), noise[..., :-1, :].ravel())[0, 1]
    assert neighbours > 0.6
    assert take(pair(), noise_smoothing_px=1.0) == pytest.approx(pair(), abs=5e-3)


@pytest.mark.parametrize("factor", [0.5, 1.7, 3.0])
def test_pictures_taken_at_another_size_keep_size_light_and_noise_level(factor):
    taken = take(flat(), 500.0, resize_factor=factor)
    assert taken.shape == (2, *SIZE, 3)
    assert taken.mean() == pytest.approx(0.4, abs=2e-3)
    # Averaged over windows of 12 px, the noise is that of the photons, whatever the pixels they were counted in.
    windows = (taken[:, :96, :120] - 0.4).reshape(2, 8, 12, 10, 12, 3).mean((2, 4))
    assert windows.std() == pytest.approx(np.sqrt(0.4 / 500) / 12, rel=0.35)


def a_scene():
    counts = np.zeros((2, *SIZE, 3), np.uint8)
    return CapturedScene(counts, pair(), np.ones(SIZE, np.float32), 190.0, 2.0)


def test_a_scene_is_photographed_again():
    again = rephotograph(a_scene(), CameraEffects(jpeg_quality=92), np.random.default_rng(0), photon_level=5000.0)
    expected = photograph(pair(), CameraEffects(jpeg_quality=92), 5000.0, 2.0, np.random.default_rng(0))
    assert again.noisy == pytest.approx(expected, abs=1e-5)
    assert (again.photon_level, again.white_level) == (5000.0, 65535)
    np.testing.assert_array_equal(again.clean, pair())


def test_what_needs_rendering_is_refused():
    with pytest.raises(DataError, match="render anew"):
        rephotograph(a_scene(), CameraEffects(psf_kind="disc"), np.random.default_rng(0))
