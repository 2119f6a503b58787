"""How the numbers of the paper's two networks are read: the only place that knows their layout and scaling."""

import math

import torch

from blurry_edges.estimator.fused_inputs import H_PX
from blurry_edges.maps import CONFIDENCE_THRESHOLD, GlobalMaps, global_maps
from blurry_edges.nets.fused import T_HALF_RANGE_PX, T_MIDDLE_PX
from blurry_edges.nets.unet import UNet
from blurry_edges.optics import Camera
from blurry_edges.patches import PatchGrid
from blurry_edges.typing import Float, Tensor
from blurry_edges.wedge import (
    Wedges,
    angles_from_opening,
    collective_alpha_maps,
    eta_from_code,
    ridge_colors,
    signed_distance,
)

__all__ = [
    "base_of",
    "dense_depth_m",
    "depth_from_t",
    "global_inputs",
    "global_maps_of",
    "physical_d_px2",
    "read_global",
    "read_local",
    "sparse_depth_m",
    "t_from_depth",
    "wedge_depth_m",
]

_VERTEX_SCALE = 3.0
_RANGE_MARGIN = 1.1
_BANDS_AT_ONCE = 2048


def read_local(code: Float[Tensor, "*n 10"]) -> Wedges:
    """Wedges of patches from the local stage: 4 vertices, then (start, opening) of each wedge, then smoothness."""
    opening = code[..., 4:8].unflatten(-1, (2, 2))
    return Wedges(
        vertex=code[..., :4].unflatten(-1, (2, 2)),
        angles=angles_from_opening(opening.remainder(math.tau)),
        eta=eta_from_code(code[..., 8:]),
    )


def read_global(numbers: Float[Tensor, "*n 12"]) -> Wedges:
    """Wedges of patch pairs from the global stage."""
    opening = (math.pi * numbers[..., 4:8] + math.pi).unflatten(-1, (2, 2))
    return Wedges(
        vertex=(_VERTEX_SCALE * numbers[..., :4]).unflatten(-1, (2, 2)),
        angles=angles_from_opening(opening.remainder(math.tau)),
        eta=eta_from_code(numbers[..., 8:] + 0.5).unflatten(-1, (2, 2)),
    )


def global_inputs(
    codes: Float[Tensor, "b 2 rows cols 10"], images: Float[Tensor, "b 2 3 H W"], grid: PatchGrid
) -> tuple[Float[Tensor, "b rows cols 38"], Float[Tensor, "b rows cols 12"]]:
    """Input of the global stage, and the mean of the two local estimates to which it adds its corrections."""
    colors = _local_colors(codes, images, grid)
    vertex = codes[..., :4] / _VERTEX_SCALE
    angles = (codes[..., 4:8].remainder(math.tau) - math.pi) / math.pi
    each = torch.cat([vertex, angles, codes[..., 8:] - 0.5, 2 * (colors.flatten(-2) - 0.5)], -1)
    features = torch.cat([each[:, 0], each[:, 1]], -1)
    return features, base_of(features)


def base_of(features: Float[Tensor, "*n 38"]) -> Float[Tensor, "*n 12"]:
    """Mean of the two local estimates in the input of the global stage: shared geometry, smoothness of each image."""
    each = features.unflatten(-1, (2, -1))
    vertex, angles, smoothness = each[..., :4].mean(-2), each[..., 4:8], each[..., 8:10]
    mean = _circular_mean(math.pi * (angles + 1)) / math.pi - 1
    return torch.cat([vertex, mean, smoothness.flatten(-2)], -1)


def wedge_depth_m(eta: Float[Tensor, "*n 2 2"], camera: Camera, half_patch_px: float) -> Float[Tensor, "*n 2"]:
    """Depth of each wedge in metres.

    A pair of smoothness values that no depth and no texture give is taken to the nearest that one does, and the depth
    is held within a slightly widened working range. Gradients pass as if neither were done, so that a wedge that is off
    can learn its way back.
    """
    near, far = camera.depth_range_m
    ends = [float(camera.d_px2(z)) for z in (near / _RANGE_MARGIN, far * _RANGE_MARGIN)]
    eta_px = eta * half_patch_px
    d_px2 = eta_px[..., 0, :].square() - eta_px[..., 1, :].square()
    held = physical_d_px2(eta_px[..., 0, :], eta_px[..., 1, :], camera).clamp(min(ends), max(ends))
    depth_m, _ = camera.depth_from_d(d_px2 + (held - d_px2).detach())
    return depth_m


def physical_d_px2(minus_px: Float[Tensor, "*n"], plus_px: Float[Tensor, "*n"], camera: Camera) -> Float[Tensor, "*n"]:
    """Return d = η₋² − η₊² of the nearest pair of smoothness values that some depth and texture give.

    With η±² = (t ∓ h)² + ξ² the physical pairs are those with η₋ + η₊ ≥ 2|h| and |η₋ − η₊| ≤ 2|h|: a strip with a
    straight end, so that the nearest of them is found by holding sum and difference. Of an aperture pair, whose h
    depends on the depth, d is taken as it is.
    """
    if camera.minus.aperture_sigma_m != camera.plus.aperture_sigma_m:
        return minus_px.square() - plus_px.square()
    widest = 2 * abs(float(camera.h_px(1.0)))
    return (minus_px + plus_px).clamp_min(widest) * (minus_px - plus_px).clamp(-widest, widest)


def global_maps_of(wedges: Wedges, images: Float[Tensor, "2 3 h w"], grid: PatchGrid, camera: Camera) -> GlobalMaps:
    """Render the wedges of a pair; those that no depth explains have the nearest that one does.

    Z is wherever any wedge brings a depth; `sparse_depth_m` is that of the paper, above the confidence threshold.
    """
    depth_m = wedge_depth_m(wedges.eta, camera, grid.half_patch_px)
    return global_maps(wedges, images, camera, grid, wedge_depth_m=depth_m, confidence_threshold=0.0)


def sparse_depth_m(maps: GlobalMaps) -> Float[Tensor, "*n H W"]:
    """Z in metres where its confidence is above the paper's threshold, NaN elsewhere."""
    return torch.where(maps.confidence > CONFIDENCE_THRESHOLD, maps.depth_m, torch.nan)


def dense_depth_m(densifier: UNet, maps: GlobalMaps, camera: Camera) -> Float[Tensor, "H W"]:
    """Dense depth in metres of one pair by PP; NaN where no depth has what it gives."""
    one_pair = (x.unsqueeze(0) for x in (t_from_depth(maps.depth_m, camera), maps.confidence, maps.color))
    filled = densifier(*one_pair, CONFIDENCE_THRESHOLD)
    return depth_from_t(filled[0], camera)


def _circular_mean(angles: Float[Tensor, "*n 2 a"]) -> Float[Tensor, "*n a"]:
    """Mean over the two images, which may lie at both sides of 2π."""
    return torch.atan2(angles.sin().mean(-2), angles.cos().mean(-2)).remainder(math.tau)


def _local_colors(
    codes: Float[Tensor, "b 2 rows cols 10"], images: Float[Tensor, "b 2 3 H W"], grid: PatchGrid
) -> Float[Tensor, "b 2 rows cols 3 3"]:
    """Colours of the wedges in each image by itself."""
    parts = []
    for band in grid.bands(max(1, _BANDS_AT_ONCE // (grid.cols * codes.shape[0]))):
        wedges = read_local(codes[..., band.start : band.stop, :, :])
        patches = grid.unfold(images, band)
        alphas = collective_alpha_maps(signed_distance(wedges.vertex, wedges.angles, grid.patch_size), wedges.eta)
        parts.append(ridge_colors(alphas, patches))
    return torch.cat(parts, 2)


def t_from_depth(depth_m: Float[Tensor, "*n"], camera: Camera) -> Float[Tensor, "*n"]:
    """Return what the densifier works on: t at the network's scale, centred and scaled to about −1..1."""
    return (camera.d_px2(depth_m) / (4 * H_PX) - T_MIDDLE_PX) / T_HALF_RANGE_PX


def depth_from_t(t: Float[Tensor, "*n"], camera: Camera) -> Float[Tensor, "*n"]:
    """Invert `t_from_depth`; NaN where no depth has such a t."""
    depth_m, valid = camera.depth_from_d((t * T_HALF_RANGE_PX + T_MIDDLE_PX) * 4 * H_PX)
    return torch.where(valid, depth_m, torch.nan)
