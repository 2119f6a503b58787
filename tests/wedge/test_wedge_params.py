"""Angle conventions and the smoothness code."""

import math

import torch
from hypothesis import given
from hypothesis import strategies as st

from blurry_edges.wedge import (
    angles_from_opening,
    code_from_eta,
    eta_from_code,
    opening_from_angles,
)

angle = st.floats(-20, 20)


def _modulo_turn(difference: torch.Tensor) -> torch.Tensor:
    return torch.remainder(difference + math.pi, math.tau) - math.pi


@given(angle, angle)
def test_angle_conventions_round_trip_modulo_a_turn(start: float, end: float) -> None:
    angles = torch.tensor([start, end], dtype=torch.float64)
    back = angles_from_opening(opening_from_angles(angles))
    assert _modulo_turn(back - angles).abs().max() < 1e-12


@given(st.floats(0, 6.28), st.floats(0.01, 6.27))
def test_opening_round_trip_is_the_identity_within_one_turn(start: float, opening: float) -> None:
    value = torch.tensor([start, opening], dtype=torch.float64)
    torch.testing.assert_close(opening_from_angles(angles_from_opening(value)), value)


def test_opening_counts_from_start_to_end_across_zero() -> None:
    angles = torch.tensor([1.5 * math.pi, 0.5 * math.pi])
    torch.testing.assert_close(opening_from_angles(angles), torch.tensor([1.5 * math.pi, math.pi]))


def test_the_end_is_after_the_start_by_less_than_a_turn() -> None:
    angles = angles_from_opening(torch.tensor([[0.5, -1.0], [0.5, 7.0]]))
    torch.testing.assert_close(angles, torch.tensor([[0.5, math.tau - 0.5], [0.5, 7.5 - math.tau]]))


@given(st.floats(-1.8, 1.8))
def test_smoothness_code_round_trip(code: float) -> None:
    p = torch.tensor(code, dtype=torch.float64)
    torch.testing.assert_close(code_from_eta(eta_from_code(p)), p, rtol=1e-9, atol=1e-9)
    torch.testing.assert_close(eta_from_code(p).item(), 10 ** (2 * math.erf(code) - 2))


def test_smoothness_code_is_finite_at_the_ends_of_its_range() -> None:
    ends = eta_from_code(torch.tensor([-9.0, 0.0, 9.0]))
    torch.testing.assert_close(ends, torch.tensor([1e-4, 1e-2, 1.0]), rtol=1e-5, atol=0)
    codes = code_from_eta(torch.tensor([1e-6, 1e-4, 1.0, 7.0]))
    assert codes.isfinite().all()
    torch.testing.assert_close(eta_from_code(codes), torch.tensor([1e-4, 1e-4, 1, 1]), rtol=1e-4, atol=0)


def test_codes_have_the_right_gradients() -> None:
    torch.manual_seed(0)
    code = torch.linspace(-1, 1, 5, dtype=torch.float64, requires_grad=True)
    eta = eta_from_code(code.detach()).requires_grad_()
    assert torch.autograd.gradcheck(eta_from_code, code)
    assert torch.autograd.gradcheck(code_from_eta, eta)
