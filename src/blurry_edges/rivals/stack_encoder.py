"""Encoder of DefocusNet and DEReD, which runs on each image and sees the maximum over the stack.

Taking the maximum makes it independent of the order and the number of the images.
"""

from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import nn

from blurry_edges.typing import Float, Tensor

__all__ = ["DEPTH", "WIDTH", "StackEncoder", "conv", "with_stack_maximum"]

WIDTH = 16
"""Channels of the finest scale; each scale below has twice as many."""
DEPTH = 4
"""Scales above the bridge."""

Activation = Callable[[Tensor], Tensor]


def conv(inputs: int, outputs: int) -> nn.Conv2d:
    """3 x 3 convolution with a bias."""
    return nn.Conv2d(inputs, outputs, 3, padding=1)


def with_stack_maximum(x: Float[Tensor, "bk c h w"], images: int) -> Float[Tensor, "bk 2*c h w"]:
    """Append to the features of each image the maximum over all images of its stack."""
    stacks = x.unflatten(0, (-1, images))
    largest = stacks.amax(1, keepdim=True).expand_as(stacks)
    return torch.cat([stacks, largest], 2).flatten(0, 1)


class StackEncoder(nn.Module):
    """Two convolutions and a pooling a scale, then a bridge of one convolution."""

    def __init__(self, inputs: int, activation: Activation) -> None:
        super().__init__()
        self.activation = activation
        widths = [WIDTH * 2**scale for scale in range(DEPTH)]
        self.first = nn.ModuleList(
            conv(before, width) for before, width in zip((inputs, *widths[1:]), widths, strict=True)
        )
        self.second = nn.ModuleList(conv(width, width) for width in widths)
        self.bridge = conv(2 * widths[-1], 2 * widths[-1])

    def forward(
        self, x: Float[Tensor, "bk i H W"], images: int
    ) -> tuple[Float[Tensor, "bk c h w"], list[Float[Tensor, "..."]]]:
        """Return the features of each image below the bridge, and those of each scale, finest first."""
        skips = []
        for scale, (first, second) in enumerate(zip(self.first, self.second, strict=True)):
            if scale:
                x = with_stack_maximum(F.max_pool2d(x, 2), images)
            x = self.activation(second(self.activation(first(x))))
            skips.append(x)
        return self.activation(self.bridge(with_stack_maximum(F.max_pool2d(x, 2), images))), skips
