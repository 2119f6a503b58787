"""The rival networks have the published sizes, and treat stacks as they should."""

import pytest
import torch
from torch import nn

from blurry_edges.rivals.defocusnet import DefocusNet
from blurry_edges.rivals.dered import DEReD
from blurry_edges.rivals.dfv import DFV
from blurry_edges.rivals.phasecam3d import PhaseCam3D


def parameters(net: nn.Module) -> int:
    return sum(parameter.numel() for parameter in net.parameters())


def test_parameter_counts_are_the_published_ones():
    assert parameters(PhaseCam3D(1)) == 8_635_907
    assert parameters(PhaseCam3D(2)) == 8_636_771
    assert parameters(DefocusNet()) == 3_729_042 - 6_928  # without the layer that the public code never uses
    assert parameters(DFV()) == 18_988_484
    assert parameters(DEReD()) == 1_963_332


@pytest.mark.parametrize("build", [DefocusNet, DEReD])
@pytest.mark.parametrize("count", [2, 5])
def test_the_order_of_a_stack_does_not_matter(build: type, count: int):
    torch.manual_seed(0)
    net = build().eval()
    images, focus = torch.rand(1, count, 3, 32, 48), torch.linspace(0.7, 1, count)
    order = torch.randperm(count)
    with torch.no_grad():
        depth, shuffled = net(images, focus)[1], net(images[:, order], focus[order])[1]
    assert depth.shape == (1, 32, 48)
    torch.testing.assert_close(depth, shuffled, rtol=1e-4, atol=1e-5)
    assert depth.std() > 0


@pytest.mark.parametrize("count", [2, 5])
def test_dfv_stays_within_the_focus_distances(count: int):
    torch.manual_seed(0)
    net = DFV().eval()
    focus = torch.linspace(0.75, 1.18, count)
    with torch.no_grad():
        results = net(torch.rand(1, count, 3, 64, 96), focus)
    assert len(results) == 4
    for depth, sd in results:
        assert depth.shape == sd.shape == (1, 64, 96)
        assert depth.min() >= 0.75
        assert depth.max() <= 1.18
        assert sd.max() <= 0.5 * (1.18 - 0.75) + 1e-3  # half the range, when all weight is on the two ends


def test_every_parameter_learns():
    torch.manual_seed(0)
    focus = torch.linspace(0.75, 1, 3)
    images = torch.rand(2, 3, 3, 64, 64)
    for net in (PhaseCam3D(3), DefocusNet(), DEReD(), DFV()):
        out = net(images) if isinstance(net, PhaseCam3D) else net(images, focus)
        parts = [out] if isinstance(out, torch.Tensor) else out
        total = sum(
            part.square().mean() if isinstance(part, torch.Tensor) else part[0].square().mean() for part in parts
        )
        total.backward()
        for name, parameter in net.named_parameters():
            assert parameter.grad is not None, (type(net).__name__, name)
