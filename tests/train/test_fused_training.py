"""Training of the default network: what is asked for at occlusion edges, batches of several cameras, exact resume."""

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
from torch import nn

from blurry_edges.errors import DataError
from blurry_edges.estimator.fused_inputs import H_PX, fused_config
from blurry_edges.nets.fused import FusedOutput, Pictures, TwoLayers
from blurry_edges.scenes.generate import Plan, generate
from blurry_edges.scenes.relief_scenes import ReliefScenes
from blurry_edges.scenes.textured_scenes import TexturedScenes
from blurry_edges.train.checkpoint import TrainingState
from blurry_edges.train.data import Batch, SceneMemory
from blurry_edges.train.fused.config import FUSED_PRESETS
from blurry_edges.train.fused.losses import fused_losses, layer_truth
from blurry_edges.train.fused.scenes import scene_sets
from blurry_edges.train.fused.task import FusedTask, train_fused
from blurry_edges.train.schedules import make_scheduler
from command import run

SMOKE = FUSED_PRESETS["smoke"]


def edge_scene() -> torch.Tensor:
    """Return a slope of t from 0 to 0.2 with a surface at 2 before its right half."""
    t = torch.linspace(0, 0.2, 40).expand(1, 30, 40).clone()
    t[..., 20:] = 2.0
    return t


def test_truth_continues_both_surfaces_across_an_edge_and_only_there():
    t = edge_scene()
    truth = layer_truth(t)
    assert truth.near[0, 10].nonzero().squeeze().tolist() == list(range(16, 24))
    assert truth.is_high[0, 10, 20:24].all()
    assert not truth.is_high[0, 10, 16:20].any()
    high, low = truth.both_px[0]
    torch.testing.assert_close(high[:, 16:24], torch.full((30, 8), 2.0))
    assert (low[:, 16:24] < 0.2).all()
    away = ~truth.near
    torch.testing.assert_close(high[away[0]], t[away])
    torch.testing.assert_close(low[away[0]], t[away])


def test_the_true_layers_have_the_least_loss():
    t = edge_scene()
    truth = layer_truth(t)
    zeros = torch.zeros(1, 30, 40)
    clean = torch.rand(1, 2, 3, 30, 40)
    light, dark, plain = (torch.tensor([x]) for x in (190.0, 2.0, 0.0))
    batch = Batch(clean, clean, zeros, light, dark, zeros, zeros, clean[:, 0], zeros, plain)

    def losses(t_px: torch.Tensor, membership: torch.Tensor) -> dict[str, float]:
        layers = TwoLayers(t_px, torch.full((1, 2, 30, 40), -3.0), membership)
        output = FusedOutput(layers, Pictures(clean + 0.01, clean[:, 0], zeros - 5), torch.zeros(1, 15, 20))
        return {k: v.item() for k, v in fused_losses(output, batch, t, 3.0).items()}

    sure = 8 * (2 * truth.is_high.float() - 1)
    best = losses(truth.both_px, sure)
    for other in (losses(truth.both_px, sure.roll(2, -1)), losses(truth.both_px + 0.3, sure)):
        assert best["likelihood"] < other["likelihood"]
        assert best["squared"] < other["squared"]
    assert best["membership"] < losses(truth.both_px, sure.roll(2, -1))["membership"]
    assert best["layers"] < losses(truth.both_px.roll(3, -1), sure)["layers"]


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> list[SceneMemory]:
    """Return a few scenes of two of the training cameras, one of them with discs and other settings."""
    memories = []
    sets = {scenes.name: scenes for scenes in scene_sets(0.5)}
    for name, recipe in (("paper-textured", TexturedScenes(size=(72, 80))), ("wide-relief", ReliefScenes((72, 80)))):
        folder = tmp_path_factory.mktemp(name)
        generate(Plan(recipe, sets[name].camera), 3, folder, workers=1)
        memories.append(SceneMemory([folder]))
    return memories


def test_training_cameras_have_the_blur_at_which_the_network_works():
    for scenes in scene_sets(0.5):
        assert scenes.camera.blur_scale == pytest.approx(1, abs=0.05)
        ends = [float(scenes.camera.d_px2(z)) / (4 * H_PX) for z in scenes.camera.depth_range_m]
        assert -3.2 < min(ends) < max(ends) < 4.6
    assert sum(scenes.share for scenes in scene_sets(0.5)) == pytest.approx(1)


def test_batches_depend_on_their_number_alone_and_mix_cameras(scenes: list[SceneMemory]):
    task = FusedTask(SMOKE, scenes, fused_config())
    first, again = (task.batch(3) for _ in range(2))
    assert torch.equal(first.crops.noisy, again.crops.noisy)
    assert torch.equal(first.evidence, again.evidence)
    assert not torch.equal(first.crops.noisy, task.batch(4).crops.noisy)
    assert first.crops.noisy.shape == (4, 2, 3, 64, 64)
    assert first.crops.all_in_focus.shape == (4, 3, 64, 64)
    assert set(first.crops.edges.unique().tolist()) == {0.0, 1.0}


def test_evidence_is_that_of_the_cameras_own_blur(scenes: list[SceneMemory]):
    """For scenes of the disc camera, the analytic t is right on average; taken for the paper's camera, it is not."""
    from blurry_edges.estimator.fused_inputs import fused_inputs
    from blurry_edges.train.fused.task import _inputs

    plain = replace(SMOKE, effects="none", photon_level=(3000.0, 3000.0), batch=8)
    memory = scenes[1]
    batch = memory.batch(0, plain)
    t = memory.camera.d_px2(batch.depth_m) / (4 * H_PX)
    t = torch.nn.functional.avg_pool2d(t, 2)
    own = (_inputs(memory, batch)[1] - t).abs().median()
    other = (fused_inputs(batch.noisy, batch.photon_level, batch.read_noise)[1] - t).abs().median()
    assert own < other
    assert own < 0.5


def test_a_stopped_run_ends_with_the_same_weights(scenes: list[SceneMemory], tmp_path: Path):
    whole = train_fused(SMOKE, scenes, tmp_path / "whole")
    half = tmp_path / "half"
    with pytest.raises(KeyboardInterrupt):
        train_fused(SMOKE, [StopsAt(memory, 6) for memory in scenes], half)
    assert torch.load(half / "checkpoint.pt", weights_only=True)["step"] == 2
    resumed = train_fused(SMOKE, scenes, half)
    for name, tensor in load_file(whole).items():
        assert torch.equal(tensor, load_file(resumed)[name]), name
    steps = [json.loads(line)["step"] for line in (half / "log.jsonl").read_text().splitlines()]
    assert steps == [1, 2, 3, 4]  # the third was logged twice, and is there once
    card = json.loads(whole.with_suffix(".json").read_text())
    assert card["started_from"] is None
    assert card["sd_scale"] > 0
    with pytest.raises(DataError, match="run with seed = 0, not 1"):
        train_fused(replace(SMOKE, seed=1), scenes, half)
    with pytest.raises(DataError, match="began with other weights; give the same --start-from"):
        train_fused(SMOKE, scenes, half, start_from="fused")


def test_a_run_that_is_done_can_be_lengthened(scenes: list[SceneMemory], tmp_path: Path):
    """With more steps it goes on from where its rate began to fall, to the weights of a run of that length."""
    long = replace(SMOKE, steps=6, held_share=0.5)
    short = replace(long, steps=4)
    whole = train_fused(long, scenes, tmp_path / "whole")
    train_fused(short, scenes, tmp_path / "grown")
    grown = train_fused(long, scenes, tmp_path / "grown")
    for name, tensor in load_file(whole).items():
        assert torch.equal(tensor, load_file(grown)[name]), name
    with pytest.raises(DataError, match="rate fell too early"):
        train_fused(replace(long, steps=3), scenes, tmp_path / "grown")


class StopsAt(SceneMemory):
    """Scenes that are interrupted at a batch."""

    def __init__(self, scenes: SceneMemory, number: int) -> None:
        self._scenes, self._number = scenes, number
        self.camera, self.images = scenes.camera, scenes.images

    def batch(self, step, settings):
        if step >= self._number and settings.batch == SMOKE.batch // 2:
            raise KeyboardInterrupt
        return self._scenes.batch(step, settings)


def test_augmented_pairs_stay_true_pairs(scenes: list[SceneMemory]):
    """Turning, mirroring and dimming act on both images and the depth alike: the blur still fits the depth."""
    from blurry_edges.evidence import misfit_volume
    from blurry_edges.optics import Psf

    camera = scenes[0].camera
    bright = replace(SMOKE, effects="none", photon_level=(2000.0, 2000.0), read_noise=(2.0, 2.0), batch=8)
    batch = scenes[0].batch(0, bright)
    t = torch.linspace(-3.2, 4.6, 40)
    sigmas = torch.stack([(t + camera.h_px(1.0)).abs(), (t - camera.h_px(1.0)).abs()], -1)
    misfit = misfit_volume(batch.noisy, sigmas, Psf(), batch.photon_level, batch.read_noise)
    nearest = ((camera.t_px(batch.depth_m) - t[0]) / (t[1] - t[0])).round().long().clamp(0, 39)
    at_truth = misfit.gather(1, nearest.unsqueeze(1)).squeeze(1)
    at_wrong = misfit.gather(1, (nearest + 20).remainder(40).unsqueeze(1)).squeeze(1)
    assert at_truth.median() < 0.8 * at_wrong.median()


@pytest.mark.long
def test_the_command_survives_kill_9(tmp_path: Path):
    arguments = ["train", "fused", "--preset", "smoke", "--threads", 1, "--scene-folder", tmp_path / "scenes"]
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    command = [sys.executable, "-m", "blurry_edges.cli", *map(str, arguments), "-o", str(killed)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 240
    while not (killed / "checkpoint.pt").exists() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    for folder in (killed, whole):
        result = run(*arguments, "-o", folder)
        assert result.returncode == 0, result.stderr
        assert "fused.safetensors" in result.stdout
    first, second = load_file(killed / "fused.safetensors"), load_file(whole / "fused.safetensors")
    assert all(torch.equal(first[name], second[name]) for name in second)
    card = json.loads((whole / "fused.json").read_text())
    assert card["training"]["steps"] == SMOKE.steps
    typed = "blurry-edges train fused --preset smoke --threads 1 --scene-folder FOLDER -o FOLDER"
    assert card["command"] == typed


def test_the_error_bar_is_calibrated(scenes: list[SceneMemory]):
    """Scaled, it holds about two thirds of the errors of batches that training never saw, and two hold about 95 %."""
    from blurry_edges.nets.fused import FusedNet
    from blurry_edges.train.fused.task import sd_scale

    torch.manual_seed(0)
    net = FusedNet(fused_config()).eval()
    task = FusedTask(SMOKE, scenes, fused_config())
    scale = sd_scale(net, task, batches=16)
    inside, total = {1: 0, 2: 0}, 0
    for number in range(SMOKE.steps + 100, SMOKE.steps + 116):  # none of those that chose the scale
        batch = task.batch(number)
        with torch.inference_mode():
            layers = net(*batch.inputs).layers
        within, between = layers.variances()
        error = layers.mean_px - batch.t_px
        for count in inside:
            bar = count**2 * (scale**2 * within + between)  # as `Surfaces` does it
            inside[count] += int((error.square() < bar).sum())
        total += batch.t_px.numel()
    shares = {count: number / total for count, number in inside.items()}
    # Between the two factors: one share is missed as the other is exceeded, and neither by much.
    missed = [shares[count] - wanted for count, wanted in ((1, 0.683), (2, 0.954))]
    assert max(map(abs, missed)) < 0.15
    assert missed[0] * missed[1] < 0.03**2


def test_a_damaged_checkpoint_is_refused(tmp_path: Path):
    net, average = nn.Linear(40, 40), nn.Linear(40, 40)
    optimizer = torch.optim.AdamW(net.parameters())
    state = TrainingState(net, average, optimizer, make_scheduler(optimizer, SMOKE))
    state.step = 3
    state.save(tmp_path, {}, 0)
    assert state.restore(tmp_path, {}, 0)
    path = tmp_path / "checkpoint.pt"
    content = bytearray(path.read_bytes())
    weights = content.find(net.weight.detach().numpy().tobytes())
    assert weights > 0
    content[weights + 1000] ^= 4
    path.write_bytes(content)
    with pytest.raises(DataError, match="damaged"):
        state.restore(tmp_path, {}, 0)
    path.write_bytes(content[: len(content) // 2])
    with pytest.raises(DataError, match="damaged"):
        state.restore(tmp_path, {}, 0)
