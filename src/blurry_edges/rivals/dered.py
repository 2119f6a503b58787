"""DEReD (Si et al., CVPR 2023): depth and the all-in-focus image from a stack, learned without true depth."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from blurry_edges.filters import gaussian_smooth
from blurry_edges.rivals.config import RivalTraining
from blurry_edges.rivals.network import RivalNetwork, Sample, depth_in_range, register_network
from blurry_edges.rivals.stack_encoder import DEPTH, WIDTH, StackEncoder, conv
from blurry_edges.typing import Float, Tensor

__all__ = ["DEReD", "rendered", "self_supervised_errors", "ssim"]

_LARGEST_SIGMA_PX = 7.0
"""The strongest blur that is rendered."""
_LEVELS = 14
_SSIM_SIGMA_PX, _SSIM_C1, _SSIM_C2 = 1.5, 0.01**2, 0.03**2
_COMPARED_AFTER_PX = 1.0


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


def self_supervised_errors(
    all_in_focus: Float[Tensor, "b 3 H W"],
    depth: Float[Tensor, "b H W"],
    sigma_px: Float[Tensor, "b k H W"],
    stack: Float[Tensor, "b k 3 H W"],
) -> dict[str, Float[Tensor, ""]]:
    """DEReD: the stack rendered from what was predicted must look like the stack; no true depth is used.

    The images are compared after a slight blur, since the SSIM of noise says nothing.
    """
    blurred = gaussian_smooth(stack, _COMPARED_AFTER_PX)
    again = gaussian_smooth(rendered(all_in_focus, sigma_px), _COMPARED_AFTER_PX)
    sharpest = sigma_px.argmin(1)[:, None, None].expand(-1, 1, 3, -1, -1)
    composite = stack.gather(1, sharpest).squeeze(1)
    image_x, image_y = (all_in_focus.diff(dim=axis).abs().mean(1) for axis in (-1, -2))
    return {
        "reconstruction": _appearance(again, blurred),
        "all_in_focus": _appearance(
            gaussian_smooth(all_in_focus, _COMPARED_AFTER_PX), gaussian_smooth(composite, _COMPARED_AFTER_PX)
        ),
        "sharpness": _blurriness(all_in_focus.mean(1)),
        "smoothness": (depth.diff(dim=-1).abs() * (-image_x).exp()).mean()
        + (depth.diff(dim=-2).abs() * (-image_y).exp()).mean(),
        # The two that the Blurry-Edges authors added, for scenes with little texture.
        "size": (depth - 0.5).square().mean(),
        "derivative": depth.diff(dim=-1).square().mean() + depth.diff(dim=-2).square().mean(),
    }


def rendered(image: Float[Tensor, "b 3 H W"], sigma_px: Float[Tensor, "b k H W"]) -> Float[Tensor, "b k 3 H W"]:
    """Blur each pixel by its own σ: copies at levels uniform in σ², interpolated in between."""
    step_px2 = _LARGEST_SIGMA_PX**2 / (_LEVELS - 1)
    position = (sigma_px.square() / step_px2).clamp(0, _LEVELS - 1).unsqueeze(2)
    copy, total = image, torch.zeros(())
    for level in range(_LEVELS):
        if level:
            copy = gaussian_smooth(copy, math.sqrt(step_px2))
        total = total + (1 - (position - level).abs()).relu() * copy.unsqueeze(1)
    return total


def ssim(a: Float[Tensor, "*n H W"], b: Float[Tensor, "*n H W"]) -> Float[Tensor, "*n H W"]:
    """Structural similarity in Gaussian windows of 1.5 px, 1 where the images agree."""
    mean_a, mean_b, square_a, square_b, product = gaussian_smooth(
        torch.stack([a, b, a * a, b * b, a * b]), _SSIM_SIGMA_PX
    )
    variance_a, variance_b, covariance = square_a - mean_a**2, square_b - mean_b**2, product - mean_a * mean_b
    likeness = (2 * mean_a * mean_b + _SSIM_C1) * (2 * covariance + _SSIM_C2)
    similar: Tensor = likeness / ((mean_a**2 + mean_b**2 + _SSIM_C1) * (variance_a + variance_b + _SSIM_C2))
    return similar


def _appearance(a: Tensor, b: Tensor) -> Float[Tensor, ""]:
    return 0.85 * (1 - ssim(a, b)).mean() + 0.15 * (a - b).abs().mean()


def _blurriness(grey: Float[Tensor, "b H W"]) -> Float[Tensor, ""]:
    """Small for an image with fine detail: −log of the energy of its Laplacian of Gaussian, over its contrast."""
    smooth = gaussian_smooth(grey, 1.0)
    kernel = grey.new_tensor([[0.0, 1.0, 0.0], [1.0, -4.0, 1.0], [0.0, 1.0, 0.0]])
    detail = F.conv2d(smooth.unsqueeze(1), kernel.view(1, 1, 3, 3)).square().sum((1, 2, 3))
    pixels = grey.shape[-2] * grey.shape[-1]
    return (-0.25 * (detail / (pixels - grey.mean((1, 2)).square()) + 1e-8).log()).mean()


def _losses(net: nn.Module, sample: Sample) -> dict[str, Float[Tensor, ""]]:
    near, far = sample.camera.depth_range_m
    all_in_focus, depth = (x.float() for x in net(sample.images, sample.focus_share))
    return self_supervised_errors(all_in_focus, depth, sample.blur_px(near + (far - near) * depth), sample.images)


register_network(
    RivalNetwork(
        name="dered",
        build=DEReD,
        depth=depth_in_range,
        losses=_losses,
        loss_weights={
            "reconstruction": 1e3,
            "all_in_focus": 1e2,
            "sharpness": 10.0,
            "smoothness": 25.0,
            "size": 0.01,
            "derivative": 1.0,
        },
        training=RivalTraining(steps=1800, batch=8, crop_px=64, learning_rate=1e-3, weight_decay=5e-4),
    )
)
