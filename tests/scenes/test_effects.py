"""Camera effects: which there are, what camera they make, and how they are drawn."""

from dataclasses import replace

import numpy as np
import pytest

from blurry_edges.errors import DataError
from blurry_edges.optics import Camera, FocusSetting, Psf
from blurry_edges.scenes.effects import EFFECTS_TABLE, NO_EFFECTS, CameraEffects

CAMERA = Camera.paper()


def test_the_defaults_are_none():
    assert NO_EFFECTS.is_none
    assert not NO_EFFECTS.needs_rendering
    assert not NO_EFFECTS.is_developed
    assert NO_EFFECTS.camera(CAMERA) == CAMERA


def test_effects_know_what_they_need():
    assert CameraEffects(psf_kind="disc").needs_rendering
    assert CameraEffects(blur_factor=1.03).needs_rendering
    assert CameraEffects(jpeg_quality=90).is_developed
    assert CameraEffects(noise_smoothing_px=1.0).is_developed
    assert not CameraEffects(gain=1.03).is_developed
    both = CameraEffects(psf_kind="disc", gain=1.03)
    assert both.on_images() == CameraEffects(gain=1.03)
    assert both.as_fields() == {"psf_kind": "disc", "gain": 1.03}


def test_the_camera_that_really_takes_the_picture():
    effects = CameraEffects(psf_kind="disc", psf_soft_rim=0.1, blur_factor=1.05)
    real = effects.camera(CAMERA)
    assert real.psf == Psf("disc", soft_rim=0.1)
    assert real.settings == CAMERA.settings
    for setting in (*CAMERA.settings, *CAMERA.focus_stack(3)):
        assert real.blur_sigma_px(0.8, setting) == pytest.approx(1.05 * CAMERA.blur_sigma_px(0.8, setting))


def test_a_camera_with_a_disc_keeps_it_unless_told_otherwise():
    camera = replace(CAMERA, psf=Psf("disc"))
    assert CameraEffects(blur_factor=1.1).camera(camera).psf == Psf("disc")
    assert CameraEffects(psf_kind="gaussian").camera(camera).psf == Psf()


@pytest.mark.parametrize("factor", [0.4, 1.7, 8.0])
def test_the_range_of_depth_is_scaled_in_inverse_depth(factor):
    near, far = CameraEffects(depth_range_factor=factor).camera(CAMERA).depth_range_m
    middle, half = (1 / 0.75 + 1 / 1.18) / 2, (1 / 0.75 - 1 / 1.18) / 2
    assert 1 / near == pytest.approx(middle + factor * half, rel=1e-5)
    assert 1 / far == pytest.approx(max(middle - factor * half, 0.1 * middle), rel=1e-5)


def test_the_range_stays_where_depth_is_unambiguous():
    wide = FocusSetting(optical_power_dpt=10.0, aperture_sigma_m=0.004)
    camera = replace(CAMERA, minus=wide, depth_range_m=(0.8, 1.0))
    assert CameraEffects(depth_range_factor=10).camera(camera).depth_range_m[0] > 0


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"jpeg_quality": 0}, "jpeg_quality is 0; it must be from 1 to 100"),
        ({"shift_px": (0.0, float("nan"))}, "shift_px is nan"),
        ({"gain": -1.0}, "gain is -1.0"),
        ({"psf_soft_rim": 0.1}, "choose psf_kind 'disc'"),
    ],
)
def test_impossible_effects_are_refused(fields, message):
    with pytest.raises(DataError, match=message):
        CameraEffects(**fields)


def test_drawn_effects_depend_on_the_generator_alone():
    first, again, other = (CameraEffects.draw(np.random.default_rng(seed), rendering=True) for seed in (3, 3, 4))
    assert first == again != other


def test_drawing_meets_every_effect_and_rendering_only_if_asked():
    drawn = [CameraEffects.draw(np.random.default_rng(seed), rendering=True, widest_range=3.0) for seed in range(200)]
    met = {name for effects in drawn for name in effects.as_fields()}
    assert met == set(CameraEffects.__dataclass_fields__)
    assert not any(CameraEffects.draw(np.random.default_rng(seed)).needs_rendering for seed in range(50))
    factors = [effects.depth_range_factor for effects in drawn]
    assert 0.3 <= min(factors) < 0.5
    assert 2 < max(factors) <= 3
    for effects in drawn:
        effects.camera(CAMERA)


def test_the_table_shows_one_effect_at_a_time():
    assert len(EFFECTS_TABLE) == 16
    assert EFFECTS_TABLE["none"].is_none
    assert [name for name, effects in EFFECTS_TABLE.items() if effects.needs_rendering] == [
        "uniform disc of the same variance"
    ]
    assert all(1 <= len(effects.as_fields()) <= 2 for name, effects in EFFECTS_TABLE.items() if name != "none")
