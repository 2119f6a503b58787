"""PNG files: exact round trips."""

from pathlib import Path

import numpy as np

from blurry_edges.photos import read_depth_png, write_depth_png


def test_depth_png_round_trip(tmp_path: Path):
    depth = np.array([[0.75, 1.18, np.nan], [6.5, 0.0001, 9.0]], np.float32)
    write_depth_png(depth, tmp_path / "depth.png")
    expected = np.array([[0.75, 1.18, np.nan], [6.5, 0.0001, np.nan]])  # 9 m is beyond 16 bits: unknown
    np.testing.assert_allclose(read_depth_png(tmp_path / "depth.png"), expected, atol=5.1e-5)
