"""Point clouds: geometry by hand, and a file that says what it holds."""

from pathlib import Path

import numpy as np
import pytest

from blurry_edges.optics import Camera
from blurry_edges.results import point_cloud, surface_triangles, write_ply

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


def test_a_plane_is_covered_by_two_triangles_a_square():
    depth = (1 + 0.001 * np.arange(5, dtype=np.float32)) * np.ones((4, 1), np.float32)
    triangles = surface_triangles(depth, CAMERA)
    assert len(triangles) == 2 * 3 * 4
    points = point_cloud(depth, depth, np.zeros((4, 5, 3)), CAMERA)
    corners = np.stack([[points[axis][t] for axis in "xyz"] for t in triangles])
    # Counter-clockwise as seen from the camera, which is at the origin and looks along z.
    normals = np.cross(corners[:, :, 1] - corners[:, :, 0], corners[:, :, 2] - corners[:, :, 0])
    assert (normals[:, 2] < 0).all()


def test_no_triangle_joins_two_surfaces_or_touches_the_unknown():
    depth = np.ones((6, 8), np.float32)
    depth[:, 4:] = 1.2
    depth[0, 0] = np.nan
    triangles = surface_triangles(depth, CAMERA)
    points = point_cloud(depth, depth, np.zeros((6, 8, 3)), CAMERA)
    assert np.ptp(points["z"][triangles], axis=1).max() == 0
    assert len(triangles) == 2 * 5 * (3 + 3) - 1
    assert triangles.min() >= 0
    assert triangles.max() < len(points) == 47


def test_a_mesh_file_holds_points_and_triangles(tmp_path: Path):
    depth = np.ones((5, 7), np.float32)
    points = point_cloud(depth, depth, np.zeros((5, 7, 3)), CAMERA)
    triangles = surface_triangles(depth, CAMERA)
    write_ply(points, tmp_path / "mesh.ply", triangles)
    header, _, body = (tmp_path / "mesh.ply").read_bytes().partition(b"end_header\n")
    assert b"element vertex 35" in header
    assert b"element face 48\nproperty list uchar int vertex_indices" in header
    faces = np.frombuffer(body[points.nbytes :], np.dtype([("count", "u1"), ("vertices", "<i4", 3)]))
    assert (faces["count"] == 3).all()
    np.testing.assert_array_equal(faces["vertices"], triangles)
