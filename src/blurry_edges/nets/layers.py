"""Building blocks shared by the networks."""

import torch.nn.functional as F
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from blurry_edges.typing import Float, Tensor

__all__ = ["ConvNorm", "Residual", "Upsample", "fold_norms"]


def fold_norms(net: nn.Module) -> None:
    """Multiply each batch norm of a trained network into the convolution before it, in place: the same in less time."""
    for module in net.modules():
        if not (isinstance(module, ConvNorm | Residual) and isinstance(module.norm, nn.BatchNorm2d)):
            continue
        if isinstance(module, ConvNorm):
            module.conv, module.norm = fuse_conv_bn_eval(module.conv, module.norm), nn.Identity()
        else:
            module.second, module.norm = fuse_conv_bn_eval(module.second, module.norm), nn.Identity()


class ConvNorm(nn.Module):
    """Convolution, batch norm and GELU."""

    def __init__(self, inputs: int, outputs: int, kernel: int = 3, stride: int = 1, dilation: int = 1) -> None:
        super().__init__()
        padding = dilation * (kernel // 2)
        self.conv = nn.Conv2d(inputs, outputs, kernel, stride, padding, dilation, bias=False)
        self.norm: nn.Module = nn.BatchNorm2d(outputs)

    def forward(self, x: Float[Tensor, "b i h w"]) -> Float[Tensor, "b o h2 w2"]:
        """Apply the layer."""
        return F.gelu(self.norm(self.conv(x)))


class Residual(nn.Module):
    """Two 3 x 3 convolutions around a shortcut; the first may be dilated for a wider view."""

    def __init__(self, channels: int, dilation: int = 1) -> None:
        super().__init__()
        self.first = ConvNorm(channels, channels, dilation=dilation)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm: nn.Module = nn.BatchNorm2d(channels)

    def forward(self, x: Float[Tensor, "b c h w"]) -> Float[Tensor, "b c h w"]:
        """Apply the block."""
        change = self.norm(self.second(self.first(x)))
        return F.gelu(change.add_(x))  # in place: nothing else needs the change, and memory is what takes time


class Upsample(nn.Module):
    """Bring coarse features to the size of a skip connection and add them to it."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.project = nn.Conv2d(inputs, outputs, 1)

    def forward(self, coarse: Float[Tensor, "b i h w"], skip: Float[Tensor, "b o h2 w2"]) -> Float[Tensor, "b o h2 w2"]:
        """Project, enlarge and add."""
        up = F.interpolate(self.project(coarse), size=skip.shape[-2:], mode="bilinear", align_corners=False)
        return skip + up
