"""Training of the rival networks: their losses by hand, and every network in the smoke preset."""

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from blurry_edges.errors import DataError
from blurry_edges.rivals.defocusnet import defocus_and_depth_errors
from blurry_edges.rivals.dered import rendered, self_supervised_errors, ssim
from blurry_edges.rivals.dfv import focus_mixture_errors
from blurry_edges.rivals.network import rival_network
from blurry_edges.rivals.phasecam3d import inverse_depth_errors
from blurry_edges.rivals.train import RivalTask, train_rival
from blurry_edges.train.data import SceneMemory
from blurry_edges.train.precision import bfloat16_here
from shapes import shape_memory

NETWORKS = ("phasecam3d", "defocusnet", "dfv", "dered")


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> SceneMemory:
    return shape_memory(tmp_path_factory.mktemp("scenes"), 3, (40, 44), 5)


def test_phasecam3d_adds_the_error_of_a_ramp_and_its_slope():
    ramp = (0.1 * torch.arange(3.0)).expand(1, 4, 3)
    losses = inverse_depth_errors(ramp, torch.zeros(1, 4, 3))
    assert losses["depth"].item() == pytest.approx(math.sqrt((0.01 + 0.04) / 3), rel=1e-4)
    assert losses["derivative"].item() == pytest.approx(0.1, rel=1e-4)


def test_defocusnet_measures_blur_in_units_of_the_largest():
    sigma = torch.full((1, 2, 2, 2), 7.0)
    losses = defocus_and_depth_errors(
        torch.full((1, 2, 2, 2), 0.5), torch.ones(1, 2, 2), 2 * sigma, torch.zeros(1, 2, 2)
    )
    assert losses["defocus"].item() == pytest.approx(0.25)  # what is more than the largest counts as the largest
    assert losses["depth"].item() == pytest.approx(1)


def test_dfv_does_not_learn_beyond_its_focus_distances():
    truth = torch.tensor([[[8.0, 9.0], [11.0, 20.0]]])
    depths = [torch.full((1, 2, 2), 10.0)] * 4
    losses = focus_mixture_errors(depths, truth, (8.5, 12.0), beta=1.0)
    assert losses["depth"].item() == pytest.approx(0.5)


def test_an_image_is_like_itself():
    image = torch.rand(2, 3, 20, 20, generator=torch.Generator().manual_seed(0))
    assert ssim(image, image).min().item() == pytest.approx(1, abs=1e-4)
    assert ssim(image, 1 - image).mean() < 0


def test_rendering_has_the_variance_that_is_asked_for():
    point = torch.zeros(1, 3, 61, 61)
    point[..., 30, 30] = 1.0
    offsets = torch.arange(61.0) - 30
    for sigma_px in (0.0, 1.0, 2.5, 5.0):
        spread = rendered(point, torch.full((1, 1, 61, 61), sigma_px))[0, 0, 0]
        assert spread.sum().item() == pytest.approx(1, abs=1e-3)
        assert (spread.sum(0) * offsets.square()).sum().item() == pytest.approx(sigma_px**2, rel=0.03, abs=1e-4)


def test_dered_is_content_with_the_truth():
    """The reconstruction is perfect when image and blur are those of the stack, and worse when the blur is not."""
    image = torch.rand(1, 3, 48, 48, generator=torch.Generator().manual_seed(0))
    sigma = torch.stack([torch.full((1, 48, 48), value) for value in (1.0, 3.0)], 1)
    stack, depth = rendered(image, sigma), torch.full((1, 48, 48), 0.5)
    right = self_supervised_errors(image, depth, sigma, stack)
    wrong = self_supervised_errors(image, depth, sigma.flip(1), stack)
    assert right["reconstruction"] < 1e-5 < wrong["reconstruction"]
    assert right["size"] == right["derivative"] == right["smoothness"] == 0


@pytest.mark.parametrize("network", NETWORKS)
def test_every_network_trains_on_pairs_and_stacks(network: str, scenes: SceneMemory, tmp_path: Path):
    rival = rival_network(network)
    settings = rival.training.smoke()
    weights = train_rival(rival, settings, scenes, tmp_path)
    assert weights.name == f"{network}-shapes.safetensors"
    assert json.loads(weights.with_suffix(".json").read_text())["images_seen"] == 8
    seen = {RivalTask(rival, settings, scenes).batch(step).images.shape[1] for step in range(20)}
    assert seen == ({2} if network == "phasecam3d" else {2, 5})


def test_stacks_are_ordered_by_focus_distance(scenes: SceneMemory):
    rival = rival_network("dfv")
    task = RivalTask(rival, rival.training.smoke(), scenes)
    for step in range(10):
        distances = task.batch(step).focus_m.tolist()
        assert distances == sorted(distances)


def test_a_network_for_stacks_refuses_pairs(tmp_path: Path):
    rival, pairs = rival_network("dfv"), shape_memory(tmp_path / "pairs", 1, (40, 44))
    with pytest.raises(DataError, match="pairs only"):
        train_rival(rival, rival.training.smoke(), pairs, tmp_path / "run")


def test_light_falls_to_that_of_the_paper_and_stays_there():
    settings = rival_network("dfv").training
    levels = [settings.at(step).photon_level[0] for step in range(0, settings.steps + 1, 10)]
    assert levels[0] == pytest.approx(30 * 180)
    assert levels == sorted(levels, reverse=True)
    assert settings.at(round(0.7 * settings.steps)).photon_level == (180.0, 200.0)


@pytest.mark.parametrize("stack_share", [0.0, 1.0])
def test_gradients_of_dfv_are_sound_in_short_numbers(scenes: SceneMemory, stack_share: float):
    """Torch's own gradient over two images is garbage in bfloat16, up to 1e35."""
    if not bfloat16_here().is_safe(("conv2d", "conv3d_depth3")):
        pytest.skip(bfloat16_here().sentence)
    norms = []
    for precision in ("float32", "bfloat16"):
        torch.manual_seed(0)
        rival = rival_network("dfv")
        settings = replace(rival.training.smoke(), stack_share=stack_share, precision=precision)
        task = RivalTask(rival, settings, scenes)
        net = task.build()
        task.losses(net, 1)["depth"].backward()
        norms.append(torch.nn.utils.get_total_norm([p.grad for p in net.parameters() if p.grad is not None]).item())
    assert norms[1] == pytest.approx(norms[0], rel=0.5)
