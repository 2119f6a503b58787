"""Photographs in, results out: exact round trips, nothing half-written, one clear sentence."""

from pathlib import Path

import numpy as np
import pytest

from blurry_edges.errors import ImageError
from blurry_edges.io import output_folder, read_depth_png, read_photo, write_depth_png, write_image


def test_16_bit_colour_png_is_exact(tmp_path: Path):
    image = np.random.default_rng(0).integers(0, 65536, (9, 7, 3)) / 65535
    write_image(image.astype(np.float32), tmp_path / "a.png")
    np.testing.assert_allclose(read_photo(tmp_path / "a.png"), image, atol=1e-6)


def test_8_bit_grey_becomes_three_channels(tmp_path: Path):
    import cv2

    grey = np.arange(48, dtype=np.uint8).reshape(6, 8)
    cv2.imwrite(str(tmp_path / "a.png"), grey)
    photo = read_photo(tmp_path / "a.png")
    assert photo.shape == (6, 8, 3)
    np.testing.assert_allclose(photo[..., 1], grey / 255, atol=1e-7)
    np.testing.assert_allclose(read_photo(tmp_path / "a.png", white_level=51)[..., 0], grey / 51, atol=1e-6)


def test_float_tiff_is_exact(tmp_path: Path):
    import cv2

    image = np.random.default_rng(1).random((8, 9, 3), np.float32)
    cv2.imwrite(str(tmp_path / "a.tiff"), image[..., ::-1].copy())
    np.testing.assert_array_equal(read_photo(tmp_path / "a.tiff"), image)


def test_srgb_curve(tmp_path: Path):
    write_image(np.full((4, 4, 3), 0.5, np.float32), tmp_path / "a.png")
    # IEC 61966-2-1: 0.5 is 0.2140 of linear light.
    assert read_photo(tmp_path / "a.png", srgb=True).mean() == pytest.approx(0.2140, abs=1e-3)


def test_depth_png_round_trip(tmp_path: Path):
    depth = np.array([[0.75, 1.18, np.nan], [6.5, 0.0001, 9.0]], np.float32)
    write_depth_png(depth, tmp_path / "depth.png")
    expected = np.array([[0.75, 1.18, np.nan], [6.5, 0.0001, np.nan]])  # 9 m is beyond 16 bits: unknown
    np.testing.assert_allclose(read_depth_png(tmp_path / "depth.png"), expected, atol=5.1e-5)


@pytest.mark.parametrize("content", [b"", b"not an image", b"\x89PNG\r\n\x1a\n cut"])
def test_damaged_images(tmp_path: Path, content: bytes):
    (tmp_path / "a.png").write_bytes(content)
    with pytest.raises(ImageError, match=r"a\.png is damaged"):
        read_photo(tmp_path / "a.png")


def test_missing_image(tmp_path: Path):
    with pytest.raises(ImageError, match="cannot read image"):
        read_photo(tmp_path / "none.png")


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
