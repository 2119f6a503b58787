"""Maps of patches: colour, boundary and derivative, and all of them for a pair at once."""

from dataclasses import dataclass

import torch

from blurry_edges.typing import Bool, Float, Tensor
from blurry_edges.wedge.alpha import collective_alpha_maps
from blurry_edges.wedge.color import shared_ridge_colors
from blurry_edges.wedge.distance import signed_distance, unoccluded_masks, unsigned_distance
from blurry_edges.wedge.params import Wedges

__all__ = [
    "BOUNDARY_WIDTH",
    "LocalMaps",
    "boundary_map",
    "color_derivative",
    "color_map",
    "render_pair",
    "wedge_boundary_maps",
]

BOUNDARY_WIDTH = 0.07
"""δ, stroke of a boundary map in half patches."""


@dataclass(frozen=True)
class LocalMaps:
    """Local maps of patch pairs: the two patches share boundaries and colours, and differ in smoothness."""

    distance: Float[Tensor, "*n l R R"]
    """d_i, signed distance to each wedge."""
    unsigned_distance: Float[Tensor, "*n R R"]
    """u, distance to the nearest unoccluded boundary."""
    boundary: Float[Tensor, "*n R R"]
    """b, boundary centre map."""
    masks: Bool[Tensor, "*n l R R"]
    """M_i, where each wedge is the front one."""
    alphas: Float[Tensor, "*n 2 l+1 R R"]
    """α_{l→i} in both patches, background first."""
    colors: Float[Tensor, "*n l+1 C"]
    """c_0..c_l, colours of the background and the wedges."""
    color: Float[Tensor, "*n 2 C R R"]
    """c, colour maps of both patches."""


def color_map(
    alphas: Float[Tensor, "*n layers R R"], colors: Float[Tensor, "*n layers C"]
) -> Float[Tensor, "*n C R R"]:
    """Render a patch: its local colour map c = Σ_i c_i α_{l→i}."""
    return (colors.mT @ alphas.flatten(-2)).reshape(*colors.mT.shape[:-1], *alphas.shape[-2:])


def boundary_map(u: Float[Tensor, "*n"], boundary_width: float = BOUNDARY_WIDTH) -> Float[Tensor, "*n"]:
    """Return the local boundary map b = exp(−u² / δ²): 1 at the centre of each unoccluded boundary."""
    return (u * u).mul_(-1 / boundary_width**2).exp_()


def wedge_boundary_maps(
    boundary: Float[Tensor, "*n R R"], masks: Bool[Tensor, "*n l R R"]
) -> Float[Tensor, "*n l R R"]:
    """b_i = b M_i: the boundary map where wedge i is the front one."""
    return boundary.unsqueeze(-3) * masks


def color_derivative(color: Float[Tensor, "*n H W"]) -> Float[Tensor, "*n H-2 W-2"]:
    """c′ = √((c ∗ G_x)² + (c ∗ G_y)² + 1e-8) with Sobel's kernels, of patches or whole images."""
    rows = color[..., :-2, :] + 2 * color[..., 1:-1, :] + color[..., 2:, :]
    columns = color[..., :-2] + 2 * color[..., 1:-1] + color[..., 2:]
    gx = rows[..., 2:] - rows[..., :-2]
    gy = columns[..., 2:, :] - columns[..., :-2, :]
    return torch.sqrt(gx**2 + gy**2 + 1e-8)


def render_pair(
    wedges: Wedges,
    patches: Float[Tensor, "*n 2 C R R"],
    boundary_width: float = BOUNDARY_WIDTH,
    ridge: float | None = None,
) -> LocalMaps:
    """Render all local maps of patch pairs (I₋ first), with the colours that fit both patches best."""
    patch_size, eta = patches.shape[-1], wedges.eta
    distance = signed_distance(wedges.vertex, wedges.angles, patch_size)
    both = distance.unsqueeze(-4).expand(*eta.shape, patch_size, patch_size)  # a view: geometry is shared
    alphas = collective_alpha_maps(both, eta)
    colors = shared_ridge_colors(alphas, patches, ridge)
    u = unsigned_distance(distance)
    return LocalMaps(
        distance=distance,
        unsigned_distance=u,
        boundary=boundary_map(u, boundary_width),
        masks=unoccluded_masks(distance),
        alphas=alphas,
        colors=colors,
        color=color_map(alphas, colors.unsqueeze(-3).expand(*eta.shape[:-1], *colors.shape[-2:])),
    )
