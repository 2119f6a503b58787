"""The paper's local stage: its layers, its activation, its size."""

import math

import pytest
import torch

from blurry_edges.nets.local_stage import LocalStage, smish


def test_it_has_the_parameters_that_the_paper_states():
    assert sum(parameter.numel() for parameter in LocalStage().parameters()) == pytest.approx(7.25e6, rel=1e-3)


def test_sizes_of_the_table():
    net, sizes = LocalStage().eval(), []
    for layer in (net.conv, net.block1, net.block2, net.block3, net.block4):
        layer.register_forward_hook(lambda module, inputs, output: sizes.append(tuple(output.shape[1:])))
    with torch.no_grad():
        assert net(torch.rand(2, 3, 21, 21)).shape == (2, 10)
    assert sizes == [(64, 21, 21), (96, 11, 11), (256, 6, 6), (384, 6, 6), (256, 6, 6)]


def test_smish():
    assert smish(torch.tensor(0.0)).item() == 0
    expected = math.tanh(math.log(1 + 1 / (1 + math.exp(-1))))
    assert smish(torch.tensor(1.0)).item() == pytest.approx(expected)
    # For large x it is x times tanh(ln 2) = 0.6.
    assert smish(torch.tensor(50.0)).item() == pytest.approx(30.0)
    assert torch.autograd.gradcheck(smish, torch.linspace(-3, 3, 7, dtype=torch.float64, requires_grad=True))
