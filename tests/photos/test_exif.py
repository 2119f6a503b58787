"""What cameras write into their files, and pictures that their EXIF turns."""

import math
from pathlib import Path

import numpy as np
import pytest
import tifffile
from PIL import Image, ImageOps, TiffImagePlugin

from blurry_edges.photos import Exif, load_photo, read_exif, read_photo

ORIENTATION = 0x0112


def picture() -> np.ndarray:
    """A picture whose eight orientations all differ, smooth enough for JPEG and WebP."""
    y, x = np.indices((32, 48))
    grey = np.where((x < 16) & (y < 16), 220, np.where(x < 16, 120, 30))
    return np.repeat(grey[..., None], 3, -1).astype(np.uint8)


def save_with_orientation(path: Path, stored: np.ndarray, orientation: int) -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    if path.suffix == ".tiff":
        tifffile.imwrite(path, stored.astype(np.uint16) * 257, extratags=[(ORIENTATION, "H", 1, orientation, True)])
    else:
        options = {"quality": 98} if path.suffix != ".png" else {}
        Image.fromarray(stored).save(path, exif=exif, **options)


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".tiff"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_photographs_are_upright(tmp_path: Path, suffix: str, orientation: int):
    """What Pillow, whose table of turns is independent of ours, makes of the stored picture is what we read."""
    stored, path = picture(), tmp_path / f"a{suffix}"
    save_with_orientation(path, stored, orientation)
    pillows = Image.fromarray(stored)
    pillows.getexif()[ORIENTATION] = orientation
    expected = np.asarray(ImageOps.exif_transpose(pillows)) / 255
    photo = load_photo(path, gamma="linear")
    assert photo.exif.orientation == orientation
    assert photo.image.shape == expected.shape
    assert np.abs(photo.image - expected).mean() < 0.01
    assert photo.image.flags.c_contiguous


def test_a_portrait_is_taller_than_wide(tmp_path: Path):
    save_with_orientation(tmp_path / "a.jpg", picture(), 6)
    height, width, _ = read_photo(tmp_path / "a.jpg").shape
    assert (height, width) == (48, 32)


def test_webp_is_gamma_coded(tmp_path: Path):
    Image.fromarray(np.full((16, 16, 3), 128, np.uint8)).save(tmp_path / "a.webp", lossless=True)
    photo = load_photo(tmp_path / "a.webp")
    assert photo.was_srgb
    assert photo.image.mean() == pytest.approx(0.2159, abs=1e-3)


def test_a_file_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    Image.fromarray(picture()).save(tmp_path / "a.png")
    reads, original = [], Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: reads.append(path) or original(path))
    load_photo(tmp_path / "a.png")
    assert len(reads) == 1


def test_what_a_camera_says(tmp_path: Path):
    exif = Image.Exif()
    exif[0x010F], exif[0x0110] = "NIKON CORPORATION", "NIKON D7200"
    details = exif.get_ifd(0x8769)
    details[0x920A], details[0x829D], details[0x9206], details[0xA405] = 50.0, 2.8, 0.75, 75
    details[0xA20E], details[0xA210] = 2558.64, 3
    details[0xA002], details[0xA003], details[0xA001] = 6000, 4000, 1
    Image.fromarray(picture()).save(tmp_path / "a.jpg", exif=exif)
    found = read_exif(tmp_path / "a.jpg")
    assert (found.make, found.camera, found.f_number) == ("NIKON CORPORATION", "NIKON D7200", pytest.approx(2.8))
    assert found.focal_length_m == pytest.approx(0.05)
    assert found.focus_distance_m == pytest.approx(0.75)
    assert found.focal_length_35mm == 75
    assert found.recorded_px == (6000, 4000)
    assert 1e3 * 6000 / found.focal_plane_px_per_m == pytest.approx(23.45, abs=0.01)  # mm of sensor
    assert found.is_srgb
    assert not found.empty
    assert "f/2.8" in found.describe()
    assert "0.75 m to focus" in found.describe()


def test_a_camera_focused_at_infinity_says_so(tmp_path: Path):
    exif = Image.Exif()
    exif.get_ifd(0x8769)[0x9206] = TiffImagePlugin.IFDRational(0xFFFFFFFF, 1)
    Image.fromarray(picture()).save(tmp_path / "a.jpg", exif=exif)
    found = read_exif(tmp_path / "a.jpg")
    assert found.focus_distance_m == math.inf
    assert found.describe() == "focus at infinity"


def test_files_without_exif(tmp_path: Path):
    for name in ("a.png", "a.jpg", "a.webp", "a.tiff"):
        Image.fromarray(picture()).save(tmp_path / name)
        assert read_exif(tmp_path / name).empty
    assert Exif().describe() == "no EXIF"
    assert read_exif(tmp_path / "none.jpg").empty


def test_damaged_exif_costs_nothing_but_the_exif(tmp_path: Path):
    path = tmp_path / "a.jpg"
    save_with_orientation(path, picture(), 6)
    data = path.read_bytes()
    start = data.index(b"Exif\x00\x00") + 6
    path.write_bytes(data[: start + 4] + b"\xff" * 12 + data[start + 16 :])
    photo = load_photo(path)
    assert photo.exif.empty
    assert photo.image.shape == (32, 48, 3)


def test_a_turned_raw_file_is_turned_once(tmp_path: Path):
    pytest.importorskip("rawpy")
    from test_photo import write_dng

    y, x = np.indices((64, 90))
    light = np.stack([0.1 + 0.6 * x / 90, 0.3 + 0.3 * y / 64, np.full(x.shape, 0.4)], -1)
    write_dng(tmp_path / "a.dng", light, orientation=6)
    photo = read_photo(tmp_path / "a.dng")
    np.testing.assert_allclose(photo[2:-2, 2:-2], np.rot90(light, -1)[2:-2, 2:-2], atol=2e-3)
