"""The local stage of the paper: a CNN that predicts the wedges of one patch (Table S1 of the supplement)."""

import torch
import torch.nn.functional as F
from torch import nn

from blurry_edges.typing import Float, Tensor

__all__ = ["LocalStage", "smish"]


def smish(x: Float[Tensor, "*n"]) -> Float[Tensor, "*n"]:
    """Smish(x) = x · tanh(ln(1 + sigmoid(x)))."""
    return x * torch.tanh(torch.log1p(torch.sigmoid(x)))


class _ResBlock(nn.Module):
    """Two 3 x 3 convolutions; the shortcut is a 1 x 1 convolution where the width changes."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(inputs, outputs, 3, padding=1)
        self.first_norm = nn.BatchNorm2d(outputs)
        self.second = nn.Conv2d(outputs, outputs, 3, padding=1)
        self.second_norm = nn.BatchNorm2d(outputs)
        self.shortcut = nn.Conv2d(inputs, outputs, 1)

    def forward(self, x: Float[Tensor, "b i h w"]) -> Float[Tensor, "b o h w"]:
        inner = smish(self.first_norm(self.first(x)))
        return smish(self.second_norm(self.second(inner)) + self.shortcut(x))


class LocalStage(nn.Module):
    """21 x 21 patches in, 10 numbers a patch out: 4 for vertices, 4 for angles, 2 for smoothness."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, 64, 7, padding=3)
        self.norm = nn.BatchNorm2d(64)
        self.block1 = _ResBlock(64, 96)
        self.block2 = _ResBlock(96, 256)
        self.block3 = _ResBlock(256, 384)
        self.block4 = _ResBlock(384, 256)
        self.hidden = nn.Linear(256 * 9, 1024)
        self.out = nn.Linear(1024, 10)

    def forward(self, patches: Float[Tensor, "b 3 21 21"]) -> Float[Tensor, "b 10"]:
        """Predict the parameters of each patch."""
        x = F.max_pool2d(smish(self.norm(self.conv(patches))), 3, 2, 1)
        x = F.max_pool2d(self.block1(x), 3, 2, 1)
        x = F.max_pool2d(self.block4(self.block3(self.block2(x))), 2)
        predicted: Tensor = self.out(smish(self.hidden(x.flatten(1))))
        return predicted
