"""The paper's model with its shipped weights, on the bundled pair whose depth is known."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import blurry_edges
from blurry_edges.bench.metrics import compare, depth_errors
from blurry_edges.estimator import DepthResult
from blurry_edges.estimator.paper import PaperEstimator
from blurry_edges.io import read_depth_png, read_photo
from blurry_edges.weights import shipped_weights

PAIR = Path(blurry_edges.__file__).parent / "assets" / "demo"
CAMERA = blurry_edges.read_camera(PAIR / "camera.toml")
LIGHT = {"photon_level": 190.0, "read_noise": 2.0}


@pytest.fixture(scope="module")
def photos() -> list[np.ndarray]:
    return [read_photo(PAIR / f"{name}.png") for name in ("minus", "plus")]


@pytest.fixture(scope="module", params=["paper", "paper-w"])
def result(request: pytest.FixtureRequest, photos: list[np.ndarray]) -> DepthResult:
    return blurry_edges.load(request.param).estimate(*photos, camera=CAMERA, **LIGHT)


def test_every_map_has_the_size_of_the_image(result: DepthResult):
    size = read_depth_png(PAIR / "depth.png").shape
    for name in ("depth", "depth_sd", "sparse_depth", "confidence", "boundary"):
        assert getattr(result, name).shape == size, name
    for name in ("color_minus", "color_plus", "sharp", "color_derivative", "denoised_minus", "denoised_plus"):
        assert getattr(result, name).shape == (*size, 3), name
        assert np.isfinite(getattr(result, name)).all()
    assert result.refocus(10.39).shape == (*size, 3)


def test_it_knows_more_than_a_constant(result: DepthResult):
    truth = read_depth_png(PAIR / "depth.png")
    constant = np.full_like(truth, np.float32(0.95))
    found, guess = (depth_errors(compare(x, truth, CAMERA.depth_range_m)).rmse_cm for x in (result.depth, constant))
    assert found < guess


def test_sparse_depth_lies_along_boundaries_only(result: DepthResult):
    found = np.isfinite(result.sparse_depth)
    assert 0.02 < found.mean() < 0.9
    assert (result.confidence[found] > 0.05).all()


def test_interior_results_with_and_without_blocks_agree(photos: list[np.ndarray]):
    """Smaller blocks than the 64 x 64 patches of this image, beside one block for all."""
    whole = PaperEstimator.load("paper-w")
    without, with_blocks = (
        replace(whole, block_patches=side).estimate(*photos, camera=CAMERA, **LIGHT) for side in (None, 44)
    )
    inside = slice(20, -20)
    difference = np.abs(with_blocks.depth - without.depth)[inside, inside]
    assert np.median(difference) < 0.02
    assert np.abs(with_blocks.boundary - without.boundary)[inside, inside].mean() < 0.05


def test_both_evaluations_of_the_local_stage_see_the_same_boundaries(photos: list[np.ndarray]):
    cut = [photo[:61, :61] for photo in photos]
    dense = PaperEstimator.load("paper-w")
    first, second = (
        replace(dense, evaluation=evaluation).estimate(*cut, camera=CAMERA, **LIGHT)
        for evaluation in ("dense", "patches")
    )
    assert np.corrcoef(first.color_minus.ravel(), second.color_minus.ravel())[0, 1] > 0.9


def test_weights_are_intact_and_small():
    cards = {card.name: card for card in shipped_weights()}
    assert {"fused", "paper-local", "paper-global", "paper-global-dense", "paper-densify"} <= cards.keys()
    assert all(card.is_intact() and card.size_mb < 20 for card in cards.values())
    assert sum(card.size_mb for card in cards.values()) < 60
