"""The reconstruction network of PhaseCam3D (Wu et al., ICCP 2019): a U-Net on the concatenated images."""

import torch
import torch.nn.functional as F
from torch import nn

from blurry_edges.optics import Camera
from blurry_edges.rivals.config import RivalTraining
from blurry_edges.rivals.network import RivalNetwork, Sample, register_network
from blurry_edges.typing import Float, Tensor

__all__ = ["PhaseCam3D", "inverse_depth_errors"]

_WIDTHS = (32, 64, 128, 256, 512)


class PhaseCam3D(nn.Module):
    """Five scales with batch norm; inverse depth in 0..1. Its learned phase mask is no part of this comparison."""

    multiple = 2 ** (len(_WIDTHS) - 1)
    """Height and width must be multiples of this."""

    def __init__(self, images: int = 2) -> None:
        super().__init__()
        self.down = nn.ModuleList(
            _double(inputs, width) for inputs, width in zip((3 * images, *_WIDTHS), _WIDTHS, strict=False)
        )
        self.enlarge = nn.ModuleList(
            nn.ConvTranspose2d(coarse, fine, 3, stride=2, padding=1, output_padding=1, bias=False)
            for coarse, fine in zip(_WIDTHS[:0:-1], _WIDTHS[-2::-1], strict=True)
        )
        self.up = nn.ModuleList(_double(2 * width, width) for width in _WIDTHS[-2::-1])
        self.head = nn.Sequential(nn.Conv2d(_WIDTHS[0], 1, 1), nn.BatchNorm2d(1), nn.Sigmoid())

    def forward(self, images: Float[Tensor, "b k 3 H W"]) -> Float[Tensor, "b H W"]:
        """Return inverse depth, 0 at the far and 1 at the near end of the working range."""
        x, skips = images.flatten(1, 2), []
        for scale, block in enumerate(self.down):
            x = block(F.max_pool2d(x, 2) if scale else x)
            skips.append(x)
        for enlarge, block, skip in zip(self.enlarge, self.up, skips[-2::-1], strict=True):
            x = block(torch.cat([enlarge(x), skip], 1))
        inverse_depth: Tensor = self.head(x)[:, 0]
        return inverse_depth


def _double(inputs: int, width: int) -> nn.Sequential:
    """Two convolutions, each with batch norm and ReLU."""
    layers: list[nn.Module] = []
    for channels in (inputs, width):
        layers += [nn.Conv2d(channels, width, 3, padding=1), nn.BatchNorm2d(width), nn.ReLU(inplace=True)]
    return nn.Sequential(*layers)


def inverse_depth_errors(
    predicted: Float[Tensor, "b H W"], truth: Float[Tensor, "b H W"]
) -> dict[str, Float[Tensor, ""]]:
    """PhaseCam3D: root mean square of the error, and of its two derivatives."""
    error = predicted - truth
    return {
        "depth": _rms(error),
        "derivative": _rms(error.diff(dim=-1)) + _rms(error.diff(dim=-2)),
    }


def _rms(x: Tensor) -> Float[Tensor, ""]:
    return (x.square().mean() + 1e-12).sqrt()


def _depth(
    net: nn.Module, images: Float[Tensor, "b k 3 H W"], focus_m: Float[Tensor, "k"], camera: Camera
) -> tuple[Float[Tensor, "b H W"], None]:
    near, far = camera.depth_range_m
    return 1 / (1 / far + (1 / near - 1 / far) * net(images)), None


def _losses(net: nn.Module, sample: Sample) -> dict[str, Float[Tensor, ""]]:
    near, far = sample.camera.depth_range_m
    return inverse_depth_errors(net(sample.images).float(), (1 / sample.depth_m - 1 / far) / (1 / near - 1 / far))


register_network(
    RivalNetwork(
        name="phasecam3d",
        build=PhaseCam3D,
        depth=_depth,
        losses=_losses,
        loss_weights={"depth": 20.0, "derivative": 20.0},
        training=RivalTraining(steps=1000, batch=8, crop_px=96, learning_rate=1e-3, stack_share=0.0),
        sees_stacks=False,
    )
)
