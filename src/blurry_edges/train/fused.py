"""Training of the fused network: steps on batches, checkpoints, and weights with their card at the end."""

import copy
import dataclasses
import json
import math
import time
from pathlib import Path
from typing import Any

import torch
from torch import nn
from tqdm import tqdm

from blurry_edges.estimator.fused_inputs import fused_config, fused_inputs
from blurry_edges.nets.fused import FusedNet
from blurry_edges.train.calibration import sd_scale
from blurry_edges.train.checkpoint import TrainingState
from blurry_edges.train.config import FusedTraining
from blurry_edges.train.data import SceneMemory
from blurry_edges.train.journal import Journal
from blurry_edges.train.losses import fused_losses
from blurry_edges.weights import load_tensors, save_weights

__all__ = ["learning_rate", "train_fused"]


def train_fused(settings: FusedTraining, scenes: SceneMemory, folder: Path, start_from: str | None = None) -> Path:
    """Train, or continue a run that was stopped; returns the file of the averaged weights.

    `start_from` names shipped weights or a weights file to begin with, instead of random ones.

    A run that was killed at any moment and started again ends with the same weights as one that was not.
    """
    folder.mkdir(parents=True, exist_ok=True)
    state = _start(settings, start_from)
    described: dict[str, Any] = json.loads(json.dumps(dataclasses.asdict(settings)))
    state.restore(folder, described)
    journal, began = Journal(folder), time.perf_counter()
    first_step = state.step
    progress = tqdm(total=settings.steps, initial=state.step, desc="training", unit="step", disable=None)
    sums: dict[str, float] = {}
    while state.step < settings.steps:
        for name, value in _step(state, settings, scenes).items():
            sums[name] = sums.get(name, 0.0) + value / settings.log_steps
        state.step += 1
        state.update_average(settings.ema_decay)
        progress.update()
        if state.step % settings.log_steps == 0:
            speed = (state.step - first_step) / (time.perf_counter() - began)
            journal.write(state.step, sums | {"steps_per_second": speed})
            progress.set_postfix({name: f"{sums[name]:.3f}" for name in ("likelihood", "squared", "depth")})
            sums = {}
        if state.step % settings.checkpoint_steps == 0 or state.step == settings.steps:
            state.save(folder, described)
    journal.close()
    progress.close()
    card = {
        "sd_scale": sd_scale(state.average, scenes, settings),
        "started_from": start_from,
        "training": described,
        "scenes": len(scenes.images),
        "minutes": (time.perf_counter() - began) / 60,
        "licence": "Apache-2.0",
    }
    return save_weights(state.average, folder / "fused.safetensors", state.net.config, card)


def learning_rate(step: int, settings: FusedTraining) -> float:
    """Warm up linearly, then fall as half a cosine to a hundredth."""
    warm = min(1.0, (step + 1) / settings.warmup_steps)
    cosine = 0.5 * (1 + math.cos(math.pi * step / settings.steps))
    return settings.learning_rate * warm * (0.01 + 0.99 * cosine)


def _start(settings: FusedTraining, start_from: str | None) -> TrainingState:
    torch.manual_seed(settings.seed)
    net = FusedNet(fused_config())
    if start_from is not None:
        net.load_state_dict(load_tensors(start_from)[0])
    net = net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    optimizer = torch.optim.AdamW(net.parameters(), lr=settings.learning_rate, weight_decay=settings.weight_decay)
    return TrainingState(net, copy.deepcopy(net).eval().requires_grad_(False), optimizer)


def _step(state: TrainingState, settings: FusedTraining, scenes: SceneMemory) -> dict[str, float]:
    """One optimiser step; returns the losses."""
    batch = scenes.batch(state.step, settings)
    for group in state.optimizer.param_groups:
        group["lr"] = learning_rate(state.step, settings)
    with torch.no_grad():
        evidence, t_evidence = fused_inputs(batch.noisy, batch.photon_level, batch.read_noise)
    state.net.train()
    with torch.autocast("cpu", torch.bfloat16, enabled=settings.bfloat16):
        output = state.net(batch.noisy, evidence, t_evidence)
    generator = torch.Generator().manual_seed(state.step)
    losses = fused_losses(
        output, batch, scenes.camera.t_px(batch.depth_m), float(scenes.camera.h_px(1.0)), settings, generator
    )
    weights = dataclasses.asdict(settings.losses)
    total = torch.stack([weights[name] * loss for name, loss in losses.items()]).sum()
    state.optimizer.zero_grad(set_to_none=True)
    total.backward()
    norm = nn.utils.clip_grad_norm_(state.net.parameters(), settings.gradient_norm)
    state.optimizer.step()
    return {name: loss.item() for name, loss in losses.items()} | {"total": total.item(), "gradient_norm": norm.item()}
