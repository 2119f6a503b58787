"""Training of the paper's model: all stages in the smoke preset, exact resume, two processes."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from blurry_edges.estimator.paper import PaperEstimator, load_densifier, load_global, load_local
from blurry_edges.scenes.generate import Plan, generate
from blurry_edges.scenes.shape_scenes import ShapeScenes
from blurry_edges.train.data import SceneMemory
from blurry_edges.train.densify import train_densify
from blurry_edges.train.fused_scenes import training_camera
from blurry_edges.train.loop import _SEEDS_APART, train
from blurry_edges.train.paper_config import DENSIFY_PRESETS, GLOBAL_PRESETS, LOCAL_PRESETS
from blurry_edges.train.paper_global import train_global
from blurry_edges.train.paper_local import LocalTask, train_local

LOCAL, GLOBAL, DENSIFY = (presets["smoke"] for presets in (LOCAL_PRESETS, GLOBAL_PRESETS, DENSIFY_PRESETS))


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> SceneMemory:
    folder = tmp_path_factory.mktemp("scenes")
    generate(Plan(ShapeScenes(size=(60, 64)), training_camera()), 3, folder, workers=1)
    return SceneMemory([folder])


@pytest.fixture(scope="module")
def local_weights(scenes: SceneMemory, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return train_local(LOCAL, scenes, tmp_path_factory.mktemp("local"))


def test_all_stages_one_after_the_other(scenes: SceneMemory, local_weights: Path, tmp_path: Path):
    local = load_local(str(local_weights))
    stage = train_global(GLOBAL, scenes, local, tmp_path / "global")
    dense = train_global(replace(GLOBAL, dense_depth=True), scenes, local, tmp_path / "dense", start_from=str(stage))
    assert dense.name == "paper-global-dense.safetensors"
    log = [json.loads(line) for line in (tmp_path / "dense" / "log.jsonl").read_text().splitlines()]
    assert "dense_depth" in log[-1]
    paper = PaperEstimator(local, load_global(str(stage)), None)
    densifier = load_densifier(str(train_densify(DENSIFY, scenes, paper, tmp_path / "densify")))
    minus, plus = torch.rand(2, 45, 50, 3).numpy()
    result = replace(paper, densifier=densifier).estimate(
        minus, plus, camera=scenes.camera, photon_level=190.0, read_noise=2.0
    )
    assert result.depth.shape == result.sparse_depth.shape == result.refocus(10.1).shape[:2] == (45, 50)


def test_a_stopped_run_ends_with_the_same_weights(scenes: SceneMemory, local_weights: Path, tmp_path: Path):
    local = load_local(str(local_weights))
    half = tmp_path / "half"
    whole = train_global(GLOBAL, scenes, local, tmp_path / "whole")
    with pytest.raises(KeyboardInterrupt):
        train_global(GLOBAL, StopsAt(scenes, step=3), local, half)
    resumed = train_global(GLOBAL, scenes, local, half)
    first, second = load_file(whole), load_file(resumed)
    assert all(torch.equal(first[name], second[name]) for name in first)


class StopsAt(SceneMemory):
    """Scenes that are interrupted at a step."""

    def __init__(self, scenes: SceneMemory, step: int) -> None:
        self._scenes, self._step = scenes, step
        self.camera, self.images, self.depths = scenes.camera, scenes.images, scenes.depths

    def batch(self, step, settings):
        if step == self._step:
            raise KeyboardInterrupt
        return self._scenes.batch(step, settings)


def test_both_evaluations_of_the_local_stage_train(scenes: SceneMemory):
    for dense in (True, False):
        task = LocalTask(replace(LOCAL, dense=dense), scenes)
        net = task.build()
        losses = task.losses(net, 0)
        torch.stack(list(losses.values())).sum().backward()
        assert set(losses) == set(task.loss_weights(0))
        assert net.conv.weight.grad.abs().sum() > 0


@pytest.mark.parametrize("patch_size", [11, 31])
def test_other_patch_sizes_train(scenes: SceneMemory, tmp_path: Path, patch_size: int):
    settings = replace(LOCAL, patch_size=patch_size, steps=2)
    assert load_local(str(train_local(settings, scenes, tmp_path))).config.patch_size == patch_size


def test_two_processes_share_a_step_and_keep_equal_weights(tmp_path: Path):
    command = [sys.executable, "-m", "blurry_edges.cli", "train", "local", "--preset", "smoke", "--threads", "1"]
    result = subprocess.run(
        [*command, "--devices", "2", "--output", str(tmp_path / "run")], capture_output=True, text=True, timeout=280
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("weights:") == 1
    card = json.loads((tmp_path / "run" / "paper-local.json").read_text())
    assert card["devices"] == 2
    # One process that takes the mean over both batches of each step ends with the same weights.
    memory = SceneMemory(sorted((tmp_path / "run" / "scenes").iterdir()))
    alone = train(BothBatches(LOCAL, memory), LOCAL, tmp_path / "one", ())
    shared = load_file(tmp_path / "run" / "paper-local.safetensors")
    for name, parameter in alone.average.named_parameters():
        torch.testing.assert_close(shared[name].float(), parameter, rtol=2e-3, atol=2e-4)


class BothBatches(LocalTask):
    """Losses over what two processes would draw."""

    def losses(self, net, step):
        parts = [super(BothBatches, self).losses(net, number) for number in (step, step + _SEEDS_APART)]
        return {name: (parts[0][name] + parts[1][name]) / 2 for name in parts[0]}
