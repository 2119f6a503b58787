"""The paper's correction ω₀ + ω₁ Z: its fit, what it corrects, its file."""

from pathlib import Path

import numpy as np
import pytest

from blurry_edges.errors import DataError
from blurry_edges.estimator import DepthResult, Estimator
from blurry_edges.estimator.linear import LinearCorrection, LinearEstimator, mean_depth_m, read_linear
from blurry_edges.estimator.result import DepthLayers, Pictures
from blurry_edges.optics import Camera
from blurry_edges.stack import FocusStack

CAMERA = Camera.paper()


def test_a_line_is_found_and_undone():
    true = [0.8, 0.9, 1.0, 1.1]
    seen = [(z - 0.1) / 1.25 for z in true]
    line = LinearCorrection.fit(seen, true, "paper")
    assert (line.omega_0_m, line.omega_1) == pytest.approx((0.1, 1.25))
    np.testing.assert_allclose(line(np.array(seen)), true, rtol=1e-6)


def test_planes_that_give_no_line_are_refused():
    with pytest.raises(DataError, match="two distances or more; 1 were given"):
        LinearCorrection.fit([0.8, 0.9], [1.0, 1.0])
    with pytest.raises(DataError, match="finds no depth on one of the planes"):
        LinearCorrection.fit([0.8, np.nan], [0.8, 1.0])
    with pytest.raises(DataError, match="sees all planes at one depth"):
        LinearCorrection.fit([0.8, 0.8], [0.8, 1.0])


def test_every_depth_of_a_result_is_corrected_and_no_picture():
    ones = np.ones((4, 5), np.float32)
    image = np.full((4, 5, 3), 0.3, np.float32)
    sparse = np.where(np.arange(5) < 2, ones, np.float32(np.nan))
    pictures = Pictures(0.5 * ones, image, image, image, sparse, 0.2 * ones, image)
    result = DepthResult(
        ones, 0.1 * ones, CAMERA, 190.0, 2.0, layers=DepthLayers(0.9 * ones, 1.1 * ones, 0.5 * ones), pictures=pictures
    )
    done = LinearCorrection(0.2, 0.5).corrected(result)
    np.testing.assert_allclose(done.depth, 0.7)
    np.testing.assert_allclose(done.depth_sd, 0.05)
    np.testing.assert_allclose(done.front_depth, 0.65)
    np.testing.assert_allclose(done.back_depth, 0.75)
    np.testing.assert_allclose(done.sparse_depth[:, :2], 0.7)
    assert np.isnan(done.sparse_depth[:, 2:]).all()
    assert done.boundary is result.boundary
    assert done.confidence is result.confidence
    assert mean_depth_m(result) == 1.0


def test_a_corrected_method_is_the_method_with_other_depths():
    class One(Estimator):
        """One metre, whatever is seen."""

        name, fewest_images = "one", 3

        def estimate_stack(self, stack, camera, options=None):
            return DepthResult(np.ones((2, 2), np.float32), np.ones((2, 2), np.float32), camera, 1.0, 1.0, "one")

        def images_used(self, given):
            return given - 1

    method = LinearEstimator(One(), LinearCorrection(0.0, 2.0))
    assert (method.name, method.fewest_images, method.images_used(5)) == ("one", 3, 4)
    stack = FocusStack.of(np.full((2, 32, 32, 3), 0.5, np.float32), photon_level=100.0, read_noise=1.0)
    np.testing.assert_allclose(method.estimate_stack(stack, CAMERA).depth, 2.0)


def test_its_file_is_read_back_and_others_are_refused(tmp_path: Path):
    line = LinearCorrection(-0.0123456789, 1.0987654321, "paper-w")
    line.write(tmp_path / "line.toml")
    assert read_linear(tmp_path / "line.toml") == line
    (tmp_path / "other.toml").write_text("omega_1 = 2.0\n")
    with pytest.raises(DataError, match="is no correction with omega_0_m and omega_1"):
        read_linear(tmp_path / "other.toml")
    with pytest.raises(DataError, match="cannot read"):
        read_linear(tmp_path / "none.toml")
