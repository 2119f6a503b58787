"""Inputs of the fused network: the evidence for fixed hypotheses at the blur scale of the paper's camera."""

from dataclasses import dataclass, replace

import torch

from blurry_edges.evidence import blur_reach_px, evidence_features, misfit_volume
from blurry_edges.nets.fused import FusedConfig
from blurry_edges.optics import Camera
from blurry_edges.optics.psf import GAUSSIAN, Psf
from blurry_edges.stack import FocusStack
from blurry_edges.typing import Float, Tensor

__all__ = [
    "H_PX",
    "T_HYPOTHESES_PX",
    "PairOrder",
    "fused_config",
    "fused_inputs",
    "paper_sigmas_px",
    "t_hypotheses_px",
]

H_PX = 1.4129692832764427
"""h of the paper's camera, at whose blur scale the network works; d = 4 h t."""
T_HYPOTHESES_PX = (-3.1, 4.5, 17)
"""First, last and number of the hypotheses of t."""


@dataclass(frozen=True)
class PairOrder:
    """Which photograph of a pair the network sees first.

    It has learned more of one sign of d, that of the paper's camera: a camera whose d is mostly negative is seen with
    its two settings, and their photographs, exchanged.
    """

    camera: Camera
    """The camera with its settings in this order."""
    is_exchanged: bool

    @classmethod
    def of(cls, camera: Camera) -> "PairOrder":
        """Find the order for a camera."""
        ends = [float(camera.d_px2(z)) for z in camera.depth_range_m]
        if -min(ends) <= max(ends):
            return cls(camera, False)
        return cls(replace(camera, minus=camera.plus, plus=camera.minus), True)

    def stack(self, stack: FocusStack) -> FocusStack:
        """Return a stack whose pair is in this order."""
        return stack.swapped if self.is_exchanged else stack

    def pair(self, images: Float[Tensor, "*n 2 c H W"]) -> Float[Tensor, "*n 2 c H W"]:
        """Bring a pair of images into this order, or out of it."""
        return images.flip(-4) if self.is_exchanged else images


def fused_config() -> FusedConfig:
    """Return the default size of the network, fitting its inputs."""
    return FusedConfig(evidence_channels=2 * (T_HYPOTHESES_PX[2] + 1) + 1)


def t_hypotheses_px(like: Tensor | None = None) -> Float[Tensor, "k"]:
    """Return the hypotheses of t that the network sees, on the device of `like`."""
    return torch.linspace(*T_HYPOTHESES_PX, device=None if like is None else like.device)


def paper_sigmas_px(t_px: Float[Tensor, "k"]) -> Float[Tensor, "k 2"]:
    """Blur of I₋ and I₊ of the paper's camera at each t: σ₋ = |t + h|, σ₊ = |t − h|."""
    return torch.stack([(t_px + H_PX).abs(), (t_px - H_PX).abs()], -1)


def fused_inputs(
    images: Float[Tensor, "b K 3 H W"],
    photon_level: Float[Tensor, "b"],
    read_noise: Float[Tensor, "b"],
    sigmas_px: Float[Tensor, "k K"] | None = None,
    psf: Psf = GAUSSIAN,
) -> tuple[Float[Tensor, "b e h w"], Float[Tensor, "b h w"]]:
    """Evidence features at half resolution and the analytic t in px; H and W are even.

    The network sees the misfit of fixed hypotheses of t, whatever camera it comes from: `sigmas_px` is the blur of each
    photograph at the depth that each t stands for. Without it, the paper's camera took a pair.
    """
    t_px = t_hypotheses_px(images)
    sigmas_px = paper_sigmas_px(t_px) if sigmas_px is None else sigmas_px.to(images)
    misfit = misfit_volume(images, sigmas_px, psf, photon_level, read_noise, step_px=2)
    return evidence_features(misfit, blur_reach_px(sigmas_px), t_px, photon_level, 3 * (images.shape[1] - 1))
