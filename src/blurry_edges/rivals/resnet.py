"""ResNet-18 without its classifier, as DFV uses it; starts from random weights."""

import torch.nn.functional as F
from torch import nn

from blurry_edges.typing import Float, Tensor

__all__ = ["ResNet18"]


class ResNet18(nn.Module):
    """Features of an image at a quarter, eighth, sixteenth and thirty-second of its size."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Conv2d(3, 64, 7, stride=2, padding=3, bias=False)
        self.norm = nn.BatchNorm2d(64)
        self.layers = nn.ModuleList(
            nn.Sequential(_Block(inputs, width, stride), _Block(width, width, 1))
            for inputs, width, stride in ((64, 64, 1), (64, 128, 2), (128, 256, 2), (256, 512, 2))
        )

    def forward(self, images: Float[Tensor, "b 3 H W"]) -> list[Float[Tensor, "b c h w"]]:
        """Return the features, finest first."""
        x = F.max_pool2d(F.relu(self.norm(self.stem(images))), 3, 2, 1)
        features = []
        for layer in self.layers:
            x = layer(x)
            features.append(x)
        return features


class _Block(nn.Module):
    def __init__(self, inputs: int, width: int, stride: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(inputs, width, 3, stride, 1, bias=False)
        self.first_norm = nn.BatchNorm2d(width)
        self.second = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(width)
        self.shortcut: nn.Module = nn.Identity()
        if stride > 1 or inputs != width:
            self.shortcut = nn.Sequential(nn.Conv2d(inputs, width, 1, stride, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Float[Tensor, "b i h w"]) -> Float[Tensor, "b o h2 w2"]:
        """Two convolutions around a shortcut."""
        inner: Tensor = self.second_norm(self.second(F.relu(self.first_norm(self.first(x)))))
        return F.relu(inner + self.shortcut(x))
