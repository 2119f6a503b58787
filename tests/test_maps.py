"""Global maps of scenes whose maps are known."""

import math
from dataclasses import replace

import pytest
import torch
from torch import Tensor

from blurry_edges.maps import SHARP_ETA, GlobalMaps, global_maps, refocused_eta, wedge_depth
from blurry_edges.optics import Camera, FocusSetting
from blurry_edges.patches import PatchGrid
from blurry_edges.wedge import Wedges, color_derivative, ridge_weight

CAMERA = Camera.paper()
EDGE_X_PX = 20.45
"""A vertical edge; the wedge is to its right. Strokes reach δ √ln 2 = 0.583 px: to columns 20 and 21."""
COLORS = torch.tensor([[0.2, 0.3, 0.4], [0.8, 0.5, 0.6]], dtype=torch.float64)
XI_PX = 0.6


def maps_of(
    vertex: Tensor, angles: Tensor, eta: Tensor, images: Tensor, *where: object, **options: object
) -> GlobalMaps:
    return global_maps(Wedges(vertex, angles, eta), images, *where, **options)


def refocus(maps: GlobalMaps, power: float) -> Tensor:
    return maps.omega.refocused(replace(maps.omega.camera.minus, optical_power_dpt=power))


def _eta_px(depth_m: float) -> list[float]:
    return [math.hypot(sigma, XI_PX) for sigma in CAMERA.blur_sigmas_px(depth_m)]


def _image(grid: PatchGrid, eta_px: float) -> Tensor:
    across = (torch.arange(grid.width, dtype=torch.float64) - EDGE_X_PX) / eta_px
    share = torch.special.ndtr(across).expand(grid.height, -1)
    return COLORS[0, :, None, None] * (1 - share) + COLORS[1, :, None, None] * share


def _edge(depth_m: float, grid: PatchGrid) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Vertex, angles, eta and images of the edge at a depth; the second wedge lies outside every patch."""
    centres = grid.centres_px().double()
    vertex = torch.zeros(grid.rows, grid.cols, 2, 2, dtype=torch.float64)
    vertex[..., 0, 0] = (EDGE_X_PX - centres[..., 0]) / grid.half_patch_px
    vertex[..., 1, 0] = 30
    angles = torch.tensor([-math.pi / 2, math.pi / 2], dtype=torch.float64).expand_as(vertex).contiguous()
    eta = torch.tensor(_eta_px(depth_m), dtype=torch.float64)[:, None] / grid.half_patch_px
    images = torch.stack([_image(grid, e) for e in _eta_px(depth_m)])
    return vertex, angles, eta.expand(grid.rows, grid.cols, 2, 2).contiguous(), images


def _random(grid: PatchGrid, *lead: int, wedges: int = 2) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    torch.manual_seed(0)
    shape = (*lead, grid.rows, grid.cols)
    vertex = torch.randn(*shape, wedges, 2, dtype=torch.float64)
    angles = 7 * torch.rand(*shape, wedges, 2, dtype=torch.float64)
    depth = 0.75 + 0.43 * torch.rand(*shape, wedges, dtype=torch.float64)
    half = grid.half_patch_px
    etas = [(sigma**2 + XI_PX**2).sqrt() / half for sigma in CAMERA.blur_sigmas_px(depth)]
    images = torch.rand(*lead, 2, 3, grid.height, grid.width, dtype=torch.float64)
    return vertex, angles, torch.stack(etas, -2), images


def _assert_equal(first: GlobalMaps, second: GlobalMaps) -> None:
    for name in ("boundary", "color", "color_derivative", "depth_m", "confidence", "dense_depth_m"):
        torch.testing.assert_close(getattr(first, name), getattr(second, name), equal_nan=True, msg=name)
    torch.testing.assert_close(first.omega.colors, second.omega.colors)


@pytest.mark.parametrize("depth_m", [0.78, 0.95, 1.15])
@pytest.mark.parametrize(("height", "stride"), [(30, 1), (27, 2), (34, 3)])
def test_a_straight_edge_gets_its_depth_along_the_edge_only(depth_m: float, height: int, stride: int) -> None:
    grid = PatchGrid(height, 41, stride=stride)
    maps = maps_of(*_edge(depth_m, grid), CAMERA, grid)
    column = torch.arange(grid.width).expand(height, -1)
    assert torch.equal(maps.confidence, ((column == 20) | (column == 21)).double())
    # Column 20 is on the background's side, where no wedge has a depth to give.
    assert torch.equal(maps.depth_m.isfinite(), column == 21)
    torch.testing.assert_close(maps.depth_m[:, 21], torch.full((height,), depth_m).double())


def test_stroke_reaches_as_far_as_the_threshold_says() -> None:
    grid = PatchGrid(25, 43)
    vertex, *rest = _edge(0.9, grid)
    vertex[..., 0, 0] -= 0.005  # 0.05 px to the left: column 21 is now 0.60 px away
    column = torch.arange(grid.width).expand(25, -1)
    assert torch.equal(maps_of(vertex, *rest, CAMERA, grid).confidence, (column == 20).double())
    wider = maps_of(vertex, *rest, CAMERA, grid, stroke_threshold=0.45)  # 0.625 px
    assert torch.equal(wider.confidence, ((column == 20) | (column == 21)).double())


def test_dense_depth_fills_the_wedge_and_leaves_the_background() -> None:
    grid = PatchGrid(25, 43)
    maps = maps_of(*_edge(0.9, grid), CAMERA, grid)
    assert maps.dense_depth_m[:, :21].isnan().all()
    torch.testing.assert_close(maps.dense_depth_m[:, 21:], torch.full((25, 22), 0.9).double())


def test_colors_and_images_of_a_straight_edge_are_recovered() -> None:
    grid = PatchGrid(25, 43)
    *wedges, images = _edge(0.85, grid)
    maps = maps_of(*wedges, images, CAMERA, grid, ridge=1e-9)
    torch.testing.assert_close(maps.color, images, atol=1e-6, rtol=0)
    torch.testing.assert_close(maps.color_derivative, color_derivative(maps.color))
    sees_both = maps.omega.wedges.vertex[0, :, 0, 0].abs() < 0.8
    colors = maps.omega.colors[:, sees_both, :2]
    torch.testing.assert_close(colors, COLORS.expand_as(colors), atol=1e-6, rtol=0)


def test_boundary_map_is_highest_next_to_the_edge() -> None:
    grid = PatchGrid(25, 43)
    maps = maps_of(*_edge(0.9, grid), CAMERA, grid)
    assert (maps.boundary.argmax(-1) == 20).all()
    expected = math.exp(-((0.045 / 0.07) ** 2))
    torch.testing.assert_close(maps.boundary[:, 20], torch.full((25,), expected).double())


@pytest.mark.parametrize("chunk_rows", [1, 2, 7, 100])
def test_chunks_do_not_change_the_maps(chunk_rows: int) -> None:
    grid = PatchGrid(28, 33, patch_size=9, stride=2)
    inputs = _random(grid)
    _assert_equal(
        maps_of(*inputs, CAMERA, grid, chunk_rows=chunk_rows),
        maps_of(*inputs, CAMERA, grid, chunk_rows=grid.rows),
    )
    omega = maps_of(*inputs, CAMERA, grid).omega
    torch.testing.assert_close(omega.sharpened(chunk_rows), omega.sharpened())


def test_a_batch_is_its_pairs_one_by_one() -> None:
    grid = PatchGrid(15, 20, patch_size=9, stride=3)
    inputs = _random(grid, 2)
    batch = maps_of(*inputs, CAMERA, grid)
    for k in range(2):
        single = maps_of(*(x[k] for x in inputs), CAMERA, grid)
        torch.testing.assert_close(batch.depth_m[k], single.depth_m, equal_nan=True)
        torch.testing.assert_close(batch.color[k], single.color)
        torch.testing.assert_close(batch.omega.sharpened()[k], single.omega.sharpened())


@pytest.mark.parametrize("wedges", [1, 3])
def test_any_number_of_wedges(wedges: int) -> None:
    grid = PatchGrid(17, 23, patch_size=9)
    vertex, angles, eta, images = _random(grid, wedges=wedges)
    maps = maps_of(vertex, angles, eta, images, CAMERA, grid)
    assert maps.omega.colors.shape == (grid.rows, grid.cols, wedges + 1, 3)
    assert maps.dense_depth_m.nan_to_num(0.9).sub(0.965).abs().max() <= 0.215 + 1e-9


def test_refocusing_at_the_optical_powers_of_the_pair_gives_the_pair() -> None:
    grid = PatchGrid(25, 31, patch_size=11)
    vertex, angles, eta, images = _random(grid)
    maps = maps_of(vertex, angles, eta, images, CAMERA, grid)
    for image, setting in enumerate(CAMERA.settings):
        refocused = refocus(maps, setting.optical_power_dpt)
        torch.testing.assert_close(refocused, maps.color[image], atol=1e-9, rtol=0)


def test_refocusing_gives_the_blur_of_the_camera() -> None:
    grid = PatchGrid(25, 43)
    depth_m = 0.85
    vertex, angles, eta, images = _edge(depth_m, grid)
    maps = maps_of(vertex, angles, eta, images, CAMERA, grid, ridge=1e-9)
    power = 1 / CAMERA.sensor_distance_m + 1 / depth_m  # focused on the edge: only ξ remains
    refocused = refocus(maps, power)
    torch.testing.assert_close(refocused, _image(grid, XI_PX), atol=1e-6, rtol=0)
    torch.testing.assert_close(maps.omega.sharpened(), _image(grid, 1e-3), atol=1e-6, rtol=0)
    assert SHARP_ETA == 1e-4


def test_depth_and_refocused_eta_of_wedges_without_a_depth() -> None:
    good = torch.tensor(_eta_px(0.9), dtype=torch.float64) / 10
    eta = torch.stack([good, torch.tensor([0.01, 0.02])], -1)  # too sharp in both images for any depth
    depth_m, valid = wedge_depth(eta, CAMERA, 21)
    assert valid.tolist() == [True, False]
    assert depth_m[0].item() == pytest.approx(0.9)
    assert depth_m[1].isnan()
    assert refocused_eta(eta, CAMERA, replace(CAMERA.minus, optical_power_dpt=10.3), 21)[1].item() == pytest.approx(
        0.01
    )


def test_an_invalid_wedge_votes_for_boundary_and_color_but_not_for_depth() -> None:
    grid = PatchGrid(25, 43)
    vertex, angles, eta, images = _edge(0.9, grid)
    broken = eta.clone()
    broken[::2, :, 0], broken[::2, :, 1] = 0.01, 0.02
    maps = maps_of(vertex, angles, broken, images, CAMERA, grid)
    whole = maps_of(vertex, angles, eta, images, CAMERA, grid)
    torch.testing.assert_close(maps.boundary, whole.boundary)
    torch.testing.assert_close(maps.confidence, whole.confidence)
    voted = maps.depth_m.isfinite()
    assert voted.any()
    torch.testing.assert_close(maps.depth_m[voted], whole.depth_m[voted])
    broken[:, :, 0], broken[:, :, 1] = 0.01, 0.02
    none = maps_of(vertex, angles, broken, images, CAMERA, grid)
    assert none.depth_m.isnan().all()
    assert none.dense_depth_m.isnan().all()
    torch.testing.assert_close(none.boundary, whole.boundary)


def test_rounding_cannot_make_a_refocused_edge_sharper_than_the_camera() -> None:
    sigmas = CAMERA.blur_sigmas_px(torch.linspace(0.76, 1.17, 50, dtype=torch.float64))
    eta = torch.stack(sigmas) * (1 - 2e-6) / 10  # ξ² is a little below 0, within the tolerance of a depth
    depth_m, valid = wedge_depth(eta, CAMERA, 21)
    limit = CAMERA.blur_sigma_px(depth_m, CAMERA.minus) / 10
    assert valid.sum() > 40
    assert (refocused_eta(eta, CAMERA, CAMERA.minus, 21) >= limit * (1 - 1e-12))[valid].all()


def test_an_infinite_depth_leaves_maps_and_gradients_finite() -> None:
    sharp_at_infinity, nearer = FocusSetting(2.0, 0.25), FocusSetting(3.0, 0.25)
    camera = Camera(sharp_at_infinity, nearer, 0.5, 0.25, depth_range_m=(0.5, 2.0))
    grid = PatchGrid(11, 13, patch_size=9)
    vertex, angles, eta, images = _random(grid)
    eta[..., 0, :], eta[..., 1, :] = 0.375 / 4, 0.625 / 4  # exactly the blur difference of z = ∞
    assert camera.depth_from_eta(*(4 * eta[0, 0, :, 0]))[0].isinf()
    eta.requires_grad_()
    maps = maps_of(vertex, angles, eta, images, camera, grid)
    assert maps.dense_depth_m.isnan().all()
    refocused = refocus(maps, 2.5)
    (gradient,) = torch.autograd.grad(maps.color.sum() + refocused.square().sum(), eta)
    assert refocused.isfinite().all()
    assert gradient.isfinite().all()


def test_confidence_threshold_hides_what_few_patches_see() -> None:
    grid = PatchGrid(28, 33, patch_size=9)
    inputs = _random(grid)
    loose = maps_of(*inputs, CAMERA, grid, confidence_threshold=0)
    strict = maps_of(*inputs, CAMERA, grid, confidence_threshold=0.2)
    kept = strict.depth_m.isfinite()
    assert torch.equal(kept, loose.depth_m.isfinite() & (loose.confidence > 0.2))
    assert 0 < kept.sum() < loose.depth_m.isfinite().sum()
    assert torch.equal(strict.depth_m[kept], loose.depth_m[kept])
    paper = maps_of(*inputs, CAMERA, grid).depth_m
    assert torch.equal(paper.isfinite(), loose.depth_m.isfinite() & (loose.confidence > 0.05))


def test_maps_are_differentiable_with_finite_gradients_also_for_invalid_wedges() -> None:
    grid = PatchGrid(11, 13, patch_size=9)
    vertex, angles, eta, images = _random(grid)
    eta[0, 0, 0], eta[0, 0, 1] = 0.01, 0.02
    inputs = [x.requires_grad_() for x in (vertex, angles, eta, images)]
    maps = maps_of(*inputs, CAMERA, grid, chunk_rows=1)
    refocused = refocus(maps, 10.39)
    total = maps.color.sum() + maps.boundary.sum() + maps.depth_m.nansum() + maps.dense_depth_m.nansum()
    gradients = torch.autograd.grad(total + refocused.square().sum(), inputs)
    for gradient in gradients:
        assert gradient.isfinite().all()
        assert gradient.abs().sum() > 0


def test_gradients_are_right() -> None:
    grid = PatchGrid(6, 6, patch_size=5)
    vertex, angles, eta, images = (x.requires_grad_() for x in _random(grid, wedges=1))

    def smooth_maps(v: Tensor, a: Tensor, e: Tensor, i: Tensor) -> tuple[Tensor, ...]:
        maps = maps_of(v, a, e, i, CAMERA, grid, boundary_width=0.5, ridge=ridge_weight(21), chunk_rows=1)
        return maps.boundary, maps.color, maps.dense_depth_m.nan_to_num(0), refocus(maps, 10.39)

    assert torch.autograd.gradcheck(smooth_maps, (vertex, angles, eta, images), fast_mode=True)


def test_depths_may_be_given_instead_of_the_smoothness() -> None:
    grid = PatchGrid(25, 31)
    vertex, angles, eta, images = _random(grid)
    depth_m, _ = wedge_depth(eta, CAMERA, 21)
    given = maps_of(vertex, angles, eta, images, CAMERA, grid, wedge_depth_m=depth_m)
    _assert_equal(given, maps_of(vertex, angles, eta, images, CAMERA, grid))
    farther = maps_of(vertex, angles, eta, images, CAMERA, grid, wedge_depth_m=depth_m + 1)
    torch.testing.assert_close(farther.depth_m, given.depth_m + 1, equal_nan=True)
    none = maps_of(vertex, angles, eta, images, CAMERA, grid, wedge_depth_m=torch.full_like(depth_m, torch.nan))
    assert none.depth_m.isnan().all()
