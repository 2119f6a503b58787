"""How files code light: what they say, and what their noise says where they are silent."""

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
import tifffile
from PIL import Image, ImageCms

from blurry_edges.optics import estimate_noise
from blurry_edges.photos import Photo, load_photo, load_photos
from blurry_edges.scenes.textures import rich_texture

ASSETS = Path(__file__).parents[2] / "src" / "blurry_edges" / "assets" / "demo"


def to_srgb(light: np.ndarray) -> np.ndarray:
    return np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.maximum(light, 1e-9) ** (1 / 2.4) - 0.055)


def photographed(seed: int, photons: float, read_noise: float = 2.0, blur_px: float = 1.0) -> np.ndarray:
    """Linear light of a textured scene with the noise of its photons."""
    rng = np.random.default_rng(seed)
    scene = cv2.GaussianBlur(rich_texture(rng, (160, 200)).astype(np.float32), (0, 0), blur_px)
    return ((rng.poisson(photons * scene) + read_noise * rng.standard_normal(scene.shape)) / photons).clip(0, 1)


def write(path: Path, values: np.ndarray, bits: int = 8) -> Path:
    """Write values in 0..1 to a file that says nothing about their coding."""
    codes = np.round(values * (2**bits - 1)).astype(np.uint8 if bits == 8 else np.uint16)
    if path.suffix == ".tiff":
        tifffile.imwrite(path, codes, photometric="rgb")
    else:
        cv2.imwrite(str(path), codes[..., ::-1])
    return path


@pytest.mark.parametrize("suffix", [".png", ".tiff"])
@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("photons", [50, 200, 1000, 5000])
def test_the_noise_tells_how_a_silent_file_is_coded(tmp_path: Path, photons: float, bits: int, suffix: str):
    for seed in range(3):
        light = photographed(seed, photons)
        for coding, values in (("linear", light), ("srgb", to_srgb(light))):
            photo = load_photo(write(tmp_path / f"a{suffix}", values, bits))
            assert (photo.coding, photo.coding_source) == (coding, "guessed from the noise")
            assert photo.warning is None
            np.testing.assert_allclose(photo.image, light, atol=5e-3 if bits == 8 else 1e-4)


def test_a_gamma_coded_png_does_not_give_absurd_light(tmp_path: Path):
    """Read as linear, as files without a tag once were, it has no end of photons."""
    path = write(tmp_path / "a.png", to_srgb(photographed(0, 300)))
    found = estimate_noise(load_photo(path).image)
    assert found.photon_level == pytest.approx(300, rel=0.25)
    assert estimate_noise(load_photo(path, gamma="linear").image).photon_level > 1e5


def test_the_bundled_pair_is_linear():
    for name in ("minus", "plus"):
        photo = load_photo(ASSETS / f"{name}.png")
        assert (photo.coding, photo.coding_source) == ("linear", "guessed from the noise")


@pytest.mark.parametrize(("bits", "coding", "other"), [(8, "srgb", "--gamma linear"), (16, "linear", "--gamma srgb")])
def test_without_noise_the_usual_is_assumed_with_a_warning(tmp_path: Path, bits: int, coding: str, other: str):
    smooth = np.tile(np.linspace(0.1, 0.9, 96)[:, None, None], (1, 96, 3))
    photo = load_photo(write(tmp_path / "a.png", smooth, bits))
    assert (photo.coding, photo.coding_source, photo.was_srgb) == (coding, "assumed", coding == "srgb")
    assert photo.warning is not None
    assert "a.png does not say" in photo.warning
    assert other in photo.warning


def test_texture_is_not_taken_for_noise(tmp_path: Path):
    """Detail that grows with brightness, without noise: the guess would be wrong, so there is none."""
    detail = cv2.GaussianBlur(np.random.default_rng(0).standard_normal((256, 256, 3)), (0, 0), 1.2)
    shade = np.linspace(0.15, 0.8, 256)[:, None, None]
    photo = load_photo(write(tmp_path / "a.png", (shade * (1 + 0.3 * detail)).clip(0, 1)))
    assert photo.coding_source == "assumed"


def test_who_gives_levels_speaks_of_linear_light(tmp_path: Path):
    cv2.imwrite(str(tmp_path / "a.png"), np.full((16, 16, 3), 32, np.uint8))
    photo = load_photo(tmp_path / "a.png", white_level=64)
    assert photo.coding == "linear"
    assert photo.image.mean() == pytest.approx(0.5)


def test_what_the_user_says_counts(tmp_path: Path):
    path = write(tmp_path / "a.png", photographed(0, 500))
    for gamma in ("linear", "srgb"):
        photo = load_photo(path, gamma=gamma)
        assert (photo.coding, photo.coding_source) == (gamma, "told")


def test_a_pair_is_judged_together(tmp_path: Path):
    """One of the two has too few brightnesses to tell; the other tells for both."""
    flat = np.random.default_rng(0).poisson(np.full((64, 64, 3), 100.0)) / 400
    first = write(tmp_path / "a.png", photographed(0, 400))
    second = write(tmp_path / "b.png", flat)
    assert load_photo(second).coding_source == "assumed"
    assert [photo.coding_source for photo in load_photos([first, second])] == ["guessed from the noise"] * 2


def with_chunk(path: Path, kind: bytes, content: bytes) -> Photo:
    """Put a chunk after the header of a grey PNG."""
    cv2.imwrite(str(path), np.full((8, 8, 3), 128, np.uint8))
    data = path.read_bytes()
    chunk = struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    path.write_bytes(data[:33] + chunk + data[33:])
    return load_photo(path)


def linear_profile(*, table: bool) -> bytes:
    """A colour profile whose only curve says that values are light: as an empty or as a straight table."""
    values = np.linspace(0, 65535, 9).astype(">u2").tobytes() if table else b""
    curve = b"curv" + bytes(4) + struct.pack(">I", len(values) // 2) + values
    return bytes(128) + struct.pack(">I4sII", 1, b"rTRC", 144, len(curve)) + curve


SRGB_PROFILE = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


@pytest.mark.parametrize(
    ("kind", "content", "coding"),
    [
        (b"sRGB", b"\x00", "srgb"),
        (b"gAMA", struct.pack(">I", 45455), "srgb"),
        (b"gAMA", struct.pack(">I", 100000), "linear"),
        (b"cICP", bytes([1, 13, 0, 1]), "srgb"),
        (b"cICP", bytes([1, 8, 0, 1]), "linear"),
        (b"iCCP", b"srgb\x00\x00" + zlib.compress(SRGB_PROFILE), "srgb"),
        (b"iCCP", b"line\x00\x00" + zlib.compress(linear_profile(table=False)), "linear"),
        (b"iCCP", b"line\x00\x00" + zlib.compress(linear_profile(table=True)), "linear"),
    ],
)
def test_a_png_says_how_it_is_coded(tmp_path: Path, kind: bytes, content: bytes, coding: str):
    photo = with_chunk(tmp_path / "a.png", kind, content)
    assert (photo.coding, photo.coding_source) == (coding, "file says")
    assert photo.image.mean() == pytest.approx(0.2159 if coding == "srgb" else 128 / 255, abs=2e-3)


@pytest.mark.parametrize("content", [b"", b"name", b"name\x00\x00broken", b"x\x00\x00" + zlib.compress(b"short")])
def test_damaged_profiles_say_nothing(tmp_path: Path, content: bytes):
    assert with_chunk(tmp_path / "a.png", b"iCCP", content).coding_source == "assumed"


def test_profiles_and_exif_of_tiff(tmp_path: Path):
    grey = np.full((8, 8, 3), 128, np.uint8)
    tifffile.imwrite(tmp_path / "a.tiff", grey, photometric="rgb", iccprofile=linear_profile(table=False))
    assert load_photo(tmp_path / "a.tiff").coding == "linear"
    exif = Image.Exif()
    exif[0x0110], exif.get_ifd(0x8769)[0xA001] = "Camera", 1
    Image.fromarray(grey).save(tmp_path / "b.png", exif=exif)
    photo = load_photo(tmp_path / "b.png")
    assert (photo.coding, photo.coding_source) == ("srgb", "file says")


@pytest.mark.parametrize(("suffix", "coding"), [(".jpg", "srgb"), (".webp", "srgb"), (".tiff", "linear")])
def test_types_that_are_always_coded_one_way(tmp_path: Path, suffix: str, coding: str):
    path = tmp_path / f"a{suffix}"
    if suffix == ".tiff":
        tifffile.imwrite(path, np.full((16, 16, 3), 0.5, np.float32), photometric="rgb")
    else:
        Image.fromarray(np.full((16, 16, 3), 128, np.uint8)).save(path)
    photo = load_photo(path)
    assert (photo.coding, photo.coding_source) == (coding, "type of file")
