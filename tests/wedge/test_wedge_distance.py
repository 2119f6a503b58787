"""Distance maps against geometry and against their slow oracles."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from blurry_edges.wedge import distance as dm

SIZE = 11
count = st.integers(1, 3)
seeds = st.integers(0, 2**31)


def _wedges(seed: int, wedges: int, patches: int = 4) -> tuple[Tensor, Tensor]:
    generator = torch.Generator().manual_seed(seed)
    vertex = torch.randn(patches, wedges, 2, generator=generator, dtype=torch.float64)
    return vertex, torch.rand(patches, wedges, 2, generator=generator, dtype=torch.float64) * 20 - 10


def _pixels(size: int = SIZE) -> Tensor:
    axis = torch.linspace(-1, 1, size, dtype=torch.float64)
    y, x = torch.meshgrid(axis, axis, indexing="ij")
    return torch.stack([x, y], -1)


@pytest.mark.parametrize("size", [3, 4, 11, 21, 22])
def test_pixel_axis_is_symmetric_and_even(size: int) -> None:
    axis = dm.pixel_axis(size, torch.zeros(()))
    assert (axis[0], axis[-1], len(axis)) == (-1, 1, size)
    assert torch.equal(axis, -axis.flip(0))
    torch.testing.assert_close(axis.diff(), torch.full((size - 1,), 2 / (size - 1)))


@given(seeds, count, st.sampled_from([1.0, 0.5, 2.0]))
def test_fast_signed_distance_equals_the_definition(seed: int, wedges: int, w: float) -> None:
    vertex, angles = _wedges(seed, wedges)
    fast = dm.signed_distance(vertex, angles, SIZE, w)
    torch.testing.assert_close(fast, dm.signed_distance_reference(vertex, angles, SIZE, w))


@pytest.mark.parametrize("quarter_turns", [(0, 1), (0, 2), (0, 3), (1, 4), (3, 1), (-1, 2), (2, 1)])
def test_fast_signed_distance_equals_the_definition_on_the_pixel_grid(quarter_turns: tuple[int, int]) -> None:
    vertex = torch.zeros(1, 2, dtype=torch.float64)  # edges run through pixel centres
    angles = torch.tensor([quarter_turns], dtype=torch.float64) * (math.pi / 2)
    fast = dm.signed_distance(vertex, angles, SIZE)
    torch.testing.assert_close(fast, dm.signed_distance_reference(vertex, angles, SIZE), atol=1e-12, rtol=0)


@given(seeds, st.integers(1, 4))
def test_fast_unsigned_distance_equals_the_definition(seed: int, wedges: int) -> None:
    distance = dm.signed_distance(*_wedges(seed, wedges), SIZE)
    assert torch.equal(dm.unsigned_distance(distance), dm.unsigned_distance_reference(distance))


@given(seeds, count)
def test_radial_and_axial_distances_are_a_rotation_of_the_offset(seed: int, wedges: int) -> None:
    vertex, angles = _wedges(seed, wedges)
    radial, axial = dm.radial_distance(vertex, angles, SIZE), dm.axial_distance(vertex, angles, SIZE)
    offset = (_pixels() - vertex[..., None, None, :]).norm(dim=-1).unsqueeze(-3)
    torch.testing.assert_close(dm.vertex_distance(radial, axial), offset.expand_as(radial))
    edge = dm.edge_distance(vertex, angles, SIZE)
    assert torch.equal(edge[axial >= 0], radial[axial >= 0])
    torch.testing.assert_close(edge[axial < 0].abs(), offset.expand_as(radial)[axial < 0])


@given(seeds)
def test_distance_is_that_to_the_nearest_point_of_the_two_rays(seed: int) -> None:
    vertex, angles = _wedges(seed, 1, 1)
    steps = torch.linspace(0, 8, 4001, dtype=torch.float64)
    rays = torch.stack([angles.cos(), angles.sin()], -1).flatten(0, 2)  # both edges
    points = (vertex[0] + steps[:, None, None] * rays).flatten(0, 1)
    nearest = torch.cdist(_pixels(5).flatten(0, 1), points).amin(-1).reshape(5, 5)
    assert (dm.signed_distance(vertex, angles, 5)[0, 0].abs() - nearest).abs().max() < 2e-3


@given(seeds, count)
def test_translation_moves_the_map_by_whole_pixels(seed: int, wedges: int) -> None:
    vertex, angles = _wedges(seed, wedges)
    pixel = 2 / (SIZE - 1)
    moved = dm.signed_distance(vertex + torch.tensor([2 * pixel, pixel], dtype=torch.float64), angles, SIZE)
    still = dm.signed_distance(vertex, angles, SIZE)
    torch.testing.assert_close(moved[..., 1:, 2:], still[..., :-1, :-2])


@given(seeds, count)
def test_quarter_turn_of_the_wedge_turns_the_map(seed: int, wedges: int) -> None:
    vertex, angles = _wedges(seed, wedges)
    x, y = vertex.unbind(-1)
    turned = dm.signed_distance(torch.stack([-y, x], -1), angles + math.pi / 2, SIZE)
    torch.testing.assert_close(turned, dm.signed_distance(vertex, angles, SIZE).rot90(-1, (-2, -1)))


@given(seeds, count)
def test_reflection_of_the_wedge_reflects_the_map(seed: int, wedges: int) -> None:
    vertex, angles = _wedges(seed, wedges)
    mirrored = dm.signed_distance(vertex * torch.tensor([-1, 1]), math.pi - angles.flip(-1), SIZE)
    torch.testing.assert_close(mirrored, dm.signed_distance(vertex, angles, SIZE).flip(-1))


@given(seeds)
def test_exchanging_start_and_end_exchanges_inside_and_outside(seed: int) -> None:
    vertex, angles = _wedges(seed, 2)
    complement = dm.signed_distance(vertex, angles.flip(-1), SIZE)
    torch.testing.assert_close(complement, -dm.signed_distance(vertex, angles, SIZE))


@given(seeds, st.floats(-3, 3))
def test_an_opening_of_pi_is_a_half_plane(seed: int, start: float) -> None:
    vertex, _ = _wedges(seed, 1, 1)
    angles = torch.tensor([[[start, start + math.pi]]], dtype=torch.float64)
    normal = torch.tensor([-math.sin(start), math.cos(start)], dtype=torch.float64)
    plane = (_pixels() - vertex[0, 0]) @ normal
    torch.testing.assert_close(dm.signed_distance(vertex, angles, SIZE)[0, 0], plane, atol=1e-12, rtol=0)


@given(seeds, st.integers(1, 4))
def test_masks_name_the_front_wedge(seed: int, wedges: int) -> None:
    distance = dm.signed_distance(*_wedges(seed, wedges), SIZE)
    masks = dm.unoccluded_masks(distance)
    index = torch.arange(1, wedges + 1)[:, None, None]
    front = (index * (distance >= 0)).amax(-3)  # 0 is the background
    assert torch.equal((index * masks).sum(-3), front)
    assert torch.equal(masks.sum(-3), (front > 0).long())


def test_a_hidden_boundary_is_not_a_boundary() -> None:
    behind, front = torch.full((SIZE, SIZE), 0.01), torch.full((SIZE, SIZE), 0.5)
    assert torch.equal(dm.unsigned_distance(torch.stack([behind, front])), front)
    assert torch.equal(dm.unsigned_distance(torch.stack([front, behind])), behind)
    assert torch.equal(dm.unsigned_distance(torch.stack([behind, -front])), behind)


def test_gradients_are_right() -> None:
    vertex, angles = (x.requires_grad_() for x in _wedges(0, 2, 2))
    assert torch.autograd.gradcheck(lambda v, a: dm.signed_distance(v, a, 5), (vertex, angles))
    assert torch.autograd.gradcheck(lambda v, a: dm.edge_distance(v, a, 5), (vertex, angles))
    distance = dm.signed_distance(vertex, angles, 5).detach().requires_grad_()
    assert torch.autograd.gradcheck(dm.unsigned_distance, distance)


def test_gradients_are_finite_on_the_vertex_and_on_the_edges() -> None:
    vertex = torch.zeros(1, 2, requires_grad=True)
    angles = torch.tensor([[0.0, math.pi / 2]], requires_grad=True)
    dm.signed_distance(vertex, angles, SIZE).sum().backward()
    assert vertex.grad is not None
    assert angles.grad is not None
    assert vertex.grad.isfinite().all()
    assert angles.grad.isfinite().all()


@settings(max_examples=20)
@given(seeds)
def test_single_precision_is_accurate_near_the_boundary(seed: int) -> None:
    vertex, angles = _wedges(seed, 2, 64)
    double = dm.signed_distance(vertex, angles, 21)
    single = dm.signed_distance(vertex.float(), angles.float(), 21).double()
    near = double.abs() < 0.5
    assert ((single.abs() - double.abs()) * near).abs().max() < 2e-5
