"""The default network, second generation: a small U-Net that sees the pair and the evidence, and gives two layers.

It works in px and in t, the camera's mean signed defocus, at the blur scale of the paper's camera; metres come later.
Its heads read features at full resolution:

- layers: at every pixel two surfaces, each with its t and an error bar, and the probability that the pixel shows the
  one with the larger t. Near an occlusion edge they are the two sides, each continued across the edge; elsewhere they
  agree. Surfaces are smooth, so what has to be sharp is the membership alone, and that is learned as a classification.
- pictures: the pair without noise, at each pixel a mixture of the image smoothed by different amounts and a
  correction in units of the noise; the image without blur, from both of these and their bands of detail.
- boundary: the probability of an outline or a visible edge.
"""

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from blurry_edges.filters import gaussian_smooth
from blurry_edges.nets.layers import ConvNorm, Residual, Upsample
from blurry_edges.typing import Float, Tensor

__all__ = [
    "FusedConfig",
    "FusedFeatures",
    "FusedNet",
    "FusedOutput",
    "FusedTrunk",
    "Pictures",
    "TwoLayers",
    "matting_features",
    "surface_sd_px",
]

T_MIDDLE_PX, T_HALF_RANGE_PX = 0.7, 4.0
_LOG_SCALE_RANGE = (-4.5, 1.5)
_SD_POWER = 1.3
"""How much faster error bars grow than what the network says. Where it is sure, errors stay within its distribution;
where it guesses, a few are far outside, whole bare areas at once, and one factor for all makes bars too wide in the one
place or too narrow in the other (docs/experiments.md)."""
_SMOOTHINGS_PX = (0.7, 1.4, 2.8, 5.6)
_LIGHT_UNIT = 200.0
"""Photons at which the light channel of the evidence is zero."""
MULTIPLE = 8  # the trunk halves three times
FINE_REACH_PX = {"layers": 12, "pictures": 32}
"""How far around a pixel the layers at full resolution see, with the heads that read them; a test measures it."""
_MATTING_CHANNELS = 4
_FAINT = 0.06
"""Contrast, over the three colours, at which those of two sides tell half of what they could."""


@dataclass(frozen=True)
class FusedConfig:
    """Size of the network; stored in the card of its weights."""

    evidence_channels: int
    """Channels of evidence features at half resolution; see `evidence_features`."""
    channels: tuple[int, int, int] = (64, 96, 128)
    """Channels at half, quarter and eighth resolution."""
    detail_channels: int = 32
    """Channels of the full-resolution layers that place the edges."""
    detail_dilations: tuple[int, ...] = (1, 2, 1)
    """Residual blocks at full resolution, each with the dilation of its first layer."""
    matting_sigma_px: float = 5.0
    """Window over which the colours of both sides of an edge are averaged."""


@dataclass(frozen=True)
class TwoLayers:
    """Two surfaces at each pixel, as Laplace distributions of t, and which of them is seen."""

    t_px: Float[Tensor, "b 2 H W"]
    """t of the surface with the larger t, then of the other."""
    log_scale: Float[Tensor, "b 2 H W"]
    """Logarithm of the Laplace scales in px."""
    membership: Float[Tensor, "b H W"]
    """Log-odds that the pixel shows the surface with the larger t."""

    def cropped(self, rows: slice, columns: slice) -> "TwoLayers":
        """Cut out a part."""
        return TwoLayers(*(x[..., rows, columns] for x in vars(self).values()))

    @property
    def log_weight(self) -> Float[Tensor, "b 2 H W"]:
        """Logarithm of the probability of each surface."""
        return torch.stack([F.logsigmoid(self.membership), F.logsigmoid(-self.membership)], 1)

    @property
    def mean_px(self) -> Float[Tensor, "b H W"]:
        """Mean of t in px."""
        return (self.log_weight.exp() * self.t_px).sum(1)

    def variances(self) -> tuple[Float[Tensor, "b H W"], Float[Tensor, "b H W"]]:
        """Variance of t in px²: that of the surfaces themselves, uncalibrated, and that of which of them is seen."""
        weight, mean = self.log_weight.exp(), self.mean_px.unsqueeze(1)
        within = (weight * surface_sd_px(self.log_scale).square()).sum(1)
        return within, (weight * (self.t_px - mean).square()).sum(1)

    def log_density(self, t_px: Float[Tensor, "b #2 H W"]) -> Float[Tensor, "b 2 H W"]:
        """Logarithm of the density of a t under each surface."""
        return -self.log_scale - math.log(2) - (t_px - self.t_px).abs() * (-self.log_scale).exp()

    def negative_log_likelihood(self, t_px: Float[Tensor, "b H W"]) -> Float[Tensor, "b H W"]:
        """−log of the density of the true t, whichever surface it is on."""
        return -torch.logsumexp(self.log_weight + self.log_density(t_px.unsqueeze(1)), 1)


def surface_sd_px(log_scale: Float[Tensor, "*n"]) -> Float[Tensor, "*n"]:
    """Error bar of t of a surface in px, up to the factor that calibrates it; of the logarithm of its Laplace scale."""
    return (_SD_POWER * (log_scale + math.log(math.sqrt(2)))).exp()


@dataclass(frozen=True)
class FusedTrunk:
    """Features of the trunk, and the other inputs of the layers at full resolution."""

    pair: Float[Tensor, "b 2 3 H W"]
    trunk: Float[Tensor, "b c h w"]
    """Features at half resolution."""
    coarse: Float[Tensor, "b h w"]
    """Log-odds of the membership at half resolution, from which the colours of both sides are taken."""
    beside: Float[Tensor, "b 5 H W"]
    """The analytic t, centred and scaled, and the matting features."""
    photon_level: Float[Tensor, "b 1 1 1 1"]

    def part(self, rows: slice, columns: slice) -> "FusedTrunk":
        """Cut out a part; it begins and ends at even numbers of pixels."""
        pair, beside = (x[..., rows, columns] for x in (self.pair, self.beside))
        rows, columns = (slice(x.start // 2, x.stop // 2) for x in (rows, columns))
        trunk, coarse = (x[..., rows, columns] for x in (self.trunk, self.coarse))
        return FusedTrunk(pair, trunk, coarse, beside, self.photon_level)


@dataclass(frozen=True)
class FusedFeatures:
    """Features that the heads read."""

    pair: Float[Tensor, "b 2 3 H W"]
    fine: Float[Tensor, "b d H W"]
    coarse: Float[Tensor, "b h w"]
    """Log-odds of the membership at half resolution, from which the colours of both sides are taken."""
    t_centred: Float[Tensor, "b 1 H W"]
    """The analytic t, centred and scaled."""
    photon_level: Float[Tensor, "b 1 1 1 1"]


@dataclass(frozen=True)
class Pictures:
    """Pictures of the scene, in 0..1 up to errors, and its boundaries."""

    denoised: Float[Tensor, "b 2 3 H W"]
    """I₋ and I₊ without noise."""
    sharp: Float[Tensor, "b 3 H W"]
    """The image without blur."""
    boundary: Float[Tensor, "b H W"]
    """Log-odds of a boundary."""


@dataclass(frozen=True)
class FusedOutput:
    """Output of one forward pass with all heads."""

    layers: TwoLayers
    pictures: Pictures
    coarse_membership: Float[Tensor, "b h w"]
    """Log-odds of the membership at half resolution."""


class FusedNet(nn.Module):
    """U-Net at half, quarter and eighth resolution with full-resolution layers behind it."""

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
        self.coarse_head = nn.Conv2d(half, 1, 3, padding=1)
        self.detail_in = ConvNorm(detail + 7 + _MATTING_CHANNELS, detail)
        self.detail = nn.Sequential(*(Residual(detail, dilation) for dilation in config.detail_dilations))
        self.layers_head = nn.Conv2d(detail, 6, 3, padding=1)
        self.picture_in = Residual(detail)
        self.picture_head = nn.Conv2d(detail, sum(_PICTURE_CHANNELS), 3, padding=1)
        for head in (self.layers_head, self.picture_head):
            nn.init.normal_(head.weight, std=1e-3)
        nn.init.zeros_(self.picture_head.bias)  # type: ignore[arg-type]
        # The two layers start apart, so that they can become the two sides; the gate starts open.
        self.layers_head.bias = nn.Parameter(torch.tensor([0.02, -0.02, -0.5, -0.5, 0.0, 2.0]))

    def forward(
        self,
        pair: Float[Tensor, "b 2 3 H W"],
        evidence: Float[Tensor, "b e h w"],
        t_evidence_px: Float[Tensor, "b h w"],
    ) -> FusedOutput:
        """Estimate from a pair and its evidence features at half resolution; H and W are multiples of 8."""
        features = self.fine(self.trunk(pair, evidence, t_evidence_px))
        return FusedOutput(self.layers(features), self.pictures(features), features.coarse)

    def trunk(
        self,
        pair: Float[Tensor, "b 2 3 H W"],
        evidence: Float[Tensor, "b e h w"],
        t_evidence_px: Float[Tensor, "b h w"],
    ) -> FusedTrunk:
        """Compute the features that need a wide view."""
        features = self._trunk(torch.cat([evidence, F.pixel_unshuffle(_centred(pair), 2)], 1))
        t_analytic = F.interpolate(t_evidence_px.unsqueeze(1), scale_factor=2, mode="bilinear", align_corners=False)
        coarse = self.coarse_head(features).float()
        matting = matting_features(pair, torch.sigmoid(coarse), self.config.matting_sigma_px)
        beside = torch.cat([(t_analytic - T_MIDDLE_PX) / T_HALF_RANGE_PX, matting], 1)
        photon_level = _LIGHT_UNIT * 10 ** evidence[:, -1, :1, :1, None, None]
        return FusedTrunk(pair, features, coarse[:, 0], beside, photon_level.transpose(1, 2))

    def fine(self, trunk: FusedTrunk) -> FusedFeatures:
        """Compute what the heads read, at full resolution; the heads see `FINE_REACH_PX` around a pixel from here."""
        fine = F.gelu(F.pixel_shuffle(self.spread(trunk.trunk), 2))
        fine = self.detail(self.detail_in(torch.cat([fine, _centred(trunk.pair), trunk.beside], 1)))
        return FusedFeatures(trunk.pair, fine, trunk.coarse, trunk.beside[:, :1], trunk.photon_level)

    def layers(self, features: FusedFeatures) -> TwoLayers:
        """Read the layers; a gate says how far to trust the analytic t, which is wrong at occlusion edges."""
        raw = self.layers_head(features.fine).float()
        gate = torch.sigmoid(raw[:, 5:])
        return TwoLayers(
            t_px=T_MIDDLE_PX + T_HALF_RANGE_PX * _without_grid(gate * features.t_centred + raw[:, :2]),
            log_scale=_without_grid(raw[:, 2:4]).clamp(*_LOG_SCALE_RANGE),
            membership=raw[:, 4],
        )

    def pictures(self, features: FusedFeatures) -> Pictures:
        """Read the pictures."""
        raw = self.picture_head(self.picture_in(features.fine)).float()
        mixing, correction, choice, gains, change, boundary = raw.split(_PICTURE_CHANNELS, 1)
        copies = _smoothed(features.pair)
        weights = mixing.unflatten(1, (len(copies), 2)).softmax(1)
        denoised = torch.stack([weights[:, i, :, None] * copy for i, copy in enumerate(copies)]).sum(0)
        denoised = denoised + correction.unflatten(1, (2, 3)) / features.photon_level.sqrt()
        share = torch.sigmoid(choice)
        sharp = share * denoised[:, 0] + (1 - share) * denoised[:, 1] + change
        # Bands of detail, from fine to coarse, of the images without their finest noise.
        for i, gain in enumerate(gains.unflatten(1, (len(copies) - 2, 2)).unbind(1)):
            sharp = sharp + (gain.unsqueeze(2) * (copies[i + 1] - copies[i + 2])).sum(1)
        return Pictures(denoised, sharp, boundary[:, 0])

    def _trunk(self, x: Float[Tensor, "b i h w"]) -> Float[Tensor, "b c h w"]:
        half = self.half_in(self.stem(x.contiguous(memory_format=torch.channels_last)))
        quarter = self.quarter_in(self.to_quarter(half))
        eighth: Tensor = self.eighth(self.to_eighth(quarter))
        quarter = self.quarter_out(self.from_eighth(eighth, quarter))
        out: Tensor = self.half_out(self.from_quarter(quarter, half))
        return out


def _without_grid(maps: Float[Tensor, "b c H W"]) -> Float[Tensor, "b c H W"]:
    """Average over 1 2 1 pixels along both axes: hardly anything is left of the grid of the pixel shuffle."""
    padded = F.pad(maps, (1, 1, 1, 1), mode="replicate")
    return F.avg_pool2d(F.avg_pool2d(padded, 2, 1), 2, 1)


def _centred(pair: Float[Tensor, "b 2 3 H W"]) -> Float[Tensor, "b 6 H W"]:
    return pair.flatten(1, 2) * 2 - 1


def matting_features(
    pair: Float[Tensor, "b 2 3 H W"], membership: Float[Tensor, "b 1 h w"], sigma_px: float
) -> Float[Tensor, "b 4 H W"]:
    """How much of the front is in each pixel of each image, by its colour, and how well colours can tell.

    Around an edge an image is α times the colour of the front plus 1 − α times that of the back, and the edge is where
    α is a half, however large the blur. With both colours averaged over a window by a coarse `membership`, α − ½ is a
    projection. Where both sides have one colour, the features vanish.
    """
    half = F.avg_pool2d(pair.flatten(1, 2), 2)
    weights = torch.cat([membership, 1 - membership], 1)
    weighted = (weights.unsqueeze(2) * half.unsqueeze(1)).flatten(1, 2)
    sums = gaussian_smooth(torch.cat([weighted, weights], 1), sigma_px / 2)
    means = sums[:, :12].unflatten(1, (2, 6)) / sums[:, 12:].unsqueeze(2).clamp_min(1e-3)
    colours = F.interpolate(means.flatten(1, 2), scale_factor=2, mode="bilinear", align_corners=False)
    front, back = colours.unflatten(1, (2, 2, 3)).unbind(1)
    contrast = front - back
    energy = contrast.square().sum(2)
    share = energy / (energy + _FAINT**2)
    projection = ((pair - (front + back) / 2) * contrast).sum(2) / (energy + _FAINT**2)
    return torch.cat([projection.clamp(-2, 2), share], 1)


_COPIES = len(_SMOOTHINGS_PX) + 1
_PICTURE_CHANNELS = (2 * _COPIES, 6, 1, 2 * (_COPIES - 2), 3, 1)
"""Mixing of smoothed copies, correction of the pair, choice between its images, gains of detail, change, boundary."""


def _smoothed(pair: Float[Tensor, "b 2 3 H W"]) -> list[Float[Tensor, "b 2 3 H W"]]:
    """Return the images as they are and smoothed more and more."""
    copies, reached_px = [pair], 0.0
    for sigma_px in _SMOOTHINGS_PX:
        copies.append(gaussian_smooth(copies[-1], math.sqrt(sigma_px**2 - reached_px**2)))
        reached_px = sigma_px
    return copies
