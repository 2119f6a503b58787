"""The densifier: any size, and unknown is not zero."""

import pytest
import torch

from blurry_edges.nets.unet import UNet, smoothly_filled


@pytest.mark.parametrize("size", [(21, 21), (64, 48), (37, 50)])
def test_any_size(size: tuple[int, int]):
    assert UNet().eval()(torch.randn(2, *size)).shape == (2, *size)


def test_unknown_differs_from_zero_and_is_finite():
    torch.manual_seed(0)
    net = UNet().eval()
    torch.nn.init.normal_(net.head.weight)  # it starts at zero, which tells nothing apart
    unknown = torch.full((1, 32, 32), torch.nan)
    with torch.no_grad():
        filled, zero = net(unknown), net(torch.zeros(1, 32, 32))
    assert filled.isfinite().all()
    assert not torch.allclose(filled, zero)


def test_it_is_much_smaller_than_the_papers():
    assert sum(parameter.numel() for parameter in UNet().parameters()) < 31e6 / 10


def test_the_smooth_filling_keeps_a_constant_and_starts_the_network():
    sparse = torch.full((1, 40, 50), torch.nan)
    sparse[0, ::7, ::5] = 0.6
    torch.testing.assert_close(smoothly_filled(sparse), torch.full((1, 40, 50), 0.6), rtol=1e-3, atol=1e-3)
    with torch.no_grad():
        torch.testing.assert_close(UNet().eval()(sparse), smoothly_filled(sparse))
    sparse[0, 14, 20] = -0.6
    filled = smoothly_filled(sparse)
    assert filled[0, 14, 20] == filled[0, 12:17, 18:23].min()  # what is nearest counts most


def test_a_map_without_any_depth_is_filled_with_something_finite():
    assert smoothly_filled(torch.full((1, 20, 20), torch.nan)).isfinite().all()
