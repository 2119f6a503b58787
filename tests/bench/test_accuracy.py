"""The accuracy table: its figures on estimators whose errors are known."""

from dataclasses import replace

import numpy as np
import pytest

from blurry_edges.bench.accuracy import image_figures, occlusion_distance_px, relit
from blurry_edges.estimator import DepthResult
from blurry_edges.estimator.result import Pictures
from blurry_edges.optics import Camera
from blurry_edges.scenes.store import CapturedScene, StoredScene

CAMERA = Camera.paper()


def step_scene(photon_level: float = 190.0) -> CapturedScene:
    """Left half at 0.8 m, right half at 1.1 m, grey."""
    depth = np.full((60, 80), 0.8, np.float32)
    depth[:, 40:] = 1.1
    clean = np.full((2, 60, 80, 3), 0.5, np.float32)
    counts = np.round(clean * photon_level).astype(np.uint8)
    return CapturedScene(counts, clean, depth, photon_level, 2.0)


def answer(truth: np.ndarray, error_m: float) -> DepthResult:
    """Return the true depth with a known error, and two thirds of it as the error bar."""
    sd = np.full_like(truth, abs(error_m) / 1.5)
    return DepthResult(truth + np.float32(error_m), sd, CAMERA, 190.0, 2.0)


def test_a_known_error_is_what_the_table_says():
    scene = step_scene()
    row = image_figures(answer(scene.depth_m, 0.02), scene, CAMERA)
    assert row.dense_rmse_cm == pytest.approx(2, abs=1e-3)
    assert row.rmse_at_24_percent_cm == pytest.approx(2, abs=1e-3)
    assert row.edge_rmse_cm == pytest.approx(2, abs=1e-3)
    assert (row.within_1sd, row.within_2sd) == (0, 1)
    assert np.isnan(row.sparse_rmse_cm)


def test_figures_of_outlines_of_a_sparse_map():
    """The left half owns its rim, column 39; the map is 3 cm off there, and half of it is far from the rim."""
    plain = step_scene()
    boundary = np.zeros(plain.depth_m.shape, bool)
    boundary[:, 39] = True
    owner = np.where(boundary, plain.depth_m, np.nan).astype(np.float32)
    scene = StoredScene(
        plain.counts, plain.clean, plain.depth_m, 190.0, 2.0,
        all_in_focus=plain.clean[0], boundary=boundary, boundary_depth_m=owner,
    )  # fmt: skip
    confidence = np.zeros_like(plain.depth_m)
    confidence[:, 38:41] = confidence[:, 60:63] = 0.2
    sparse = np.where(confidence > 0, plain.depth_m, np.nan).astype(np.float32)
    sparse[:, 39] += 0.03
    image = plain.clean[0]
    pictures = Pictures(confidence, image, image, image, sparse, confidence, image)
    row = image_figures(replace(answer(plain.depth_m, 0.0), pictures=pictures), scene, CAMERA)
    assert row.outline_rmse_cm == pytest.approx(3, abs=1e-3)
    assert row.off_outline_share == pytest.approx(0.5)
    assert np.isnan(image_figures(answer(plain.depth_m, 0.0), scene, CAMERA).outline_rmse_cm)


def test_a_method_without_an_error_bar_has_no_most_certain_pixels():
    scene = step_scene()
    result = replace(answer(scene.depth_m, 0.02), depth_sd_m=np.full_like(scene.depth_m, np.nan))
    row = image_figures(result, scene, CAMERA)
    assert row.dense_rmse_cm == pytest.approx(2, abs=1e-3)
    assert np.isnan([row.rmse_at_24_percent_cm, row.rmse_at_50_percent_cm, row.within_1sd]).all()


def test_relit_scenes_have_the_other_noise():
    (scene,) = relit([step_scene()], 1000.0)
    assert scene.photon_level == 1000.0
    expected = (0.5 * 1000 + 4) ** 0.5 / 1000
    assert scene.noisy.std() == pytest.approx(expected, rel=0.05)
    again = relit([replace(step_scene())], 1000.0)
    np.testing.assert_array_equal(scene.counts, again[0].counts)


def test_distance_to_the_nearest_jump():
    distance = occlusion_distance_px(step_scene().depth_m)
    assert distance[30, 39] == distance[30, 40] == 0
    assert distance[30, 49] == 9
    assert np.isinf(occlusion_distance_px(np.ones((5, 5)))).all()


def test_breakdown_adds_up_and_finds_the_edge():
    from blurry_edges.bench.breakdown import break_down

    scene = step_scene()
    # An edge that is one pixel too far to the right is wrong by 30 cm in one column.
    shifted = np.roll(scene.depth_m, 1, axis=1)
    shifted[:, 0] = 0.8
    rows = {row.pixels: row for row in break_down([shifted], [scene], CAMERA)}
    edge = rows["0..2 px from an occlusion edge"]
    assert edge.squared_error_share == pytest.approx(1)
    # Columns 38 to 41 are within 2 px; one of the four is wrong.
    assert edge.rmse_cm == pytest.approx(30 * 0.25**0.5, rel=0.01)
    by_edge = [row for name, row in rows.items() if "edge" in name or "farther" in name]
    assert sum(row.pixel_share for row in by_edge) == pytest.approx(1)
