"""Rival networks as methods: any size, pair or stack, depth in the working range."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import torch

import blurry_edges
from blurry_edges import load, method_names
from blurry_edges.bench.runner import run_method
from blurry_edges.errors import DataError
from blurry_edges.optics import Camera, FocusSetting
from blurry_edges.rivals.network import NetworkRival, rival_network
from blurry_edges.rivals.train import RivalConfig
from blurry_edges.scenes.datasets import DataSet
from blurry_edges.scenes.plan import Plan, make_sample
from blurry_edges.scenes.shape_scenes import ShapeScenes
from blurry_edges.scenes.textured_scenes import TexturedScenes
from blurry_edges.stack import FocusStack
from blurry_edges.weights import WEIGHTS_VARIABLE, save_weights, shipped_weights

CAMERA = Camera.paper()
SETTINGS = (*CAMERA.settings, *CAMERA.focus_stack(5))


NETWORKS = ("phasecam3d", "defocusnet", "dfv", "dered")
method_names()  # every network registers itself


def untrained(name: str, folder: Path, file: str | None = None) -> Path:
    torch.manual_seed(0)
    path = folder / f"{file or name + '-shapes'}.safetensors"
    return save_weights(rival_network(name).build(), path, RivalConfig(name), {"architecture": name}, bits=16)


def stack_of(images: np.ndarray, settings: Sequence[FocusSetting]) -> FocusStack:
    return FocusStack.of(images, settings=settings, photon_level=190.0, read_noise=2.0)


@pytest.mark.parametrize("name", NETWORKS)
def test_pairs_and_stacks_of_any_size(name: str, tmp_path: Path):
    method = load(str(untrained(name, tmp_path)))
    assert isinstance(method, NetworkRival)
    assert method.name == f"{name}-shapes"
    images = np.random.default_rng(0).random((7, 45, 70, 3), np.float32)
    for count in (2, 7):
        result = method.estimate_stack(stack_of(images[:count], SETTINGS[:count]), CAMERA)
        assert result.depth.shape == result.depth_sd.shape == (45, 70)
        assert np.isfinite(result.depth).all()
        assert np.isfinite(result.depth_sd).all() == (name == "dfv")
        if name in ("phasecam3d", "dered", "dfv"):  # these cannot leave the range, DefocusNet's head is linear
            assert result.depth.min() >= 0.75 - 1e-6
            assert result.depth.max() <= 1.18 + 1e-6


def test_the_number_of_images_is_stated(tmp_path: Path):
    phasecam, defocusnet = (load(str(untrained(name, tmp_path))) for name in ("phasecam3d", "defocusnet"))
    assert (phasecam.images_used(2), phasecam.images_used(7)) == (2, 2)
    assert (defocusnet.images_used(2), defocusnet.images_used(7)) == (2, 5)


def test_the_order_of_the_photographs_does_not_matter(tmp_path: Path):
    """DFV needs its stack ordered by focus distance; the method sees to it."""
    method = load(str(untrained("dfv", tmp_path)))
    images = np.random.default_rng(0).random((7, 64, 64, 3), np.float32)
    order = [0, 1, 6, 3, 5, 2, 4]
    first = method.estimate_stack(stack_of(images, SETTINGS), CAMERA)
    second = method.estimate_stack(stack_of(images[order], [SETTINGS[i] for i in order]), CAMERA)
    np.testing.assert_array_equal(first.depth, second.depth)


def test_weights_of_another_network_are_refused(tmp_path: Path):
    path = untrained("dered", tmp_path)
    card = path.with_suffix(".json")
    card.write_text(card.read_text().replace('"dered"', '"dfv"'))
    with pytest.raises(DataError, match="do not fit the network"):
        load(str(path))


def test_all_but_dfv_are_shipped():
    names = {f"{name}-{kind}" for name in ("phasecam3d", "defocusnet", "dered") for kind in ("shapes", "textured")}
    assert {name for name in method_names("rival") if name.split("-")[0] in NETWORKS} == names
    assert all(card.is_intact() and card.size_mb < 20 for card in shipped_weights() if card.name in names)


@pytest.mark.parametrize(
    ("kind", "networks"),
    # In a quarter of an hour, the other two learn from plain shapes next to nothing.
    [("textured", ["phasecam3d", "defocusnet", "dered"]), ("shapes", ["defocusnet"])],
)
def test_shipped_rivals_know_more_than_a_constant(kind: str, networks: list[str]):
    """On scenes of the kind that they were trained on, but not those."""
    plan = Plan(ShapeScenes() if kind == "shapes" else TexturedScenes(), CAMERA, SETTINGS, seed=99)
    data = DataSet(kind, [make_sample(plan, index) for index in range(4)], CAMERA, SETTINGS)
    constant = run_method("constant", data).mean.dense_rmse_cm
    for name in networks:
        assert run_method(f"{name}-{kind}", data).mean.dense_rmse_cm < constant, name


def test_weights_of_another_folder_are_found_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    untrained("defocusnet", tmp_path, "mine")
    assert "mine" not in method_names()
    monkeypatch.setenv(WEIGHTS_VARIABLE, str(tmp_path))
    assert "mine" in method_names()
    assert load("mine").name == "mine"
    monkeypatch.setenv(WEIGHTS_VARIABLE, str(tmp_path / "none"))
    with pytest.raises(DataError, match="is no folder of weights"):
        method_names()


def test_no_rival_is_in_the_package():
    package = Path(blurry_edges.__file__).parent
    assert not [card for card in shipped_weights() if card.architecture in NETWORKS and package in card.path.parents]
