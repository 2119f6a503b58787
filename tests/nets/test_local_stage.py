"""The paper's local stage: its layers, its activation, its size, and its two evaluations."""

import math

import pytest
import torch
from torch import nn

from blurry_edges.errors import ShapeError
from blurry_edges.nets.local_stage import LocalConfig, LocalStage, smish
from blurry_edges.patches import PatchGrid

LAYERS = ("conv", "block1", "block2", "block3", "block4")


def lively(patch_size: int) -> LocalStage:
    """A local stage whose norms do something."""
    torch.manual_seed(0)
    net = LocalStage(LocalConfig(patch_size)).eval().requires_grad_(False)
    for module in net.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.running_mean.normal_(0, 0.1)
            module.running_var.uniform_(0.5, 1.5)
    return net


def features(net: LocalStage, run) -> dict[str, torch.Tensor]:
    """What each layer gave."""
    found: dict[str, torch.Tensor] = {}
    hooks = []
    for name in LAYERS:
        layer = getattr(net, name)
        hooks.append(layer.register_forward_hook(lambda m, i, o, name=name: found.__setitem__(name, o)))
    run()
    for hook in hooks:
        hook.remove()
    return found


def test_it_has_the_parameters_that_the_paper_states():
    assert sum(parameter.numel() for parameter in LocalStage().parameters()) == pytest.approx(7.25e6, rel=1e-3)


def test_sizes_of_the_table():
    net = lively(21)
    sizes = features(net, lambda: net(torch.rand(2, 3, 21, 21)))
    assert [tuple(sizes[name].shape[1:]) for name in LAYERS] == [
        (64, 21, 21),
        (96, 11, 11),
        (256, 6, 6),
        (384, 6, 6),
        (256, 6, 6),
    ]


def test_both_evaluations_agree_layer_by_layer_where_the_receptive_field_stays_inside():
    """With a large patch there are such positions in every layer; a patch at (8, 12) of the image is compared."""
    R, top, left = 81, 8, 12
    net, image = lively(R), torch.rand(1, 3, 101, 105)
    patch = image[..., top : top + R, left : left + R]
    by_patch, dense = features(net, lambda: net(patch)), features(net, lambda: net.dense(image))
    # Reach in px of each layer, px between its positions in the patch and in the dense evaluation.
    table = {"conv": (3, 1, 1), "block1": (8, 2, 2), "block2": (18, 4, 2), "block3": (26, 4, 2), "block4": (34, 4, 2)}
    for name, (reach, patch_step, dense_step) in table.items():
        inside = [i for i in range(by_patch[name].shape[-1]) if reach <= i * patch_step < R - reach]
        assert inside, name
        rows = torch.tensor([(top + i * patch_step) // dense_step for i in inside])
        cols = torch.tensor([(left + i * patch_step) // dense_step for i in inside])
        expected = by_patch[name][..., inside[0] : inside[-1] + 1, inside[0] : inside[-1] + 1]
        torch.testing.assert_close(dense[name][..., rows[:, None], cols], expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("patch_size", [11, 21, 31])
def test_dense_evaluation_is_exact_for_an_image_of_one_patch(patch_size: int):
    """There both see the same zeros around; what differs is that the dense form pools at stride 1."""
    net, patch = lively(patch_size), torch.rand(1, 3, patch_size, patch_size)
    code = net.dense(patch)
    assert code.shape == (1, 1, 1, 10)
    assert torch.corrcoef(torch.stack([code.flatten(), net(patch).flatten()]))[0, 1] > 0.9


@pytest.mark.parametrize("patch_size", [11, 21, 31])
@pytest.mark.parametrize("size", [(64, 71), (47, 48)])
def test_dense_codes_lie_on_the_patch_grid(patch_size: int, size: tuple[int, int]):
    grid = PatchGrid(*size, patch_size)
    assert lively(patch_size).dense(torch.rand(2, 3, *size)).shape == (2, grid.rows, grid.cols, 10)


def test_dense_codes_move_with_the_image():
    net, image = lively(21), torch.rand(1, 3, 90, 90)
    whole, moved = net.dense(image), net.dense(image[..., 4:, 6:])
    torch.testing.assert_close(whole[:, 17:20, 18:20], moved[:, 15:18, 15:17], rtol=1e-3, atol=1e-4)


def test_impossible_patch_size():
    with pytest.raises(ShapeError, match="odd number"):
        LocalStage(LocalConfig(20))


def test_smish():
    assert smish(torch.tensor(0.0)).item() == 0
    expected = math.tanh(math.log(1 + 1 / (1 + math.exp(-1))))
    assert smish(torch.tensor(1.0)).item() == pytest.approx(expected)
    # For large x it is x times tanh(ln 2) = 0.6.
    assert smish(torch.tensor(50.0)).item() == pytest.approx(30.0)
    assert torch.autograd.gradcheck(smish, torch.linspace(-3, 3, 7, dtype=torch.float64, requires_grad=True))
