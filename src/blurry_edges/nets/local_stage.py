"""The local stage of the paper: a CNN that predicts the wedges of one patch (Table S1 of the supplement).

It can be evaluated in two ways with the same weights:

- patch by patch, which is how the paper defines it;
- densely: patches lie 2 px apart and the first pooling has stride 2, so the pooled grids of all patches coincide.
  The first convolution and pooling run once over the image; the second pooling runs at stride 1, everything after it
  is dilated by 2, and the first linear layer becomes a convolution dilated by 4. That is about 20 times cheaper. The
  only difference is at a patch's border, where the dense form sees true neighbours instead of zeros.
"""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from blurry_edges.errors import ShapeError
from blurry_edges.typing import Float, Tensor

__all__ = ["LocalConfig", "LocalStage", "smish"]

_STRIDE = 2


def smish(x: Float[Tensor, "*n"]) -> Float[Tensor, "*n"]:
    """Smish(x) = x · tanh(ln(1 + sigmoid(x))), written as x ((1 + s)² − 1) / ((1 + s)² + 1)."""
    squared = (1 + torch.sigmoid(x)).square()
    return x * (squared - 1) / (squared + 1)


@dataclass(frozen=True)
class LocalConfig:
    """Size of the network; stored in the card of its weights."""

    patch_size: int = 21
    """R; the paper compares 11, 21 and 31."""


class _ResBlock(nn.Module):
    """Two 3 x 3 convolutions; the shortcut is a 1 x 1 convolution where the width changes."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(inputs, outputs, 3, padding=1)
        self.first_norm = nn.BatchNorm2d(outputs)
        self.second = nn.Conv2d(outputs, outputs, 3, padding=1)
        self.second_norm = nn.BatchNorm2d(outputs)
        self.shortcut = nn.Conv2d(inputs, outputs, 1)

    def forward(self, x: Float[Tensor, "b i h w"], dilation: int = 1) -> Float[Tensor, "b o h w"]:
        inner = smish(self.first_norm(_dilated(x, self.first, dilation)))
        return smish(self.second_norm(_dilated(inner, self.second, dilation)) + self.shortcut(x))


class LocalStage(nn.Module):
    """Patches in, 10 numbers a patch out: 4 for vertices, 4 for angles, 2 for smoothness."""

    def __init__(self, config: LocalConfig | None = None) -> None:
        super().__init__()
        self.config = LocalConfig() if config is None else config
        R = self.config.patch_size
        if R < 7 or R % 2 == 0:
            raise ShapeError(f"patch_size is {R}; the local stage needs an odd number of at least 7")
        self.side = ((R + 1) // 2 + 1) // 2 // 2
        """Side of the last feature map."""
        self.conv = nn.Conv2d(3, 64, 7, padding=3)
        self.norm = nn.BatchNorm2d(64)
        self.block1 = _ResBlock(64, 96)
        self.block2 = _ResBlock(96, 256)
        self.block3 = _ResBlock(256, 384)
        self.block4 = _ResBlock(384, 256)
        self.hidden = nn.Linear(256 * self.side**2, 1024)
        self.out = nn.Linear(1024, 10)

    def forward(self, patches: Float[Tensor, "b 3 R R"]) -> Float[Tensor, "b 10"]:
        """Predict the parameters of each patch, patch by patch."""
        x = F.max_pool2d(smish(self.norm(self.conv(patches))), 3, 2, 1)
        x = F.max_pool2d(self.block1(x), 3, 2, 1)
        x = F.max_pool2d(self.block4(self.block3(self.block2(x))), 2)
        code: Tensor = self.out(smish(self.hidden(x.flatten(1))))
        return code

    def dense(self, images: Float[Tensor, "b 3 H W"]) -> Float[Tensor, "b rows cols 10"]:
        """Predict the parameters of all patches of images, 2 px apart; `PatchGrid` says where they lie."""
        R = self.config.patch_size
        rows, cols = (-(-(n - R) // _STRIDE) + 1 for n in images.shape[-2:])
        missing = [(n - 1) * _STRIDE + R - have for n, have in zip((cols, rows), images.shape[:1:-1], strict=True)]
        if any(missing):  # as PatchGrid extends an image
            images = F.pad(images, (0, missing[0], 0, missing[1]), mode="replicate")
        x = F.max_pool2d(smish(self.norm(self.conv(images))), 3, 2, 1)
        x = F.max_pool2d(self.block1(x), 3, 1, 1)
        for block in (self.block2, self.block3, self.block4):
            x = block(x, dilation=2)
        x = F.max_pool2d(x, 2, 1, dilation=2)
        kernel = self.hidden.weight.view(-1, 256, self.side, self.side)
        x = smish(F.conv2d(x, kernel, self.hidden.bias, dilation=4))[..., :rows, :cols]
        code: Tensor = F.conv2d(x, self.out.weight[..., None, None], self.out.bias)
        return code.permute(0, 2, 3, 1)


def _dilated(x: Float[Tensor, "b i h w"], conv: nn.Conv2d, dilation: int) -> Float[Tensor, "b o h w"]:
    """Apply a 3 x 3 convolution with its taps `dilation` px apart."""
    return F.conv2d(x, conv.weight, conv.bias, padding=dilation, dilation=dilation)
