"""Photographs in: many kinds of files, exact values, one clear sentence."""

import io
from pathlib import Path

import cv2
import numpy as np
import pytest
import tifffile

from blurry_edges.errors import ImageError
from blurry_edges.photos import load_photo, read_photo, write_image


def test_16_bit_colour_png_is_exact(tmp_path: Path):
    image = np.random.default_rng(0).integers(0, 65536, (9, 7, 3)) / 65535
    write_image(image.astype(np.float32), tmp_path / "a.png")
    np.testing.assert_allclose(read_photo(tmp_path / "a.png"), image, atol=1e-6)


def test_8_bit_grey_becomes_three_channels(tmp_path: Path):
    grey = np.arange(48, dtype=np.uint8).reshape(6, 8)
    cv2.imwrite(str(tmp_path / "a.png"), grey)
    photo = read_photo(tmp_path / "a.png", gamma="linear")
    assert photo.shape == (6, 8, 3)
    np.testing.assert_allclose(photo[..., 1], grey / 255, atol=1e-7)
    np.testing.assert_allclose(read_photo(tmp_path / "a.png", white_level=51)[..., 0], grey / 51, atol=1e-6)


def test_float_tiff_is_exact(tmp_path: Path):
    image = np.random.default_rng(1).random((8, 9, 3), np.float32)
    cv2.imwrite(str(tmp_path / "a.tiff"), image[..., ::-1].copy())
    np.testing.assert_array_equal(read_photo(tmp_path / "a.tiff"), image)


def test_srgb_curve(tmp_path: Path):
    write_image(np.full((4, 4, 3), 0.5, np.float32), tmp_path / "a.png")
    # IEC 61966-2-1: 0.5 is 0.2140 of linear light.
    assert read_photo(tmp_path / "a.png", gamma="srgb").mean() == pytest.approx(0.2140, abs=1e-3)


@pytest.mark.parametrize("content", [b"", b"not an image", b"\x89PNG\r\n\x1a\n cut"])
def test_damaged_images(tmp_path: Path, content: bytes):
    (tmp_path / "a.png").write_bytes(content)
    with pytest.raises(ImageError, match=r"a\.png is damaged"):
        read_photo(tmp_path / "a.png")


def test_missing_image(tmp_path: Path):
    with pytest.raises(ImageError, match="cannot read image"):
        read_photo(tmp_path / "none.png")


def test_a_jpeg_is_linearised(tmp_path: Path):
    grey = np.full((16, 16, 3), 128, np.uint8)
    cv2.imwrite(str(tmp_path / "a.jpg"), grey)
    assert read_photo(tmp_path / "a.jpg").mean() == pytest.approx(0.2159, abs=2e-3)
    assert read_photo(tmp_path / "a.jpg", gamma="linear").mean() == pytest.approx(128 / 255, abs=2e-3)


def test_black_and_white_level(tmp_path: Path):
    cv2.imwrite(str(tmp_path / "a.png"), np.array([[64, 164, 264, 30]], np.uint16).repeat(4, 0))
    photo = read_photo(tmp_path / "a.png", white_level=264, black_level=64)
    np.testing.assert_allclose(photo[0, :, 0], [0, 0.5, 1, 0], atol=1e-6)
    with pytest.raises(ImageError, match="must be above the black level"):
        read_photo(tmp_path / "a.png", white_level=10, black_level=64)


def test_float_tiff_above_white_asks_for_the_white_level(tmp_path: Path):
    tifffile.imwrite(tmp_path / "a.tiff", np.full((8, 8, 3), 700.0, np.float32), photometric="rgb")
    with pytest.raises(ImageError, match="--white-level"):
        read_photo(tmp_path / "a.tiff")
    assert read_photo(tmp_path / "a.tiff", white_level=1400).mean() == pytest.approx(0.5)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_tiff_of_whole_numbers(tmp_path: Path, dtype: type):
    image = np.random.default_rng(0).integers(0, np.iinfo(dtype).max, (9, 12, 3), dtype)
    tifffile.imwrite(tmp_path / "a.tif", image)
    np.testing.assert_allclose(read_photo(tmp_path / "a.tif", gamma="linear"), image / np.iinfo(dtype).max, atol=1e-6)


def test_exr(tmp_path: Path):
    openexr = pytest.importorskip("OpenEXR")
    image = np.random.default_rng(0).random((8, 10, 3), np.float32)
    header = {"compression": openexr.ZIP_COMPRESSION, "type": openexr.scanlineimage}
    with openexr.File(header, {"RGB": image}) as file:
        file.write(str(tmp_path / "a.exr"))
    np.testing.assert_allclose(read_photo(tmp_path / "a.exr"), image, atol=1e-6)
    (tmp_path / "b.exr").write_bytes(b"nothing")
    with pytest.raises(ImageError, match="not an EXR file"):
        read_photo(tmp_path / "b.exr")


def write_dng(path: Path, light: np.ndarray, black: int = 200, white: int = 4000, orientation: int = 1) -> None:
    """Write what a sensor with red, green and blue pixels would have seen as a minimal RAW file."""
    y, x = np.indices(light.shape[:2])
    filters = np.array([[0, 1], [1, 2]])[y % 2, x % 2]
    mosaic = np.take_along_axis(light, filters[..., None], -1)[..., 0]
    tags = [  # number, type, count, value
        (271, "s", 0, "Maker"),
        (272, "s", 0, "Model"),
        (274, "H", 1, orientation),
        (33421, "H", 2, (2, 2)),  # size and colours of the mosaic's cell
        (33422, "B", 4, (0, 1, 1, 2)),
        (50706, "B", 4, (1, 4, 0, 0)),  # version of DNG
        (50714, "I", 1, black),
        (50717, "I", 1, white),
        (50721, "2i", 9, (1, 1, 0, 1, 0, 1, 0, 1, 1, 1, 0, 1, 0, 1, 0, 1, 1, 1)),  # colour matrix: none
        (50728, "2I", 3, (1, 1, 1, 1, 1, 1)),  # neutral white
    ]
    tifffile.imwrite(
        path,
        np.round(black + (white - black) * mosaic).astype(np.uint16),
        photometric=32803,
        extratags=[(*tag, True) for tag in tags],
        metadata=None,
        rowsperstrip=light.shape[0],
    )


def test_raw_files_are_read_as_linear_light_of_their_own_white_level(tmp_path: Path):
    pytest.importorskip("rawpy")
    y, x = np.indices((64, 90))
    light = np.stack([0.1 + 0.6 * x / 90, 0.3 + 0.3 * y / 64, np.full(x.shape, 0.4)], -1)  # nothing near white
    write_dng(tmp_path / "a.dng", light)
    photo = read_photo(tmp_path / "a.dng")
    assert photo.shape == (64, 90, 3)
    np.testing.assert_allclose(photo[2:-2, 2:-2], light[2:-2, 2:-2], atol=2e-3)
    write_dng(tmp_path / "darker.dng", light / 2)
    np.testing.assert_allclose(read_photo(tmp_path / "darker.dng")[2:-2, 2:-2], light[2:-2, 2:-2] / 2, atol=2e-3)


def test_damaged_raw(tmp_path: Path):
    pytest.importorskip("rawpy")
    (tmp_path / "a.dng").write_bytes(b"nothing")
    with pytest.raises(ImageError, match="not a RAW file"):
        read_photo(tmp_path / "a.dng")


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".webp"])
def test_a_truncated_photograph_is_refused(tmp_path: Path, suffix: str):
    path = tmp_path / f"a{suffix}"
    cv2.imwrite(str(path), np.random.default_rng(0).integers(0, 255, (64, 64, 3), np.uint8))
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(ImageError, match="ends too early"):
        read_photo(path)


def test_nan_and_folders(tmp_path: Path):
    tifffile.imwrite(tmp_path / "a.tiff", np.full((8, 8, 3), np.nan, np.float32), photometric="rgb")
    with pytest.raises(ImageError, match="NaN or infinite"):
        read_photo(tmp_path / "a.tiff")
    with pytest.raises(ImageError, match="is a folder"):
        read_photo(tmp_path)


@pytest.mark.parametrize("dtype", [np.float32, np.float64, ">f4", np.uint8, np.uint16])
def test_numpy_files_hold_what_was_saved(tmp_path: Path, dtype: str):
    values = np.random.default_rng(0).random((30, 40, 3))
    scale = 1 if np.dtype(dtype).kind == "f" else np.iinfo(dtype).max
    stored = np.round(values * scale) if scale > 1 else values
    np.save(tmp_path / "x.npy", stored.astype(dtype))
    image = read_photo(tmp_path / "x.npy", gamma="linear")
    np.testing.assert_allclose(image, stored / scale, atol=1e-6)


@pytest.mark.parametrize("content", [b"", b"no array", b"\x93NUMPY\x01\x00cut"])
def test_damaged_numpy_files_are_refused(tmp_path: Path, content: bytes):
    (tmp_path / "x.npy").write_bytes(content)
    with pytest.raises(ImageError, match=r"not a \.npy file"):
        read_photo(tmp_path / "x.npy")
    np.save(tmp_path / "words.npy", np.array([["a", "b"]]))
    with pytest.raises(ImageError, match="holds no picture"):
        read_photo(tmp_path / "words.npy")


def test_heic_of_a_phone_is_linearised_upright_and_has_its_exif(tmp_path: Path):
    pillow_heif = pytest.importorskip("pillow_heif")
    from PIL import Image

    y, x = np.mgrid[0:48, 0:80]
    coded = np.stack([x * 3, y * 5, np.full_like(x, 90)], -1).clip(0, 255).astype(np.uint8)
    picture = Image.fromarray(coded)
    exif = picture.getexif()
    exif[0x0110] = "Phone 7"
    heif = pillow_heif.from_pillow(picture)
    heif.save(tmp_path / "x.heic", quality=-1, exif=exif.tobytes())
    photo = load_photo(tmp_path / "x.heic")
    assert photo.was_srgb
    assert photo.exif.camera == "Phone 7"
    assert photo.image.shape == (48, 80, 3)
    expected = (coded / 255 + 0.055) / 1.055
    assert np.abs(photo.image[5:-5, 20:-5] - expected[5:-5, 20:-5] ** 2.4).mean() < 0.02
    (tmp_path / "cut.heic").write_bytes((tmp_path / "x.heic").read_bytes()[:200])
    with pytest.raises(ImageError, match="not a HEIC file"):
        load_photo(tmp_path / "cut.heic")


def test_a_pipe_is_refused_instead_of_read_for_ever(tmp_path: Path):
    import os

    os.mkfifo(tmp_path / "x.png")
    with pytest.raises(ImageError, match="no ordinary file"):
        read_photo(tmp_path / "x.png")


def test_a_small_file_that_asks_for_all_memory_is_refused_by_its_header(tmp_path: Path):
    """A PNG of 100,000 x 100,000 px, of which only the header is there."""
    import struct
    import zlib

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", 100_000, 100_000, 8, 2, 0, 0, 0)
    content = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    (tmp_path / "x.png").write_bytes(content)
    with pytest.raises(ImageError, match="10000 megapixels"):
        read_photo(tmp_path / "x.png")


def test_only_the_first_page_of_a_tiff_is_the_photograph(tmp_path: Path):
    pages = np.random.default_rng(0).random((2, 30, 40, 3)).astype(np.float32)
    tifffile.imwrite(tmp_path / "x.tif", pages, photometric="rgb")
    np.testing.assert_array_equal(read_photo(tmp_path / "x.tif"), pages[0])


def test_an_empty_picture_is_refused(tmp_path: Path):
    np.save(tmp_path / "x.npy", np.zeros((0, 4, 3), np.float32))
    with pytest.raises(ImageError, match="is empty"):
        read_photo(tmp_path / "x.npy")


def test_a_tiff_that_announces_more_strips_than_it_has_is_refused_at_once(tmp_path: Path):
    """Found by the fuzzer: tifffile would go through all of them."""
    data = io.BytesIO()
    tifffile.imwrite(data, np.zeros((16, 20, 3), np.uint8))
    content = data.getvalue()
    with tifffile.TiffFile(io.BytesIO(content)) as file:
        tag = file.pages[0].tags["ImageLength"]
    place = tag.valueoffset
    damaged = (
        content[:place] + (2**31).to_bytes(4, "little")[: tag.valuebytecount] + content[place + tag.valuebytecount :]
    )
    (tmp_path / "a.tif").write_bytes(damaged)
    with pytest.raises(ImageError, match=r"a\.tif"):
        load_photo(tmp_path / "a.tif")
