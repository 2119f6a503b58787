"""The losses of the paper's supplement, one function each: l1 to l3 of the local stage, g1 to g8 of the global stage.

One more, `blur_error`, is ours: it lets short training of the local stage learn smoothness from the known depth.

Axes: patches are ``*n C R R``, and ``*n`` ends in rows and columns of patches where neighbours are compared.
Consistency compares with what the neighbours agree on, which is held constant.
"""

import torch

from blurry_edges.patches import PatchGrid
from blurry_edges.typing import Bool, Float, Tensor
from blurry_edges.wedge import color_derivative

__all__ = [
    "STROKE_THRESHOLD",
    "blur_error",
    "boundary_consistency",
    "boundary_localization",
    "color_consistency",
    "color_error",
    "dense_depth_error",
    "depth_error",
    "log_boundary_localization",
    "smoothness_consistency",
    "smoothness_error",
]

STROKE_THRESHOLD = 0.5
"""τ of the paper."""
_ON_BOUNDARY_PX = 1.5


def color_error(color: Float[Tensor, "*n C R R"], clean: Float[Tensor, "*n C R R"]) -> Float[Tensor, ""]:
    """l1, g1: ‖c − P‖², summed over colours, a pixel's mean."""
    return (color - clean).square().sum(-3).mean()


def smoothness_error(color: Float[Tensor, "*n C R R"], clean: Float[Tensor, "*n C R R"]) -> Float[Tensor, ""]:
    """l2, g4: ‖c′ − P′‖², the error of the colour derivative."""
    return color_error(color_derivative(color), color_derivative(clean))


def boundary_localization(boundary: Float[Tensor, "*n R R"], distance_px: Float[Tensor, "*n R R"]) -> Float[Tensor, ""]:
    """l3: b · u, boundaries cost their distance to the true ones."""
    return (boundary * distance_px).mean()


def blur_error(
    boundary: Float[Tensor, "*n R R"],
    masks: Bool[Tensor, "*n l R R"],
    eta: Float[Tensor, "*n l"],
    true_eta: Float[Tensor, "*n R R"],
    distance_px: Float[Tensor, "*n R R"],
) -> Float[Tensor, ""]:
    """Squared log ratio of each wedge's smoothness to the true one, along the strokes that lie on a true boundary."""
    strokes = ((boundary.detach() > STROKE_THRESHOLD) & (distance_px < _ON_BOUNDARY_PX)).unsqueeze(-3) & masks
    error = (eta[..., None, None].log() - true_eta.unsqueeze(-3).log()).square()
    return (error * strokes).sum() / strokes.sum().clamp_min(1)


def color_consistency(color: Float[Tensor, "*n rows cols k C R R"], grid: PatchGrid) -> Float[Tensor, ""]:
    """g2: ‖c − C‖², C being the mean of the patches."""
    return color_error(color, _shared(color, grid))


def boundary_consistency(boundary: Float[Tensor, "*n rows cols R R"], grid: PatchGrid) -> Float[Tensor, ""]:
    """g3: ‖b − B‖²."""
    with torch.no_grad():
        shared = grid.unfold(grid.fold_mean(boundary.unsqueeze(-3))).squeeze(-3)
    return (boundary - shared).square().mean()


def smoothness_consistency(color: Float[Tensor, "*n rows cols k C R R"], grid: PatchGrid) -> Float[Tensor, ""]:
    """g5: ‖c′ − C′‖²."""
    return smoothness_error(color, _shared(color, grid))


def log_boundary_localization(
    boundary: Float[Tensor, "*n R R"], distance_px: Float[Tensor, "*n R R"]
) -> Float[Tensor, ""]:
    """g6: b · log2(u + 1); far from any boundary, a little farther hardly matters."""
    return boundary_localization(boundary, torch.log2(distance_px + 1))


def depth_error(
    boundary: Float[Tensor, "*n R R"],
    masks: Bool[Tensor, "*n l R R"],
    wedge_depth_m: Float[Tensor, "*n l"],
    depth_m: Float[Tensor, "*n R R"],
) -> Float[Tensor, ""]:
    """g7: squared depth error of each wedge along its stroke H(b_i − τ), the mean over strokes."""
    strokes = (boundary.detach() > STROKE_THRESHOLD).unsqueeze(-3) & masks
    return _masked_depth_error(strokes, wedge_depth_m, depth_m)


def dense_depth_error(
    masks: Bool[Tensor, "*n l R R"], wedge_depth_m: Float[Tensor, "*n l"], depth_m: Float[Tensor, "*n R R"]
) -> Float[Tensor, ""]:
    """g8: squared depth error of each wedge wherever it is the front one."""
    return _masked_depth_error(masks, wedge_depth_m, depth_m)


def _masked_depth_error(
    where: Bool[Tensor, "*n l R R"], wedge_depth_m: Float[Tensor, "*n l"], depth_m: Float[Tensor, "*n R R"]
) -> Float[Tensor, ""]:
    error = (wedge_depth_m[..., None, None] - depth_m.unsqueeze(-3)).square()
    return (error * where).sum() / where.sum().clamp_min(1)


def _shared(color: Float[Tensor, "*n rows cols k C R R"], grid: PatchGrid) -> Float[Tensor, "*n rows cols k C R R"]:
    """Return what neighbouring patches agree on: the mean, cut into patches again."""
    with torch.no_grad():
        flat = grid.fold_mean(color.flatten(-4, -3))
        shared: Tensor = grid.unfold(flat).unflatten(-3, color.shape[-4:-2])
        return shared
