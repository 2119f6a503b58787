"""Rival networks as methods: any size, pair or stack, depth in the working range."""

from pathlib import Path

import numpy as np
import pytest
import torch

import blurry_edges
from blurry_edges.bench.baselines import network_rival, network_rival_names
from blurry_edges.bench.baselines.networks import NetworkRival
from blurry_edges.bench.methods import FocusStack, as_method
from blurry_edges.bench.runner import run_method
from blurry_edges.errors import DataError
from blurry_edges.nets.rivals import RIVAL_NAMES, RivalConfig, build_rival
from blurry_edges.optics import Camera
from blurry_edges.scenes.datasets import DataSet
from blurry_edges.scenes.plan import Plan, make_sample
from blurry_edges.scenes.shape_scenes import ShapeScenes
from blurry_edges.scenes.textured_scenes import TexturedScenes
from blurry_edges.weights import WEIGHTS_VARIABLE, save_weights, shipped_weights

CAMERA = Camera.paper()
SETTINGS = (*CAMERA.settings, *CAMERA.focus_stack(5))


def untrained(name: str, folder: Path) -> Path:
    torch.manual_seed(0)
    config = RivalConfig(name)
    return save_weights(build_rival(config), folder / f"rival-{name}-shapes.safetensors", config, {}, half=True)


@pytest.mark.parametrize("name", RIVAL_NAMES)
def test_pairs_and_stacks_of_any_size(name: str, tmp_path: Path):
    method = as_method(str(untrained(name, tmp_path)))
    assert isinstance(method, NetworkRival)
    assert method.name == f"{name}-shapes"
    images = np.random.default_rng(0).random((7, 45, 70, 3), np.float32)
    for count in (2, 7):
        result = method.estimate(FocusStack(images[:count], SETTINGS[:count], 190.0, 2.0), CAMERA)
        assert result.depth.shape == result.depth_sd.shape == (45, 70)
        assert np.isfinite(result.depth).all()
        assert np.isfinite(result.depth_sd).all() == (name == "dfv")
        if name in ("phasecam3d", "dered", "dfv"):  # these cannot leave the range, DefocusNet's head is linear
            assert result.depth.min() >= 0.75 - 1e-6
            assert result.depth.max() <= 1.18 + 1e-6


def test_the_number_of_images_is_stated(tmp_path: Path):
    phasecam, defocusnet = (network_rival(str(untrained(name, tmp_path))) for name in ("phasecam3d", "defocusnet"))
    assert (phasecam.images_used(2), phasecam.images_used(7)) == (2, 2)
    assert (defocusnet.images_used(2), defocusnet.images_used(7)) == (2, 5)


def test_the_order_of_the_photographs_does_not_matter(tmp_path: Path):
    """DFV needs its stack ordered by focus distance; the method sees to it."""
    method = network_rival(str(untrained("dfv", tmp_path)))
    images = np.random.default_rng(0).random((7, 64, 64, 3), np.float32)
    order = [0, 1, 6, 3, 5, 2, 4]
    first = method.estimate(FocusStack(images, SETTINGS, 190.0, 2.0), CAMERA)
    second = method.estimate(FocusStack(images[order], tuple(SETTINGS[i] for i in order), 190.0, 2.0), CAMERA)
    np.testing.assert_array_equal(first.depth, second.depth)


def test_weights_of_another_network_are_refused(tmp_path: Path):
    path = untrained("dered", tmp_path)
    card = path.with_suffix(".json")
    card.write_text(card.read_text().replace('"dered"', '"dfv"'))
    with pytest.raises(DataError, match="do not fit a network"):
        network_rival(str(path))


def test_all_but_dfv_are_shipped():
    names = {f"{name}-{kind}" for name in ("phasecam3d", "defocusnet", "dered") for kind in ("shapes", "textured")}
    assert set(network_rival_names()) == names
    assert all(card.is_intact() and card.size_mb < 20 for card in shipped_weights() if card.name.startswith("rival-"))


@pytest.mark.parametrize(
    ("kind", "networks"),
    # In a quarter of an hour, the other two learn from plain shapes next to nothing.
    [("textured", ["phasecam3d", "defocusnet", "dered"]), ("shapes", ["defocusnet"])],
)
def test_shipped_rivals_know_more_than_a_constant(kind: str, networks: list[str]):
    """On scenes of the kind that they were trained on, but not those."""
    plan = Plan(ShapeScenes() if kind == "shapes" else TexturedScenes(), CAMERA, SETTINGS, seed=99)
    data = DataSet(kind, [make_sample(plan, index) for index in range(6)], CAMERA, SETTINGS)
    constant = run_method("constant", data).mean.dense_rmse_cm
    for name in networks:
        assert run_method(f"{name}-{kind}", data).mean.dense_rmse_cm < constant, name


def test_weights_of_another_folder_are_found_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    config = RivalConfig(network="defocusnet")
    save_weights(build_rival(config), tmp_path / "rival-mine.safetensors", config, {}, half=True)
    assert "mine" not in network_rival_names()
    monkeypatch.setenv(WEIGHTS_VARIABLE, str(tmp_path))
    assert "mine" in network_rival_names()
    assert as_method("mine").name == "mine"
    monkeypatch.setenv(WEIGHTS_VARIABLE, str(tmp_path / "none"))
    with pytest.raises(DataError, match="is no folder of weights"):
        network_rival_names()


def test_no_rival_is_in_the_package():
    package = Path(blurry_edges.__file__).parent
    assert not [card.name for card in shipped_weights() if "rival" in card.name and package in card.path.parents]
