"""Losses of the fused network; the wedge losses carry the names of the paper's supplement."""

import torch
import torch.nn.functional as F

from blurry_edges.nets.fused import FusedOutput, wedges_from_code
from blurry_edges.optics import noise_variance
from blurry_edges.patches import PatchGrid
from blurry_edges.train.config import FusedTraining
from blurry_edges.train.data import Batch
from blurry_edges.train.wedge_losses import (
    STROKE_THRESHOLD,
    boundary_consistency,
    color_consistency,
    color_error,
    smoothness_consistency,
    smoothness_error,
)
from blurry_edges.typing import Float, Tensor
from blurry_edges.wedge import angles_from_directions, color_derivative, render_pair

__all__ = ["edge_attention", "fused_losses", "wedge_losses"]

_OCCLUSION_STEP_PX = 0.35  # more than the steepest tilted plane changes t over 4 px
_FLAT_DERIVATIVE = 0.15  # Sobel response below which there is nothing to see at a hundred photons


def fused_losses(
    output: FusedOutput,
    batch: Batch,
    t_px: Float[Tensor, "b H W"],
    h_px: float,
    settings: FusedTraining,
    generator: torch.Generator,
) -> dict[str, Float[Tensor, ""]]:
    """Compute every loss of a batch, unweighted; `t_px` is the true t."""
    mean, _ = output.dense.mean_and_sd()
    attention = edge_attention(t_px, settings.edge_attention)
    per_image = (-1, 1, 1, 1, 1)
    variance = noise_variance(batch.clean, batch.photon_level.view(per_image), batch.read_noise.view(per_image))
    denoise_error = (output.denoised - batch.clean).square().mean((1, 2, 3, 4)) / variance.mean((1, 2, 3, 4))
    return {
        "likelihood": (attention * output.dense.negative_log_likelihood(t_px)).mean(),
        "squared": (attention * (mean - t_px).square()).mean(),
        "denoise": denoise_error.log().mean(),  # the gain in PSNR, in nats: every photon level counts alike
        **wedge_losses(output.wedge_code, batch.clean, t_px, h_px, settings, generator),
    }


def edge_attention(t_px: Float[Tensor, "b H W"], extra: float) -> Float[Tensor, "b H W"]:
    """Weight of each pixel, 1 on average: those within 2 px of an occlusion edge count 1 + `extra` times as much.

    They are a tenth of the pixels and most of the squared error.
    """
    farthest = F.max_pool2d(t_px, 5, 1, 2)
    nearest = -F.max_pool2d(-t_px, 5, 1, 2)
    weight = 1 + extra * (farthest - nearest > _OCCLUSION_STEP_PX).float()
    return weight / weight.mean()


def wedge_losses(
    code: Float[Tensor, "b h w 16"],
    clean: Float[Tensor, "b 2 3 H W"],
    t_px: Float[Tensor, "b H W"],
    h_px: float,
    settings: FusedTraining,
    generator: torch.Generator,
) -> dict[str, Float[Tensor, ""]]:
    """Losses of the wedge head on random blocks of neighbouring patches."""
    codes, pairs, t_true = _blocks(code, clean, t_px, settings, generator)
    grid = PatchGrid.of(pairs)
    patches = grid.unfold(pairs.flatten(1, 2)).unflatten(-3, (2, 3))
    t_patches = grid.unfold(t_true.unsqueeze(1)).squeeze(-3)
    wedges = wedges_from_code(codes)
    defocus = torch.stack([wedges.t_px + h_px, wedges.t_px - h_px], -2)
    eta = (defocus.square() + wedges.xi_px.unsqueeze(-2).square()).sqrt() / grid.half_patch_px
    maps = render_pair(wedges.vertex, angles_from_directions(wedges.directions), eta, patches)
    with torch.no_grad():
        contrast = F.pad(color_derivative(patches).amax((-4, -3)), (1, 1, 1, 1))
        flatness = 1 / (1 + (contrast / _FLAT_DERIVATIVE).square())

    strokes = (maps.boundary.detach() > STROKE_THRESHOLD).unsqueeze(-3) & maps.masks
    votes = strokes * (1 - flatness).unsqueeze(-3)
    t_error = F.smooth_l1_loss(
        wedges.t_px[..., None, None].expand(votes.shape),
        t_patches.unsqueeze(-3).expand(votes.shape),
        reduction="none",
        beta=0.3,
    )
    return {
        "color": color_error(maps.color, patches),
        "color_consistency": color_consistency(maps.color, grid),
        "boundary_consistency": boundary_consistency(maps.boundary, grid),
        "derivative": smoothness_error(maps.color, patches),
        "derivative_consistency": smoothness_consistency(maps.color, grid),
        "localization": (maps.boundary * flatness).mean(),  # g6, the truth being where there is an edge to see
        "depth": (t_error * votes).sum() / (votes.sum() + 1),  # g7
    }


def _blocks(
    code: Float[Tensor, "b h w 16"],
    clean: Float[Tensor, "b 2 3 H W"],
    t_px: Float[Tensor, "b H W"],
    settings: FusedTraining,
    generator: torch.Generator,
) -> tuple[Float[Tensor, "n r c 16"], Float[Tensor, "n 2 3 P P"], Float[Tensor, "n P P"]]:
    """Cut random square blocks of patches: their codes, and what they should show."""
    side = settings.block_patches
    grid = PatchGrid.of(t_px)
    span = grid.patch_size + (side - 1) * grid.stride
    half = grid.patch_size // 2 // grid.stride  # index of the first patch centre on the half-resolution grid
    places = [(length - span) // grid.stride + 1 for length in (grid.height, grid.width)]
    codes, pairs, truths = [], [], []
    for image in range(len(code)):
        for _ in range(settings.blocks):
            row, col = (int(torch.randint(n, (), generator=generator)) for n in places)
            y, x = row * grid.stride, col * grid.stride
            codes.append(code[image, row + half : row + half + side, col + half : col + half + side])
            pairs.append(clean[image, :, :, y : y + span, x : x + span])
            truths.append(t_px[image, y : y + span, x : x + span])
    return torch.stack(codes), torch.stack(pairs), torch.stack(truths)
