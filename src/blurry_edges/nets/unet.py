"""The densifier of the paper (PP): a U-Net that fills a sparse map, much narrower than the paper's."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from blurry_edges.filters import gaussian_smooth
from blurry_edges.nets.layers import ConvNorm
from blurry_edges.typing import Float, Tensor

__all__ = ["UNet", "UNetConfig", "smoothly_filled"]


@dataclass(frozen=True)
class UNetConfig:
    """Size of the network; stored in the card of its weights. The paper's widths are 64 to 1024."""

    widths: tuple[int, ...] = (24, 48, 72, 96, 128)


_FILL_SIGMAS_PX = (24.0, 8.0, 2.5)
_FILL_SHARE = 0.02  # share of known pixels in a window from which on it is believed more than a wider one


def smoothly_filled(sparse: Float[Tensor, "b H W"]) -> Float[Tensor, "b H W"]:
    """Fill a map by averages of what is known around each pixel, from wide windows to narrow ones."""
    known = (~sparse.isnan()).to(sparse)
    values = sparse.nan_to_num(0)

    def average(sigma_px: float) -> tuple[Tensor, Tensor]:
        share = gaussian_smooth(known, sigma_px)
        return gaussian_smooth(values, sigma_px) / share.clamp_min(1e-6), share / (share + _FILL_SHARE)

    widest, *narrower = _FILL_SIGMAS_PX
    filled, _ = average(widest)
    for sigma_px in narrower:
        mean, trust = average(sigma_px)
        filled = trust * mean + (1 - trust) * filled
    return filled


class UNet(nn.Module):
    """Five scales, two convolutions at each, skip connections; it corrects a smooth filling, and starts as that."""

    def __init__(self, config: UNetConfig | None = None) -> None:
        super().__init__()
        self.config = UNetConfig() if config is None else config
        widths = self.config.widths
        self.down = nn.ModuleList(
            nn.Sequential(ConvNorm(inputs, outputs), ConvNorm(outputs, outputs))
            for inputs, outputs in zip((3, *widths), widths, strict=False)
        )
        self.up = nn.ModuleList(
            nn.Sequential(ConvNorm(coarse + fine, fine), ConvNorm(fine, fine))
            for coarse, fine in zip(widths[:0:-1], widths[-2::-1], strict=True)
        )
        self.head = nn.Conv2d(widths[0], 1, 1)
        nn.init.zeros_(self.head.weight)
        nn.init.zeros_(self.head.bias)  # type: ignore[arg-type]

    def forward(self, sparse: Float[Tensor, "b H W"]) -> Float[Tensor, "b H W"]:
        """Fill a map whose values are about −1..1 and NaN where unknown; any size."""
        known = ~sparse.isnan()
        smooth = smoothly_filled(sparse)
        x = torch.stack([sparse.nan_to_num(0), known.to(sparse), smooth], 1)
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
        return smooth + correction.to(smooth)
