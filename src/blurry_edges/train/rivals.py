"""Training of the rival networks of the benchmark, on the pair or on stacks of five."""

from dataclasses import dataclass, replace
from pathlib import Path

import torch
from torch import nn

from blurry_edges.errors import DataError
from blurry_edges.nets.rivals import RivalConfig, RivalName, build_rival
from blurry_edges.train.config import Optimization
from blurry_edges.train.data import SceneMemory
from blurry_edges.train.loop import load_start, train
from blurry_edges.train.precision import with_precision
from blurry_edges.train.rival_losses import (
    defocus_and_depth_errors,
    focus_mixture_errors,
    inverse_depth_errors,
    self_supervised_errors,
)
from blurry_edges.typing import Float, Tensor
from blurry_edges.weights import save_weights

__all__ = ["RIVAL_PRESETS", "RivalTask", "RivalTraining", "train_rival"]

_LOSS_WEIGHTS: dict[RivalName, dict[str, float]] = {
    "phasecam3d": {"depth": 20.0, "derivative": 20.0},
    "defocusnet": {"defocus": 1.0, "depth": 1.0},
    "dfv": {"depth": 1.0},
    "dered": {
        "reconstruction": 1e3,
        "all_in_focus": 1e2,
        "sharpness": 10.0,
        "smoothness": 25.0,
        "size": 0.01,
        "derivative": 1.0,
    },
}
_KINDS: dict[RivalName, tuple[str, ...]] = {
    # Over two images, where the gradient of a 3D convolution may be wrong, dfv computes in 32 bits in any case.
    "dfv": ("conv2d", "conv2d_stride2", "conv2d_dilated", "conv2d_on_1x1", "conv3d_depth3"),
}
"""Kinds of layers whose gradients must be right in bfloat16, where not all need to be."""
_DFV_UNITS_PER_M = 10.0
"""With depth in units of 10 cm, smooth L1 is in its linear part for errors of more than one."""


@dataclass(frozen=True)
class RivalTraining(Optimization):
    """Settings of `blurry-edges train baseline NAME`; the light is the paper's."""

    network: RivalName = "defocusnet"
    scenes: int = 2000
    """Scenes to render ahead."""
    scene_seed: int = 1
    """Seed of the scenes."""
    textured_share: float = 0.0
    """Share of textured scenes; the paper trains everything on plain shapes."""
    stack_images: int = 5
    """Images of a focus stack, focused uniformly in 1/z over the working range."""
    stack_share: float = 0.5
    """Share of the steps that see the stack; the others see the pair, so that the weights serve both."""
    photon_level: tuple[float, float] = (180.0, 200.0)
    read_noise: tuple[float, float] = (2.0, 2.0)
    dimmed_share: float = 0.0
    brighter_share: float = 0.6
    """Share of the steps during which the light falls to that of the paper: blur is learned sooner without noise."""
    brighter: float = 30.0
    """How much more light there is in the first step."""

    def at(self, step: int) -> "RivalTraining":
        """Return the settings in the light of one step."""
        left = max(0.0, 1 - step / max(1.0, self.brighter_share * self.steps))
        low, high = (level * self.brighter**left for level in self.photon_level)
        return replace(self, photon_level=(low, high))


def _presets(network: RivalName, **cpu: float) -> dict[str, RivalTraining]:
    common = {
        "network": network,
        "weight_decay": 5e-4 if network == "dered" else 0.0,
        "stack_share": 0.0 if network == "phasecam3d" else 0.5,
    }
    return {
        "cpu": RivalTraining(scenes=600, ema_decay=0.99, **common | cpu),  # type: ignore[arg-type]
        "smoke": RivalTraining(
            scenes=3,
            steps=4,
            batch=2,
            crop_px=32,
            warmup_steps=1,
            checkpoint_steps=2,
            log_steps=1,
            precision="float32",
            **common,  # type: ignore[arg-type]
        ),
    }


RIVAL_PRESETS: dict[RivalName, dict[str, RivalTraining]] = {
    "phasecam3d": _presets("phasecam3d", steps=1000, batch=8, crop_px=96, learning_rate=1e-3),
    "defocusnet": _presets("defocusnet", steps=1100, batch=8, crop_px=64, learning_rate=7e-4),
    "dfv": _presets("dfv", steps=650, batch=4, crop_px=96, learning_rate=1e-3, gradient_norm=0.5),
    "dered": _presets("dered", steps=1800, batch=8, crop_px=64, learning_rate=1e-3),
}
"""Named settings: `cpu` for a quarter of an hour, far from what the papers of the methods train; `smoke` for tests."""


@dataclass(frozen=True)
class RivalTask:
    """A rival network on crops of scenes, each a pair followed by a stack."""

    settings: RivalTraining
    scenes: SceneMemory
    start_from: str | None = None

    def build(self) -> nn.Module:
        """Return the network as it starts."""
        net = build_rival(RivalConfig(self.settings.network))
        if self.start_from is not None:
            load_start(net, self.start_from)
        return net

    def loss_weights(self, step: int) -> dict[str, float]:
        """Return the weight of each loss."""
        return _LOSS_WEIGHTS[self.settings.network]

    def losses(self, net: nn.Module, step: int) -> dict[str, Float[Tensor, ""]]:
        """Return the losses of batch number `step`."""
        batch, camera = self.scenes.batch(step, self.settings.at(step)), self.scenes.camera
        chosen = self._images(step)
        settings = [self.scenes.settings[index] for index in chosen]
        focus_m = torch.tensor([camera.focus_distance_m(setting) for setting in settings])
        near, far = camera.depth_range_m
        stack, truth_m = batch.noisy[:, chosen], batch.depth_m

        def blur_px(depth_m: Tensor) -> Tensor:
            return torch.stack([camera.blur_sigma_px(depth_m, setting) for setting in settings], 1)

        if self.settings.network == "phasecam3d":
            return inverse_depth_errors(self._run(net, stack)[0], (1 / truth_m - 1 / far) / (1 / near - 1 / far))
        if self.settings.network == "dfv":
            focus = _DFV_UNITS_PER_M * focus_m
            depths = self._run(net, stack, focus)[::2]
            within = (focus.min().item(), focus.max().item())
            return focus_mixture_errors(depths, _DFV_UNITS_PER_M * truth_m, within, beta=1.0)
        first, depth = self._run(net, stack, focus_m / focus_m.max())
        if self.settings.network == "defocusnet":
            return defocus_and_depth_errors(first, depth, blur_px(truth_m), (truth_m - near) / (far - near))
        return self_supervised_errors(first, depth, blur_px(near + (far - near) * depth), stack)

    def _run(self, net: nn.Module, *inputs: Tensor) -> list[Tensor]:
        """Run the network; whatever it returns, as one list in 32 bits."""
        # The weight gradient of a 3D convolution over two images is garbage in bfloat16 (torch 2.13, oneDNN).
        wrong_gradient = self.settings.network == "dfv" and inputs[0].shape[1] == 2
        with torch.autocast("cpu", torch.bfloat16, enabled=self.settings.bfloat16 and not wrong_gradient):
            output = net(*inputs)
        parts = (
            [output]
            if isinstance(output, Tensor)
            else [x for y in output for x in (y if isinstance(y, tuple) else (y,))]
        )
        return [x.float() for x in parts]

    def _images(self, step: int) -> list[int]:
        """Which images of the scenes this step sees, ordered by focus distance: the pair, or the stack behind it."""
        draw = torch.rand((), generator=torch.Generator().manual_seed(step)).item()
        chosen = range(2, len(self.scenes.settings)) if draw < self.settings.stack_share else range(2)
        return sorted(chosen, key=lambda index: self.scenes.camera.focus_distance_m(self.scenes.settings[index]))


def train_rival(
    settings: RivalTraining, scenes: SceneMemory, folder: Path, start_from: str | None = None, devices: int = 1
) -> Path:
    """Train a rival network, or continue; returns the file of the averaged weights."""
    if settings.stack_share > 0 and len(scenes.settings) <= 2:
        raise DataError("the scenes hold pairs only; a network that sees stacks needs scenes with a stack behind them")
    settings = with_precision(settings, folder, _KINDS.get(settings.network))
    shown = tuple(_LOSS_WEIGHTS[settings.network])[:2]
    run = train(RivalTask(settings, scenes, start_from), settings, folder, shown, devices)
    data = "textured" if settings.textured_share else "shapes"
    path = folder / f"rival-{settings.network}-{data}.safetensors"
    if not run.is_first_process:
        return path
    facts = {
        "images_seen": settings.steps * settings.batch * devices,
        "started_from": start_from,
        "stored_as": "float16",
        "licence": "Apache-2.0",
    }
    return save_weights(run.average, path, RivalConfig(settings.network), facts | run.facts, half=True)
