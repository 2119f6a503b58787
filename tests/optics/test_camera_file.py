"""Camera files: exact round trip, and one clear sentence for each way to get one wrong."""

import math
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blurry_edges.errors import CameraError
from blurry_edges.optics import Camera, FocusSetting, Psf, read_camera, write_camera

positive = st.floats(1e-6, 1e3)


@given(
    power=positive,
    aperture=positive,
    step=st.floats(0.1, 10),
    name=st.text(max_size=20),
    binning=st.integers(1, 9),
    psf=st.sampled_from([Psf(), Psf("disc"), Psf("disc", 0.12), Psf("disc", 0.1, 0.35)]),
)
def test_round_trip_is_exact(tmp_path_factory, power, aperture, step, name, binning, psf):
    camera = Camera(
        FocusSetting(power, aperture),
        FocusSetting(power + step, aperture),
        0.1,
        5e-6,
        (0.5, math.inf),
        binning,
        name,
        psf,
    )
    path = tmp_path_factory.mktemp("camera") / "camera.toml"
    write_camera(camera, path)
    assert read_camera(path) == camera


def test_nothing_is_overwritten_unasked(tmp_path: Path):
    path = tmp_path / "camera.toml"
    write_camera(Camera.paper(), path)
    other = replace(Camera.paper(), name="other")
    with pytest.raises(CameraError, match="exists"):
        write_camera(other, path)
    assert read_camera(path).name == "paper"
    write_camera(other, path, overwrite=True)
    assert read_camera(path).name == "other"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[minus]", "[mnus]", r"section \[minus\] is missing"),
        ("optical_power_dpt = 10.0\n", "", r"\[minus\] optical_power_dpt is missing"),
        ("optical_power_dpt = 10.0", 'optical_power_dpt = "ten"', "must be a number"),
        ("sensor_distance_m", "sensor_distance_mm", "does not know 'sensor_distance_mm'"),
        ("sensor_distance_m = 0.1104", "sensor_distance_m = -1", "sensor_distance_m is -1"),
        ("depth_range_m = [0.75, 1.18]", "depth_range_m = 0.75", "list of two numbers"),
        ("binning = 4", "binning = 1.5", "whole number"),
        ("binning = 4", "binning = 1" + 400 * "0", "positive, finite number"),
        ('psf = "gaussian"', 'psf = "square"', "psf is 'square'"),
        ('psf = "gaussian"', "psf = 3", "psf is 3"),
        ('psf = "gaussian"', 'psf = {kind = "disc", rim = 0.1}', "psf does not know 'rim'"),
        ('psf = "gaussian"', 'psf = {kind = "disc", soft_rim = "a"}', "must be a number"),
        ('name = "paper"', "name = 3", "must be a string"),
        ('name = "paper"', "name = paper", "not valid TOML"),
    ],
)
def test_wrong_files_are_named_and_explained(tmp_path: Path, old: str, new: str, message: str):
    path = tmp_path / "camera.toml"
    write_camera(Camera.paper(), path)
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(CameraError, match=message) as error:
        read_camera(path)
    assert str(path) in str(error.value)


def test_missing_file(tmp_path: Path):
    with pytest.raises(CameraError, match="cannot read camera file"):
        read_camera(tmp_path / "nothing.toml")
    with pytest.raises(CameraError, match="cannot write camera file"):
        write_camera(Camera.paper(), tmp_path / "no-folder" / "camera.toml")
