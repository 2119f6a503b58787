"""Training of the layered network: what it is asked for at occlusion edges, batches of several cameras, resuming."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from blurry_edges.estimator.fused_inputs import H_PX
from blurry_edges.nets.layered import LayeredOutput, Pictures, TwoLayers
from blurry_edges.scenes.generate import Plan, generate
from blurry_edges.scenes.relief_scenes import ReliefScenes
from blurry_edges.scenes.textured_scenes import TexturedScenes
from blurry_edges.train.data import Batch, SceneMemory
from blurry_edges.train.fused_scenes import scene_sets
from blurry_edges.train.layered import LayeredTask, layered_config, train_layered
from blurry_edges.train.layered_config import LAYERED_PRESETS
from blurry_edges.train.layered_losses import layer_truth, layered_losses

SMOKE = LAYERED_PRESETS["smoke"]


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
    batch = Batch(clean, clean, zeros, torch.tensor([190.0]), torch.tensor([2.0]), zeros, clean[:, 0], zeros)

    def losses(t_px: torch.Tensor, membership: torch.Tensor) -> dict[str, float]:
        layers = TwoLayers(t_px, torch.full((1, 2, 30, 40), -3.0), membership)
        output = LayeredOutput(layers, Pictures(clean + 0.01, clean[:, 0], zeros - 5), torch.zeros(1, 15, 20))
        return {k: v.item() for k, v in layered_losses(output, batch, t, 3.0).items()}

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
    task = LayeredTask(SMOKE, scenes, layered_config())
    first, again = (task.batch(3) for _ in range(2))
    assert torch.equal(first[0].noisy, again[0].noisy)
    assert torch.equal(first[2][0], again[2][0])
    assert not torch.equal(first[0].noisy, task.batch(4)[0].noisy)
    assert first[0].noisy.shape == (4, 2, 3, 64, 64)
    assert first[0].all_in_focus.shape == (4, 3, 64, 64)
    assert set(first[0].edges.unique().tolist()) == {0.0, 1.0}


def test_evidence_is_that_of_the_cameras_own_blur(scenes: list[SceneMemory]):
    """For scenes of the disc camera, the analytic t is right on average; taken for the paper's camera, it is not."""
    from blurry_edges.estimator.fused_inputs import fused_inputs
    from blurry_edges.train.layered import _inputs

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
    whole = train_layered(SMOKE, scenes, tmp_path / "whole")
    half = tmp_path / "half"
    with pytest.raises(KeyboardInterrupt):
        train_layered(SMOKE, [StopsAt(memory, 6) for memory in scenes], half)
    assert torch.load(half / "checkpoint.pt", weights_only=True)["step"] == 2
    resumed = train_layered(SMOKE, scenes, half)
    for name, tensor in load_file(whole).items():
        assert torch.equal(tensor, load_file(resumed)[name]), name
    card = json.loads(whole.with_suffix(".json").read_text())
    assert card["started_from"] is None
    assert card["sd_scale"] > 0


class StopsAt(SceneMemory):
    """Scenes that are interrupted at a batch."""

    def __init__(self, scenes: SceneMemory, number: int) -> None:
        self._scenes, self._number = scenes, number
        self.camera, self.images = scenes.camera, scenes.images

    def batch(self, step, settings):
        if step >= self._number and settings.batch == SMOKE.batch // 2:
            raise KeyboardInterrupt
        return self._scenes.batch(step, settings)
