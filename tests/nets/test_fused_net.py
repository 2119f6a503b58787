"""The fused network: sizes, its mixture as a distribution, its wedges as geometry."""

import math

import pytest
import torch
from torch import nn

from blurry_edges.estimator.fused_inputs import H_PX, fused_config, fused_inputs
from blurry_edges.nets.fused import DenseMixture, FusedNet, wedges_from_code
from blurry_edges.nets.layers import ConvNorm, Residual, fold_norms
from blurry_edges.optics import Camera


def random_mixture(seed: int = 0) -> DenseMixture:
    generator = torch.Generator().manual_seed(seed)
    raw = torch.randn(3, 1, 2, 4, 5, generator=generator, dtype=torch.float64)
    return DenseMixture(raw[0], raw[1] * 0.5, raw[2].log_softmax(1))


def test_the_scale_is_that_of_the_paper():
    assert Camera.paper().h_px(1.0) == pytest.approx(H_PX)


def test_mixture_is_a_density_with_its_mean_and_sd():
    mixture = random_mixture()
    step = 0.002
    values = torch.arange(-40, 40, step, dtype=torch.float64)
    density = torch.stack([torch.exp(-mixture.negative_log_likelihood(v.expand(1, 4, 5))) for v in values[::10]])
    values, step = values[::10], step * 10
    torch.testing.assert_close(density.sum(0) * step, torch.ones(1, 4, 5, dtype=torch.float64), atol=1e-2, rtol=0)
    mean, sd = mixture.mean_and_sd()
    grid = values.view(-1, 1, 1, 1)
    torch.testing.assert_close((density * grid).sum(0) * step, mean, atol=2e-2, rtol=1e-2)
    second = (density * (grid - mean).square()).sum(0) * step
    torch.testing.assert_close(second.sqrt(), sd, atol=2e-2, rtol=1e-2)


def test_one_component_is_a_laplace_distribution():
    shape = (1, 1, 1, 1)
    log_scale = torch.full((1, 2, 1, 1), math.log(0.3))
    mixture = DenseMixture(torch.full((1, 2, 1, 1), 1.2), log_scale, torch.tensor([0.0, -60.0]).view(1, 2, 1, 1))
    _, sd = mixture.mean_and_sd()
    assert sd.item() == pytest.approx(math.sqrt(2) * 0.3, rel=1e-4)
    expected = math.log(2 * 0.3) + 0.5 / 0.3
    assert mixture.negative_log_likelihood(torch.full(shape[1:], 1.7)).item() == pytest.approx(expected, rel=1e-4)


@pytest.mark.parametrize("size", [(64, 64), (48, 80)])
def test_output_sizes(size: tuple[int, int]):
    net = FusedNet(fused_config()).eval()
    pair = torch.rand(2, 2, 3, *size)
    with torch.no_grad():
        output = net(pair, *fused_inputs(pair, torch.full((2,), 190.0), torch.full((2,), 2.0)))
    assert output.dense.t_px.shape == (2, 2, *size)
    assert output.denoised.shape == pair.shape
    assert output.wedge_code.shape == (2, size[0] // 2, size[1] // 2, 16)
    torch.testing.assert_close(output.dense.log_weight.exp().sum(1), torch.ones(2, *size))


def test_every_parameter_learns():
    net = FusedNet(fused_config())
    pair = torch.rand(2, 2, 3, 48, 48)
    output = net(pair, *fused_inputs(pair, torch.full((2,), 190.0), torch.full((2,), 2.0)))
    loss = output.dense.negative_log_likelihood(torch.zeros(2, 48, 48)).mean()
    (loss + output.denoised.square().mean() + output.wedge_code.square().mean()).backward()
    still = [name for name, parameter in net.named_parameters() if parameter.grad is None or not parameter.grad.any()]
    assert still == []


def test_wedge_codes_are_always_physical():
    wedges = wedges_from_code(torch.randn(7, 3, 16) * 5)
    assert wedges.vertex.shape == (7, 3, 2, 2)
    assert wedges.directions.shape == (7, 3, 2, 2, 2)
    assert (wedges.xi_px > 0).all()
    assert (wedges.t_px.abs() < 5).all()
    # η₋² − η₊² = 4 h t whatever ξ: the depth equation never fails.
    eta2 = [(wedges.t_px + sign * H_PX).square() + wedges.xi_px.square() for sign in (1, -1)]
    torch.testing.assert_close(eta2[0] - eta2[1], 4 * H_PX * wedges.t_px, atol=1e-4, rtol=1e-4)


def test_folded_norms_give_the_same_result():
    torch.manual_seed(0)
    block = nn.Sequential(ConvNorm(3, 8), Residual(8))
    for module in block.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.running_mean.normal_()
            module.running_var.uniform_(0.5, 2)
            module.weight.data.uniform_(0.5, 2)
            module.bias.data.normal_()
    block.eval()
    image = torch.randn(1, 3, 16, 16)
    before = block(image)
    fold_norms(block)
    assert not any(isinstance(module, nn.BatchNorm2d) for module in block.modules())
    torch.testing.assert_close(block(image), before, rtol=1e-4, atol=1e-5)
