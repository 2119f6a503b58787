"""Batches with the effects of real cameras."""

from dataclasses import replace

import pytest
import torch

from blurry_edges.scenes.generate import Plan, generate
from blurry_edges.scenes.textured_scenes import TexturedScenes
from blurry_edges.train.camera import training_camera
from blurry_edges.train.config import Optimization
from blurry_edges.train.data import SceneMemory

PLAIN = Optimization(batch=12, crop_px=64)
RANDOM = replace(PLAIN, effects="random", effects_share=0.6)


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> SceneMemory:
    folder = tmp_path_factory.mktemp("scenes")
    generate(Plan(TexturedScenes(size=(72, 80)), training_camera()), 3, folder, workers=1)
    return SceneMemory([folder])


def test_batches_with_effects_depend_on_seed_and_step_alone(scenes: SceneMemory):
    first, again, other = (scenes.batch(step, RANDOM) for step in (5, 5, 6))
    for name in ("noisy", "clean", "photon_level"):
        assert torch.equal(getattr(first, name), getattr(again, name))
    assert not torch.equal(first.noisy, other.noisy)
    assert not torch.equal(first.noisy, scenes.batch(5, replace(RANDOM, seed=1)).noisy)


def test_a_share_of_the_crops_is_changed_and_the_others_are_as_before(scenes: SceneMemory):
    plain, random = scenes.batch(3, PLAIN), scenes.batch(3, RANDOM)
    changed = torch.tensor([not torch.equal(a, b) for a, b in zip(plain.noisy, random.noisy, strict=True)])
    assert 3 <= changed.sum() <= 11
    for name in ("clean", "photon_level"):
        assert torch.equal(getattr(plain, name)[~changed], getattr(random, name)[~changed])
    for name in ("depth_m", "read_noise", "edge_distance_px"):
        assert torch.equal(getattr(plain, name), getattr(random, name))


def test_without_a_share_nothing_changes(scenes: SceneMemory):
    plain, none = scenes.batch(3, PLAIN), scenes.batch(3, replace(RANDOM, effects_share=0.0))
    assert torch.equal(plain.noisy, none.noisy)
    assert torch.equal(plain.photon_level, none.photon_level)


def test_the_clean_images_are_the_noisy_ones_without_noise(scenes: SceneMemory):
    bright = replace(RANDOM, photon_level=(1e6, 1e6), effects_share=1.0)
    batch = scenes.batch(0, bright)
    assert (batch.noisy - batch.clean).abs().mean() < 0.003
    assert (batch.clean - scenes.batch(0, PLAIN).clean).abs().mean() > 0.003


def test_a_crop_that_is_white_all_over_is_left_as_it_is():
    from blurry_edges.train.data import _balanced

    white = torch.ones(2, 3, 32, 32)
    noisy, clean = _balanced(white, 0.9 * white)
    assert torch.equal(noisy, white)
    assert torch.equal(clean, 0.9 * white)
