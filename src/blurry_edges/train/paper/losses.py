"""The losses of the paper's supplement, one function each: l1 to l3 of the local stage, g1 to g8 of the global stage.

Three more are ours and make short training do: `blur_error` and `blur_difference_error` let the local stage learn
smoothness from the known depth, `stroke_depth_error` lets the global stage learn where strokes belong.

Axes: patches are ``*n C R R``, and ``*n`` ends in rows and columns of patches where neighbours are compared.
Consistency compares with what the neighbours agree on, which is held constant.
"""

import torch
import torch.nn.functional as F

from blurry_edges.patches import PatchGrid
from blurry_edges.typing import Bool, Float, Tensor
from blurry_edges.wedge import boundary_map, color_derivative

__all__ = [
    "STROKE_THRESHOLD",
    "blur_difference_error",
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
    "stroke_depth_error",
]

STROKE_THRESHOLD = 0.5
"""τ of the paper."""
_WIDE_STROKE = 0.12
"""δ of strokes that feel what is a pixel or two beside them, in half patches."""
_WRONG_SURFACE_M = 0.1
"""Depth error from which on a stroke lies on the wrong surface, however far the right one is."""
_ON_BOUNDARY_PX = 1.5
_BAND_PX = 3.0
"""Half of the width of the band along edges in which depth is compared: strokes elsewhere lie on nothing."""


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


def blur_difference_error(
    boundary: Float[Tensor, "b 2 *n R R"],
    masks: Bool[Tensor, "b 2 *n l R R"],
    eta_px: Float[Tensor, "b 2 *n l"],
    true_d_px2: Float[Tensor, "b *n R R"],
    distance_px: Float[Tensor, "b *n R R"],
    h_px: float,
) -> Float[Tensor, ""]:
    """Error of d = η₋² − η₊², which is what depth is made of, along the strokes of either image that lie on an edge.

    Wedge i of one image is compared with wedge i of the other, as the global stage does. The error is in px of t, that
    is d / (4 h), squared up to 1 px and linear beyond: a few wedges that are far off would be all that counts.
    """
    on_edge = (distance_px < _ON_BOUNDARY_PX).unsqueeze(1)
    strokes = (((boundary.detach() > STROKE_THRESHOLD) & on_edge).unsqueeze(-3) & masks).sum(1)
    d_px2 = eta_px[:, 0].square() - eta_px[:, 1].square()
    t_px, true_t_px = d_px2[..., None, None] / (4 * h_px), true_d_px2.unsqueeze(-3) / (4 * h_px)
    error = F.smooth_l1_loss(t_px.expand(strokes.shape), true_t_px.expand(strokes.shape), reduction="none")
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
    """g6: (b · log2(u + 1))²; far from any boundary, a little farther hardly matters."""
    return (boundary * torch.log2(distance_px + 1)).square().mean()


def depth_error(
    boundary: Float[Tensor, "*n R R"],
    masks: Bool[Tensor, "*n l R R"],
    wedge_depth_m: Float[Tensor, "*n l"],
    edge_depth_m: Float[Tensor, "*n R R"],
    distance_px: Float[Tensor, "*n R R"],
) -> Float[Tensor, ""]:
    """g7: squared depth error of each wedge along its stroke H(b_i − τ), the mean over strokes near a true edge.

    The truth is the depth of the surface that owns the edge, whichever side of it a wedge is drawn on: it is its blur
    that the edge has.
    """
    strokes = ((boundary.detach() > STROKE_THRESHOLD) & (distance_px <= _BAND_PX)).unsqueeze(-3) & masks
    return _masked_depth_error(strokes, wedge_depth_m, edge_depth_m)


def stroke_depth_error(
    u: Float[Tensor, "*n R R"],
    masks: Bool[Tensor, "*n l R R"],
    wedge_depth_m: Float[Tensor, "*n l"],
    depth_m: Float[Tensor, "*n R R"],
) -> Float[Tensor, ""]:
    """Squared error of the depth that strokes bring to the pixels they lie on, by which strokes are moved.

    An outline has the depth of the nearer surface. A stroke that lies a pixel beside it, on the farther one, is right
    about the depth and wrong about the place: g7 does not see that, since H(b − τ) has no gradient. Here the weight is
    b itself, of a wider stroke, so that `u`, the distance to the boundary, learns; the depth is held.
    """
    weights = boundary_map(u, _WIDE_STROKE).unsqueeze(-3) * masks
    error = (wedge_depth_m.detach()[..., None, None] - depth_m.unsqueeze(-3)).square().clamp_max(_WRONG_SURFACE_M**2)
    return (weights * error).sum() / weights.sum().clamp_min(1)


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
