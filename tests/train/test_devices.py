"""Every training computes wherever its network is.

The device `meta` has shapes but no numbers and mixes with no other device, so that it shows on any machine what would
go wrong on a graphics card.
"""

from pathlib import Path

import numpy as np
import pytest
import torch

from blurry_edges.estimator.fused_inputs import fused_config
from blurry_edges.nets.local_stage import LocalStage
from blurry_edges.optics import Camera
from blurry_edges.rivals.network import rival_network, rival_network_names
from blurry_edges.rivals.train import RivalTask
from blurry_edges.train.data import SceneMemory
from blurry_edges.train.fused.config import FUSED_PRESETS
from blurry_edges.train.fused.task import FusedTask
from blurry_edges.train.paper.config import DENSIFY_PRESETS, GLOBAL_PRESETS, LOCAL_PRESETS
from blurry_edges.train.paper.densify import DensifyTask, SparseMaps
from blurry_edges.train.paper.global_stage import GlobalTask
from blurry_edges.train.paper.local_outputs import LocalOutputs
from blurry_edges.train.paper.local_stage import LocalTask
from blurry_edges.train.task import Task
from shapes import shape_memory

META = torch.device("meta")


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> SceneMemory:
    return shape_memory(tmp_path_factory.mktemp("scenes"), 2, (72, 72), 3)


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> SceneMemory:
    return shape_memory(tmp_path_factory.mktemp("pairs"), 2, (72, 72))


def assert_computes_on_meta(task: Task) -> None:
    net = task.build().to(META)
    losses = task.losses(net, 0)
    assert set(losses) <= set(task.loss_weights(0))
    assert all(loss.device == META for loss in losses.values())
    torch.stack(list(losses.values())).sum().backward()


def test_the_default_network(pairs: SceneMemory):
    assert_computes_on_meta(FusedTask(FUSED_PRESETS["smoke"], [pairs], fused_config()))


def test_the_local_stage(pairs: SceneMemory):
    assert_computes_on_meta(LocalTask(LOCAL_PRESETS["smoke"], pairs))


def test_the_global_stage(pairs: SceneMemory, tmp_path: Path):
    settings = GLOBAL_PRESETS["smoke"]
    assert_computes_on_meta(GlobalTask(settings, LocalOutputs.compute(LocalStage().eval(), pairs, settings, tmp_path)))


def test_the_densifier():
    maps = np.random.default_rng(0).random((2, 9, 41, 41)).astype(np.float16)
    assert_computes_on_meta(DensifyTask(DENSIFY_PRESETS["smoke"], SparseMaps(maps), camera=Camera.paper()))


@pytest.mark.parametrize("name", rival_network_names())
def test_every_rival(name: str, scenes: SceneMemory):
    rival = rival_network(name)
    assert_computes_on_meta(RivalTask(rival, rival.training.smoke(), scenes))
