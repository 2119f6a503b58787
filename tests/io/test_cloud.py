"""Point clouds: geometry by hand, and a file that says what it holds."""

from pathlib import Path

import numpy as np
import pytest

from blurry_edges.io import point_cloud, write_ply
from blurry_edges.optics import Camera

CAMERA = Camera.paper()


def test_points_lie_on_the_rays_of_the_pixels():
    depth = np.full((3, 5), 2.0, np.float32)
    depth[0, 0] = np.nan
    points = point_cloud(depth, 0.1 * depth, np.ones((3, 5, 3), np.float32), CAMERA)
    assert len(points) == 14
    centre = points[(np.abs(points["x"]) < 1e-9) & (np.abs(points["y"]) < 1e-9)]
    assert centre["z"].item() == 2.0
    # One pixel to the right at 2 m is pitch / s times 2 m to the right.
    step = 2.0 * CAMERA.image_pitch_m / CAMERA.sensor_distance_m
    assert points["x"].max() == pytest.approx(2 * step, rel=1e-5)
    assert points["y"].max() == pytest.approx(step, rel=1e-5)
    assert (points["red"] == 255).all()


def test_ply_has_as_many_bytes_as_its_header_says(tmp_path: Path):
    points = point_cloud(np.ones((4, 4), np.float32), np.ones((4, 4), np.float32), np.zeros((4, 4, 3)), CAMERA)
    write_ply(points, tmp_path / "a.ply")
    header, _, body = (tmp_path / "a.ply").read_bytes().partition(b"end_header\n")
    assert b"element vertex 16" in header
    assert b"property float sd" in header
    assert len(body) == 16 * (4 * 4 + 3)
    np.testing.assert_array_equal(np.frombuffer(body, points.dtype), points)
