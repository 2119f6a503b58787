"""DEReD (Si et al., CVPR 2023): depth and the all-in-focus image from a stack, learned without true depth."""

import torch
import torch.nn.functional as F
from torch import nn

from blurry_edges.nets.rivals.stack_encoder import DEPTH, WIDTH, StackEncoder, conv
from blurry_edges.typing import Float, Tensor

__all__ = ["DEReD"]


class DEReD(nn.Module):
    """An encoder over the stack and one decoder of the maximum over it."""

    multiple = 2**DEPTH
    """Height and width must be multiples of this."""

    def __init__(self) -> None:
        super().__init__()
        self.encoder = StackEncoder(4, F.relu)
        widths = [WIDTH * 2**level for level in reversed(range(DEPTH))]
        self.ups = nn.ModuleList(conv(2 * width, width) for width in widths)
        self.joins = nn.ModuleList(
            nn.Sequential(conv(2 * width, width), nn.ReLU(), conv(width, width), nn.ReLU()) for width in widths
        )
        self.head = nn.Sequential(conv(WIDTH, WIDTH), nn.ReLU(), conv(WIDTH, 4))
        for module in self.modules():
            if isinstance(module, nn.Conv2d):
                nn.init.kaiming_normal_(module.weight, nonlinearity="relu")
                nn.init.zeros_(module.bias)  # type: ignore[arg-type]
        nn.init.normal_(self.head[-1].weight, std=0.05)  # type: ignore[arg-type]

    def forward(
        self, images: Float[Tensor, "b k 3 H W"], focus: Float[Tensor, "k"]
    ) -> tuple[Float[Tensor, "b 3 H W"], Float[Tensor, "b H W"]]:
        """Return the all-in-focus image and depth in 0..1; `focus` is 1 at the farthest focus distance.

        Depth goes through a sigmoid over the working range instead of the original's ReLU, which knows no range. The
        image is a correction of the mean of the stack: the original spends its first thousands of steps on learning
        to copy what it sees, and depth only comes after that.
        """
        count = images.shape[1]
        distance = focus.view(1, -1, 1, 1, 1).expand(len(images), -1, 1, *images.shape[-2:])
        x, skips = self.encoder(torch.cat([images, distance], 2).flatten(0, 1), count)
        x = x.unflatten(0, (-1, count)).amax(1)
        for up, join, skip in zip(self.ups, self.joins, reversed(skips), strict=True):
            x = F.relu(up(F.interpolate(x, scale_factor=2, mode="bilinear", align_corners=True)))
            x = join(torch.cat([x, skip.unflatten(0, (-1, count)).amax(1)], 1))
        out = self.head(x)
        return images.mean(1) + out[:, :3], torch.sigmoid(out[:, 3])
