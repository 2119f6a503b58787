"""Each loss of the supplement on a case computed by hand."""

import math

import pytest
import torch

from blurry_edges.patches import PatchGrid
from blurry_edges.train.paper.losses import (
    blur_difference_error,
    blur_error,
    boundary_consistency,
    boundary_localization,
    color_consistency,
    color_error,
    dense_depth_error,
    depth_error,
    log_boundary_localization,
    smoothness_consistency,
    smoothness_error,
    stroke_depth_error,
)
from blurry_edges.wedge import signed_distance, unoccluded_masks, unsigned_distance

R = 5


def test_l1_and_g1_sum_over_colours():
    assert color_error(torch.full((2, 3, R, R), 0.5), torch.full((2, 3, R, R), 0.3)).item() == pytest.approx(3 * 0.04)


def test_l2_and_g4_of_a_ramp():
    """A slope of 0.1 a pixel has a Sobel response of 0.8; a flat patch has 1e-4."""
    ramp = (0.1 * torch.arange(R)).expand(1, 3, R, R)
    expected = 3 * (0.8 - 1e-4) ** 2
    assert smoothness_error(ramp, torch.zeros(1, 3, R, R)).item() == pytest.approx(expected, rel=1e-4)


def test_l3_and_g6_weigh_boundaries_by_distance():
    boundary, distance = torch.zeros(1, R, R), torch.full((1, R, R), 7.0)
    boundary[0, 2, 3] = 0.5
    assert boundary_localization(boundary, distance).item() == pytest.approx(0.5 * 7 / R**2)
    assert log_boundary_localization(boundary, distance).item() == pytest.approx((0.5 * math.log2(8)) ** 2 / R**2)


def two_patches() -> tuple[PatchGrid, torch.Tensor]:
    """Two patches of one row, 2 px apart, of which one is brighter by 0.2."""
    grid = PatchGrid(R, R + 2, R)
    color = torch.zeros(1, 1, 2, 1, 3, R, R)
    color[:, :, 1] = 0.2
    return grid, color


def test_g2_compares_with_the_mean_of_the_neighbours():
    grid, color = two_patches()
    # 3 of the 5 columns are shared; there each patch is 0.1 from the mean, in three colours.
    assert color_consistency(color, grid).item() == pytest.approx(3 * 0.6 * 0.01)


def test_g3_compares_boundaries():
    grid, color = two_patches()
    assert boundary_consistency(color[..., 0, 0, :, :], grid).item() == pytest.approx(0.6 * 0.01)


def test_g5_sees_the_seam_between_patches():
    grid, color = two_patches()
    # The shared image is 0, 0, .1, .1, .1, .2, .2 along x. Sobel responses of the first patch's part are 0.4, 0.4, 0,
    # of the second's 0, 0.4, 0.4, instead of 1e-4 everywhere.
    expected = 3 * (2 / 3) * 0.4**2
    assert smoothness_consistency(color, grid).item() == pytest.approx(expected, rel=1e-3)


def test_consistency_pulls_patches_but_not_the_mean():
    grid, color = two_patches()
    color.requires_grad_()
    (gradient,) = torch.autograd.grad(color_consistency(color, grid), color)
    number = color.numel() / 3
    assert gradient[0, 0, 1, 0, 0, 0, 0].item() == pytest.approx(2 * 0.1 / number)


def test_g7_along_strokes_alone_and_g8_everywhere():
    boundary, masks = torch.zeros(1, R, R), torch.zeros(1, 2, R, R, dtype=torch.bool)
    masks[0, 0, :, :2], masks[0, 1, :, 3:] = True, True
    boundary[0, :, 1] = 0.9  # a stroke of wedge 1 with 5 pixels
    boundary[0, 0, 4] = 0.6  # one pixel of wedge 2
    boundary[0, 1, 4] = 0.4  # below the threshold
    wedge_m, truth_m, distance = torch.tensor([[1.0, 0.9]]), torch.full((1, R, R), 0.8), torch.full((1, R, R), 3.0)
    expected = (5 * 0.04 + 1 * 0.01) / 6
    assert depth_error(boundary, masks, wedge_m, truth_m, distance).item() == pytest.approx(expected, rel=1e-4)
    distance[..., 1] = 3.1  # the stroke of wedge 1 is no longer in the band along an edge
    assert depth_error(boundary, masks, wedge_m, truth_m, distance).item() == pytest.approx(0.01, rel=1e-4)
    assert dense_depth_error(masks, wedge_m, truth_m).item() == pytest.approx((10 * 0.04 + 10 * 0.01) / 20, rel=1e-4)


def test_no_stroke_costs_nothing():
    masks = torch.zeros(1, 2, R, R, dtype=torch.bool)
    truth_m, distance = torch.ones(1, R, R), torch.zeros(1, R, R)
    assert depth_error(torch.zeros(1, R, R), masks, torch.ones(1, 2), truth_m, distance).item() == 0


def test_blur_is_compared_along_strokes_on_true_boundaries_only():
    boundary, masks = torch.zeros(1, R, R), torch.zeros(1, 2, R, R, dtype=torch.bool)
    boundary[0, 2] = 1.0
    masks[0, 0, :, :2], masks[0, 1, :, 2:] = True, True
    eta, true_eta = torch.tensor([[0.2, 0.4]]), torch.full((1, R, R), 0.2)
    distance = torch.zeros(1, R, R)
    # Of the five pixels of the stroke, three belong to the wedge that is twice as smooth as it should be.
    assert blur_error(boundary, masks, eta, true_eta, distance).item() == pytest.approx(0.6 * math.log(2) ** 2)
    distance[0, :, 2:] = 9.0  # a stroke away from any true boundary says nothing about blur
    assert blur_error(boundary, masks, eta, true_eta, distance).item() == pytest.approx(0, abs=1e-9)


def test_the_difference_of_blur_is_compared_wedge_by_wedge_along_the_strokes_of_both_images():
    """Wedge 1 has d = 9 − 4 = 5, wedge 2 has d = 0; the truth is 5 px², so that wedge 2 is off by 5 / (4 h)."""
    boundary, masks = torch.zeros(1, 2, 1, R, R), torch.zeros(1, 2, 1, 2, R, R, dtype=torch.bool)
    boundary[:, :, :, 2] = 1.0
    masks[..., 0, :, :2], masks[..., 1, :, 2:] = True, True
    eta_px = torch.tensor([[[[3.0, 1.0]], [[2.0, 1.0]]]])
    true_d, distance, h = torch.full((1, 1, R, R), 5.0), torch.zeros(1, 1, R, R), 1.25
    # Two pixels of each image belong to wedge 1 and three to wedge 2, whose t is off by 1 px.
    assert blur_difference_error(boundary, masks, eta_px, true_d, distance, h).item() == pytest.approx(0.6 * 0.5)
    # Beyond 1 px the error grows linearly: 4 px off cost 3.5.
    far = blur_difference_error(boundary, masks, eta_px, true_d, distance, h / 4).item()
    assert far == pytest.approx(0.6 * 3.5)
    # No edge below wedge 2's part: wedge 1 alone counts, and it is right.
    distance[..., 2:] = 9.0
    assert blur_difference_error(boundary, masks, eta_px, true_d, distance, h).item() == pytest.approx(0, abs=1e-9)


def test_what_both_images_get_wrong_alike_is_no_difference():
    boundary, masks = torch.ones(1, 2, 1, R, R), torch.ones(1, 2, 1, 1, R, R, dtype=torch.bool)
    true_d, distance = torch.full((1, 1, R, R), 5.0), torch.zeros(1, 1, R, R)
    eta_px = torch.tensor([10.0, 95**0.5]).view(1, 2, 1, 1)  # far too smooth, but 100 − 95 = 5
    assert blur_difference_error(boundary, masks, eta_px, true_d, distance, 1.25).item() == pytest.approx(0, abs=1e-6)


def test_a_stroke_beside_an_outline_is_moved_towards_the_surface_whose_depth_it_has():
    """A straight edge at x = 0.1 whose wedge is the right half; the nearer surface is on the right, from x = 0.3 on."""
    place = torch.tensor(0.1, requires_grad=True)
    vertex, angles = torch.stack([place, torch.zeros(())])[None], torch.tensor([[-math.pi / 2, math.pi / 2]])
    distance = signed_distance(vertex, angles, 21)
    x = torch.linspace(-1, 1, 21).expand(21, 21)
    depth_m = torch.where(x > 0.3, 0.8, 0.88)

    def error(wedge_m: torch.Tensor) -> torch.Tensor:
        return stroke_depth_error(unsigned_distance(distance), unoccluded_masks(distance), wedge_m, depth_m)

    near_m = torch.tensor([0.8], requires_grad=True)
    pull, held = torch.autograd.grad(error(near_m), (place, near_m), retain_graph=True, allow_unused=True)
    assert pull < 0  # to the right
    assert held is None  # its depth is right, and stays
    assert torch.autograd.grad(error(torch.tensor([0.88])), place)[0] > 0
    assert error(torch.tensor([0.8])).item() < 0.08**2
    assert error(torch.tensor([5.0])).item() == pytest.approx(0.1**2)  # the wrong surface, however far it is
