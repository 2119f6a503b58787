"""The densifier: any size, what it sees, and unknown is not zero."""

import pytest
import torch

from blurry_edges.nets.unet import PAPER_WIDTHS, UNet, UNetConfig, smoothly_filled


def maps(height: int, width: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Sparse depth, confidence and colours."""
    torch.manual_seed(0)
    return torch.randn(2, height, width), torch.rand(2, height, width), torch.rand(2, 2, 3, height, width)


def told_apart(net: UNet) -> UNet:
    """Return a network whose output depends on its input: its last layer starts at zero."""
    torch.nn.init.normal_(net.head.weight)
    return net.eval()


@pytest.mark.parametrize("size", [(21, 21), (64, 48), (37, 50)])
@pytest.mark.parametrize("inputs", ["depth", "filled", "all"])
def test_any_size(size: tuple[int, int], inputs: str):
    assert UNet(UNetConfig((4, 8), inputs)).eval()(*maps(*size), 0.05).shape == (2, *size)


def test_unknown_differs_from_zero_and_is_finite():
    net = told_apart(UNet())
    depth, confidence, color = maps(32, 32)
    with torch.no_grad():
        filled = net(torch.full_like(depth, torch.nan), confidence, color, 0.05)
        zero = net(torch.zeros_like(depth), confidence, color, 0.05)
    assert filled.isfinite().all()
    assert not torch.allclose(filled, zero)


@pytest.mark.parametrize(("inputs", "seen"), [("all", True), ("filled", False), ("depth", False)])
def test_confidence_and_colours_are_seen_by_the_one_that_takes_all(inputs: str, seen: bool):
    net = told_apart(UNet(UNetConfig((4, 8), inputs)))
    depth, confidence, color = maps(32, 32)
    confidence = 0.1 + 0.9 * confidence  # all above the threshold
    with torch.no_grad():
        first = net(depth, confidence, color, 0.05)
        for other in (net(depth, confidence / 1.5, color, 0.05), net(depth, confidence, 1 - color, 0.05)):
            assert torch.allclose(first, other) != seen


def test_the_papers_is_as_large_as_the_papers_and_the_other_much_smaller():
    def size(config: UNetConfig) -> int:
        return sum(parameter.numel() for parameter in UNet(config).parameters())

    assert size(UNetConfig(PAPER_WIDTHS, "depth")) == pytest.approx(31e6, rel=0.03)
    assert size(UNetConfig()) < 31e6 / 10


def test_the_papers_sees_depth_above_the_threshold_alone():
    net = told_apart(UNet(UNetConfig((4, 8), "depth")))
    depth, _, color = maps(32, 32)
    confidence = torch.full_like(depth, 0.2)
    confidence[..., :16] = 0.04
    with torch.no_grad():
        first = net(depth, confidence, color, 0.05)
        depth[..., :16] = 7.0
        torch.testing.assert_close(first, net(depth, confidence, color, 0.05))
        depth[..., 16:] = 7.0
        assert not torch.allclose(first, net(depth, confidence, color, 0.05))


def test_the_smooth_filling_keeps_a_constant_and_starts_the_network():
    sparse = torch.full((1, 40, 50), torch.nan)
    sparse[0, ::7, ::5] = 0.6
    torch.testing.assert_close(smoothly_filled(sparse), torch.full((1, 40, 50), 0.6), rtol=1e-3, atol=1e-3)
    with torch.no_grad():
        confidence, color = torch.full_like(sparse, 0.2), torch.zeros(1, 2, 3, 40, 50)
        torch.testing.assert_close(UNet().eval()(sparse, confidence, color, 0.05), smoothly_filled(sparse))
    sparse[0, 14, 20] = -0.6
    filled = smoothly_filled(sparse)
    assert filled[0, 14, 20] == filled[0, 12:17, 18:23].min()  # what is nearest counts most


def test_what_is_more_confident_fills_more():
    sparse, confidence = torch.full((1, 40, 40), torch.nan), torch.full((1, 40, 40), 0.01)
    sparse[0, ::2, ::4], sparse[0, ::2, 2::4] = 1.0, -1.0
    confidence[0, ::2, ::4] = 0.2
    assert smoothly_filled(sparse).mean().abs() < 0.1
    assert smoothly_filled(sparse, confidence).mean() > 0.8


def test_a_map_without_any_depth_is_filled_with_something_finite():
    assert smoothly_filled(torch.full((1, 20, 20), torch.nan)).isfinite().all()
