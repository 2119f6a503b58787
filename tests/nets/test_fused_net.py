"""The default network: sizes, its two surfaces as a distribution, its pictures as a mixture."""

import math

import pytest
import torch

from blurry_edges.estimator.fused_inputs import fused_config, fused_inputs
from blurry_edges.nets.fused import FINE_REACH_PX, FusedNet, TwoLayers, surface_sd_px


def inputs(size=(48, 48), level=190.0):
    pair = torch.rand(2, 2, 3, *size, generator=torch.Generator().manual_seed(0))
    return pair, *fused_inputs(pair, torch.full((2,), level), torch.full((2,), 2.0))


def test_two_layers_are_a_density_with_their_mean():
    generator = torch.Generator().manual_seed(0)
    raw = torch.randn(2, 1, 2, 4, 5, generator=generator, dtype=torch.float64)
    membership = torch.randn(1, 4, 5, generator=generator, dtype=torch.float64)
    layers = TwoLayers(raw[0], raw[1] * 0.5, membership)
    step = 0.02
    values = torch.arange(-40, 40, step, dtype=torch.float64)
    density = torch.stack([torch.exp(-layers.negative_log_likelihood(v.expand(1, 4, 5))) for v in values])
    torch.testing.assert_close(density.sum(0) * step, torch.ones(1, 4, 5, dtype=torch.float64), atol=1e-2, rtol=0)
    grid = values.view(-1, 1, 1, 1)
    torch.testing.assert_close((density * grid).sum(0) * step, layers.mean_px, atol=2e-2, rtol=1e-2)


def test_the_variance_of_which_surface_is_seen_is_that_of_two_points():
    layers = TwoLayers(
        torch.tensor([1.0, -1.0]).view(1, 2, 1, 1), torch.full((1, 2, 1, 1), -9.0), torch.full((1, 1, 1), math.log(3))
    )
    within, between = layers.variances()
    assert within.item() < 1e-6
    assert between.item() == pytest.approx(0.75 * 0.25 * 4)


def test_error_bars_grow_faster_than_what_the_network_says():
    narrow, wide = surface_sd_px(torch.tensor([-2.0, -1.0]))
    assert wide / narrow > 1.2 * math.e
    assert surface_sd_px(torch.tensor(-math.log(math.sqrt(2)))).item() == pytest.approx(1)  # 1 px stays 1 px


def test_a_sure_membership_leaves_one_laplace_distribution():
    layers = TwoLayers(
        torch.tensor([1.2, -3.0]).view(1, 2, 1, 1), torch.full((1, 2, 1, 1), math.log(0.3)), torch.full((1, 1, 1), 60.0)
    )
    assert layers.mean_px.item() == pytest.approx(1.2)
    assert layers.negative_log_likelihood(torch.full((1, 1, 1), 1.5)).item() == pytest.approx(math.log(0.6) + 1)


@pytest.mark.parametrize("size", [(64, 64), (48, 80)])
def test_output_sizes(size: tuple[int, int]):
    net = FusedNet(fused_config()).eval()
    pair, *evidence = inputs(size)
    with torch.no_grad():
        output = net(pair, *evidence)
    assert output.layers.t_px.shape == output.layers.log_scale.shape == (2, 2, *size)
    assert output.layers.membership.shape == output.pictures.boundary.shape == (2, *size)
    assert output.pictures.denoised.shape == pair.shape
    assert output.pictures.sharp.shape == (2, 3, *size)


def test_every_parameter_learns():
    net = FusedNet(fused_config())
    pair, *evidence = inputs()
    output = net(pair, *evidence)
    pictures = output.pictures
    loss = output.layers.negative_log_likelihood(torch.zeros(2, 48, 48)).mean()
    loss = loss + pictures.denoised.square().mean() + pictures.sharp.square().mean() + pictures.boundary.square().mean()
    loss.backward()
    still = [name for name, parameter in net.named_parameters() if parameter.grad is None or not parameter.grad.any()]
    assert still == []


def test_a_plain_image_stays_as_it_is():
    """Smoothed copies and bands of detail of a constant are the constant and nothing: before training, so is sharp."""
    torch.manual_seed(0)
    net = FusedNet(fused_config()).eval()
    plain = torch.full((1, 2, 3, 48, 48), 0.4)
    with torch.no_grad():
        evidence, t = fused_inputs(plain, torch.tensor([190.0]), torch.tensor([2.0]))
        pictures = net(plain, evidence, t).pictures
    torch.testing.assert_close(pictures.denoised, plain, atol=0.01, rtol=0)
    torch.testing.assert_close(pictures.sharp, plain[:, 0], atol=0.02, rtol=0)


def test_corrections_are_in_units_of_the_noise():
    """The same features correct a bright image by less: what is left to correct there is less."""
    torch.manual_seed(0)
    net = FusedNet(fused_config()).eval()
    pair, evidence, t = inputs(level=50.0)
    with torch.no_grad():
        features = net.fine(net.trunk(pair, evidence, t))
    torch.testing.assert_close(features.photon_level.flatten(), torch.full((2,), 50.0), rtol=1e-4, atol=0)


@pytest.mark.parametrize("head", ["layers", "pictures"])
def test_full_resolution_sees_no_farther_than_it_says(head: str):
    """What changes beyond the reach changes nothing; what changes within the layers' view does."""
    torch.manual_seed(0)
    net = FusedNet(fused_config()).eval()
    pair, *evidence = inputs((104, 104))
    reach = FINE_REACH_PX[head]
    with torch.no_grad():
        trunk = net.trunk(pair, *evidence)
        part = trunk.part(slice(52 - reach, 104), slice(0, 104))
        answers = []
        for seen, row in ((trunk, 52), (part, reach)):
            read = vars(getattr(net, head)(net.fine(seen))).values()
            answers.append([x[..., row:, :] for x in read])
        for whole, cut in zip(*answers, strict=True):
            torch.testing.assert_close(cut, whole, atol=1e-4, rtol=1e-4)
