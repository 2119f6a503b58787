"""Cameras from lenses: focus where they say, blur as a disc does."""

import math

import pytest

from blurry_edges.errors import CameraError
from blurry_edges.optics import camera_from_lens


def test_it_is_sharp_where_it_is_focused():
    camera = camera_from_lens(0.025, 8.3, 25e-6, 0.869, 0.529)
    assert camera.blur_sigma_px(0.869, camera.minus) == pytest.approx(0, abs=1e-9)
    assert camera.blur_sigma_px(0.529, camera.plus) == pytest.approx(0, abs=1e-9)
    assert camera.depth_range_m == (pytest.approx(0.8 * 0.529), pytest.approx(1.25 * 0.869))


def test_blur_is_that_of_a_disc():
    """A lens focused at infinity blurs a point at z to a disc of diameter D f / z, whose sd along x is a quarter."""
    focal, number, pitch, depth = 0.05, 2.0, 4e-6, 3.0
    camera = camera_from_lens(focal, number, pitch, math.inf, 5.0, (1.0, 10.0))
    diameter_px = focal / number * focal / depth / pitch
    assert camera.blur_sigma_px(depth, camera.minus) == pytest.approx(diameter_px / 4, rel=0.01)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"focal_length_m": -1}, "focal length is -1"),
        ({"f_number": math.nan}, "f-number is nan"),
        ({"focus_plus_m": 0.01}, "cannot focus at 0.01 m"),
        ({"focus_plus_m": 0.869}, "same distance"),
    ],
)
def test_impossible_lenses(change: dict, message: str):
    lens = {"focal_length_m": 0.025, "f_number": 8, "pixel_pitch_m": 1e-5, "focus_minus_m": 0.869, "focus_plus_m": 0.5}
    with pytest.raises(CameraError, match=message):
        camera_from_lens(**lens | change)
