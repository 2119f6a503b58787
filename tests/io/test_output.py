"""Results out: exact round trips, nothing half-written."""

from pathlib import Path

import numpy as np
import pytest

from blurry_edges.errors import ImageError
from blurry_edges.io import output_folder, read_depth_png, write_depth_png


def test_depth_png_round_trip(tmp_path: Path):
    depth = np.array([[0.75, 1.18, np.nan], [6.5, 0.0001, 9.0]], np.float32)
    write_depth_png(depth, tmp_path / "depth.png")
    expected = np.array([[0.75, 1.18, np.nan], [6.5, 0.0001, np.nan]])  # 9 m is beyond 16 bits: unknown
    np.testing.assert_allclose(read_depth_png(tmp_path / "depth.png"), expected, atol=5.1e-5)


def test_output_folder_appears_whole_or_not_at_all(tmp_path: Path):
    target = tmp_path / "out"

    def fail() -> None:
        with output_folder(target) as folder:
            (folder / "half.txt").write_text("half")
            raise ImageError("stop")

    with pytest.raises(ImageError, match="stop"):
        fail()
    assert list(tmp_path.iterdir()) == []
    with output_folder(target) as folder:
        (folder / "whole.txt").write_text("whole")
    assert (target / "whole.txt").read_text() == "whole"
    with pytest.raises(ImageError, match="exists"), output_folder(target):
        pass
    with output_folder(target, overwrite=True) as folder:
        (folder / "new.txt").write_text("new")
    assert [path.name for path in target.iterdir()] == ["new.txt"]
    assert list(tmp_path.iterdir()) == [target]


def test_a_file_in_the_way_and_a_folder_that_cannot_be_written(tmp_path: Path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(ImageError, match="is a file"), output_folder(tmp_path / "file", overwrite=True):
        pass
    with pytest.raises(ImageError, match="cannot write to"), output_folder(tmp_path / "file" / "out"):
        pass


def test_a_full_disk_leaves_nothing(tmp_path: Path):
    def fill() -> None:
        with output_folder(tmp_path / "out") as folder:
            (folder / "half").write_text("half")
            raise OSError(28, "No space left on device")

    with pytest.raises(ImageError, match="No space left on device"):
        fill()
    assert list(tmp_path.iterdir()) == []
