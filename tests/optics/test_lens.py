"""Cameras from lenses: focus where they say, blur as a disc does, a range that holds the whole scene."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blurry_edges.errors import CameraError
from blurry_edges.optics import Psf, camera_from_lens

PHONE = {"focal_length_m": 4.3e-3, "f_number": 1.9, "pixel_pitch_m": 5.95e-3 / 816}


def test_it_is_sharp_where_it_is_focused():
    camera = camera_from_lens(0.025, 8.3, 25e-6, 0.869, 0.529)
    assert camera.blur_sigma_px(0.869, camera.minus) == pytest.approx(0, abs=1e-9)
    assert camera.blur_sigma_px(0.529, camera.plus) == pytest.approx(0, abs=1e-9)


def test_blur_is_that_of_a_disc():
    """A lens focused at infinity blurs a point at z to a disc of diameter D f / z, whose sd along x is a quarter."""
    focal, number, pitch, depth = 0.05, 2.0, 4e-6, 3.0
    camera = camera_from_lens(focal, number, pitch, math.inf, 5.0, (1.0, 10.0))
    diameter_px = focal / number * focal / depth / pitch
    assert camera.blur_sigma_px(depth, camera.minus) == pytest.approx(diameter_px / 4, rel=0.01)
    assert camera.psf == Psf("disc")
    assert camera_from_lens(focal, number, pitch, math.inf, 5.0, psf=Psf("gaussian")).psf.kind == "gaussian"


def test_the_default_range_holds_the_wall_behind_a_scene():
    """A phone focused at 0.16 and 0.51 m: 0.13 to 0.63 m was the range, and a wall at 0.9 m was left out."""
    camera = camera_from_lens(**PHONE, focus_minus_m=0.505, focus_plus_m=0.164)
    near, far = camera.depth_range_m
    assert near == pytest.approx(0.082)  # half the nearest focus: as blurred there as at infinity
    assert far == math.inf


def test_the_default_range_ends_where_everything_is_too_blurred():
    """50 mm at f/2 on full frame, 6000 px wide: 54 px of blur a dioptre."""
    camera = camera_from_lens(0.05, 2.0, 6e-6, 1.5, 1.3)
    near, far = camera.depth_range_m
    assert camera.blur_sigma_px(far, camera.minus) == pytest.approx(5, rel=1e-3)
    assert camera.blur_sigma_px(near, camera.plus) == pytest.approx(5, rel=1e-3)
    assert near < 1.3 < 1.5 < far
    assert camera_from_lens(0.05, 2.0, 6e-6, 1.5, 1.3, usable_blur_px=24).depth_range_m[1] > 4


def test_an_aperture_pair_sees_what_is_behind_its_focus():
    """The 35 mm lens at f/8 and f/2.8 focused at 1.64 m whose blur was measured as 3.48 px m |1/z - 1/1.64 m|."""
    pitch = 0.035 / 2.8 / 4 * 0.0357 / 3.48
    camera = camera_from_lens(0.035, (8.0, 2.8), pitch, 1.64)
    near, far = camera.depth_range_m
    assert 1.64 < near < 1.72
    assert far == math.inf
    assert camera.blur_sigma_px(3.0, camera.plus) == pytest.approx(3.48 * abs(1 / 3 - 1 / 1.64), rel=0.01)
    for depth in (near, 2.5, 7.0):
        seen, valid = camera.depth_from_d(np.array([camera.d_px2(depth)]))
        assert valid.all()
        assert seen.item() == pytest.approx(depth, rel=1e-6)


def test_an_aperture_pair_focused_at_infinity_sees_what_is_in_front():
    camera = camera_from_lens(0.035, (2.8, 8.0), 20e-6, math.inf)
    near, far = camera.depth_range_m
    assert far == math.inf
    assert camera.blur_sigma_px(near, camera.plus) == pytest.approx(5, rel=1e-3)


@given(
    st.floats(0.2, 10), st.floats(0.2, 10), st.sampled_from([1.4, 2.0, 4.0, 8.0]), st.sampled_from([1.4, 2.0, 4.0, 8.0])
)
def test_every_default_range_is_one_that_a_camera_can_have(
    first: float, second: float, n_first: float, n_second: float
):
    if math.isclose(first, second, rel_tol=1e-9) and n_first == n_second:
        return  # one and the same setting, up to rounding: refused
    camera = camera_from_lens(0.035, (n_first, n_second), 6e-6, first, second)  # it refuses ranges with a turning point
    near, far = camera.depth_range_m
    focus = sorted({first, second})
    assert near <= 1.04 * focus[-1]
    assert far >= focus[0] / 1.04


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"focal_length_m": -1}, "focal length is -1"),
        ({"f_number": math.nan}, "f-number is nan"),
        ({"f_number": (8, 0)}, "f-number is 0"),
        ({"focus_plus_m": 0.01}, "cannot focus at 0.01 m"),
        ({"focus_plus_m": math.nan}, "cannot focus at"),
        ({"focus_plus_m": 0.869}, "same distance with the same aperture"),
        ({"focus_plus_m": None}, "same distance with the same aperture"),
    ],
)
def test_impossible_lenses(change: dict, message: str):
    lens = {"focal_length_m": 0.025, "f_number": 8, "pixel_pitch_m": 1e-5, "focus_minus_m": 0.869, "focus_plus_m": 0.5}
    with pytest.raises(CameraError, match=message):
        camera_from_lens(**lens | change)
