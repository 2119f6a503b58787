"""Training: batches that depend on their number alone, exact resume."""

import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from blurry_edges.errors import DataError
from blurry_edges.scenes.generate import Plan, generate
from blurry_edges.scenes.textured_scenes import TexturedScenes
from blurry_edges.train.config import PRESETS
from blurry_edges.train.data import SceneMemory
from blurry_edges.train.fused import train_fused
from blurry_edges.train.fused_scenes import training_camera

SMOKE = PRESETS["smoke"]


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> SceneMemory:
    folder = tmp_path_factory.mktemp("scenes")
    generate(Plan(TexturedScenes(size=(72, 80)), training_camera()), 3, folder, workers=1)
    return SceneMemory([folder])


def test_batches_depend_on_seed_and_step_alone(scenes: SceneMemory):
    first, again, other = (scenes.batch(step, SMOKE) for step in (5, 5, 6))
    assert torch.equal(first.noisy, again.noisy)
    assert not torch.equal(first.noisy, other.noisy)
    assert not torch.equal(first.noisy, scenes.batch(5, replace(SMOKE, seed=1)).noisy)
    assert first.noisy.shape == (2, 2, 3, 64, 64)
    low, high = SMOKE.photon_level
    assert ((first.photon_level >= low) & (first.photon_level <= high)).all()


def test_augmented_pairs_stay_true_pairs(scenes: SceneMemory):
    """Turning, mirroring and dimming act on both images and the depth alike: the blur still fits the depth."""
    from blurry_edges.evidence import misfit_volume
    from blurry_edges.optics import Psf

    camera = scenes.camera
    bright = replace(SMOKE, photon_level=(2000.0, 2000.0), read_noise=(2.0, 2.0), batch=8)
    batch = scenes.batch(0, bright)
    t = torch.linspace(-3.2, 4.6, 40)
    sigmas = torch.stack([(t + camera.h_px(1.0)).abs(), (t - camera.h_px(1.0)).abs()], -1)
    misfit = misfit_volume(batch.noisy, sigmas, Psf(), batch.photon_level, batch.read_noise)
    nearest = ((camera.t_px(batch.depth_m) - t[0]) / (t[1] - t[0])).round().long().clamp(0, 39)
    at_truth = misfit.gather(1, nearest.unsqueeze(1)).squeeze(1)
    at_wrong = misfit.gather(1, (nearest + 20).remainder(40).unsqueeze(1)).squeeze(1)
    assert at_truth.median() < 0.8 * at_wrong.median()


def test_a_stopped_run_ends_with_the_same_weights(scenes: SceneMemory, tmp_path: Path):
    whole = train_fused(SMOKE, scenes, tmp_path / "whole")
    half = tmp_path / "half"
    with pytest.raises(KeyboardInterrupt):
        train_fused(SMOKE, StopsAt(scenes, step=3), half)
    assert torch.load(half / "checkpoint.pt", weights_only=True)["step"] == 2
    resumed = train_fused(SMOKE, scenes, half)
    for name, tensor in load_file(whole).items():
        assert torch.equal(tensor, load_file(resumed)[name]), name
    steps = [json.loads(line)["step"] for line in (half / "log.jsonl").read_text().splitlines()]
    assert steps == [1, 2, 3, 3, 4]
    with pytest.raises(DataError, match="run with seed = 0, not 1"):
        train_fused(replace(SMOKE, seed=1), scenes, half)


class StopsAt(SceneMemory):
    """Scenes that are interrupted at a step."""

    def __init__(self, scenes: SceneMemory, step: int) -> None:
        self._scenes, self._step = scenes, step
        self.camera, self.images = scenes.camera, scenes.images

    def batch(self, step, settings):
        if step == self._step:
            raise KeyboardInterrupt
        return self._scenes.batch(step, settings)


def test_the_command_survives_kill_9(tmp_path: Path):
    command = [sys.executable, "-m", "blurry_edges.cli", "train", "fused", "--preset", "smoke", "--threads", "1"]
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    process = subprocess.Popen([*command, "--output", str(killed)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 240
    while not (killed / "checkpoint.pt").exists() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    for folder in (killed, whole):
        result = subprocess.run([*command, "--output", str(folder)], capture_output=True, text=True)
        assert result.returncode == 0, result.stderr
        assert "fused.safetensors" in result.stdout
    first, second = load_file(killed / "fused.safetensors"), load_file(whole / "fused.safetensors")
    assert all(torch.equal(first[name], second[name]) for name in second)
    card = json.loads((whole / "fused.json").read_text())
    assert card["training"]["steps"] == SMOKE.steps


def test_the_error_bar_is_calibrated(scenes: SceneMemory):
    """Scaled, it holds two thirds of the errors of batches that training never saw."""
    from blurry_edges.estimator.fused_inputs import fused_config, fused_inputs
    from blurry_edges.nets.fused import FusedNet
    from blurry_edges.train.calibration import sd_scale

    torch.manual_seed(0)
    net = FusedNet(fused_config()).eval()
    scale = sd_scale(net, scenes, SMOKE, batches=3)
    batch = scenes.batch(SMOKE.steps + 100, replace(SMOKE, batch=8))  # none of those that chose the scale
    with torch.inference_mode():
        mean, sd = net(
            batch.noisy, *fused_inputs(batch.noisy, batch.photon_level, batch.read_noise)
        ).dense.mean_and_sd()
    error = (mean - scenes.camera.t_px(batch.depth_m)).abs()
    assert (error < scale * sd).float().mean().item() == pytest.approx(0.683, abs=0.15)
