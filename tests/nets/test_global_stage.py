"""The paper's global stage: its size, its position code, and that it starts as the identity."""

import math

import pytest
import torch

from blurry_edges.nets.global_stage import GLOBAL_INPUTS, GLOBAL_OUTPUTS, GlobalConfig, GlobalStage, position_code


def test_it_has_the_parameters_that_the_paper_states():
    assert sum(parameter.numel() for parameter in GlobalStage().parameters()) == pytest.approx(1.07e6, rel=5e-3)


def test_position_code_as_written_in_the_supplement():
    v, code = 128, position_code(torch.arange(5.0), torch.arange(7.0), 128)
    assert code.shape == (5, 7, v)
    for m, n, q in ((3, 2, 1), (3, 2, 2), (4, 6, 63), (4, 6, 64), (1, 5, 65), (1, 5, 66), (2, 3, 127), (2, 3, 128)):
        along = m if q <= v // 2 else n
        shift = 0 if q <= v // 2 else 1
        even = q % 2 == 0
        exponent = (2 * q if even else 2 * q + 2) / v - shift
        expected = (math.sin if even else math.cos)(along / 10000**exponent)
        assert code[m, n, q - 1].item() == pytest.approx(expected, abs=1e-6), q


def test_every_position_has_a_code_of_its_own():
    code = position_code(2 * torch.arange(20.0), 2 * torch.arange(30.0), 128).flatten(0, 1)
    distance = torch.cdist(code, code) + 1e3 * torch.eye(len(code))
    assert distance.min() > 0.1


def test_it_starts_as_the_identity_and_learns():
    net = GlobalStage()
    features, base = torch.randn(2, 3, 4, GLOBAL_INPUTS), torch.randn(2, 3, 4, GLOBAL_OUTPUTS)
    refined = net(features, base)
    assert torch.equal(refined, base)
    refined.square().sum().backward()
    assert net.outputs.weight.grad.abs().sum() > 0


def test_any_grid_size():
    net = GlobalStage().eval()
    for rows, cols in ((1, 1), (9, 2)):
        shape = (1, rows, cols, GLOBAL_INPUTS)
        assert net(torch.randn(shape), torch.zeros(*shape[:3], GLOBAL_OUTPUTS)).shape == (1, rows, cols, GLOBAL_OUTPUTS)


def test_places_are_coded_in_px_from_the_centre_of_the_first_patch():
    """Patches lie 2 px apart, and the first of an image is centred 10 px from its corner."""
    net, older = GlobalStage(), GlobalStage(GlobalConfig(position="patch"))
    whole = net._position(9, 7, None)[0]
    expected = position_code(10 + 2 * torch.arange(9.0), 10 + 2 * torch.arange(7.0), 128)
    torch.testing.assert_close(whole, expected)
    part = net._position(3, 4, torch.tensor([[20.0, 14.0], [10.0, 10.0]]))
    torch.testing.assert_close(part[0], whole[5:8, 2:6])
    torch.testing.assert_close(part[1], whole[:3, :4])
    numbers = older._position(3, 4, torch.tensor([[20.0, 14.0]]))[0]
    torch.testing.assert_close(numbers, position_code(5 + torch.arange(3.0), 2 + torch.arange(4.0), 128))


def test_where_a_crop_lies_changes_what_is_found():
    torch.manual_seed(0)
    net = GlobalStage(GlobalConfig(dropout=0.0)).eval()
    torch.nn.init.normal_(net.outputs.weight)
    features, base = torch.randn(1, 3, 4, GLOBAL_INPUTS), torch.zeros(1, 3, 4, GLOBAL_OUTPUTS)
    with torch.no_grad():
        here, default, there = (
            net(features, base, x) for x in (torch.tensor([[10.0, 10.0]]), None, torch.tensor([[50.0, 10.0]]))
        )
    torch.testing.assert_close(here, default)
    assert not torch.allclose(here, there)
