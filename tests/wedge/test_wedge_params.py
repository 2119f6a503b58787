"""Angle conventions, flat layout and the smoothness code."""

import math

import torch
from hypothesis import given
from hypothesis import strategies as st

from blurry_edges.wedge import (
    Wedges,
    angles_from_directions,
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


@given(st.floats(-3, 3), st.floats(-3, 3), st.floats(1e-3, 1e3))
def test_directions_give_angles_whatever_their_length(start: float, end: float, length: float) -> None:
    angles = torch.tensor([start, end], dtype=torch.float64)
    directions = length * torch.stack([angles.cos(), angles.sin()], -1)
    torch.testing.assert_close(angles_from_directions(directions), angles)


def test_wedges_are_the_same_from_all_conventions() -> None:
    torch.manual_seed(0)
    vertex, angles, eta = torch.randn(4, 3, 2), 3 * torch.rand(4, 3, 2), torch.rand(4, 3)
    directions = torch.stack([angles.cos(), angles.sin()], -1)
    for wedges in (
        Wedges.from_opening(vertex, opening_from_angles(angles), eta),
        Wedges.from_directions(vertex, directions, eta),
    ):
        assert _modulo_turn(wedges.angles - angles).abs().max() < 1e-5


@given(st.integers(1, 4), st.lists(st.integers(1, 3), max_size=3))
def test_pack_and_unpack_are_inverse(count: int, lead: list[int]) -> None:
    flat = torch.arange(math.prod(lead) * 5 * count, dtype=torch.float64).reshape(*lead, 5 * count)
    wedges = Wedges.unpack(flat, count)
    assert torch.equal(wedges.pack(), flat)
    assert wedges.vertex.shape == (*lead, count, 2)


def test_layout_is_vertices_angles_etas() -> None:
    wedges = Wedges.unpack(torch.arange(10.0))
    assert wedges.vertex.tolist() == [[0, 1], [2, 3]]
    assert wedges.angles.tolist() == [[4, 5], [6, 7]]
    assert wedges.eta.tolist() == [8, 9]


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
    directions = torch.randn(3, 2, 2, dtype=torch.float64, requires_grad=True)
    eta = eta_from_code(code.detach()).requires_grad_()
    assert torch.autograd.gradcheck(eta_from_code, code)
    assert torch.autograd.gradcheck(code_from_eta, eta)
    assert torch.autograd.gradcheck(angles_from_directions, directions)
