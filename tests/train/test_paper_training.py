"""Training of the paper's model: all stages in the smoke preset, exact resume, two processes."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file

from blurry_edges.estimator.paper import PaperEstimator, load_densifier, load_global, load_local
from blurry_edges.scenes.generate import Plan, generate
from blurry_edges.scenes.shape_scenes import ShapeScenes
from blurry_edges.scenes.store import StoredScene
from blurry_edges.scenes.textured_scenes import TexturedScenes
from blurry_edges.train.camera import training_camera
from blurry_edges.train.data import SceneMemory, nearest_edge
from blurry_edges.train.loop import _SEEDS_APART, train
from blurry_edges.train.paper.config import DENSIFY_PRESETS, GLOBAL_PRESETS, LOCAL_PRESETS
from blurry_edges.train.paper.densify import SparseMaps, train_densify
from blurry_edges.train.paper.global_stage import GlobalTask, train_global
from blurry_edges.train.paper.local_outputs import LocalOutputs
from blurry_edges.train.paper.local_stage import LocalTask, train_local
from blurry_edges.weights import load_tensors

LOCAL, GLOBAL, DENSIFY = (presets["smoke"] for presets in (LOCAL_PRESETS, GLOBAL_PRESETS, DENSIFY_PRESETS))


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> SceneMemory:
    folder = tmp_path_factory.mktemp("scenes")
    generate(Plan(ShapeScenes(size=(60, 64)), training_camera()), 3, folder, workers=1)
    return SceneMemory([folder])


@pytest.fixture(scope="module")
def textured(tmp_path_factory: pytest.TempPathFactory) -> SceneMemory:
    folder = tmp_path_factory.mktemp("textured")
    generate(Plan(TexturedScenes(size=(60, 64)), training_camera()), 3, folder, workers=1)
    return SceneMemory([folder])


@pytest.fixture(scope="module")
def local_weights(scenes: SceneMemory, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return train_local(LOCAL, scenes, tmp_path_factory.mktemp("local"))


def test_all_stages_one_after_the_other(scenes: SceneMemory, local_weights: Path, tmp_path: Path):
    local = load_local(str(local_weights))
    stage = train_global(GLOBAL, scenes, local, tmp_path / "global")
    dense = train_global(replace(GLOBAL, dense_depth=True), scenes, local, tmp_path / "dense", start_from=str(stage))
    assert dense.name == "paper-global-dense.safetensors"
    assert json.loads(dense.with_suffix(".json").read_text())["architecture"] == "global-stage"
    log = [json.loads(line) for line in (tmp_path / "dense" / "log.jsonl").read_text().splitlines()]
    assert any("dense_depth" in line for line in log)
    assert all("validation" in line for line in log if "total" not in line)
    paper = PaperEstimator(local, load_global(str(stage)), None)
    densifier = load_densifier(str(train_densify(DENSIFY, scenes, paper, tmp_path / "densify")))
    minus, plus = torch.rand(2, 45, 50, 3).numpy()
    result = replace(paper, densifier=densifier).estimate(
        minus, plus, camera=scenes.camera, photon_level=190.0, read_noise=2.0
    )
    assert result.depth.shape == result.sparse_depth.shape == result.refocus(10.1).shape[:2] == (45, 50)


@pytest.mark.parametrize("stage", ["local", "global"])
def test_a_stopped_run_ends_with_the_same_weights(
    scenes: SceneMemory, textured: SceneMemory, local_weights: Path, tmp_path: Path, stage: str, monkeypatch
):
    """With validation, too: what was best before the stop is still the best after it."""

    def run(folder: Path) -> Path:
        if stage == "local":
            return train_local(LOCAL, scenes, folder, validation=textured)
        return train_global(GLOBAL, scenes, load_local(str(local_weights)), folder, validation=textured)

    whole = run(tmp_path / "whole")
    stopped, task = [], LocalTask if stage == "local" else GlobalTask
    original = task.losses

    def stop_once(self, net, step):
        if step == 3 and not stopped:
            stopped.append(step)
            raise KeyboardInterrupt
        return original(self, net, step)

    monkeypatch.setattr(task, "losses", stop_once)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "half")
    resumed = run(tmp_path / "half")
    first, second = load_file(whole), load_file(resumed)
    assert all(torch.equal(first[name], second[name]) for name in first)
    cards = [json.loads(path.with_suffix(".json").read_text()) for path in (whole, resumed)]
    assert cards[0]["best_in_validation"] == cards[1]["best_in_validation"]


def test_the_best_weights_in_validation_are_kept(scenes: SceneMemory, tmp_path: Path, monkeypatch):
    """Validation is made to like the weights of step 2 best, of four."""
    task = LocalTask(replace(LOCAL, validation_steps=1), scenes)
    seen = {}

    def validation_loss(self, net):
        number = len(seen) + 1
        seen[number] = net.conv.weight.clone()
        return abs(number - 2.0)

    monkeypatch.setattr(LocalTask, "validation_loss", validation_loss)
    run = train(task, task.settings, tmp_path, ())
    assert run.facts["best_in_validation"] == {"step": 2, "loss": 0.0}
    assert torch.equal(run.average.conv.weight, seen[2])
    assert not torch.equal(seen[2], seen[4])
    log = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [line["validation"] for line in log if "validation" in line] == [1.0, 0.0, 1.0, 2.0]


def test_validation_is_of_other_scenes_with_the_weights_of_the_end(scenes: SceneMemory, textured: SceneMemory):
    """The ramp must not make earlier weights look better; and averaged weights are not changed by looking at them."""
    own, other = (LocalTask(LOCAL, scenes, validation=apart) for apart in (None, textured))
    net = own.build().eval()
    with torch.no_grad():
        assert own.validation_loss(net) != other.validation_loss(net)
        weights, losses = own.loss_weights(LOCAL.steps), own.losses(net, 0)
        expected = sum(weights[name] * loss.item() for name, loss in losses.items())
        assert own.validation_loss(net) == pytest.approx(expected, rel=1e-5)
    assert weights["localization"] > own.loss_weights(0)["localization"]


def test_crops_of_one_patch_are_centred_near_edges(scenes: SceneMemory):
    """In 0.1.0 this did nothing for crops of one patch, which are what the paper trains on."""
    anywhere = replace(LOCAL_PRESETS["paper"], batch=200)
    settings = replace(anywhere, centred_within_px=2.0)
    near, free = (
        scenes.batch(0, s).edge_distance_px[:, 10, 10] for s in (settings, replace(settings, centred_within_px=None))
    )
    assert near.max() <= 2.0 < free.max()
    assert near.unique().numel() > 1
    assert anywhere.centred_within_px == 11.0
    assert anywhere.crop_px == anywhere.patch_size == 21


def test_edges_belong_to_the_nearer_surface_and_texture_counts_where_there_is_any():
    """A square at 0.8 m over a background at 1.1 m, which has a bright line of its own."""
    depth = np.full((60, 60), 1.1, np.float32)
    depth[20:40, 10:30] = 0.8
    image = np.full((60, 60, 3), 0.2, np.float32)
    image[20:40, 10:30], image[:, 45:] = 0.9, 0.8
    boundary = np.zeros((60, 60), bool)
    boundary[20:40, 10:30] = True
    boundary[21:39, 11:29] = False
    owner = np.where(boundary, depth, np.nan).astype(np.float32)
    counts = np.zeros((2, 60, 60, 3), np.uint16)
    scene = StoredScene(counts, np.stack([image, image]), depth, 190.0, 2.0, image, boundary, owner)
    (plain_px, plain_m), (px, metres) = (nearest_edge(scene, plain=plain) for plain in (True, False))
    np.testing.assert_allclose(plain_m, 0.8)  # the square owns the only edges, also as seen from outside
    assert plain_px[30, 29] == 0
    assert plain_px[30, 34] == 5
    assert plain_px[30, 45] == 16
    assert px[30, 45] <= 1
    assert metres[30, 45] == pytest.approx(1.1)
    assert metres[30, 31] == pytest.approx(0.8)  # the ridge outside the outline is not an edge of the background


def test_local_outputs_are_what_the_local_stage_finds_and_are_computed_once(
    scenes: SceneMemory, local_weights: Path, tmp_path: Path
):
    local = load_local(str(local_weights))
    outputs = LocalOutputs.compute(local, scenes, GLOBAL, tmp_path)
    (file,) = tmp_path.iterdir()
    before = file.stat().st_mtime_ns
    batch = LocalOutputs.compute(local, scenes, GLOBAL, tmp_path).batch(5, GLOBAL)
    assert file.stat().st_mtime_ns == before
    grid = batch.grid
    assert batch.features.shape[1:] == (grid.rows, grid.cols, 38)
    # The place of the crop, found from its clean image, is where its features come from.
    y, x = (int(place - grid.half_patch_px) for place in batch.origin_px[0])
    size = GLOBAL.crop_px
    matches = [
        i for i in range(3) if np.allclose(scenes.window(i, y, x, size)[0][0], batch.clean[0, 0].permute(1, 2, 0))
    ]
    expected = outputs.features[matches[0], y // 2 : y // 2 + grid.rows, x // 2 : x // 2 + grid.cols]
    np.testing.assert_array_equal(batch.features[0].numpy(), expected)
    local.out.bias[0] += 1
    LocalOutputs.compute(local, scenes, GLOBAL, tmp_path)
    assert len(list(tmp_path.iterdir())) == 2  # another local stage's outputs are not taken for these


def test_the_level_of_a_map_is_learned_unless_it_is_forgiven():
    truth = np.zeros((1, 1, 8, 8), np.float16)
    maps = SparseMaps(np.concatenate([truth + 0.25, truth + 0.2, np.repeat(truth, 6, 1), truth], 1))
    learned, forgiven = (maps.batch(0, replace(DENSIFY, forgive_level=flag)) for flag in (False, True))
    torch.testing.assert_close(learned.sparse_t - learned.true_t, torch.full((2, 8, 8), 0.25))
    torch.testing.assert_close(forgiven.sparse_t, forgiven.true_t)
    torch.testing.assert_close(learned.sparse_t, forgiven.sparse_t)


def test_maps_move_in_depth_only_where_their_colours_are_not_seen():
    maps = SparseMaps(np.random.default_rng(0).random((1, 9, 8, 8)).astype(np.float16))
    values = {
        inputs: maps.batch(0, replace(DENSIFY, inputs=inputs)).true_t.flatten(1).sort().values
        for inputs in ("all", "filled")
    }
    original = torch.from_numpy(maps.maps[:, 8].astype(np.float32)).flatten(1).sort().values
    torch.testing.assert_close(values["all"], original.expand_as(values["all"]))
    moved = values["filled"] - original
    torch.testing.assert_close(moved, moved[:, :1].expand_as(moved), atol=1e-5, rtol=0)
    assert (moved[:, 0].abs() > 1e-3).all()


def test_both_evaluations_of_the_local_stage_train(scenes: SceneMemory):
    for dense in (True, False):
        task = LocalTask(replace(LOCAL, dense=dense), scenes)
        net = task.build()
        losses = task.losses(net, 0)
        assert all(loss > 0 for loss in losses.values())
        torch.stack(list(losses.values())).sum().backward()
        assert set(losses) == set(task.loss_weights(0))
        assert net.conv.weight.grad.abs().sum() > 0


@pytest.mark.parametrize("patch_size", [11, 31])
def test_other_patch_sizes_train(scenes: SceneMemory, tmp_path: Path, patch_size: int):
    settings = replace(LOCAL, patch_size=patch_size, steps=2)
    assert load_local(str(train_local(settings, scenes, tmp_path))).config.patch_size == patch_size


@pytest.mark.long
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
    memory = SceneMemory([tmp_path / "run" / "scenes" / "shapes"])
    alone = train(BothBatches(LOCAL, memory, validation=memory), LOCAL, tmp_path / "one", ())
    shared = load_tensors(str(tmp_path / "run" / "paper-local.safetensors"))[0]
    for name, parameter in alone.average.named_parameters():
        torch.testing.assert_close(shared[name], parameter, rtol=2e-3, atol=3e-3)  # stored in 8 bits


class BothBatches(LocalTask):
    """Losses over what two processes would draw."""

    def losses(self, net, step):
        parts = [super(BothBatches, self).losses(net, number) for number in (step, step + _SEEDS_APART)]
        return {name: (parts[0][name] + parts[1][name]) / 2 for name in parts[0]}
