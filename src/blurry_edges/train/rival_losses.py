"""The losses of the rival networks, each as its paper has it, for the camera at hand.

Depth is in units of the working range: 0 at the near end, 1 at the far end.
"""

import math

import torch
import torch.nn.functional as F

from blurry_edges.filters import gaussian_smooth
from blurry_edges.typing import Float, Tensor

__all__ = [
    "defocus_and_depth_errors",
    "focus_mixture_errors",
    "inverse_depth_errors",
    "rendered",
    "self_supervised_errors",
    "ssim",
]

LARGEST_SIGMA_PX = 7.0
"""Blur that counts as 1 for DefocusNet, and the strongest that DEReD renders."""
_LEVELS = 14
_SSIM_SIGMA_PX, _SSIM_C1, _SSIM_C2 = 1.5, 0.01**2, 0.03**2
_COMPARED_AFTER_PX = 1.0


def inverse_depth_errors(
    predicted: Float[Tensor, "b H W"], truth: Float[Tensor, "b H W"]
) -> dict[str, Float[Tensor, ""]]:
    """PhaseCam3D: root mean square of the error, and of its two derivatives."""
    error = predicted - truth
    return {
        "depth": _rms(error),
        "derivative": _rms(error.diff(dim=-1)) + _rms(error.diff(dim=-2)),
    }


def defocus_and_depth_errors(
    defocus: Float[Tensor, "b k H W"],
    depth: Float[Tensor, "b H W"],
    sigma_px: Float[Tensor, "b k H W"],
    truth: Float[Tensor, "b H W"],
) -> dict[str, Float[Tensor, ""]]:
    """DefocusNet: squared errors of the blur of each image and of the depth."""
    return {
        "defocus": F.mse_loss(defocus, (sigma_px / LARGEST_SIGMA_PX).clamp(0, 1)),
        "depth": F.mse_loss(depth, truth),
    }


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
    step_px2 = LARGEST_SIGMA_PX**2 / (_LEVELS - 1)
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


def _rms(x: Tensor) -> Float[Tensor, ""]:
    return (x.square().mean() + 1e-12).sqrt()
