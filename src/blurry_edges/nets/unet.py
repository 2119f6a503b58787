"""The densifier of the paper (PP): a U-Net from sparse depth to dense depth.

The paper's takes the sparse depth alone, zero where unknown, and has 31 million parameters. The one for two cores is
much narrower and is told more: all of Z, the confidence F, both colour maps, and a smooth filling, to which it adds.
"""

from dataclasses import dataclass
from typing import Literal

import torch
import torch.nn.functional as F
from torch import nn

from blurry_edges.filters import gaussian_smooth
from blurry_edges.nets.layers import ConvNorm
from blurry_edges.typing import Float, Tensor

__all__ = ["PAPER_WIDTHS", "UNet", "UNetConfig", "smoothly_filled"]

PAPER_WIDTHS = (64, 128, 256, 512, 1024)


@dataclass(frozen=True)
class UNetConfig:
    """Size of the network; stored in the card of its weights. The paper's widths are 64 to 1024."""

    widths: tuple[int, ...] = (24, 48, 72, 96, 128)
    inputs: Literal["depth", "filled", "all"] = "all"
    """depth: Z above the confidence threshold alone, as in the paper. filled: also a smooth filling of it, to which the
    output is added, as in version 0.1. all: all of Z, filled by its confidence, that, and C₋ and C₊, whose blur tells
    of depth, too."""

    @property
    def channels(self) -> int:
        """Channels of the input."""
        return {"depth": 1, "filled": 3, "all": 10}[self.inputs]


_FILL_SIGMAS_PX = (24.0, 8.0, 2.5)
_FULL_CONFIDENCE = 0.2  # F of a clear edge
_FILL_SHARE = 0.02  # share of known pixels in a window from which on it is believed more than a wider one


def smoothly_filled(
    sparse: Float[Tensor, "b H W"], confidence: Float[Tensor, "b H W"] | None = None
) -> Float[Tensor, "b H W"]:
    """Fill a map by averages of what is known around each pixel, from wide windows to narrow ones.

    What is known counts as much as its confidence, or all the same without one.
    """
    known = (~sparse.isnan()).to(sparse)
    weight = known if confidence is None else known * confidence / _FULL_CONFIDENCE
    values = sparse.nan_to_num(0) * weight

    def average(sigma_px: float) -> tuple[Tensor, Tensor]:
        share = gaussian_smooth(weight, sigma_px)
        return gaussian_smooth(values, sigma_px) / share.clamp_min(1e-6), share / (share + _FILL_SHARE)

    widest, *narrower = _FILL_SIGMAS_PX
    filled, _ = average(widest)
    for sigma_px in narrower:
        mean, trust = average(sigma_px)
        filled = trust * mean + (1 - trust) * filled
    return filled


class UNet(nn.Module):
    """Five scales, two convolutions at each, skip connections; what it adds to a filling starts as zero."""

    def __init__(self, config: UNetConfig | None = None) -> None:
        super().__init__()
        self.config = UNetConfig() if config is None else config
        widths = self.config.widths
        self.down = nn.ModuleList(
            nn.Sequential(ConvNorm(inputs, outputs), ConvNorm(outputs, outputs))
            for inputs, outputs in zip((self.config.channels, *widths), widths, strict=False)
        )
        self.up = nn.ModuleList(
            nn.Sequential(ConvNorm(coarse + fine, fine), ConvNorm(fine, fine))
            for coarse, fine in zip(widths[:0:-1], widths[-2::-1], strict=True)
        )
        self.head = nn.Conv2d(widths[0], 1, 1)
        nn.init.zeros_(self.head.weight)
        nn.init.zeros_(self.head.bias)  # type: ignore[arg-type]

    def forward(
        self,
        depth: Float[Tensor, "b H W"],
        confidence: Float[Tensor, "b H W"],
        color: Float[Tensor, "b 2 3 H W"],
        threshold: float,
    ) -> Float[Tensor, "b H W"]:
        """Return dense depth from sparse depth, whose values are about −1..1 and NaN where unknown; any size.

        Args:
            depth: Z, wherever a wedge brings a depth.
            confidence: F.
            color: C₋ and C₊.
            threshold: confidence that Z must have for networks that do not see it.

        """
        x, start = self._inputs(depth, confidence, color, threshold)
        height, width = x.shape[-2:]
        multiple = 2 ** (len(self.down) - 1)
        x = F.pad(x, (0, -width % multiple, 0, -height % multiple))
        skips = []
        for scale, block in enumerate(self.down):
            x = block(F.max_pool2d(x, 2) if scale else x)
            skips.append(x)
        for block, skip in zip(self.up, skips[-2::-1], strict=True):
            up = F.interpolate(x, scale_factor=2, mode="bilinear", align_corners=False)
            x = block(torch.cat([up, skip], 1))
        correction: Tensor = self.head(x)[:, 0, :height, :width]
        return start + correction.to(start)

    def _inputs(
        self,
        depth: Float[Tensor, "b H W"],
        confidence: Float[Tensor, "b H W"],
        color: Float[Tensor, "b 2 3 H W"],
        threshold: float,
    ) -> tuple[Float[Tensor, "b c H W"], Float[Tensor, "b H W"]]:
        """Return what the network sees, and what its output is added to."""
        if self.config.inputs != "all":
            depth = torch.where(confidence > threshold, depth, torch.nan)
        known, values = (~depth.isnan()).to(depth), depth.nan_to_num(0)
        if self.config.inputs == "depth":
            return values.unsqueeze(1), torch.zeros_like(values)
        if self.config.inputs == "filled":
            filled = smoothly_filled(depth)
            return torch.stack([values, known, filled], 1), filled
        filled = smoothly_filled(depth, confidence)
        seen = torch.stack([values, known, confidence / _FULL_CONFIDENCE, filled], 1)
        return torch.cat([seen, 2 * color.flatten(1, 2) - 1], 1), filled
