"""How large a picture is by its header, before it is decoded."""

import io
import struct
from pathlib import Path

import cv2
import numpy as np
import pytest
import tifffile
from PIL import Image
from test_photo import write_dng

from blurry_edges.errors import ImageError
from blurry_edges.photos import announced_pixels, announced_size, read_photo

IMAGE = np.random.default_rng(0).integers(0, 255, (80, 120, 3), dtype=np.uint8)


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".webp", ".tif", ".npy", ".exr", ".heic", ".dng"])
def test_the_size_that_decoding_gives(tmp_path: Path, suffix: str):
    path = tmp_path / f"x{suffix}"
    if suffix == ".npy":
        np.save(path, IMAGE)
    elif suffix == ".tif":
        tifffile.imwrite(path, IMAGE)
    elif suffix == ".exr":
        openexr = pytest.importorskip("OpenEXR")
        with openexr.File({}, {"RGB": IMAGE.astype(np.float32) / 255}) as file:
            file.write(str(path))
    elif suffix == ".heic":
        pytest.importorskip("pillow_heif").from_pillow(Image.fromarray(IMAGE)).save(path)
    elif suffix == ".dng":
        write_dng(path, np.full((80, 120, 3), 0.5))
    else:
        assert cv2.imwrite(str(path), IMAGE)
    assert announced_size(path, path.read_bytes()) == read_photo(path).shape[:2] == (80, 120)
    assert announced_pixels(path, path.read_bytes()) == 9600
    path.write_bytes(path.read_bytes()[:3])
    assert announced_pixels(path, path.read_bytes()) is None


@pytest.mark.parametrize("how", [{"quality": 80}, {"lossless": True}, {"quality": 80, "exif": Image.Exif().tobytes()}])
def test_every_kind_of_webp(tmp_path: Path, how: dict):
    Image.fromarray(IMAGE).save(tmp_path / "x.webp", **how)
    assert announced_size(tmp_path / "x.webp", (tmp_path / "x.webp").read_bytes()) == (80, 120)


def test_channels_count_too(tmp_path: Path):
    file = io.BytesIO()
    np.lib.format.write_array_header_1_0(file, {"descr": "<f4", "fortran_order": False, "shape": (9000, 9000, 600)})
    (tmp_path / "deep.npy").write_bytes(file.getvalue())
    assert announced_pixels(tmp_path / "deep.npy", file.getvalue()) == 9000 * 9000 * 150
    with pytest.raises(ImageError, match="12150 megapixels, more than the 400"):
        read_photo(tmp_path / "deep.npy")


def test_an_exr_that_claims_much(tmp_path: Path):
    window = b"dataWindow\0box2i\0" + struct.pack("<I4i", 16, 0, 0, 99_999, 99_999)
    path = tmp_path / "x.exr"
    path.write_bytes(b"\x76\x2f\x31\x01\x02\0\0\0" + window + b"\0")
    with pytest.raises(ImageError, match="10000 megapixels"):
        read_photo(path)


@pytest.mark.parametrize("header", ["{'descr': '<f4', 'fortran_order': False, 'shape': (5, ", "{\n÷(", "(" * 90])
def test_a_header_of_an_array_that_is_damaged(tmp_path: Path, header: str):
    """Found by the fuzzer: NumPy repairs headers of old versions, and raises what its tokenizer does."""
    path = tmp_path / "x.npy"
    path.write_bytes(b"\x93NUMPY\x01\x00" + len(header.encode()).to_bytes(2, "little") + header.encode())
    assert announced_pixels(path, path.read_bytes()) is None
    with pytest.raises(ImageError, match="damaged"):
        read_photo(path)


def test_a_few_bytes_cannot_hold_a_large_picture(tmp_path: Path):
    """Found by the fuzzer: 659 bytes that announced 339 megapixels took 17 GB."""
    done, data = cv2.imencode(".jpg", IMAGE)
    assert done
    content = bytearray(data.tobytes())
    frame = content.index(b"\xff\xc0")
    content[frame + 5 : frame + 9] = struct.pack(">HH", 40_000, 5_000)
    path = tmp_path / "x.jpg"
    path.write_bytes(content)
    with pytest.raises(ImageError, match=r"200 megapixels, which its \d+ bytes cannot hold"):
        read_photo(path)


def test_a_picture_that_does_not_fit_into_memory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "x.npy"
    np.save(path, np.zeros((3500, 3000), np.uint8))
    monkeypatch.setattr("blurry_edges.photos.decode.free_memory_bytes", lambda: 200_000_000)
    with pytest.raises(ImageError, match=r"takes 0.5 GB of memory, and 0.2 GB are free"):
        read_photo(path)
