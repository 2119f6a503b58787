"""Global maps of an image pair from the wedges of its patches: section "Depth estimation" of the paper.

A pixel takes the mean over all patches that cover it. Patches are rendered in bands of patch rows, so memory is
bounded (without gradients) whatever the image size. Axes ``*n`` are any leading axes, such as a batch of pairs.
"""

from dataclasses import dataclass

import torch

from blurry_edges.optics import Camera, FocusSetting
from blurry_edges.patches import PatchGrid
from blurry_edges.typing import Bool, Float, Tensor
from blurry_edges.wedge import (
    BOUNDARY_WIDTH,
    LocalMaps,
    Wedges,
    collective_alpha_maps,
    color_derivative,
    color_map,
    render_pair,
    signed_distance,
)

__all__ = ["CONFIDENCE_THRESHOLD", "SHARP_ETA", "GlobalMaps", "Omega", "global_maps", "refocused_eta", "wedge_depth"]

CONFIDENCE_THRESHOLD = 0.05
"""Sparse depth counts where the confidence F is above this, as in the paper."""
SHARP_ETA = 1e-4
"""η of a sharpened colour map, in half patches."""


@dataclass(frozen=True)
class Omega:
    """Ω of the paper: wedges and colours of all patches of a pair, which render it with any smoothness or focus."""

    grid: PatchGrid
    """Where the patches lie."""
    wedges: Wedges
    """Their wedges, on axes ``*n rows cols``."""
    colors: Float[Tensor, "*n rows cols layers C"]
    """c_0..c_l, background first."""
    camera: Camera
    """Turns pairs of smoothness into metres."""

    def color_map(
        self, eta: Float[Tensor, "*n rows cols l"], chunk_rows: int | None = None
    ) -> Float[Tensor, "*n C H W"]:
        """C: the image whose boundaries have smoothness `eta` (half patches)."""
        total = _accumulator(self.grid, self.colors, self.colors.shape[-1])
        for band in self.grid.bands(chunk_rows):
            vertex, angles, colors = (_rows(x, band, 4) for x in (self.wedges.vertex, self.wedges.angles, self.colors))
            distance = signed_distance(vertex, angles, self.grid.patch_size)
            alphas = collective_alpha_maps(distance, _rows(eta, band, 3))
            self.grid.add_band(total, color_map(alphas, colors), band)
        return self.grid.crop(total) / self.grid.count().to(total)

    def sharpened(self, chunk_rows: int | None = None) -> Float[Tensor, "*n C H W"]:
        """C with all blur taken away."""
        return self.color_map(torch.full_like(self.wedges.vertex[..., 0], SHARP_ETA), chunk_rows)

    def refocused(self, setting: FocusSetting, chunk_rows: int | None = None) -> Float[Tensor, "*n C H W"]:
        """C as the camera would have taken it with another setting."""
        return self.color_map(refocused_eta(self.wedges.eta, self.camera, setting, self.grid.patch_size), chunk_rows)


@dataclass(frozen=True)
class GlobalMaps:
    """Global maps of a pair; ``[m]`` is metres, and pixels without a depth are NaN."""

    boundary: Float[Tensor, "*n H W"]
    """B, boundary centre map, 0..1."""
    color: Float[Tensor, "*n 2 C H W"]
    """C₋ and C₊."""
    color_derivative: Float[Tensor, "*n 2 C H-2 W-2"]
    """C′₋ and C′₊, one pixel smaller at each side."""
    depth_m: Float[Tensor, "*n H W"]
    """Z [m], sparse depth along boundaries."""
    confidence: Float[Tensor, "*n H W"]
    """F, share of the patches that see a boundary here."""
    dense_depth_m: Float[Tensor, "*n H W"]
    """Dense depth [m]: each pixel takes the depth of the wedges that cover it."""
    omega: Omega
    """Wedges and colours of the patches, to refocus or sharpen."""


def wedge_depth(
    eta: Float[Tensor, "*n 2 l"], camera: Camera, patch_size: int
) -> tuple[Float[Tensor, "*n l"], Bool[Tensor, "*n l"]]:
    """z_i = z(η_i₊, η_i₋): depth [m] of each wedge, NaN where no depth explains the pair, and where it is valid."""
    depth_m, valid = _filled_depth(eta, camera, patch_size)
    return torch.where(valid, depth_m, torch.nan), valid


def refocused_eta(
    eta: Float[Tensor, "*n 2 l"], camera: Camera, setting: FocusSetting, patch_size: int
) -> Float[Tensor, "*n l"]:
    """Smoothness under another setting of the camera: √(σ(z)² + ξ²), with ξ, the edge's own blur, from I₋.

    A wedge without a depth keeps the sharper of its two etas.
    """
    half_patch_px = (patch_size - 1) / 2
    depth_m, valid = _filled_depth(eta, camera, patch_size)
    blur_px = camera.blur_sigma_px(depth_m, setting)
    blur_minus_px = camera.blur_sigma_px(depth_m, camera.minus)
    xi2 = (eta[..., 0, :] ** 2 - (blur_minus_px / half_patch_px) ** 2).clamp_min(0)
    refocused = ((blur_px / half_patch_px) ** 2 + xi2).clamp_min(SHARP_ETA**2).sqrt()
    return torch.where(valid, refocused, eta.amin(-2))


def global_maps(
    wedges: Wedges,
    images: Float[Tensor, "*n 2 C H W"],
    camera: Camera,
    grid: PatchGrid,
    *,
    wedge_depth_m: Float[Tensor, "*n rows cols l"] | None = None,
    chunk_rows: int | None = None,
    boundary_width: float = BOUNDARY_WIDTH,
    stroke_threshold: float = 0.5,
    confidence_threshold: float = CONFIDENCE_THRESHOLD,
    ridge: float | None = None,
) -> GlobalMaps:
    """All global maps of a pair (I₋ first) from the wedges of its patches.

    Args:
        wedges: those of each patch pair, on axes ``*n rows cols``.
        images: I₋ and I₊, from which the patches take their colours.
        camera: turns pairs of smoothness into metres.
        grid: where the patches lie.
        wedge_depth_m: depth of each wedge [m], NaN for none; by default the camera takes it from their smoothness.
        chunk_rows: rows of patches rendered at once; by default about a thousand patches.
        boundary_width: δ, stroke of the boundary map, half patches.
        stroke_threshold: τ, how near to a boundary a pixel must be to get its depth.
        confidence_threshold: Z is NaN where F is not above it.
        ridge: λ of the colour regression; the paper's by default.

    """
    if wedge_depth_m is None:
        depth_m, valid = _filled_depth(wedges.eta, camera, grid.patch_size)
    else:
        depth_m, valid = wedge_depth_m.nan_to_num(0), ~wedge_depth_m.isnan()
    color_sum = _accumulator(grid, wedges.vertex, 2 * images.shape[-3])
    vote_sum = _accumulator(grid, wedges.vertex, 6)
    colors = []
    for band in grid.bands(chunk_rows):
        patches = grid.unfold(images, band).movedim(-6, -4)  # the pair next to the colours
        seen = Wedges(*(_rows(x, band, 4) for x in (wedges.vertex, wedges.angles, wedges.eta)))
        maps = render_pair(seen, patches, boundary_width, ridge)
        colors.append(maps.colors)
        votes = _votes(maps, _rows(depth_m, band, 3), _rows(valid, band, 3), stroke_threshold)
        grid.add_band(color_sum, maps.color.flatten(-4, -3), band)
        grid.add_band(vote_sum, votes, band)
    omega = Omega(grid, wedges, torch.cat(colors, -4), camera)
    return _finish(omega, grid.crop(color_sum), grid.crop(vote_sum), confidence_threshold)


def _votes(
    maps: LocalMaps,
    depth_m: Float[Tensor, "*n l"],
    valid: Bool[Tensor, "*n l"],
    stroke_threshold: float,
) -> Float[Tensor, "*n 6 R R"]:
    """Stack what a patch adds to the sums of B, F, and numerator and denominator of Z and of the dense depth.

    A pixel has one front wedge, so H(b_i − τ) = H(b − τ) M_i and Z's terms are the dense ones within the stroke.
    The paper divides Z by all of H(b − τ), which also counts the stroke on the background's side, where no wedge
    brings a depth, and so pulls the mean towards 0; we divide by the strokes that do bring one.
    """
    stroke = (maps.boundary >= stroke_threshold).to(maps.boundary)
    covers = (maps.masks & valid[..., None, None]).to(maps.boundary)
    depth = (covers * depth_m[..., None, None]).sum(-3)
    covered = covers.sum(-3)
    return torch.stack([maps.boundary, stroke, stroke * depth, stroke * covered, depth, covered], -3)


def _finish(
    omega: Omega,
    color_sum: Float[Tensor, "*n C2 H W"],
    vote_sum: Float[Tensor, "*n 6 H W"],
    confidence_threshold: float,
) -> GlobalMaps:
    """Turn the sums over patches into maps."""
    count = omega.grid.count().to(color_sum)
    *n, channels, height, width = color_sum.shape
    color = (color_sum / count).reshape(*n, 2, channels // 2, height, width)
    boundary, stroke, depth, voters, dense, covered = vote_sum.unbind(-3)
    confidence = stroke / count
    return GlobalMaps(
        boundary=boundary / count,
        color=color,
        color_derivative=color_derivative(color),
        depth_m=_ratio(depth, voters, confidence > confidence_threshold),
        confidence=confidence,
        dense_depth_m=_ratio(dense, covered, torch.ones_like(covered, dtype=torch.bool)),
        omega=omega,
    )


def _filled_depth(
    eta: Float[Tensor, "*n 2 l"], camera: Camera, patch_size: int
) -> tuple[Float[Tensor, "*n l"], Bool[Tensor, "*n l"]]:
    """Depth of each wedge, the nearest of the working range where invalid, so that gradients stay finite."""
    eta_px = eta * ((patch_size - 1) / 2)
    minus, plus = eta_px.unbind(-2)
    _, valid = camera.depth_from_eta(minus.detach(), plus.detach())
    fill_minus, fill_plus = camera.blur_sigmas_px(camera.depth_range_m[0])
    depth_m, _ = camera.depth_from_eta(torch.where(valid, minus, fill_minus), torch.where(valid, plus, fill_plus))
    return depth_m, valid


def _ratio(
    total: Float[Tensor, "*n H W"], weight: Float[Tensor, "*n H W"], wanted: Bool[Tensor, "*n H W"]
) -> Float[Tensor, "*n H W"]:
    """Return total / weight where it is wanted and has any weight (which counts votes), NaN elsewhere."""
    return torch.where(wanted & (weight > 0), total / weight.clamp_min(1), torch.nan)


def _accumulator(grid: PatchGrid, like: Float[Tensor, "*n rows cols _ _"], channels: int) -> Tensor:
    """Zeros of the padded image size."""
    return like.new_zeros(*like.shape[:-4], channels, grid.padded_height, grid.padded_width)


def _rows(tensor: Tensor, band: range, axis_from_end: int) -> Tensor:
    """Take the patch rows of a band; rows are the given axis from the end."""
    return tensor.narrow(-axis_from_end, band.start, len(band))
