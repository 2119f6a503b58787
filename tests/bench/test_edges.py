"""Edges of depth maps: displaced and softened ones are measured as such."""

import numpy as np
import pytest
from scipy.ndimage import gaussian_filter, shift

from blurry_edges.bench.edges import boundary_f1, edge_profiles, edge_rows, share_between_surfaces
from blurry_edges.scenes.store import CapturedScene


def disc_scene(contrast: float = 0.4) -> CapturedScene:
    """Return a disc 20 cm before a wall."""
    y, x = np.mgrid[:100, :100] - 49.5
    front = np.hypot(x, y) < 25
    depth = np.where(front, 0.8, 1.0).astype(np.float32)
    image = np.repeat(np.where(front, 0.5 + contrast / 2, 0.5 - contrast / 2)[..., None], 3, -1).astype(np.float32)
    clean = np.stack([image, image])
    return CapturedScene(np.rint(clean * 190).astype(np.uint8), clean, depth, 190.0, 2.0)


def test_the_truth_has_no_offset_and_no_softness():
    profiles = edge_profiles(disc_scene().depth_m, disc_scene())
    assert len(profiles.offset_px) > 100
    assert np.abs(np.median(profiles.offset_px)) < 0.15
    assert np.median(profiles.softness_px) < 0.3
    np.testing.assert_allclose(profiles.contrast, 0.4, atol=0.05)


@pytest.mark.parametrize("wider_px", [-2, 1.5])
def test_a_front_that_is_too_large_has_a_positive_offset(wider_px: float):
    y, x = np.mgrid[:100, :100] - 49.5
    depth = np.where(np.hypot(x, y) < 25 + wider_px, 0.8, 1.0).astype(np.float32)
    assert np.median(edge_profiles(depth, disc_scene()).offset_px) == pytest.approx(wider_px, abs=0.25)


def test_a_displaced_map_is_displaced_on_both_sides():
    scene = disc_scene()
    moved = shift(scene.depth_m, (0, 1), order=0, mode="nearest")
    row = edge_rows([edge_profiles(moved, scene)])[-1]
    assert 0.4 < row.median_abs_offset_px < 1.1
    assert row.mean_offset_px == pytest.approx(0, abs=0.15)


def test_softness_grows_with_blur():
    """A Gaussian edge of σ has ∫ min(m, 1 − m) = 2 σ / √(2 π)."""
    scene = disc_scene()
    for sigma in (1.0, 1.5):
        profiles = edge_profiles(gaussian_filter(scene.depth_m, sigma), scene)
        assert np.median(profiles.softness_px) == pytest.approx(2 * sigma / np.sqrt(2 * np.pi), abs=0.25)
        assert np.abs(np.median(profiles.offset_px)) < 0.2


def test_rows_are_by_contrast():
    rows = {
        row.contrast: row
        for row in edge_rows([edge_profiles(disc_scene(c).depth_m, disc_scene(c)) for c in (0.05, 0.4)])
    }
    assert rows["0..0.1"].edges == rows["0.3..0.5"].edges == rows["over 0.3"].edges > 0
    assert rows["0.1..0.2"].edges == 0
    assert np.isnan(rows["0.1..0.2"].median_abs_offset_px)


def test_contours_of_the_truth_are_perfect_and_soft_ones_are_not():
    depth = disc_scene().depth_m
    assert boundary_f1(depth, depth) == 1
    assert boundary_f1(shift(depth, (0, 2), order=0, mode="nearest"), depth) < 0.7
    assert boundary_f1(gaussian_filter(depth, 2), depth) < 0.2
    assert np.isnan(boundary_f1(depth, np.full_like(depth, 0.9)))


def test_points_between_surfaces():
    depth = disc_scene().depth_m
    assert share_between_surfaces(depth, depth) == 0
    assert share_between_surfaces(gaussian_filter(depth, 2), depth) > 0.2
    assert np.isnan(share_between_surfaces(depth, np.full_like(depth, 0.9)))
