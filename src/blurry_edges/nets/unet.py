"""The densifier of the paper (PP): a U-Net that fills a sparse map, much narrower than the paper's."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from blurry_edges.nets.layers import ConvNorm
from blurry_edges.typing import Float, Tensor

__all__ = ["UNet", "UNetConfig"]


@dataclass(frozen=True)
class UNetConfig:
    """Size of the network; stored in the card of its weights. The paper's widths are 64 to 1024."""

    widths: tuple[int, ...] = (24, 48, 72, 96, 128)


class UNet(nn.Module):
    """Five scales, two convolutions at each, skip connections."""

    def __init__(self, config: UNetConfig | None = None) -> None:
        super().__init__()
        self.config = UNetConfig() if config is None else config
        widths = self.config.widths
        self.down = nn.ModuleList(
            nn.Sequential(ConvNorm(inputs, outputs), ConvNorm(outputs, outputs))
            for inputs, outputs in zip((2, *widths), widths, strict=False)
        )
        self.up = nn.ModuleList(
            nn.Sequential(ConvNorm(coarse + fine, fine), ConvNorm(fine, fine))
            for coarse, fine in zip(widths[:0:-1], widths[-2::-1], strict=True)
        )
        self.head = nn.Conv2d(widths[0], 1, 1)

    def forward(self, sparse: Float[Tensor, "b H W"]) -> Float[Tensor, "b H W"]:
        """Fill a map whose values are about −1..1 and NaN where unknown; any size."""
        known = ~sparse.isnan()
        x = torch.stack([sparse.nan_to_num(0), known.to(sparse)], 1)
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
        filled: Tensor = self.head(x)[:, 0, :height, :width]
        return filled
