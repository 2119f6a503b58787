"""The default network: a small U-Net that sees the pair and the evidence.

It works in px and in t, the camera's mean signed defocus, at the blur scale of the paper's camera; metres come later.
Three heads read its trunk:

- dense: at every pixel a mixture of two Laplace distributions of t. At an occlusion edge the two are the front and the
  back surface, so the mean is the best guess in the squared sense and the spread tells that there is an edge.
- denoised: the pair without noise, at each pixel a mixture of the image smoothed by different amounts. Most of a
  defocused image is smooth, and a mixture can never be worse than what it mixes, from 20 to 5000 photons.
- wedge: 16 numbers a patch on a grid of stride 2, see `wedges_from_code`.
"""

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from blurry_edges.filters import gaussian_smooth
from blurry_edges.nets.layers import ConvNorm, Residual, Upsample
from blurry_edges.typing import Float, Tensor

__all__ = ["DenseMixture", "FusedConfig", "FusedFeatures", "FusedNet", "FusedOutput", "WedgeCode", "wedges_from_code"]

T_MIDDLE_PX, T_HALF_RANGE_PX = 0.7, 4.0
_LOG_SCALE_RANGE = (-4.5, 1.5)
_WEDGE_NUMBERS = 16
_SMOOTHINGS_PX = (0.7, 1.4, 2.8, 5.6)
MULTIPLE = 8  # the trunk halves three times


@dataclass(frozen=True)
class FusedConfig:
    """Size of the network; stored in the card of its weights."""

    evidence_channels: int
    """Channels of evidence features at half resolution; see `evidence_features`."""
    channels: tuple[int, int, int] = (64, 96, 128)
    """Channels at half, quarter and eighth resolution."""
    detail_channels: int = 32
    """Channels of the full-resolution layers that place the edges."""
    detail_blocks: int = 2
    """Residual blocks at full resolution."""


@dataclass(frozen=True)
class DenseMixture:
    """Two Laplace distributions of t at each pixel."""

    t_px: Float[Tensor, "b 2 H W"]
    """Centres in px."""
    log_scale: Float[Tensor, "b 2 H W"]
    """Logarithm of the Laplace scales in px."""
    log_weight: Float[Tensor, "b 2 H W"]
    """Logarithm of the weights, which sum to 1."""

    def cropped(self, rows: slice, columns: slice) -> "DenseMixture":
        """Cut out a part."""
        return DenseMixture(*(x[..., rows, columns] for x in vars(self).values()))

    def mean_and_sd(self) -> tuple[Float[Tensor, "b H W"], Float[Tensor, "b H W"]]:
        """Mean and standard deviation of t in px."""
        weight = self.log_weight.exp()
        mean = (weight * self.t_px).sum(1)
        variance = weight * ((self.t_px - mean.unsqueeze(1)).square() + 2 * (2 * self.log_scale).exp())
        return mean, variance.sum(1).sqrt()

    def negative_log_likelihood(self, t_px: Float[Tensor, "b H W"]) -> Float[Tensor, "b H W"]:
        """−log of the density of the true t."""
        distance = (t_px.unsqueeze(1) - self.t_px).abs()
        log_density = self.log_weight - self.log_scale - math.log(2) - distance * (-self.log_scale).exp()
        return -torch.logsumexp(log_density, 1)


@dataclass(frozen=True)
class FusedFeatures:
    """Features that the heads read."""

    pair: Float[Tensor, "b 2 3 H W"]
    trunk: Float[Tensor, "b c h w"]
    fine: Float[Tensor, "b d H W"]
    t_centred: Float[Tensor, "b 1 H W"]
    """The analytic t, centred and scaled."""


@dataclass(frozen=True)
class FusedOutput:
    """Output of one forward pass with all heads."""

    dense: DenseMixture
    denoised: Float[Tensor, "b 2 3 H W"]
    wedge_code: Float[Tensor, "b h w 16"]
    """Codes of the patches centred on every second pixel: index (j, k) is the patch around pixel (2j, 2k)."""


@dataclass(frozen=True)
class WedgeCode:
    """Two wedges a patch, as the wedge head knows them."""

    vertex: Float[Tensor, "*n 2 2"]
    """Vertices in half patches."""
    directions: Float[Tensor, "*n 2 2 2"]
    """Vectors along the two edges of each wedge."""
    t_px: Float[Tensor, "*n 2"]
    """t of each wedge in px."""
    xi_px: Float[Tensor, "*n 2"]
    """Texture blur ξ of each wedge in px."""


def wedges_from_code(code: Float[Tensor, "*n 16"]) -> WedgeCode:
    """Read the wedge head's 16 numbers: 4 for the vertices, 8 for edge directions, 2 for t and 2 for ξ.

    Edges are vectors, not angles, and smoothness is (t, ξ), not (η₋, η₊): both are free of jumps and always physical.
    """
    vertex, directions, t, xi = code[..., :4], code[..., 4:12], code[..., 12:14], code[..., 14:]
    # Without this the untrained directions are near zero and turn wildly; half planes are a good beginning.
    rest = code.new_tensor([[[0.5, 0.0], [-0.5, 0.0]], [[0.0, 0.5], [0.0, -0.5]]])
    return WedgeCode(
        vertex=vertex.unflatten(-1, (2, 2)),
        directions=directions.unflatten(-1, (2, 2, 2)) + rest,
        t_px=T_MIDDLE_PX + T_HALF_RANGE_PX * torch.tanh(0.6 * t),
        xi_px=0.05 + 3.0 * torch.sigmoid(xi - 2),
    )


class FusedNet(nn.Module):
    """U-Net at half, quarter and eighth resolution with full-resolution detail layers."""

    def __init__(self, config: FusedConfig) -> None:
        super().__init__()
        self.config = config
        half, quarter, eighth = config.channels
        detail = config.detail_channels
        self.stem = ConvNorm(config.evidence_channels + 24, half)
        self.half_in = Residual(half)
        self.to_quarter = ConvNorm(half, quarter, stride=2)
        self.quarter_in = nn.Sequential(Residual(quarter), Residual(quarter, dilation=2))
        self.to_eighth = ConvNorm(quarter, eighth, stride=2)
        self.eighth = nn.Sequential(*(Residual(eighth, dilation) for dilation in (1, 2, 4, 1)))
        self.from_eighth = Upsample(eighth, quarter)
        self.quarter_out = nn.Sequential(Residual(quarter), Residual(quarter))
        self.from_quarter = Upsample(quarter, half)
        self.half_out = Residual(half)
        self.spread = nn.Conv2d(half, 4 * detail, 1)
        self.detail_in = ConvNorm(detail + 7, detail)
        self.detail = nn.Sequential(*(Residual(detail) for _ in range(config.detail_blocks)))
        self.dense_head = nn.Conv2d(detail, 7, 3, padding=1)
        self.denoise_head = nn.Conv2d(detail, 2 * (len(_SMOOTHINGS_PX) + 1), 3, padding=1)
        self.wedge_head = nn.Sequential(Residual(half), ConvNorm(half, 128), nn.Conv2d(128, _WEDGE_NUMBERS, 1))
        self._start_gently()

    def _start_gently(self) -> None:
        for head in (self.dense_head, self.denoise_head):
            nn.init.normal_(head.weight, std=1e-3)
        # The two components start apart, so that they can become front and back; the gate starts open.
        dense_start = torch.tensor([0.1, -0.1, -0.5, -0.5, 0.0, 0.0, 2.0])
        self.dense_head.bias = nn.Parameter(dense_start)

    def forward(
        self,
        pair: Float[Tensor, "b 2 3 H W"],
        evidence: Float[Tensor, "b e h w"],
        t_evidence_px: Float[Tensor, "b h w"],
    ) -> FusedOutput:
        """Estimate from a pair and its evidence features at half resolution; H and W are multiples of 8."""
        features = self.features(pair, evidence, t_evidence_px)
        return FusedOutput(self.dense(features), self.denoised(features), self.wedge_code(features))

    def features(
        self,
        pair: Float[Tensor, "b 2 3 H W"],
        evidence: Float[Tensor, "b e h w"],
        t_evidence_px: Float[Tensor, "b h w"],
    ) -> FusedFeatures:
        """Compute what the heads read; each head costs little, and only those that are asked for."""
        images = pair.flatten(1, 2) * 2 - 1
        trunk = self._trunk(torch.cat([evidence, F.pixel_unshuffle(images, 2)], 1))
        t_analytic = F.interpolate(t_evidence_px.unsqueeze(1), scale_factor=2, mode="bilinear", align_corners=False)
        t_centred = (t_analytic - T_MIDDLE_PX) / T_HALF_RANGE_PX
        fine = F.gelu(F.pixel_shuffle(self.spread(trunk), 2))
        fine = self.detail(self.detail_in(torch.cat([fine, images, t_centred], 1)))
        return FusedFeatures(pair, trunk, fine, t_centred)

    def dense(self, features: FusedFeatures) -> DenseMixture:
        """Read the dense head; a gate says how far to trust the analytic t, which is wrong at occlusion edges."""
        raw = self.dense_head(features.fine).float()
        gate = torch.sigmoid(raw[:, 6:])
        t_px = T_MIDDLE_PX + T_HALF_RANGE_PX * (gate * features.t_centred + raw[:, :2])
        return DenseMixture(
            t_px=t_px,
            log_scale=raw[:, 2:4].clamp(*_LOG_SCALE_RANGE),
            log_weight=F.log_softmax(raw[:, 4:6], 1),
        )

    def denoised(self, features: FusedFeatures) -> Float[Tensor, "b 2 3 H W"]:
        """Read the denoising head: the pair without noise."""
        return _mix_smoothed(features.pair, self.denoise_head(features.fine).float())

    def wedge_code(self, features: FusedFeatures) -> Float[Tensor, "b h w 16"]:
        """Read the wedge head; index (j, k) is the patch around pixel (2j, 2k)."""
        code: Tensor = self.wedge_head(features.trunk).float().permute(0, 2, 3, 1)
        return code

    def _trunk(self, x: Float[Tensor, "b i h w"]) -> Float[Tensor, "b c h w"]:
        half = self.half_in(self.stem(x.contiguous(memory_format=torch.channels_last)))
        quarter = self.quarter_in(self.to_quarter(half))
        eighth: Tensor = self.eighth(self.to_eighth(quarter))
        quarter = self.quarter_out(self.from_eighth(eighth, quarter))
        out: Tensor = self.half_out(self.from_quarter(quarter, half))
        return out


def _mix_smoothed(pair: Float[Tensor, "b 2 3 H W"], logits: Float[Tensor, "b m H W"]) -> Float[Tensor, "b 2 3 H W"]:
    """Mix each image with smoothed copies of itself, by weights of its own at each pixel."""
    copies, reached_px = [pair], 0.0
    for sigma_px in _SMOOTHINGS_PX:
        copies.append(gaussian_smooth(copies[-1], math.sqrt(sigma_px**2 - reached_px**2)))
        reached_px = sigma_px
    weights = logits.unflatten(1, (len(copies), 2)).softmax(1)
    return torch.stack([weights[:, i, :, None] * copy for i, copy in enumerate(copies)]).sum(0)
