"""Opacity, composition, and the maps of patches, compared with the convolution they stand for."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from blurry_edges.wedge import (
    Wedges,
    alpha_map,
    boundary_map,
    collective_alpha_maps,
    color_derivative,
    color_map,
    composite,
    render_pair,
    ridge_colors,
    shared_ridge_colors,
    signed_distance,
    unoccluded_masks,
    unsigned_distance,
    wedge_boundary_maps,
)

seeds = st.integers(0, 2**31)


def _random(seed: int, wedges: int, *lead: int) -> tuple[Tensor, Tensor, Tensor]:
    generator = torch.Generator().manual_seed(seed)
    vertex = torch.randn(*lead, wedges, 2, generator=generator, dtype=torch.float64)
    angles = torch.rand(*lead, wedges, 2, generator=generator, dtype=torch.float64) * 7
    eta = 10 ** (-2 * torch.rand(*lead, wedges, generator=generator, dtype=torch.float64))
    return vertex, angles, eta


@given(seeds, st.integers(1, 4))
def test_alphas_are_shares_that_sum_to_one(seed: int, wedges: int) -> None:
    vertex, angles, eta = _random(seed, wedges, 3)
    alphas = collective_alpha_maps(signed_distance(vertex, angles, 9), eta)
    assert alphas.shape == (3, wedges + 1, 9, 9)
    assert alphas.min() >= -1e-15
    torch.testing.assert_close(alphas.sum(-3), torch.ones(3, 9, 9, dtype=torch.float64))


@given(seeds, st.integers(1, 4))
def test_composition_is_the_paper_product(seed: int, wedges: int) -> None:
    alpha = torch.rand(wedges, 5, 5, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
    alphas = composite(alpha)
    padded = torch.cat([torch.ones(1, 5, 5, dtype=torch.float64), alpha])  # α_0 = 1
    for i in range(wedges + 1):
        torch.testing.assert_close(alphas[i], padded[i] * (1 - padded[i + 1 :]).prod(0))


def test_the_larger_index_is_in_front() -> None:
    vertex = torch.tensor([[-2.0, 0.0], [0.0, -2.0]])
    half = torch.tensor([[-math.pi / 2, math.pi / 2], [0.0, math.pi]])  # right of x = −2, below y = −2: all
    alphas = collective_alpha_maps(signed_distance(vertex, half, 5), torch.full((2,), 0.1))
    torch.testing.assert_close(alphas[2], torch.ones(5, 5))
    colors = torch.tensor([[0.1], [0.5], [0.9]])
    torch.testing.assert_close(color_map(alphas, colors), torch.full((1, 5, 5), 0.9))
    torch.testing.assert_close(color_map(alphas, colors[[0, 2, 1]]), torch.full((1, 5, 5), 0.5))


@given(st.floats(-math.pi, math.pi), st.floats(-0.5, 0.5), st.floats(0.02, 1))
def test_profile_across_a_straight_edge_is_the_gaussian_error_function(start: float, offset: float, eta: float) -> None:
    normal = torch.tensor([-math.sin(start), math.cos(start)], dtype=torch.float64)
    angles = torch.tensor([[start, start + math.pi]], dtype=torch.float64)
    smoothness = torch.tensor([eta], dtype=torch.float64)
    alpha = alpha_map(signed_distance(offset * normal[None], angles, 21), smoothness)[0]
    axis = torch.linspace(-1, 1, 21, dtype=torch.float64)
    y, x = torch.meshgrid(axis, axis, indexing="ij")
    across = x * normal[0] + y * normal[1] - offset
    torch.testing.assert_close(alpha, torch.special.ndtr(across / eta), atol=1e-12, rtol=0)


@pytest.mark.parametrize(("start", "eta_px"), [(0.3, 1.0), (1.9, 2.5), (-2.5, 4.0)])
def test_straight_edge_equals_a_sharp_edge_convolved_with_the_gaussian(start: float, eta_px: float) -> None:
    fine, margin = 8, 20  # samples per pixel, and pixels around the patch that the kernel reaches
    angles = torch.tensor([[start, start + math.pi]], dtype=torch.float64)
    vertex = torch.tensor([[0.13, -0.21]], dtype=torch.float64)
    rendered = alpha_map(signed_distance(vertex, angles, 21), torch.tensor([eta_px / 10]).double())[0]
    axis = torch.arange(-(10 + margin) * fine, (10 + margin) * fine + 1, dtype=torch.float64) / fine / 10
    y, x = torch.meshgrid(axis, axis, indexing="ij")
    sharp = (-(x - vertex[0, 0]) * math.sin(start) + (y - vertex[0, 1]) * math.cos(start) > 0).double()
    kernel = torch.exp(-0.5 * (torch.arange(-margin * fine, margin * fine + 1) / (fine * eta_px)).double() ** 2)
    kernel = kernel / kernel.sum()
    pixels = torch.arange(21) * fine
    rows = torch.stack([sharp[p : p + len(kernel)].mul(kernel[:, None]).sum(0) for p in pixels])
    blurred = torch.stack([rows[:, p : p + len(kernel)] @ kernel for p in pixels], -1)
    assert (rendered - blurred).abs().max() < 2e-3


@given(seeds, st.integers(1, 3))
def test_moving_the_parameters_moves_the_render(seed: int, wedges: int) -> None:
    vertex, angles, eta = _random(seed, wedges)
    colors = torch.linspace(0, 1, 3 * wedges + 3, dtype=torch.float64).reshape(wedges + 1, 3)

    def render(v: Tensor, a: Tensor) -> Tensor:
        return color_map(collective_alpha_maps(signed_distance(v, a, 11), eta), colors)

    still = render(vertex, angles)
    x, y = vertex.unbind(-1)
    turned = render(torch.stack([-y, x], -1), angles + math.pi / 2)
    torch.testing.assert_close(turned, still.rot90(-1, (-2, -1)))
    mirrored = render(vertex * torch.tensor([1, -1]), -angles.flip(-1))
    torch.testing.assert_close(mirrored, still.flip(-2))
    moved = render(vertex + torch.tensor([0.2, 0.4], dtype=torch.float64), angles)
    torch.testing.assert_close(moved[..., 2:, 1:], still[..., :-2, :-1])


def test_boundary_map_is_one_at_the_boundary_and_1_over_e_at_the_stroke() -> None:
    torch.testing.assert_close(boundary_map(torch.tensor([0.0, 0.07])), torch.tensor([1.0, math.exp(-1)]))
    torch.testing.assert_close(boundary_map(torch.tensor([0.2]), 0.2), torch.tensor([math.exp(-1)]))


def test_derivative_of_a_ramp_and_at_rest() -> None:
    y, x = torch.meshgrid(torch.arange(6.0), torch.arange(8.0), indexing="ij")
    ramps = torch.stack([3 * x, 4 * y, 3 * x + 4 * y, 0 * x])
    derivative = color_derivative(ramps[None])
    assert derivative.shape == (1, 4, 4, 6)
    expected = torch.tensor([24.0, 32.0, 40.0, 1e-4])  # Sobel's kernels weigh a slope by 8
    torch.testing.assert_close(derivative, expected[:, None, None].expand_as(derivative))


def test_derivative_equals_sobel_convolution() -> None:
    image = torch.rand(1, 1, 9, 7, dtype=torch.float64)
    gx = torch.tensor([[[[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]]], dtype=torch.float64)
    squares = [torch.nn.functional.conv2d(image, g) ** 2 for g in (gx, gx.mT)]
    torch.testing.assert_close(color_derivative(image), (squares[0] + squares[1] + 1e-8).sqrt())


@given(seeds, st.integers(1, 3))
def test_render_pair_is_its_parts(seed: int, wedges: int) -> None:
    vertex, angles, _ = _random(seed, wedges, 2, 3)
    eta = _random(seed + 1, wedges, 2, 3, 2)[2]
    patches = torch.rand(2, 3, 2, 3, 7, 7, dtype=torch.float64)
    maps = render_pair(Wedges(vertex, angles, eta), patches)
    distance = signed_distance(vertex, angles, 7)
    for image in (0, 1):
        alphas = collective_alpha_maps(distance, eta[..., image, :])
        torch.testing.assert_close(maps.alphas[..., image, :, :, :], alphas)
        torch.testing.assert_close(maps.color[..., image, :, :, :], color_map(alphas, maps.colors))
    torch.testing.assert_close(maps.colors, shared_ridge_colors(maps.alphas, patches))
    assert torch.equal(maps.boundary, boundary_map(unsigned_distance(distance)))
    assert torch.equal(maps.masks, unoccluded_masks(distance))
    assert torch.equal(maps.distance, distance)


def test_wedge_boundary_is_the_boundary_within_the_front_wedge() -> None:
    vertex, angles, _ = _random(5, 2)
    distance = signed_distance(vertex * 0.2, angles, 21)
    boundary, masks = boundary_map(unsigned_distance(distance)), unoccluded_masks(distance)
    parts = wedge_boundary_maps(boundary, masks)
    assert torch.equal(parts.sum(-3), boundary * (distance >= 0).any(-3))


def test_gradients_are_right() -> None:
    vertex, angles, eta = (x.requires_grad_() for x in _random(3, 2, 2))
    patches = torch.rand(2, 3, 5, 5, dtype=torch.float64, requires_grad=True)

    def render(v: Tensor, a: Tensor, e: Tensor, p: Tensor) -> tuple[Tensor, Tensor]:
        distance = signed_distance(v, a, 5)
        alphas = collective_alpha_maps(distance, e)
        color = color_map(alphas, ridge_colors(alphas, p))
        return color_derivative(color), boundary_map(unsigned_distance(distance), 0.5)

    assert torch.autograd.gradcheck(render, (vertex, angles, eta + 0.1, patches))


def test_gradient_descent_finds_a_blurred_edge() -> None:
    angles = torch.tensor([[0.4, 0.4 + math.pi]], dtype=torch.float64)
    target = alpha_map(signed_distance(torch.tensor([[0.1, 0.2]]).double(), angles, 21), torch.tensor([0.2]).double())
    vertex = torch.zeros(1, 2, dtype=torch.float64, requires_grad=True)
    log_eta = torch.full((1,), -2.5, dtype=torch.float64, requires_grad=True)
    optimiser = torch.optim.Adam([vertex, log_eta], lr=0.02)
    for _ in range(300):
        optimiser.zero_grad()
        loss = (alpha_map(signed_distance(vertex, angles, 21), log_eta.exp()) - target).square().mean()
        loss.backward()
        optimiser.step()
    assert log_eta.exp().item() == pytest.approx(0.2, abs=1e-3)
