"""Colours of wedges by ridge regression, in closed form.

The solver is written out instead of calling ``torch.linalg.solve``, which neither exports to ONNX nor is fast on
thousands of 3 × 3 systems.
"""

import torch

from blurry_edges.typing import Float, Tensor

__all__ = ["ridge_colors", "ridge_weight", "shared_ridge_colors", "solve_spd"]


def ridge_weight(patch_size: int) -> float:
    """Return λ of the paper, (5e-3 R²)², for a patch of R × R pixels."""
    return (5e-3 * patch_size**2) ** 2


def ridge_colors(
    alphas: Float[Tensor, "*n layers R R"], patches: Float[Tensor, "*n C R R"], ridge: float | None = None
) -> Float[Tensor, "*n layers C"]:
    """Colours c_0..c_l of one patch: (AᵀA + λ 𝕀)⁻¹ Aᵀ P."""
    gram, moment = _normal_equations(alphas, patches)
    return _ridge(gram, moment, ridge_weight(patches.shape[-1]) if ridge is None else ridge)


def shared_ridge_colors(
    alphas: Float[Tensor, "*n k layers R R"], patches: Float[Tensor, "*n k C R R"], ridge: float | None = None
) -> Float[Tensor, "*n layers C"]:
    """Colours c_0..c_l that k patches share: one regression on the pixels of all, such as the pair's two."""
    gram, moment = _normal_equations(alphas, patches)
    return _ridge(gram.sum(-3), moment.sum(-3), ridge_weight(patches.shape[-1]) if ridge is None else ridge)


def solve_spd(matrix: Float[Tensor, "*n m m"], rhs: Float[Tensor, "*n m C"]) -> Float[Tensor, "*n m C"]:
    """Solve for symmetric positive definite matrices by LDLᵀ; m is small, so all loops are unrolled."""
    size = matrix.shape[-1]
    lower: list[list[Tensor]] = []  # rows of L, below its unit diagonal
    pivots: list[Tensor] = []
    forward: list[Tensor] = []  # L⁻¹ rhs
    for i in range(size):
        scaled: list[Tensor] = []  # L_ij D_j
        for j in range(i):
            scaled.append(matrix[..., i, j] - _dot(scaled, lower[j]))
        lower.append([entry / pivot for entry, pivot in zip(scaled, pivots, strict=True)])
        pivots.append(matrix[..., i, i] - _dot(scaled, lower[i]))
        forward.append(rhs[..., i, :] - _dot([entry[..., None] for entry in lower[i]], forward))
    solution: list[Tensor] = []
    for i in reversed(range(size)):
        column = [lower[j][i][..., None] for j in range(i + 1, size)]
        solution.insert(0, forward[i] / pivots[i][..., None] - _dot(column, solution))
    return torch.stack(solution, -2)


def _normal_equations(
    alphas: Float[Tensor, "*n layers R R"], patches: Float[Tensor, "*n C R R"]
) -> tuple[Float[Tensor, "*n layers layers"], Float[Tensor, "*n layers C"]]:
    """AᵀA and Aᵀ P of each patch."""
    columns = alphas.flatten(-2)
    return columns @ columns.mT, columns @ patches.flatten(-2).mT


def _ridge(
    gram: Float[Tensor, "*n layers layers"], moment: Float[Tensor, "*n layers C"], ridge: float
) -> Float[Tensor, "*n layers C"]:
    """(gram + ridge 𝕀)⁻¹ moment."""
    return solve_spd(gram + ridge * torch.eye(gram.shape[-1]).to(gram), moment)


def _dot(left: list[Tensor], right: list[Tensor]) -> Tensor | float:
    """Sum of products of as many entries as both lists have."""
    return sum((a * b for a, b in zip(left, right, strict=False)), start=0.0)
