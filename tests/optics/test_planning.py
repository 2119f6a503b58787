"""Plans of focus and aperture: none of the alternatives is better, and limits are kept."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blurry_edges.errors import CameraError
from blurry_edges.optics import camera_from_lens
from blurry_edges.optics.planning import Lens, plan_focus
from blurry_edges.optics.resolution import Conditions, depth_sd_m

LENS = Lens(0.05, 2.0, 36e-6)
CONDITIONS = Conditions()


def worst_dpt(camera, range_m, conditions) -> float:
    depths = 1 / np.linspace(1 / range_m[0], 1 / range_m[1], 25)
    return float((depth_sd_m(camera, depths, conditions) / depths**2).max())


PLANNED = plan_focus(LENS, (1.0, 3.0), CONDITIONS, fixed_aperture=True)


@given(first=st.floats(0, 1), second=st.floats(0, 1))
def test_no_other_pair_of_distances_in_the_range_is_much_better(first: float, second: float):
    range_m = (1.0, 3.0)
    q = sorted(1 / 3 + (1 - 1 / 3) * x for x in (first, second))
    if q[1] - q[0] < 0.01:
        return
    other = camera_from_lens(0.05, 2.0, 36e-6, 1 / q[0], 1 / q[1], range_m, psf=LENS.psf)
    assert PLANNED.worst_sd_dpt < 1.15 * worst_dpt(other, range_m, CONDITIONS)


def test_the_plan_says_what_its_camera_has():
    plan = plan_focus(LENS, (1.0, 3.0), CONDITIONS)
    assert worst_dpt(plan.camera, (1.0, 3.0), plan.conditions) == pytest.approx(plan.worst_sd_dpt, rel=1e-6)
    assert [plan.camera.focus_distance_m(s) for s in plan.camera.settings] == pytest.approx(list(plan.focus_m))
    assert plan.focus_m[0] > plan.focus_m[1]


def test_a_wide_range_is_taken_with_a_smaller_aperture_than_a_narrow_one():
    fast = Lens(0.085, 1.4, 10e-6)
    narrow, wide = (plan_focus(fast, range_m, CONDITIONS) for range_m in ((1.0, 1.05), (0.8, 8.0)))
    assert wide.f_number > narrow.f_number
    assert wide.conditions.photon_level == pytest.approx(1000 * (1.4 / wide.f_number) ** 2)
    assert plan_focus(fast, (0.8, 8.0), CONDITIONS, fixed_aperture=True).f_number == 1.4


def test_more_photographs_are_better_and_infinity_is_a_depth():
    two, five = (plan_focus(LENS, (0.7, math.inf), CONDITIONS, count=count) for count in (2, 5))
    assert five.worst_sd_dpt < two.worst_sd_dpt
    assert len(five.settings) == len(five.focus_m) == 5
    assert list(five.focus_m) == sorted(five.focus_m, reverse=True)


@pytest.mark.parametrize(
    ("range_m", "count", "message"),
    [((3.0, 1.0), 2, "nearest < farthest"), ((0.01, 1.0), 2, "focal length"), ((1.0, 2.0), 1, "two or more")],
)
def test_what_cannot_be_planned_is_refused(range_m, count: int, message: str):
    with pytest.raises(CameraError, match=message):
        plan_focus(LENS, range_m, CONDITIONS, count=count)
