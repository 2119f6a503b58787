"""Distance maps of wedges: the supplement's section "Derivation of distance maps".

The functions down to `signed_distance_reference` are its equations one by one. `signed_distance` and
`unsigned_distance` give the same maps in fewer passes over memory, and are what everything else uses.
Axes: ``t`` is the starting or the ending edge of a wedge; maps have y along rows and x along columns.
"""

import math

import torch

from blurry_edges.typing import Bool, Float, Tensor

__all__ = [
    "axial_distance",
    "edge_distance",
    "inside_sign",
    "pixel_axis",
    "radial_distance",
    "signed_distance",
    "signed_distance_reference",
    "unoccluded_masks",
    "unsigned_distance",
    "unsigned_distance_reference",
    "vertex_distance",
]


def pixel_axis(patch_size: int, like: Tensor) -> Float[Tensor, " R"]:
    """Coordinates of pixel centres along one side of a patch, −1..1."""
    steps = torch.arange(1 - patch_size, patch_size, 2, dtype=like.dtype, device=like.device)
    return steps / (patch_size - 1)  # unlike linspace, symmetric to the last bit and exactly 0 at the centre


def radial_distance(
    vertex: Float[Tensor, "*n l 2"], angles: Float[Tensor, "*n l 2"], patch_size: int
) -> Float[Tensor, "*n l 2 R R"]:
    """r_it = −(x − x_i) sin θ_it + (y − y_i) cos θ_it: signed distance to the line of the edge."""
    dx, dy = _offsets(vertex, patch_size)
    angles = angles[..., None, None]
    return -dx * angles.sin() + dy * angles.cos()


def axial_distance(
    vertex: Float[Tensor, "*n l 2"], angles: Float[Tensor, "*n l 2"], patch_size: int
) -> Float[Tensor, "*n l 2 R R"]:
    """a_it = (x − x_i) cos θ_it + (y − y_i) sin θ_it: signed distance from the vertex along the edge."""
    dx, dy = _offsets(vertex, patch_size)
    angles = angles[..., None, None]
    return dx * angles.cos() + dy * angles.sin()


def vertex_distance(
    radial: Float[Tensor, "*n l 2 R R"], axial: Float[Tensor, "*n l 2 R R"], w: float = 1.0
) -> Float[Tensor, "*n l 2 R R"]:
    """v_it = √(r_it² + w² a_it²): scaled distance to the vertex."""
    return _safe_sqrt(radial**2 + w**2 * axial**2)


def edge_distance(
    vertex: Float[Tensor, "*n l 2"], angles: Float[Tensor, "*n l 2"], patch_size: int, w: float = 1.0
) -> Float[Tensor, "*n l 2 R R"]:
    """d_it: r_it beside the edge (a_it ≥ 0), and behind the vertex ±v_it with the sign of r_it."""
    radial = radial_distance(vertex, angles, patch_size)
    axial = axial_distance(vertex, angles, patch_size)
    behind = torch.where(radial >= 0, 1, -1) * vertex_distance(radial, axial, w)
    return torch.where(axial >= 0, radial, behind)


def inside_sign(
    vertex: Float[Tensor, "*n l 2"], angles: Float[Tensor, "*n l 2"], patch_size: int
) -> Float[Tensor, "*n l R R"]:
    """χ_i: 1 where θ_i1 ≤ arctan2(x − p_i) ≤ θ_i2, all taken mod 2π from the starting edge, −1 elsewhere."""
    dx, dy = (offset.squeeze(-3) for offset in _offsets(vertex, patch_size))
    start, end = angles[..., None, None].unbind(-3)
    turn = (torch.atan2(dy, dx) - start).remainder(math.tau)
    return torch.where(turn <= (end - start).remainder(math.tau), 1.0, -1.0).to(vertex)


def signed_distance_reference(
    vertex: Float[Tensor, "*n l 2"], angles: Float[Tensor, "*n l 2"], patch_size: int, w: float = 1.0
) -> Float[Tensor, "*n l R R"]:
    """d_i = min(|d_i1|, |d_i2|) χ_i, by definition: the oracle of `signed_distance`."""
    nearest = edge_distance(vertex, angles, patch_size, w).abs().amin(-3)
    return nearest * inside_sign(vertex, angles, patch_size)


def signed_distance(
    vertex: Float[Tensor, "*n l 2"], angles: Float[Tensor, "*n l 2"], patch_size: int, w: float = 1.0
) -> Float[Tensor, "*n l R R"]:
    """d_i: distance to the boundary of wedge i in half patches, positive inside.

    |d_it|² = r_it² + w² min(a_it, 0)² needs one root for both edges. χ_i follows from the sides r_i1 and −r_i2 of
    the two lines: inside is on both when the opening is at most π, and on either when it is larger.
    """
    axis = pixel_axis(patch_size, vertex)
    dx, dy = (axis - vertex[..., None]).unbind(-2)
    reflex = ((angles[..., 1] - angles[..., 0]).remainder(math.tau) > math.pi)[..., None, None]
    # "On either side" is "not on both other sides": flipping r of reflex wedges leaves one case, and |d| as it is.
    flip = torch.where(reflex, -1.0, 1.0).to(vertex)
    sides, squares = [], []
    for theta, side in zip(angles.unbind(-1), (flip, -flip), strict=True):
        cos, sin = theta.cos()[..., None], theta.sin()[..., None]
        radial = side * (dy * cos)[..., None] - (side * (dx * sin)[..., None, :])
        behind = ((dy * sin)[..., None] + (dx * cos)[..., None, :]).clamp_max(0)
        sides.append(radial)
        squares.append(torch.addcmul(radial * radial, behind, behind, value=w**2))
    distance = _safe_sqrt(torch.minimum(*squares))
    inside = torch.minimum(*sides).detach() * flip >= 0
    return torch.where(inside, distance, -distance)


def unoccluded_masks(distance: Float[Tensor, "*n l R R"]) -> Bool[Tensor, "*n l R R"]:
    """M_i = H(d_i) ∏_{j>i} [1 − H(d_j)]: where wedge i is the front one."""
    *behind, front = (distance >= 0).unbind(-3)
    masks, visible = [front], ~front
    for layer in reversed(behind):
        masks.append(visible & layer)
        visible = visible & ~layer
    return torch.stack(masks[::-1], -3)


def unsigned_distance_reference(distance: Float[Tensor, "*n l R R"]) -> Float[Tensor, "*n R R"]:
    """Return u = min(|d_i|, …, |d_l|) where M_i = 1, and over all wedges on the background, by its definition."""
    u = distance.abs().amin(-3)
    masks = unoccluded_masks(distance)
    for i in range(distance.shape[-3]):
        u = torch.where(masks[..., i, :, :], distance[..., i:, :, :].abs().amin(-3), u)
    return u


def unsigned_distance(distance: Float[Tensor, "*n l R R"]) -> Float[Tensor, "*n R R"]:
    """u: distance to the nearest unoccluded boundary.

    Wedges are laid from back to front: inside a new wedge what lies behind is hidden, outside it is not.
    """
    back, *front = distance.unbind(-3)
    u = back.abs()
    for layer in front:
        u = torch.where(layer >= 0, layer, torch.minimum(u, -layer))
    return u


def _offsets(
    vertex: Float[Tensor, "*n l 2"], patch_size: int
) -> tuple[Float[Tensor, "*n l 1 R R"], Float[Tensor, "*n l 1 R R"]]:
    """Return x − x_i and y − y_i of every pixel."""
    axis = pixel_axis(patch_size, vertex)
    y, x = torch.meshgrid(axis, axis, indexing="ij")
    dx, dy = (vertex[..., k, None, None, None] for k in (0, 1))
    return x - dx, y - dy


def _safe_sqrt(squared: Float[Tensor, "*n"]) -> Float[Tensor, "*n"]:
    """√ with gradient 0 instead of NaN at 0."""
    return squared.clamp_min(torch.finfo(squared.dtype).tiny).sqrt()
