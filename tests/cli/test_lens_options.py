"""Which camera took the photographs: its file, the lens options, the EXIF, or none; never the paper's by itself."""

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import blurry_edges
from blurry_edges.errors import CameraError
from blurry_edges.optics import Psf
from blurry_edges.options import Lens
from blurry_edges.pairs import resolve_camera
from blurry_edges.photos import Exif, read_photo
from blurry_edges.photos.focus import PairFocus
from command import run

PAIR = Path(blurry_edges.__file__).parent / "assets" / "demo"
LENS = Exif(camera="Camera 1", focal_length_m=0.05, f_number=2.0, focal_length_35mm=50, focus_distance_m=1.5)
EXIFS = (LENS, replace(LENS, focus_distance_m=1.3))
SIZE = (400, 600)


def test_a_camera_file_is_taken_as_it_is():
    found = resolve_camera(PAIR / "camera.toml", Lens())
    assert found.camera == blurry_edges.read_camera(PAIR / "camera.toml")
    assert found.sources == [f"camera '{found.camera.name}' from {PAIR / 'camera.toml'}"]
    with pytest.raises(CameraError, match="both given"):
        resolve_camera(PAIR / "camera.toml", Lens(psf="gaussian"))


def test_exif_alone_is_enough_when_it_says_all():
    found = resolve_camera(None, Lens(), EXIFS, SIZE)
    camera = found.camera
    assert camera.focus_distance_m(camera.minus) == pytest.approx(1.5)
    assert camera.focus_distance_m(camera.plus) == pytest.approx(1.3)
    assert camera.minus.aperture_sigma_m == pytest.approx(0.05 / 2 / 4)
    assert camera.pixel_pitch_m == pytest.approx(36e-3 / 600)
    assert camera.psf == Psf("disc")
    said = "\n".join(found.sources)
    for part in (
        "focal length 50 mm from the EXIF", "f/2 from the EXIF", "focus at 1.5 m and 1.3 m from the EXIF",
        "sensor 36 x 24 mm (full frame) from the 35 mm equivalent of 50 mm: pixels of 60 um", "depths from",
    ):  # fmt: skip
        assert part in said
    assert found.missing is None


def test_portraits_have_the_same_camera():
    assert resolve_camera(None, Lens(), EXIFS, SIZE[::-1]).camera == resolve_camera(None, Lens(), EXIFS, SIZE).camera
    told = Lens(sensor_width_mm=36.0)
    assert resolve_camera(None, told, EXIFS, SIZE[::-1]).camera.pixel_pitch_m == pytest.approx(36e-3 / 600)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"focus_distance_m": None},
            "the focus distances are not in the photographs; give --lens.focus-m, or --camera",
        ),
        ({"focal_length_m": None}, "the focal length and the size of the sensor are not in the photographs"),
        ({"focal_length_35mm": None}, "the size of the sensor is not in the photographs; give --lens.sensor-width-mm"),
        ({"focus_distance_m": 1.5}, "same distance with the same aperture"),
    ],
)
def test_without_a_camera_it_is_said_what_is_missing(change: dict, message: str):
    """Nothing is made up: this must never be the paper's camera."""
    found = resolve_camera(None, Lens(), [replace(exif, **change) for exif in EXIFS], SIZE)
    assert found.camera is None
    assert found.missing.startswith("metres need a camera: ")
    assert message in found.missing
    assert "blurry-edges calibrate" in found.missing


def test_photographs_without_exif():
    found = resolve_camera(None, Lens(), (Exif(), Exif()), SIZE)
    assert found.camera is None
    assert "the focal length, the f-number, the size of the sensor and the focus distances are not" in found.missing


def test_options_complete_the_exif_and_go_before_it():
    exifs = [replace(exif, focus_distance_m=None) for exif in EXIFS]
    found = resolve_camera(None, Lens(focus_m=(2.0, 1.0), f_number=(4.0,), range_m=(0.5, 9.0)), exifs, SIZE)
    assert found.camera.focus_distance_m(found.camera.minus) == pytest.approx(2)
    assert found.camera.minus.aperture_sigma_m == pytest.approx(0.05 / 4 / 4)
    assert found.camera.depth_range_m == (0.5, 9.0)
    assert {"f/4 as told", "focus at 2 m and 1 m as told", "depths from 0.5 m to 9 m, as told"} <= set(found.sources)
    pitch = resolve_camera(None, Lens(focus_m=(2.0, 1.0), pixel_pitch_um=12), exifs, SIZE).camera.pixel_pitch_m
    assert pitch == pytest.approx(12e-6)


def test_focus_in_dioptres():
    found = resolve_camera(None, Lens(focus_dpt=(0.0, 2.0)), EXIFS, SIZE)
    focus = [found.camera.focus_distance_m(setting) for setting in found.camera.settings]
    assert focus == [math.inf, pytest.approx(0.5)]
    assert "focus at infinity and 0.5 m as told" in found.sources
    with pytest.raises(CameraError, match="both given"):
        resolve_camera(None, Lens(focus_dpt=(0.0, 2.0), focus_m=(1.0, 2.0)), EXIFS, SIZE)
    with pytest.raises(CameraError, match="focus in dioptres is -1"):
        resolve_camera(None, Lens(focus_dpt=(-1.0, 2.0)), EXIFS, SIZE)


def test_focus_of_a_stack_goes_before_the_exif_and_after_the_user():
    known = PairFocus((1.0, 2.0), "from the names of the files")
    found = resolve_camera(None, Lens(), EXIFS, SIZE, known)
    assert "focus at 1 m and 0.5 m from the names of the files" in found.sources
    found = resolve_camera(None, Lens(focus_m=(3.0, 2.0)), EXIFS, SIZE, known)
    assert "focus at 3 m and 2 m as told" in found.sources


def test_an_aperture_pair():
    """Two f-numbers and one focus distance; the range is behind the focus, and it is said why."""
    found = resolve_camera(None, Lens(f_number=(8.0, 2.8), focus_m=(1.64,)), EXIFS, SIZE)
    camera = found.camera
    assert camera.minus.aperture_sigma_m == pytest.approx(0.05 / 8 / 4)
    assert camera.plus.aperture_sigma_m == pytest.approx(0.05 / 2.8 / 4)
    assert camera.depth_range_m[0] > 1.64
    assert "beyond the focus, both sides of which look alike" in found.sources[-1]
    exifs = [replace(LENS, f_number=number) for number in (8.0, 2.8)]
    assert resolve_camera(None, Lens(focus_m=(1.64,)), exifs, SIZE).camera == camera


def test_the_shape_of_the_blur():
    for lens, psf in (
        (Lens(psf="gaussian"), Psf("gaussian")),
        (Lens(psf_soft_rim=0.1, psf_obstruction=0.3), Psf("disc", 0.1, 0.3)),
    ):
        assert resolve_camera(None, lens, EXIFS, SIZE).camera.psf == psf
    assert resolve_camera(None, Lens(psf="gaussian"), (Exif(), Exif()), SIZE).camera is None  # says nothing of the lens


def test_a_zoomed_pair():
    exifs = (EXIFS[0], replace(EXIFS[1], focal_length_m=0.07))
    with pytest.raises(CameraError, match="zoomed to 50 and 70 mm"):
        resolve_camera(None, Lens(f_number=(2.0,)), exifs, SIZE)


def test_the_range_does_not_depend_on_the_size_of_the_photographs():
    """The background of a large photograph is as blurred as that of a small one, in parts of its width."""
    large, small = (
        resolve_camera(None, Lens(), EXIFS, size).camera.depth_range_m for size in ((4000, 6000), (1000, 1500))
    )
    assert large == pytest.approx(small)
    assert large[1] > 4


def save(path: Path, picture: np.ndarray, distance_m: float) -> None:
    exif = Image.Exif()
    exif[0x0110] = "Camera 1"
    details = exif.get_ifd(0x8769)
    details[0x920A], details[0x829D], details[0x9206], details[0xA405] = 50.0, 2.0, distance_m, 50
    Image.fromarray(picture).save(path, exif=exif, quality=97)


def test_photographs_with_exif_give_the_camera_that_took_them(tmp_path: Path):
    """The paper's camera was taken silently, and depth was 29 % wrong."""
    for name, distance in (("minus", 1.5), ("plus", 1.3)):
        save(tmp_path / f"{name}.jpg", np.round(255 * read_photo(PAIR / f"{name}.png")).astype(np.uint8), distance)
    photos = [tmp_path / "minus.jpg", tmp_path / "plus.jpg"]
    result = run("estimate", *photos, "-o", tmp_path / "out", "--estimator", "evidence", "--no-check")
    assert result.returncode == 0, result.stderr
    assert "focus at 1.5 m and 1.3 m from the EXIF" in result.stdout
    camera = blurry_edges.read_camera(tmp_path / "out" / "camera.toml")
    assert camera.focus_distance_m(camera.minus) == pytest.approx(1.5)
    assert json.loads((tmp_path / "out" / "depth.json").read_text())["camera"] == "lens"


def test_photographs_without_a_camera_give_no_metres(tmp_path: Path):
    """Only the order of depths; and it is said what metres would need."""
    result = run("estimate", PAIR / "minus.png", PAIR / "plus.png", "-o", tmp_path / "out", "--no-check")
    assert result.returncode == 0, result.stderr
    assert "metres need a camera" in result.stdout
    assert not list((tmp_path / "out").glob("depth*"))
    assert not (tmp_path / "out" / "camera.toml").exists()


def test_options_as_they_are_typed(tmp_path: Path):
    arguments = ["estimate", PAIR / "minus.png", PAIR / "plus.png", "-o", tmp_path / "out", "--estimator", "evidence"]
    lens = "--lens.focal-length-mm 35 --lens.f-number 8 2.8 --lens.sensor-width-mm 24 --lens.focus-m 1.64"
    more = "--lens.psf disc --lens.psf-soft-rim 0.1 --lens.range-m 1.7 8 --no-check"
    result = run(*arguments, *lens.split(), *more.split())
    assert result.returncode == 0, result.stderr
    camera = blurry_edges.read_camera(tmp_path / "out" / "camera.toml")
    assert camera.psf == Psf("disc", 0.1)
    assert camera.depth_range_m == (1.7, 8.0)
