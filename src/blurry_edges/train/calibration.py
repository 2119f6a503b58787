"""Calibration of the network's error bar: the factor that makes two thirds of the errors lie within one sd.

The mixture has heavier tails than a Gaussian, so its own standard deviation holds nine tenths of the errors.
"""

import torch

from blurry_edges.estimator.fused_inputs import fused_inputs
from blurry_edges.nets.fused import FusedNet
from blurry_edges.train.config import FusedTraining
from blurry_edges.train.data import SceneMemory

__all__ = ["sd_scale"]

_SHARE = 0.683
_RIM_PX = 8


def sd_scale(net: FusedNet, scenes: SceneMemory, settings: FusedTraining, batches: int = 12) -> float:
    """Measure the factor on batches that training did not draw."""
    ratios = []
    for step in range(settings.steps, settings.steps + batches):
        batch = scenes.batch(step, settings)
        with torch.inference_mode():
            output = net(batch.noisy, *fused_inputs(batch.noisy, batch.photon_level, batch.read_noise))
            mean, sd = output.dense.mean_and_sd()
            ratio = (mean - scenes.camera.t_px(batch.depth_m)).abs() / sd
        ratios.append(ratio[:, _RIM_PX:-_RIM_PX, _RIM_PX:-_RIM_PX].flatten())
    # An exact quantile: torch.quantile takes 16 million numbers at most.
    values = torch.cat(ratios).sort().values
    return float(values[int(_SHARE * len(values))])
