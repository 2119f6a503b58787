"""The densifier: any size, and unknown is not zero."""

import pytest
import torch

from blurry_edges.nets.unet import UNet


@pytest.mark.parametrize("size", [(21, 21), (64, 48), (37, 50)])
def test_any_size(size: tuple[int, int]):
    assert UNet().eval()(torch.randn(2, *size)).shape == (2, *size)


def test_unknown_differs_from_zero_and_is_finite():
    torch.manual_seed(0)
    net = UNet().eval()
    zeros, unknown = torch.zeros(1, 32, 32), torch.full((1, 32, 32), torch.nan)
    assert net(unknown).isfinite().all()
    assert not torch.allclose(net(zeros), net(unknown))


def test_it_is_much_smaller_than_the_papers():
    assert sum(parameter.numel() for parameter in UNet().parameters()) < 31e6 / 10
