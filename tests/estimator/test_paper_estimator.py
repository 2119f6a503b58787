"""The paper's model as an estimator: every map, blocks for large images, both evaluations of the local stage."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

import blurry_edges
from blurry_edges.errors import DataError
from blurry_edges.estimator.paper import PaperEstimator
from blurry_edges.estimator.paper_model import depth_from_t, physical_d_px2, t_from_depth, wedge_depth_m
from blurry_edges.estimator.registry import weights_of
from blurry_edges.nets.global_stage import GlobalStage
from blurry_edges.nets.local_stage import LocalStage
from blurry_edges.nets.unet import UNet
from blurry_edges.patches import PatchGrid
from blurry_edges.photos import read_photo
from blurry_edges.weights import save_weights

PAIR = Path(blurry_edges.__file__).parent / "assets" / "demo"
CAMERA = blurry_edges.read_camera(PAIR / "camera.toml")
LIGHT = {"photon_level": 190.0, "read_noise": 2.0}


@pytest.fixture(scope="module")
def photos() -> list[np.ndarray]:
    return [read_photo(PAIR / f"{name}.png") for name in ("minus", "plus")]


@pytest.fixture(scope="module")
def paper() -> PaperEstimator:
    """Untrained networks: what they see is random, but all that follows must hold."""
    torch.manual_seed(0)
    return PaperEstimator(LocalStage().eval(), GlobalStage().eval(), None)


@pytest.mark.parametrize("densifier", [None, UNet().eval()])
def test_every_map_has_the_size_of_the_image(paper: PaperEstimator, photos: list[np.ndarray], densifier: UNet | None):
    cut = [photo[:60, :75] for photo in photos]
    result = replace(paper, densifier=densifier).estimate(*cut, camera=CAMERA, **LIGHT)
    for name in ("depth", "depth_sd", "sparse_depth", "confidence", "boundary"):
        assert getattr(result, name).shape == (60, 75), name
    for name in ("color_minus", "color_plus", "sharp", "color_derivative", "denoised_minus", "denoised_plus"):
        assert getattr(result, name).shape == (60, 75, 3), name
        assert np.isfinite(getattr(result, name)).all()
    assert result.refocus(10.39).shape == (60, 75, 3)
    assert np.isnan(result.depth_sd).all()  # the paper has no error bar
    found = np.isfinite(result.sparse_depth)
    assert (result.confidence[found] > 0.05).all()


def test_interior_results_with_and_without_blocks_agree(paper: PaperEstimator, photos: list[np.ndarray]):
    """An untrained global stage changes nothing, so blocks must not either, away from the border of the image."""
    images = torch.from_numpy(np.stack(photos)).permute(0, 3, 1, 2)[..., :116, :124]  # two blocks each way
    with torch.inference_mode():
        whole, parts = (replace(paper, block_patches=side).wedges(images) for side in (None, 44))
    inside = slice(12, -12)
    for name in ("vertex", "angles", "eta"):
        first, second = getattr(whole, name)[inside, inside], getattr(parts, name)[inside, inside]
        assert ((first - second).abs() < 1e-3).float().mean() > 0.99, name


def test_both_evaluations_of_the_local_stage_give_wedges_of_the_same_patches(
    paper: PaperEstimator, photos: list[np.ndarray]
):
    cut = torch.from_numpy(np.stack(photos)).permute(0, 3, 1, 2)[..., :45, :51]
    with torch.inference_mode():
        dense, patches = (replace(paper, evaluation=how).wedges(cut) for how in ("dense", "patchwise"))
    assert dense.vertex.shape == patches.vertex.shape == (13, 16, 2, 2)
    # Patch by patch is what the network says of each patch by itself; densely it also sees what is around it.
    alone = paper.local(cut[:, :, 4:25, 6:27])
    with torch.inference_mode():
        codes = replace(paper, evaluation="patchwise")._codes(cut, PatchGrid.of(cut))
    torch.testing.assert_close(codes[:, 2, 3], alone, rtol=1e-4, atol=1e-5)
    assert not torch.allclose(dense.vertex, patches.vertex)


def test_weights_of_a_folder(paper: PaperEstimator, tmp_path: Path):
    nets = {"local": paper.local, "global": paper.global_stage, "global-dense": paper.global_stage, "densify": UNet()}
    for name, net in nets.items():
        save_weights(net, tmp_path / f"paper-{name}.safetensors", net.config, {}, bits=16)
    for name in ("paper", "paper-w"):
        loaded = PaperEstimator.load(name, folder=tmp_path)
        assert loaded.name == name
        assert (loaded.densifier is None) == (name == "paper-w")
        weight = loaded.local.conv.weight
        assert weight.dtype == torch.float32
        torch.testing.assert_close(weight, paper.local.conv.weight, rtol=1e-3, atol=1e-4)
    both = blurry_edges.load(str(tmp_path))
    assert isinstance(both, PaperEstimator)
    assert (both.name, both.densifier is None) == (tmp_path.name, False)
    assert {card.name for card in weights_of(str(tmp_path))} == {f"paper-{name}" for name in nets}
    (tmp_path / "paper-densify.safetensors").unlink()
    assert blurry_edges.load(str(tmp_path)).densifier is None


def test_a_folder_without_weights_is_no_method(tmp_path: Path):
    with pytest.raises(DataError, match=r"is no method: it has no paper-global\.safetensors"):
        blurry_edges.load(str(tmp_path))


def test_without_weights_it_says_which_are_missing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("blurry_edges.estimator.registry.shipped_weights", list)
    with pytest.raises(DataError, match="needs the weights paper-local, paper-global, paper-densify"):
        blurry_edges.load("paper")
    assert "paper" not in blurry_edges.method_names()


def test_depth_of_wedges_is_held_within_a_widened_range_but_learns_its_way_back():
    eta = torch.tensor([[[0.9, 0.3], [0.1, 0.3]]], requires_grad=True)  # wedge 1 far beyond any depth, wedge 2 at d = 0
    depth = wedge_depth_m(eta, CAMERA, 10.0)
    near, far = CAMERA.depth_range_m
    assert near / 1.11 < depth.min() < depth.max() < far * 1.11
    (gradient,) = torch.autograd.grad(depth[0, 0], eta)
    assert gradient.abs().sum() > 0


def test_the_densifiers_scale_is_inverted():
    depth = torch.linspace(0.76, 1.17, 9)
    torch.testing.assert_close(depth_from_t(t_from_depth(depth, CAMERA), CAMERA), depth)


def test_physical_pairs_keep_their_d_and_others_go_to_the_nearest():
    """Compared with a search over all depths and textures."""
    h = abs(float(CAMERA.h_px(1.0)))
    t, xi = torch.meshgrid(torch.linspace(-8, 8, 1601), torch.linspace(0, 6, 121), indexing="ij")
    minus, plus = ((t + sign * h).square().add(xi.square()).sqrt() for sign in (1, -1))
    physical = torch.stack([minus.flatten(), plus.flatten()])
    torch.testing.assert_close(
        physical_d_px2(minus, plus, CAMERA), minus.square() - plus.square(), rtol=1e-4, atol=1e-3
    )
    for given in ((0.3, 0.4), (5.0, 0.5), (0.2, 4.0), (0.0, 0.0), (3.0, 2.9)):
        point = torch.tensor(given)
        nearest = physical[:, (physical - point[:, None]).square().sum(0).argmin()]
        found = physical_d_px2(point[0], point[1], CAMERA)
        assert found.item() == pytest.approx((nearest[0] ** 2 - nearest[1] ** 2).item(), abs=0.12)
