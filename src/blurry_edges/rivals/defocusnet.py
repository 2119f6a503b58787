"""DefocusNet (Maximov, Galim, Leal-Taixé, CVPR 2020): from each image to its defocus, from all of those to depth."""

from functools import partial

import torch
import torch.nn.functional as F
from torch import nn

from blurry_edges.rivals.config import RivalTraining
from blurry_edges.rivals.network import RivalNetwork, Sample, depth_in_range, register_network
from blurry_edges.rivals.stack_encoder import DEPTH, WIDTH, StackEncoder, conv, with_stack_maximum
from blurry_edges.typing import Float, Tensor

__all__ = ["DefocusNet", "defocus_and_depth_errors"]

_LARGEST_SIGMA_PX = 7.0
"""Blur that counts as 1."""
_activation = partial(F.leaky_relu, negative_slope=0.2)


class DefocusNet(nn.Module):
    """Two chained autoencoders whose weights are shared over the stack; order and number of images do not matter."""

    multiple = 2**DEPTH
    """Height and width must be multiples of this."""

    def __init__(self) -> None:
        super().__init__()
        self.defocus = _Autoencoder(3, joins=(2, 2, 2, 2))
        # The last scale of the second step has no join; the public code defines one there and never uses it.
        self.depth = _Autoencoder(2, joins=(3, 3, 3))
        for module in self.modules():
            if isinstance(module, nn.Conv2d):
                # The original leaves the gain at 1, with which the signal of two dozen layers is lost at first; that
                # needs the 200,000 steps that it is trained for.
                nn.init.xavier_normal_(module.weight, nn.init.calculate_gain("leaky_relu", 0.2))
                nn.init.constant_(module.bias, 0.01)  # type: ignore[arg-type]

    def forward(
        self, images: Float[Tensor, "b k 3 H W"], focus: Float[Tensor, "k"]
    ) -> tuple[Float[Tensor, "b k H W"], Float[Tensor, "b H W"]]:
        """Return defocus of each image and depth, both about 0..1; `focus` is 1 at the farthest focus distance."""
        count = images.shape[1]
        coarse, skips = self.defocus.encoder(images.flatten(0, 1), count)
        for level, skip in enumerate(reversed(skips)):
            coarse = self.defocus.join(level, [self.defocus.enlarge(level, coarse), skip])
        defocus = self.defocus.head(coarse).unflatten(0, (-1, count)).squeeze(2)
        distance = focus.view(1, -1, 1, 1).expand_as(defocus)
        coarse, _ = self.depth.encoder(torch.stack([defocus, distance], 2).flatten(0, 1), count)
        for level, skip in enumerate(reversed(skips[1:])):
            up = with_stack_maximum(self.depth.enlarge(level, coarse), count)
            coarse = self.depth.join(level, [up, skip])
        last = self.depth.enlarge(DEPTH - 1, coarse).unflatten(0, (-1, count)).amax(1)
        return defocus, self.depth.head(last).squeeze(1)


class _Autoencoder(nn.Module):
    """An encoder, a convolution after each enlargement, one after each join, and a head of two."""

    def __init__(self, inputs: int, joins: tuple[int, ...]) -> None:
        super().__init__()
        self.encoder = StackEncoder(inputs, _activation)
        widths = [WIDTH * 2**level for level in reversed(range(DEPTH))]
        self.ups = nn.ModuleList(conv(2 * width, width) for width in widths)
        self.joins = nn.ModuleList(conv(parts * width, width) for parts, width in zip(joins, widths, strict=False))
        self.head = nn.Sequential(conv(WIDTH, WIDTH), nn.LeakyReLU(0.2), conv(WIDTH, 1))

    def enlarge(self, level: int, x: Float[Tensor, "bk c h w"]) -> Float[Tensor, "bk c2 h2 w2"]:
        """Double the size and halve the channels; level 0 is the coarsest."""
        up = F.interpolate(x, scale_factor=2, mode="bilinear", align_corners=False)
        return _activation(self.ups[level](up))

    def join(self, level: int, parts: list[Tensor]) -> Float[Tensor, "bk c h w"]:
        """Merge features of one scale."""
        return _activation(self.joins[level](torch.cat(parts, 1)))


def defocus_and_depth_errors(
    defocus: Float[Tensor, "b k H W"],
    depth: Float[Tensor, "b H W"],
    sigma_px: Float[Tensor, "b k H W"],
    truth: Float[Tensor, "b H W"],
) -> dict[str, Float[Tensor, ""]]:
    """DefocusNet: squared errors of the blur of each image and of the depth."""
    return {
        "defocus": F.mse_loss(defocus, (sigma_px / _LARGEST_SIGMA_PX).clamp(0, 1)),
        "depth": F.mse_loss(depth, truth),
    }


def _losses(net: nn.Module, sample: Sample) -> dict[str, Float[Tensor, ""]]:
    near, far = sample.camera.depth_range_m
    defocus, depth = (x.float() for x in net(sample.images, sample.focus_share))
    truth = (sample.depth_m - near) / (far - near)
    return defocus_and_depth_errors(defocus, depth, sample.blur_px(sample.depth_m), truth)


register_network(
    RivalNetwork(
        name="defocusnet",
        build=DefocusNet,
        depth=depth_in_range,
        losses=_losses,
        loss_weights={"defocus": 1.0, "depth": 1.0},
        training=RivalTraining(steps=1100, batch=8, crop_px=64, learning_rate=7e-4),
    )
)
