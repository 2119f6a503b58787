"""The camera: round trips, the paper's numbers, and cameras that cannot exist."""

import math
from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from blurry_edges.errors import CameraError
from blurry_edges.optics import Camera, FocusSetting

PAPER = Camera.paper()
# A pair that differs in aperture only, on the far side of its focus at 0.745 m.
APERTURE_PAIR = replace(PAPER, minus=FocusSetting(10.4, 0.003), plus=FocusSetting(10.4, 0.0015))
# On the near side of a focus at 1.42 m.
NEAR_SIDE_PAIR = replace(PAPER, minus=FocusSetting(9.76, 0.002), plus=FocusSetting(9.76, 0.003))
# Both differ.
MIXED_PAIR = replace(PAPER, minus=FocusSetting(10.0, 0.003), plus=FocusSetting(10.2, 0.0028))
CAMERAS = [PAPER, APERTURE_PAIR, NEAR_SIDE_PAIR, MIXED_PAIR]


def depths(camera: Camera, count: int = 50) -> np.ndarray:
    return 1 / np.linspace(*(1 / z for z in camera.depth_range_m), count)


def test_paper_blur_at_known_depths():
    # baselines.md, section 0, to the digits it prints.
    minus, plus = PAPER.blur_sigmas_px(np.array([0.75, 0.965, 1.18]))
    np.testing.assert_allclose(minus, [5.53, 1.33, 1.34], atol=0.006)
    np.testing.assert_allclose(plus, [2.70, 1.49, 4.16], atol=0.006)
    assert PAPER.focus_distance_m(PAPER.minus) == pytest.approx(1.0615, abs=5e-5)
    assert PAPER.focus_distance_m(PAPER.plus) == pytest.approx(0.8756, abs=5e-5)
    assert PAPER.h_px(1.0) == pytest.approx(1.413, abs=5e-4)


def test_blur_is_zero_at_the_focus_distance():
    for setting in PAPER.settings:
        assert PAPER.blur_sigma_px(PAPER.focus_distance_m(setting), setting) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("camera", CAMERAS)
def test_d_is_the_difference_of_blur_variances_and_four_h_t(camera: Camera):
    z = depths(camera)
    minus, plus = camera.blur_sigmas_px(z)
    np.testing.assert_allclose(camera.d_px2(z), minus**2 - plus**2, atol=1e-9)
    np.testing.assert_allclose(camera.d_px2(z), 4 * camera.h_px(z) * camera.t_px(z), atol=1e-9)
    np.testing.assert_allclose(minus, abs(camera.t_px(z) + camera.h_px(z)), atol=1e-12)
    np.testing.assert_allclose(plus, abs(camera.t_px(z) - camera.h_px(z)), atol=1e-12)


@pytest.mark.parametrize("camera", CAMERAS)
def test_depth_round_trip_through_d(camera: Camera):
    z = depths(camera)
    depth, valid = camera.depth_from_d(camera.d_px2(z))
    np.testing.assert_allclose(depth, z, rtol=1e-9)
    assert valid.all()


@given(
    power=st.floats(5, 30),
    step=st.floats(-0.5, 0.5).filter(lambda x: abs(x) > 1e-3),
    aperture=st.floats(1e-4, 1e-2),
    ratio=st.floats(0.5, 2),
    near=st.floats(0.1, 5),
    span=st.floats(1.05, 5),
)
def test_depth_round_trip_for_any_camera(
    power: float, step: float, aperture: float, ratio: float, near: float, span: float
):
    try:
        camera = Camera(
            FocusSetting(power, aperture),
            FocusSetting(power + step, aperture * ratio),
            0.1,
            5e-6,
            (near, near * span),
        )
    except CameraError:
        return  # two depths of the range look the same: refused, which is tested below
    z = depths(camera, 9)
    depth, valid = camera.depth_from_d(camera.d_px2(z))
    assert valid[1:-1].all()
    # Near a turning point of d the inverse is ill-conditioned, so what is compared is d.
    d = camera.d_px2(z)
    np.testing.assert_allclose(camera.d_px2(depth), d, rtol=1e-6, atol=1e-6 * np.abs(d).max())


@pytest.mark.parametrize("camera", CAMERAS)
@given(xi=st.floats(0, 5))
def test_depth_from_eta_does_not_depend_on_the_texture(camera: Camera, xi: float):
    z = torch.from_numpy(depths(camera))
    minus, plus = camera.blur_sigmas_px(z)
    depth, valid = camera.depth_from_eta((minus**2 + xi**2).sqrt(), (plus**2 + xi**2).sqrt())
    torch.testing.assert_close(depth, z, rtol=1e-6, atol=0)
    assert valid.all()


def test_depth_from_eta_is_the_equation_of_the_paper():
    eta_minus, eta_plus = torch.tensor([2.0, 3.0, 4.0]).double(), torch.tensor([2.5, 2.0, 2.0]).double()
    s, rho_minus, rho_plus = 0.1104, 10.0, 10.2
    aperture = 0.003 / (4 * 5.86e-6)
    numerator = 2 * aperture**2 * s**2 * (rho_minus - rho_plus)
    offset = aperture**2 * s * (rho_plus - rho_minus) * (s * rho_plus + s * rho_minus - 2)
    expected = numerator / (eta_plus**2 - eta_minus**2 - offset)
    torch.testing.assert_close(PAPER.depth_from_eta(eta_minus, eta_plus)[0], expected)


def test_impossible_eta_and_d_are_invalid_not_clamped():
    # Both images sharp: no depth gives that, since the two are focused 2 h apart.
    depth, valid = PAPER.depth_from_eta(torch.tensor([0.1]), torch.tensor([0.1]))
    assert not valid.item()
    assert torch.isfinite(depth).item()
    # Behind the camera, beyond infinity, and not a number.
    _, valid = PAPER.depth_from_d(np.array([-1e4, np.nan]))
    assert not valid.any()
    # No depth has a d below the turning point of an aperture pair.
    _, valid = APERTURE_PAIR.depth_from_d(np.array([-1.0]))
    assert not valid.any()


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("factor", [0.5, 2.0, 1.7])
def test_resizing_multiplies_blur(camera: Camera, factor: float):
    z = depths(camera)
    np.testing.assert_allclose(camera.resized(factor).d_px2(z), factor**2 * camera.d_px2(z), rtol=1e-9, atol=1e-9)
    assert camera.resized(factor).blur_scale == pytest.approx(camera.blur_scale / factor)


def test_blur_scale_brings_a_camera_to_the_paper():
    assert PAPER.blur_scale == pytest.approx(1)
    doubled = replace(PAPER, minus=FocusSetting(10.0, 0.006), plus=FocusSetting(10.2, 0.006))
    assert doubled.blur_scale == pytest.approx(0.5)
    z = depths(PAPER)
    np.testing.assert_allclose(doubled.resized(doubled.blur_scale).d_px2(z), PAPER.d_px2(z), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("camera", CAMERAS)
def test_resolvable_range_is_where_one_image_is_sharp_enough(camera: Camera):
    near, far = camera.resolvable_range_m(max_blur_px=3.0)
    z = np.linspace(near, min(far, 10), 1000)[1:-1]
    assert (np.minimum(*camera.blur_sigmas_px(z)) <= 3.0 + 1e-9).all()
    slopes = np.diff(camera.d_px2(z))
    assert (slopes > 0).all() or (slopes < 0).all()
    just_outside = near * 0.999
    depth, _ = camera.depth_from_d(camera.d_px2(np.array([just_outside])))
    too_blurred = min(camera.blur_sigmas_px(just_outside)) > 3.0
    assert too_blurred or abs(depth[0] - just_outside) > 1e-6


def test_focus_stack_spans_the_range():
    stack = PAPER.focus_stack(5)
    distances = [PAPER.focus_distance_m(setting) for setting in stack]
    np.testing.assert_allclose(distances, [1.18, 1.0321, 0.9171, 0.8252, 0.75], atol=5e-5)
    with pytest.raises(CameraError, match="empty"):
        PAPER.focus_stack(0)


def test_a_range_to_infinity_works():
    camera = replace(PAPER, depth_range_m=(0.75, math.inf))
    depth, valid = camera.depth_from_d(camera.d_px2(np.array([0.8, 100.0])))
    np.testing.assert_allclose(depth, [0.8, 100.0], rtol=1e-6)
    assert valid.all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sensor_distance_m": 0.0}, "sensor_distance_m is 0.0"),
        ({"sensor_distance_m": math.nan}, "sensor_distance_m is nan"),
        ({"pixel_pitch_m": -1e-6}, "pixel_pitch_m"),
        ({"binning": 0}, "binning is 0"),
        ({"depth_range_m": (1.0, 0.5)}, "nearest < farthest"),
        ({"depth_range_m": (0.0, 0.5)}, "nearest < farthest"),
        ({"plus": PAPER.minus}, "same lens setting"),
        ({"pixel_pitch_m": 1e-320}, "beyond all numbers"),  # found by the fuzzer
        ({"sensor_distance_m": 1e308}, "beyond all numbers"),
        ({"depth_range_m": (1e-320, 1.0)}, "beyond all numbers"),
    ],
)
def test_impossible_cameras(change: dict, message: str):
    with pytest.raises(CameraError, match=message):
        replace(PAPER, **change)


def test_a_range_in_which_two_depths_look_the_same_is_refused():
    with pytest.raises(CameraError, match="one side"):
        replace(APERTURE_PAIR, depth_range_m=(0.6, 1.0))


def test_impossible_focus_setting():
    with pytest.raises(CameraError, match="aperture_sigma_m is 0"):
        FocusSetting(10.0, 0.0)


@given(
    depth_m=st.floats(0.4, 3.0),
    powers=st.tuples(st.floats(9.5, 10.5), st.floats(10.6, 11.0)),
    wider=st.floats(0.5, 2.0),
)
def test_the_slope_of_d_is_its_derivative(depth_m: float, powers: tuple[float, float], wider: float):
    settings = {"minus": FocusSetting(powers[0], 0.003), "plus": FocusSetting(powers[1], 0.003 * wider)}
    try:
        camera = replace(Camera.paper(), depth_range_m=(2.9, 3.0), **settings)
    except CameraError:  # the blur difference turns round just there
        camera = replace(Camera.paper(), depth_range_m=(0.4, 0.41), **settings)
    step = 1e-5 * depth_m
    difference = (camera.d_px2(depth_m + step) - camera.d_px2(depth_m - step)) / (2 * step)
    scale = abs(camera.d_px2(0.4)) + abs(camera.d_px2(3.0))
    assert camera.d_slope_px2_per_m(depth_m) == pytest.approx(difference, rel=1e-5, abs=1e-5 * scale)
