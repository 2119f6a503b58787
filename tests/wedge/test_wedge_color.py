"""Ridge regression of colours and its solver."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from blurry_edges.wedge import (
    collective_alpha_maps,
    color_map,
    ridge_colors,
    ridge_weight,
    shared_ridge_colors,
    signed_distance,
)
from blurry_edges.wedge.color import solve_spd

SIZE = 21
seeds = st.integers(0, 2**31)


def _alphas(seed: int, wedges: int, *lead: int) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    vertex = torch.rand(*lead, wedges, 2, generator=generator, dtype=torch.float64) - 0.5
    start = torch.rand(*lead, wedges, generator=generator, dtype=torch.float64) * 6
    opening = 1 + 4 * torch.rand(*lead, wedges, generator=generator, dtype=torch.float64)
    distance = signed_distance(vertex, torch.stack([start, start + opening], -1), SIZE)
    return collective_alpha_maps(distance, 0.1 + 0.2 * torch.rand(*lead, wedges, generator=generator).double())


@given(seeds, st.integers(1, 5), st.floats(-10, 2))
def test_solver_equals_lapack_also_when_ill_conditioned(seed: int, size: int, log_ridge: float) -> None:
    generator = torch.Generator().manual_seed(seed)
    factor = torch.randn(7, size, max(1, size - 1), generator=generator, dtype=torch.float64)
    matrix = factor @ factor.mT + 10**log_ridge * torch.eye(size)  # singular but for the ridge
    rhs = torch.randn(7, size, 3, generator=generator, dtype=torch.float64)
    solution, lapack = solve_spd(matrix, rhs), torch.linalg.solve(matrix, rhs)
    error = (solution - lapack).abs().amax((-2, -1)) / lapack.abs().amax((-2, -1))
    assert (error <= 1e-14 * size * torch.linalg.cond(matrix)).all()


def test_solver_solves_a_system_by_hand() -> None:
    matrix = torch.tensor([[4.0, 2.0], [2.0, 3.0]])
    torch.testing.assert_close(solve_spd(matrix, torch.tensor([[8.0], [8.0]])), torch.tensor([[1.0], [2.0]]))


def test_paper_ridge_weight() -> None:
    assert ridge_weight(21) == pytest.approx(4.862025)


@given(seeds, st.integers(1, 3))
def test_true_colors_are_recovered_as_the_ridge_vanishes(seed: int, wedges: int) -> None:
    alphas = _alphas(seed, wedges, 2)
    colors = torch.rand(2, wedges + 1, 3, dtype=torch.float64)
    patches = color_map(alphas, colors)
    ridge = 1e-9
    found = ridge_colors(alphas, patches, ridge=ridge)
    gram = alphas.flatten(-2) @ alphas.flatten(-2).mT
    # (G + λ)⁻¹ G c differs from c by less than λ / (smallest eigenvalue of G).
    bound = 2 * ridge / torch.linalg.eigvalsh(gram)[:, 0] + 1e-9
    assert ((found - colors).abs().amax((-2, -1)) <= bound).all()


@given(seeds)
def test_ridge_colors_minimise_the_ridge_objective(seed: int) -> None:
    torch.manual_seed(seed)
    alphas, patches = _alphas(seed, 2), torch.rand(3, SIZE, SIZE, dtype=torch.float64)
    colors = ridge_colors(alphas, patches).requires_grad_()
    loss = (color_map(alphas, colors) - patches).square().sum() + ridge_weight(SIZE) * colors.square().sum()
    (gradient,) = torch.autograd.grad(loss, colors)
    assert gradient.abs().max() < 1e-9


@given(seeds)
def test_shared_colors_are_one_regression_on_all_pixels(seed: int) -> None:
    torch.manual_seed(seed)
    alphas, patches = _alphas(seed, 2, 2), torch.rand(2, 3, SIZE, SIZE, dtype=torch.float64)
    tall_alphas, tall_patches = (torch.cat([x[0], x[1]], -2).flatten(-2) for x in (alphas, patches))
    gram = tall_alphas @ tall_alphas.mT + ridge_weight(SIZE) * torch.eye(3)
    torch.testing.assert_close(
        shared_ridge_colors(alphas, patches), torch.linalg.solve(gram, tall_alphas @ tall_patches.mT)
    )


def test_gradients_are_right() -> None:
    torch.manual_seed(0)
    alphas = torch.rand(2, 2, 3, 4, 4, dtype=torch.float64, requires_grad=True)
    patches = torch.rand(2, 2, 3, 4, 4, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda a, p: ridge_colors(a, p, 0.3), (alphas, patches))
    assert torch.autograd.gradcheck(lambda a, p: shared_ridge_colors(a, p, 0.3), (alphas, patches))
