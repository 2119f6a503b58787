"""Losses of the fused network on an edge whose wedges are known."""

import math
from dataclasses import replace

import pytest
import torch

from blurry_edges.estimator.fused_inputs import H_PX
from blurry_edges.nets.fused import T_HALF_RANGE_PX, T_MIDDLE_PX, DenseMixture, FusedOutput
from blurry_edges.train.config import PRESETS, FusedLossWeights
from blurry_edges.train.data import Batch
from blurry_edges.train.losses import fused_losses, wedge_losses

SIZE = 48
EDGE_X_PX = 23.6
T_PX, XI_PX = 1.5, 0.5
SETTINGS = replace(PRESETS["smoke"], block_patches=14)  # one block that holds nearly the whole image


def edge_pair() -> torch.Tensor:
    """A vertical edge between two colours, blurred as t and ξ say; the front is on the right."""
    x = torch.arange(SIZE, dtype=torch.float32) - EDGE_X_PX
    images = []
    for defocus in (T_PX + H_PX, T_PX - H_PX):
        share = torch.special.ndtr(x / math.hypot(defocus, XI_PX)).expand(3, SIZE, SIZE)
        images.append(0.2 + 0.6 * share)
    return torch.stack(images).unsqueeze(0)


def edge_code(t_px: float = T_PX, shift_px: float = 0.0) -> torch.Tensor:
    """Codes of the wedges that are this edge: wedge 2 is the half plane on the right, wedge 1 far outside."""
    code = torch.zeros(1, SIZE // 2, SIZE // 2, 16)
    centre = 2 * torch.arange(SIZE // 2)
    code[..., 0] = 30  # wedge 1 opens to the right, far beyond the patch
    code[..., 2] = (EDGE_X_PX + shift_px - centre) / 10
    rest = torch.tensor([0.5, 0.0, -0.5, 0.0, 0.0, 0.5, 0.0, -0.5])
    up_down = torch.tensor([0.0, -1.0, 0.0, 1.0])  # from up, clockwise on the screen, to down: the right half
    code[..., 4:12] = torch.cat([up_down, up_down]) - rest
    code[..., 12:14] = math.atanh((t_px - T_MIDDLE_PX) / T_HALF_RANGE_PX) / 0.6
    share = (XI_PX - 0.05) / 3
    code[..., 14:] = math.log(share / (1 - share)) + 2
    return code


def losses(code: torch.Tensor) -> dict[str, float]:
    truth = torch.full((1, SIZE, SIZE), T_PX)
    found = wedge_losses(code, edge_pair(), truth, H_PX, SETTINGS, torch.Generator().manual_seed(1))
    return {name: loss.item() for name, loss in found.items()}


def test_the_true_wedges_cost_nothing():
    perfect = losses(edge_code())
    # What is left is the ridge, which pulls colours a little towards black.
    assert perfect["color"] < 1e-3
    assert perfect["derivative"] < 5e-3
    assert perfect["color_consistency"] < 5e-4
    assert perfect["boundary_consistency"] < 1e-6
    assert perfect["depth"] < 1e-6


def test_a_wrong_depth_costs_what_smooth_l1_says():
    wrong = losses(edge_code(t_px=T_PX + 0.5))
    # |error| − β/2 with β = 0.3, for each vote; votes are averaged (plus one, against empty blocks).
    assert wrong["depth"] == pytest.approx(0.5 - 0.15, rel=0.1)
    assert wrong["color"] > losses(edge_code())["color"]


def test_a_boundary_on_flat_ground_costs_localization():
    assert losses(edge_code(shift_px=-9))["localization"] > 3 * losses(edge_code())["localization"]


def test_disagreeing_neighbours_cost_consistency():
    uneven = edge_code()
    uneven[:, ::2, :, 2] += 0.3
    perfect, disagreeing = losses(edge_code()), losses(uneven)
    for name in ("color_consistency", "boundary_consistency", "derivative_consistency"):
        assert disagreeing[name] > 10 * perfect[name]


def test_dense_losses_by_hand():
    shape = (1, 2, SIZE, SIZE)
    dense = DenseMixture(torch.full(shape, T_PX + 0.2), torch.zeros(shape), torch.full(shape, math.log(0.5)))
    clean = edge_pair()
    ones, light = torch.ones(1, SIZE, SIZE), (torch.tensor([100.0]), torch.tensor([0.0]))
    batch = Batch(clean, clean, ones, *light, boundary_distance_px=ones, all_in_focus=clean[:, 0], edges=ones)
    output = FusedOutput(dense, clean + 0.05, edge_code())
    found = fused_losses(
        output, batch, torch.full((1, SIZE, SIZE), T_PX), H_PX, SETTINGS, torch.Generator().manual_seed(0)
    )
    assert found["likelihood"].item() == pytest.approx(math.log(2) + 0.2, rel=1e-4)
    assert found["squared"].item() == pytest.approx(0.04, rel=1e-4)
    # The log of 0.05² over the mean variance, which is the mean brightness over 100 photons.
    assert found["denoise"].item() == pytest.approx(math.log(0.0025 / (clean.mean().item() / 100)), rel=1e-3)
    assert set(found) == set(vars(FusedLossWeights()))
