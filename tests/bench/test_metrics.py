"""Metrics against hand-computed numbers and properties."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blurry_edges.bench.metrics import (
    DepthErrors,
    calibration,
    compare,
    depth_errors,
    errors_at_coverage,
    errors_by_distance,
    mean_over_images,
    psnr_db,
    sparsification,
)
from blurry_edges.errors import DataError

RANGE = (1.0, 2.0)


def row(*values):
    return np.array([values], dtype=np.float64)


def pixels(depth, truth, **options):
    return compare(depth, truth, RANGE, **{"crop_px": 0} | options)


def random_truth(shape=(40, 50), seed=0):
    return np.random.default_rng(seed).uniform(1.1, 1.9, shape)


def test_the_papers_five_by_hand():
    # Normalised: 0.50 for 0.50, 0.50 for 0.40, 0.80 for 0.50, 0.25 for 0.50.
    # Ratios: 1, 1.25 - (1e-8 in the denominator keeps it below 1.25), 1.6, 2.
    # Below 1.25: 2 of 4; below 1.5625: 2 of 4; below 1.953125: 3 of 4.
    # Errors in m: 0, 0.10, 0.30, 0.25; squares 0, 0.01, 0.09, 0.0625: mean 0.040625, root 0.2015564 m.
    # AbsRel: 0 + 0.10/1.4 + 0.30/1.5 + 0.25/1.5 = 0.4380952; mean 0.1095238.
    errors = depth_errors(pixels(row(1.5, 1.499999, 1.8, 1.25), row(1.5, 1.4, 1.5, 1.5)))
    assert (errors.delta1, errors.delta2, errors.delta3) == (0.5, 0.5, 0.75)
    assert errors.rmse_cm == pytest.approx(20.15564, rel=1e-5)
    assert errors.abs_rel_percent == pytest.approx(10.95238, rel=1e-5)
    assert errors.coverage == 1


def test_predictions_are_clipped_to_the_working_range():
    # 0.5 becomes 1.0 and 9 (or infinity) becomes 2.0: errors 0.1, 0.2, 0.2 m; mean square 0.03, root 0.1732.
    errors = depth_errors(pixels(row(0.5, 9, np.inf), row(1.1, 1.8, 1.8)))
    assert errors.rmse_cm == pytest.approx(100 * math.sqrt(0.03))


def test_crop_mask_and_nan_leave_pixels_out():
    depth, truth = np.full((24, 25), 1.5), np.full((24, 25), 1.5)
    depth[:10] = depth[:, :10] = depth[14:] = depth[:, 15:] = 1.9  # the rim of 10 px must not count
    depth[10, 10] = np.nan
    mask = np.ones_like(truth, dtype=bool)
    mask[11, 11:13] = False
    compared = compare(depth, truth, RANGE, mask=mask)
    errors = depth_errors(compared)
    assert errors.rmse_cm == 0
    assert errors.coverage == pytest.approx(17 / 20)  # 4 x 5 px inside, less 1 NaN and 2 masked
    assert np.argwhere(compared.kept).min() == 10


def test_pixels_without_truth_are_no_candidates():
    errors = depth_errors(pixels(row(1.5, 1.5), row(1.5, np.nan)))
    assert errors.coverage == 1
    assert errors.rmse_cm == 0


def test_empty_mask_gives_nan_and_no_coverage():
    empty = pixels(row(1.5, np.nan), row(1.5, 1.5), mask=np.array([[False, True]]))
    errors = depth_errors(empty)
    assert errors.coverage == 0
    assert all(math.isnan(getattr(errors, name)) for name in ("delta1", "delta3", "rmse_cm", "abs_rel_percent"))
    assert math.isnan(sparsification(empty, row(1, 1)).ause_cm)
    assert math.isnan(calibration(empty, row(1, 1)).rms_error_over_sd)
    assert math.isnan(errors_by_distance(empty, row(1, 1), (2.0,)).rmse_cm[0])
    assert math.isnan(errors_at_coverage(empty, row(1, 1))[0].rmse_cm)


def test_a_crop_larger_than_the_image_leaves_nothing():
    assert depth_errors(compare(row(1.5), row(1.5), RANGE)).coverage == 0


def test_mean_over_images_ignores_nan_and_counts():
    full = DepthErrors(0.5, 0.6, 0.7, 4.0, 2.0, 1.0)
    half = DepthErrors(0.7, 0.8, 0.9, 6.0, 4.0, 0.5)
    empty = DepthErrors(*[math.nan] * 5, 0.0)
    mean = mean_over_images([full, empty, half])
    assert dataclasses.astuple(mean.mean) == pytest.approx((0.6, 0.7, 0.8, 5.0, 3.0, 0.5))
    assert (mean.images, mean.images_counted) == (3, 2)
    nothing = mean_over_images([empty])
    assert math.isnan(nothing.mean.rmse_cm)
    assert nothing.images_counted == 0


def test_mean_over_images_of_curves():
    truth = row(1.2, 1.4)
    results = [errors_by_distance(pixels(truth + e, truth), row(0, 5), (3.0,)) for e in (0.1, 0.3)]
    mean = mean_over_images(results).mean
    assert mean.rmse_cm == pytest.approx((20, 20))
    assert mean.pixel_share == (0.5, 0.5)


def test_mean_of_no_images_is_an_error():
    with pytest.raises(DataError, match="no images"):
        mean_over_images([])


@pytest.mark.parametrize("crop", [0, 10])
def test_a_perfect_prediction_is_perfect(crop):
    truth = random_truth()
    truth[12, 12] = 1.0  # the near end, where normalised depth is 0
    errors = depth_errors(pixels(truth, truth, crop_px=crop))
    assert errors == DepthErrors(1.0, 1.0, 1.0, 0.0, 0.0, 1.0)


@given(st.floats(0.01, 0.1))
def test_errors_scale_with_the_error(scale):
    truth = random_truth((20, 20))
    noise = np.random.default_rng(1).uniform(-1, 1, truth.shape)
    unit = depth_errors(pixels(truth + 0.1 * noise, truth))
    scaled = depth_errors(pixels(truth + scale * noise, truth))
    assert scaled.rmse_cm == pytest.approx(unit.rmse_cm * scale / 0.1)
    assert scaled.abs_rel_percent == pytest.approx(unit.abs_rel_percent * scale / 0.1)
    assert scaled.delta1 >= unit.delta1


def test_errors_at_fixed_coverages():
    # Ten pixels with errors 1..10 cm, ranked by their error: 10 % keeps {1}, 24 % keeps {1, 2}, 50 % {1..5}.
    # Mean squares: 1, (1 + 4)/2 = 2.5, 55/5 = 11, 385/10 = 38.5 cm².
    truth = np.full((1, 10), 1.5)
    sd = np.arange(10.0, 0, -1)[None] / 100
    errors = errors_at_coverage(pixels(truth + sd, truth), sd)
    assert [e.rmse_cm for e in errors] == pytest.approx([1, 2.5**0.5, 11**0.5, 38.5**0.5])
    assert [e.coverage for e in errors] == [0.1, 0.2, 0.5, 1.0]


def test_ties_are_broken_by_position_and_nan_ranks_last():
    compared = pixels(row(1.6, 1.5, 1.5, 1.9), row(1.5, 1.5, 1.5, 1.5))
    first, rest = errors_at_coverage(compared, row(1, 1, 1, np.nan), (0.25, 0.75))
    assert first.rmse_cm == pytest.approx(10)
    assert rest.rmse_cm == pytest.approx(100 * math.sqrt(0.01 / 3))


def test_a_coverage_out_of_reach_is_nan():
    compared = pixels(row(1.5, np.nan), row(1.5, 1.5))
    reached, missed = errors_at_coverage(compared, row(1, 1), (0.5, 1.0))
    assert reached.rmse_cm == 0
    assert math.isnan(missed.rmse_cm)


def test_sparsification_by_hand():
    # Errors 1, 2, 3, 4 cm, ranked the wrong way round, in four steps.
    # Curve: all 30/4, without the 1: 29/3, then 25/2, then 16. Oracle: 30/4, 14/3, 5/2, 1. Roots of those.
    truth = np.full((1, 4), 1.5)
    error = row(0.01, 0.02, 0.03, 0.04)
    result = sparsification(pixels(truth + error, truth), -error, steps=4)
    curve, oracle = np.sqrt([30 / 4, 29 / 3, 25 / 2, 16]), np.sqrt([30 / 4, 14 / 3, 5 / 2, 1])
    assert result.removed == (0, 0.25, 0.5, 0.75)
    assert result.rmse_cm == pytest.approx(curve)
    assert result.oracle_rmse_cm == pytest.approx(oracle)
    # Trapezoids of width 0.25.
    areas = [0.25 * (c[0] / 2 + c[1] + c[2] + c[3] / 2) for c in (curve, oracle)]
    assert (result.area_cm, result.oracle_area_cm) == pytest.approx(areas)
    assert result.ause_cm == pytest.approx(areas[0] - areas[1])


@given(st.integers(0, 50))
def test_a_perfect_ranking_is_the_oracle_and_none_beats_it(seed):
    rng = np.random.default_rng(seed)
    truth = random_truth((12, 12))
    error = rng.normal(0, 0.03, truth.shape)
    compared = pixels(truth + error, truth)
    error = truth + error - truth
    perfect = sparsification(compared, 7 * np.abs(error))
    assert perfect.rmse_cm == pytest.approx(perfect.oracle_rmse_cm)
    assert perfect.ause_cm == pytest.approx(0, abs=1e-9)
    assert sparsification(compared, rng.uniform(size=truth.shape)).ause_cm > 0


def test_calibrated_gaussian_errors():
    rng = np.random.default_rng(3)
    truth = random_truth((300, 300))
    sd = rng.uniform(0.005, 0.02, truth.shape)
    result = calibration(pixels(truth + sd * rng.standard_normal(truth.shape), truth), sd)
    assert result.within_1sd == pytest.approx(0.683, abs=0.01)
    assert result.within_2sd == pytest.approx(0.954, abs=0.01)
    assert result.rms_error_over_sd == pytest.approx(1, abs=0.01)


def test_calibration_leaves_out_nan_and_judges_claimed_certainty():
    compared = pixels(row(1.5, 1.6, 1.7), row(1.5, 1.5, 1.5))
    result = calibration(compared, row(0, 0.2, np.nan))  # ratios 0 and 0.5
    assert result.within_1sd == 1
    assert result.rms_error_over_sd == pytest.approx(math.sqrt(0.125))
    assert calibration(compared, row(1, 0, 1)).rms_error_over_sd == math.inf


def test_errors_by_distance_by_hand():
    # Within 3 px: errors 10 and 20 cm; from 3 to 10 px: 10 cm; farther: none and infinity, 0 cm.
    # Squares: 500, 100, 0 of 600 cm²; RMSE sqrt(250), 10, 0.
    truth = np.full((1, 5), 1.5)
    depth = truth + row(0.1, -0.2, 0.1, 0, 0)
    result = errors_by_distance(pixels(depth, truth), row(0, 2.9, 3, 10, np.inf), (3.0, 10.0))
    assert result.rmse_cm == pytest.approx((250**0.5, 10, 0))
    assert result.pixel_share == pytest.approx((0.4, 0.2, 0.4))
    assert result.squared_error_share == pytest.approx((5 / 6, 1 / 6, 0))


def test_psnr():
    truth = np.zeros((2, 3, 3))
    assert psnr_db(truth + 0.1, truth) == pytest.approx(20)  # mean square 0.01, 10 log10(1 / 0.01)
    assert psnr_db(truth + 25.5, truth, peak=255.0) == pytest.approx(20)
    assert psnr_db(truth, truth) == math.inf


def test_float32_maps_are_compared_in_float64():
    truth = random_truth().astype(np.float32)
    compared = pixels(truth + np.float32(0.01), truth)
    assert compared.depth_m.dtype == compared.error_m.dtype == np.float64


@pytest.mark.parametrize("bad", [(1.0, math.inf), (2.0, 1.0), (0.0, 1.0)])
def test_unusable_ranges_are_refused(bad):
    with pytest.raises(DataError, match="finite working range"):
        compare(row(1.5), row(1.5), bad)
