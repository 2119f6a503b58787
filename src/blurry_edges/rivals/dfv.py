"""DFV-DFF (Yang, Huang, Zhou, CVPR 2022): differences between neighbouring images of a stack, read by a 3D decoder.

Depth is a mixture of the focus distances of the stack, so it never leaves them.
"""

from contextlib import nullcontext

import torch
import torch.nn.functional as F
from torch import nn

from blurry_edges.optics import Camera
from blurry_edges.rivals.config import RivalTraining
from blurry_edges.rivals.network import RivalNetwork, Sample, register_network
from blurry_edges.rivals.resnet import ResNet18
from blurry_edges.typing import Float, Tensor

__all__ = ["DFV", "focus_mixture_errors"]

_UNITS_PER_M = 10.0
"""With depth in units of 10 cm, smooth L1 is in its linear part for errors of more than one."""

_SLOPE = 0.1
_POOLS = 4


class DFV(nn.Module):
    """ResNet-18 features of each image, four scales of differential volumes, decoded from coarse to fine."""

    multiple = 32
    """Height and width must be multiples of this."""

    def __init__(self) -> None:
        super().__init__()
        self.backbone = ResNet18()
        self.pools = nn.ModuleList(_cbl(512, 512, 1) for _ in range(_POOLS))
        self.enlarge = nn.ModuleList(_cbl(width, width // 2, 3) for width in (512, 256, 128))
        self.merge = nn.ModuleList(_cbl(width, width // 2, 3) for width in (512, 256, 128))
        self.project = nn.ModuleList(_cbl(width, width // 4, 1) for width in (512, 256, 128, 64))
        self.decoders = nn.ModuleList(
            (_Decoder(128, 128, pool=True), _Decoder(128, 64, pool=True), _Decoder(64, 32), _Decoder(32, 32, up=False))
        )

    def forward(
        self, images: Float[Tensor, "b k 3 H W"], focus: Float[Tensor, "k"]
    ) -> list[tuple[Float[Tensor, "b H W"], Float[Tensor, "b H W"]]]:
        """Return depth and its standard deviation in the units of `focus`, finest decoder first.

        The stack must be ordered by focus distance. Only training looks beyond the first.
        """
        size = images.shape[-2:]
        volumes = [_differential(x, images.shape[1]) for x in self._features(images.flatten(0, 1))]
        results = []
        below: Tensor | None = None
        for decoder, volume in zip(self.decoders, volumes, strict=True):
            volume = volume if below is None else torch.cat([below, volume], 1)
            cost, below = decoder(volume)
            share = F.interpolate(cost, size=size, mode="bilinear", align_corners=False).softmax(1)
            distance = focus.view(1, -1, 1, 1)
            depth = (share * distance).sum(1)
            variance = (share * (depth.unsqueeze(1) - distance).square()).sum(1)
            results.append((depth, variance.clamp_min(1e-12).sqrt()))
        return results[::-1]

    def _features(self, images: Float[Tensor, "bk 3 H W"]) -> list[Float[Tensor, "bk c h w"]]:
        """2D features, coarsest first."""
        *skips, x = self.backbone(images)
        x = F.relu(0.5 * (x + 0.25 * _pyramid(x, self.pools)))
        features = [self.project[0](x)]
        for enlarge, merge, project, skip in zip(
            self.enlarge, self.merge, self.project[1:], reversed(skips), strict=True
        ):
            x = merge(torch.cat([enlarge(F.interpolate(x, scale_factor=2, mode="nearest")), skip], 1))
            features.append(project(x))
        return features


def _differential(features: Float[Tensor, "bk c h w"], images: int) -> Float[Tensor, "b c k h w"]:
    """V[n] − V[n + 1]; the last image is kept as it is."""
    volume = features.unflatten(0, (-1, images)).transpose(1, 2)
    return torch.cat([volume[:, :, :-1] - volume[:, :, 1:], volume[:, :, -1:]], 2)


def _pyramid(x: Tensor, convs: nn.ModuleList) -> Tensor:
    """Sum of averages over 1 to half as many bins as the map has, each through its own convolution."""
    height, width = x.shape[-2:]
    total = torch.zeros_like(x)
    for index, layer in enumerate(convs):
        share = index / (len(convs) - 1)
        bins = [max(1, round(1 + share * (n // 2 - 1))) for n in (height, width)]
        whole = (*x.shape[2:-2], *bins)
        pooled = F.adaptive_avg_pool3d(x, whole) if x.dim() == 5 else F.adaptive_avg_pool2d(x, whole)
        mode = "trilinear" if x.dim() == 5 else "bilinear"
        total = total + F.interpolate(layer(pooled), size=x.shape[2:], mode=mode, align_corners=False)
    return total


class _Decoder(nn.Module):
    """Two residual units, pyramid pooling over the image plane, a cost head, and features for the next scale."""

    def __init__(self, inputs: int, width: int, *, pool: bool = False, up: bool = True) -> None:
        super().__init__()
        self.units = nn.Sequential(_Unit(inputs, width), _Unit(width, width))
        self.pools = nn.ModuleList(_conv_norm(width, width, 1) for _ in range(_POOLS)) if pool else None
        self.up = nn.Sequential(_conv_norm(width, width // 2, 3), nn.ReLU()) if up else None
        self.cost = nn.Sequential(_conv_norm(width, width, 3), nn.ReLU(), nn.Conv3d(width, 1, 3, padding=1))

    def forward(
        self, volume: Float[Tensor, "b c k h w"]
    ) -> tuple[Float[Tensor, "b k h w"], Float[Tensor, "b c2 k h2 w2"] | None]:
        """Return the cost of each image of the stack, and the features for the next scale."""
        x = self.units(volume)
        if self.pools is not None:
            x = F.relu(0.5 * (x + 0.25 * _pyramid(x, self.pools)))
        finer = None
        if self.up is not None:
            finer = self.up(F.interpolate(x, scale_factor=(1, 2, 2), mode="trilinear", align_corners=False))
        return self.cost(x).squeeze(1), finer


class _Unit(nn.Module):
    def __init__(self, inputs: int, width: int) -> None:
        super().__init__()
        self.first, self.second = _conv_norm(inputs, width, 3), _conv_norm(width, width, 3)
        self.shortcut = nn.Identity() if inputs == width else _conv_norm(inputs, width, 1)

    def forward(self, x: Float[Tensor, "b i k h w"]) -> Float[Tensor, "b o k h w"]:
        """Two convolutions around a shortcut."""
        inner: Tensor = self.second(F.relu(self.first(x)))
        return F.relu(inner + self.shortcut(x))


def _conv_norm(inputs: int, outputs: int, kernel: int) -> nn.Sequential:
    conv = nn.Conv3d(inputs, outputs, kernel, padding=kernel // 2, bias=False)
    return nn.Sequential(conv, nn.BatchNorm3d(outputs))


def _cbl(inputs: int, outputs: int, kernel: int) -> nn.Sequential:
    conv = nn.Conv2d(inputs, outputs, kernel, padding=kernel // 2, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(outputs), nn.LeakyReLU(_SLOPE))


def focus_mixture_errors(
    depths: list[Float[Tensor, "b H W"]], truth: Float[Tensor, "b H W"], within: tuple[float, float], beta: float
) -> dict[str, Float[Tensor, ""]]:
    """DFV: smooth L1 error of the four decoders, finest first, where the truth lies within the focus distances."""
    inside = ((truth >= within[0]) & (truth <= within[1])).to(truth)
    total = torch.zeros(())
    for weight, depth in zip((8 / 15, 4 / 15, 2 / 15, 1 / 15), depths, strict=True):
        error = F.smooth_l1_loss(depth, truth, reduction="none", beta=beta)
        total = total + weight * (error * inside).sum() / inside.sum().clamp_min(1)
    return {"depth": total}


def _depth(
    net: nn.Module, images: Float[Tensor, "b k 3 H W"], focus_m: Float[Tensor, "k"], camera: Camera
) -> tuple[Float[Tensor, "b H W"], Float[Tensor, "b H W"]]:
    depth, sd = net(images, focus_m)[0]
    return depth, sd


def _losses(net: nn.Module, sample: Sample) -> dict[str, Float[Tensor, ""]]:
    focus, device = _UNITS_PER_M * sample.focus_m, sample.images.device.type
    # The weight gradient of a 3D convolution over two images is garbage in bfloat16 (torch 2.13, oneDNN).
    exact = len(focus) == 2 and torch.amp.is_autocast_available(device)
    with torch.autocast(device, enabled=False) if exact else nullcontext():
        depths = [depth.float() for depth, _ in net(sample.images, focus)]
    first_m, last_m = (sample.camera.focus_distance_m(sample.settings[k]) for k in (0, -1))
    within = (_UNITS_PER_M * first_m, _UNITS_PER_M * last_m)
    return focus_mixture_errors(depths, _UNITS_PER_M * sample.depth_m, within, beta=1.0)


register_network(
    RivalNetwork(
        name="dfv",
        build=DFV,
        depth=_depth,
        losses=_losses,
        loss_weights={"depth": 1.0},
        training=RivalTraining(steps=650, batch=4, crop_px=96, learning_rate=1e-3, gradient_norm=0.5),
        # Over two images, where the gradient of a 3D convolution may be wrong, it computes in 32 bits in any case.
        layer_kinds=("conv2d", "conv2d_stride2", "conv2d_dilated", "conv2d_on_1x1", "conv3d_depth3"),
    )
)
