"""Losses of the default network."""

import torch
import torch.nn.functional as F

from blurry_edges.nets.fused import FusedOutput
from blurry_edges.optics import noise_variance
from blurry_edges.train.data import Batch
from blurry_edges.typing import Bool, Float, Tensor

__all__ = ["LayerTruth", "fused_losses", "layer_truth"]

_JUMP_PX = 0.2
"""Step of t between neighbours that no tilted plane makes."""
_REACH_PX = 4
"""How far from an occlusion edge both of its sides are asked for."""
_BESIDE_BOUNDARY = 0.5
"""Wanted probability of a boundary at the pixels beside one."""


class LayerTruth:
    """The two surfaces at each pixel: its own, and near an occlusion edge the other side's, continued."""

    def __init__(self, t_px: Float[Tensor, "b H W"]) -> None:
        self.t_px = t_px
        jumps = (_largest(t_px, 1) - _smallest(t_px, 1) > _JUMP_PX).to(t_px)
        # A jump is seen from both of its sides, so its far side is one pixel farther than its near one.
        self.near: Bool[Tensor, "b H W"] = _largest(jumps, _REACH_PX - 1) > 0
        """Pixels near an occlusion edge."""
        high, low = _largest(t_px, _REACH_PX), _smallest(t_px, _REACH_PX)
        self.is_high: Bool[Tensor, "b H W"] = high - t_px < t_px - low
        """Pixels that show the surface with the larger t; means something near an edge only."""
        self.step_px: Float[Tensor, "b H W"] = high - low
        """Difference of the two surfaces near an edge."""
        self.both_px: Float[Tensor, "b 2 H W"] = torch.stack(
            [
                torch.where(self.near & ~self.is_high, high, t_px),
                torch.where(self.near & self.is_high, low, t_px),
            ],
            1,
        )
        """t of the surface with the larger t, then of the other."""


def layer_truth(t_px: Float[Tensor, "b H W"]) -> LayerTruth:
    """Find the two surfaces at each pixel from the true t."""
    return LayerTruth(t_px)


def fused_losses(
    output: FusedOutput, batch: Batch, t_px: Float[Tensor, "b H W"], extra_at_edges: float
) -> dict[str, Float[Tensor, ""]]:
    """Compute every loss of a batch, unweighted; `t_px` is the true t."""
    layers, pictures = output.layers, output.pictures
    with torch.no_grad():
        truth = layer_truth(t_px)
        attention = 1 + extra_at_edges * (_largest(t_px, 2) - _smallest(t_px, 2) > 2 * _JUMP_PX).to(t_px)
        attention = attention / attention.mean()
        near = truth.near.to(t_px)
        ambiguity = near * truth.step_px.clamp(max=1.0)  # small steps cost little if they are taken for none
    mean = layers.mean_px
    membership = F.binary_cross_entropy_with_logits(layers.membership, truth.is_high.to(t_px), reduction="none")
    coarse = F.binary_cross_entropy_with_logits(
        output.coarse_membership, F.avg_pool2d(truth.is_high.to(t_px), 2), reduction="none"
    )
    coarse_ambiguity = F.avg_pool2d(ambiguity, 2)
    with torch.no_grad():
        edges = batch.edges
        wanted = torch.maximum(edges, _BESIDE_BOUNDARY * _largest(edges, 1))
    return {
        "likelihood": (attention * layers.negative_log_likelihood(t_px)).mean(),
        "squared": (attention * (mean - t_px).square()).mean(),
        "layers": -(attention.unsqueeze(1) * layers.log_density(truth.both_px)).mean(),
        "membership": (ambiguity * membership).sum() / (ambiguity.sum() + 1),
        "coarse_membership": (coarse_ambiguity * coarse).sum() / (coarse_ambiguity.sum() + 1),
        "denoise": _gain_in_nats(pictures.denoised, batch),
        "sharp": (pictures.sharp - batch.all_in_focus).square().mean((1, 2, 3)).add(1e-5).log().mean(),
        "boundary": F.binary_cross_entropy_with_logits(pictures.boundary, wanted),
    }


def _gain_in_nats(denoised: Float[Tensor, "b 2 3 H W"], batch: Batch) -> Float[Tensor, ""]:
    """Logarithm of the error over the noise: every photon level counts alike."""
    per_image = (-1, 1, 1, 1, 1)
    variance = noise_variance(batch.clean, batch.photon_level.view(per_image), batch.read_noise.view(per_image))
    error = (denoised - batch.clean).square().mean((1, 2, 3, 4)) / variance.mean((1, 2, 3, 4))
    return error.log().mean()


def _largest(x: Float[Tensor, "b H W"], reach_px: int) -> Float[Tensor, "b H W"]:
    return F.max_pool2d(x, 2 * reach_px + 1, 1, reach_px)


def _smallest(x: Float[Tensor, "b H W"], reach_px: int) -> Float[Tensor, "b H W"]:
    return -_largest(-x, reach_px)
