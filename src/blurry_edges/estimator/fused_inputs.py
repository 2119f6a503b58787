"""What the fused network is fed: the evidence for fixed hypotheses at the blur scale of the paper's camera."""

import torch

from blurry_edges.evidence import evidence_features, misfit_volume
from blurry_edges.nets.fused import FusedConfig
from blurry_edges.typing import Float, Tensor

__all__ = ["H_PX", "T_HYPOTHESES_PX", "fused_config", "fused_inputs"]

H_PX = 1.4129692832764427
"""h of the paper's camera, at whose blur scale the network works; d = 4 h t."""
T_HYPOTHESES_PX = (-3.1, 4.5, 17)
"""First, last and number of the hypotheses of t."""


def fused_config() -> FusedConfig:
    """Return the default size of the network, fitting its inputs."""
    return FusedConfig(evidence_channels=2 * (T_HYPOTHESES_PX[2] + 1) + 1)


def fused_inputs(
    pair: Float[Tensor, "b 2 3 H W"], photon_level: Float[Tensor, "b"], read_noise: Float[Tensor, "b"]
) -> tuple[Float[Tensor, "b e h w"], Float[Tensor, "b h w"]]:
    """Evidence features at half resolution and the analytic t in px; H and W are even."""
    t_px = torch.linspace(*T_HYPOTHESES_PX, device=pair.device)
    d_px2 = 4 * H_PX * t_px
    misfit = misfit_volume(pair, d_px2, photon_level, read_noise, step_px=2)
    return evidence_features(misfit, d_px2, t_px, photon_level)
