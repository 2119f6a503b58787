"""The registry: every method in it behaves alike, and adding one takes one file."""

import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from blurry_edges import load, method_names
from blurry_edges.errors import BlurryEdgesError, DataError, ImageError
from blurry_edges.estimator import DepthResult, Estimator, Options, registry
from blurry_edges.optics import Camera
from blurry_edges.scenes.plan import Plan, make_sample
from blurry_edges.scenes.textured_scenes import TexturedScenes
from blurry_edges.stack import FocusStack

CAMERA = Camera.paper()
SETTINGS = (*CAMERA.settings, *CAMERA.focus_stack(3))


@pytest.fixture(scope="module")
def stack() -> FocusStack:
    scene = make_sample(Plan(TexturedScenes(size=(61, 90)), CAMERA, SETTINGS, seed=4), 0)
    return FocusStack.of(scene.noisy, settings=SETTINGS, photon_level=190.0, read_noise=2.0)


@pytest.fixture(scope="module", params=method_names())
def method(request: pytest.FixtureRequest) -> Estimator:
    return load(request.param)


def seen_by(method: Estimator, stack: FocusStack) -> FocusStack:
    return stack.pair if method.images_used(len(stack)) == 2 else stack


def test_every_method_keeps_the_contract_of_a_result(method: Estimator, stack: FocusStack, device: str):
    result = method.estimate_stack(seen_by(method, stack), CAMERA, Options(device=device))
    assert isinstance(result, DepthResult)
    assert result.method == method.name
    for name in ("depth_m", "depth_sd_m", "crisp_depth_m"):
        assert getattr(result, name).shape == stack.size, name
        assert getattr(result, name).dtype == np.float32, name
    known = np.isfinite(result.depth_m)
    assert known.mean() > 0.05
    assert (result.depth_m[known] > 0.3).all()
    assert (result.depth_m[known] < 3).all()
    if np.isfinite(result.depth_sd_m).any():
        assert (result.depth_sd_m[known] > 0).all()
    assert result.camera == CAMERA
    if result.pictures is not None:
        for name in registry_maps(result):
            assert np.isfinite(getattr(result, name)).all(), name
            assert getattr(result, name).shape[:2] == stack.size, name
        assert result.refocus(10.1).shape == (*stack.size, 3)


def registry_maps(result: DepthResult) -> tuple[str, ...]:
    return ("boundary", "confidence", "sharp", "color_minus", "color_plus", "color_derivative", "denoised_minus")


def test_the_same_photographs_give_the_same_depth_with_or_without_maps(method: Estimator, stack: FocusStack):
    first, alone = (
        method.estimate_stack(seen_by(method, stack), CAMERA, Options(maps=maps)) for maps in ("all", "depth")
    )
    np.testing.assert_array_equal(first.depth_m, alone.depth_m)
    assert alone.pictures is None


def test_tiles_change_nothing_that_can_be_seen(method: Estimator, stack: FocusStack):
    images = torch.nn.functional.interpolate(stack.images, scale_factor=3, mode="bilinear")
    large = FocusStack(images, stack.photon_level, stack.read_noise, stack.settings)
    camera = CAMERA.resized(3.0)
    whole, tiled = (
        method.estimate_stack(seen_by(method, large), camera, Options(maps="depth", tile_px=tile_px))
        for tile_px in (None, 100)
    )
    both = np.isfinite(whole.depth_m) & np.isfinite(tiled.depth_m)
    assert both.mean() > 0.95 * np.isfinite(whole.depth_m).mean()
    difference = np.abs(tiled.depth_m - whole.depth_m)[both]
    assert np.quantile(difference, 0.99) < 0.002


def test_bad_input_is_refused_in_a_sentence_of_the_package(method: Estimator):
    image = np.random.default_rng(0).uniform(0.2, 0.8, (40, 40, 3)).astype(np.float32)
    for options, message in (
        ({"device": "tpu"}, "there is no device 'tpu' here"),
        ({"tile_px": 3}, "tiles of 3 px are too small"),
        ({"photon_level": -1.0}, "photon_level is -1.0"),
    ):
        with pytest.raises(BlurryEdgesError, match=message):
            method.estimate(image, image, camera=CAMERA, **options)
    with pytest.raises(ImageError, match=r"ranges from 0\.4"):
        method.estimate(2 * image, image, camera=CAMERA)


ONE_FILE = """
from dataclasses import dataclass

import numpy as np

from blurry_edges.estimator import DepthResult, Estimator, Options, register


@register("middle", kind="rival")
@dataclass(frozen=True)
class Middle(Estimator):
    name: str = "middle"

    def estimate_stack(self, stack, camera, options=Options()):
        depth = np.full(stack.size, sum(camera.depth_range_m) / 2, np.float32)
        return DepthResult(depth, 0 * depth + 0.1, camera, stack.photon_level, stack.read_noise, self.name)
"""


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch):
    """Forget what a test registers."""
    monkeypatch.setattr(registry, "_methods", dict(registry._methods))
    registry.find_methods.cache_clear()
    yield
    registry.find_methods.cache_clear()


def test_a_method_is_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgetful, stack: FocusStack):
    """Put beside the rivals, it is found by name and gives depth; nothing else is touched."""
    import blurry_edges.rivals

    (tmp_path / "middle.py").write_text(ONE_FILE)
    monkeypatch.setattr(blurry_edges.rivals, "__path__", [*blurry_edges.rivals.__path__, str(tmp_path)])
    assert "middle" in method_names("rival")
    assert load("middle").estimate_stack(stack, CAMERA).depth_m == pytest.approx(0.965)
    sys.modules.pop("blurry_edges.rivals.middle")


def test_an_entry_point_of_another_distribution_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgetful):
    (tmp_path / "someones.py").write_text(ONE_FILE.replace("middle", "someones"))
    info = tmp_path / "someones-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: someones\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{registry.ENTRY_POINTS}]\nsomeones = someones\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert load("someones").name == "someones"


def test_weights_are_loaded_by_what_their_card_says(tmp_path: Path):
    from blurry_edges.weights import shipped_weights

    (fused,) = [card for card in shipped_weights() if card.name == "fused"]
    copy = tmp_path / "renamed.safetensors"
    copy.write_bytes(fused.path.read_bytes())
    card = fused.path.with_suffix(".json").read_text()
    copy.with_suffix(".json").write_text(card)
    assert load(str(copy)).name == "renamed"
    copy.with_suffix(".json").write_text(card.replace('"architecture": "fused"', '"architecture": "unheard"'))
    with pytest.raises(DataError, match="of the architecture 'unheard'"):
        load(str(copy))
