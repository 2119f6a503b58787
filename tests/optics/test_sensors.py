"""Sizes of sensors from what files say."""

import math

import pytest

from blurry_edges.optics.sensors import SENSOR_FORMATS, SensorClues, find_sensor


def test_the_35_mm_equivalent():
    """50 mm that look like 75 mm: an APS-C sensor, whose factor is 1.53 and is called 1.5."""
    sensor = find_sensor(SensorClues(focal_length_mm=50, focal_length_35mm=75), (6000, 4000))
    assert (sensor.width_mm, sensor.height_mm) == (23.5, 15.6)
    assert sensor.pixel_pitch_m == pytest.approx(23.5e-3 / 6000)
    assert sensor.source == "sensor 23.5 x 15.6 mm (APS-C) from the 35 mm equivalent of 75 mm"


def test_an_equivalent_of_no_common_format_is_taken_as_it_is():
    """A phone whose sensor has the proportions 16:9; its maker's figures are 5.95 x 3.35 mm."""
    sensor = find_sensor(SensorClues(focal_length_mm=4.3, focal_length_35mm=28), (816, 459))
    assert sensor.width_mm == pytest.approx(5.95, rel=0.03)
    known = find_sensor(SensorClues(model="SM-G925F", focal_length_mm=4.3, focal_length_35mm=28), (816, 459))
    assert known.width_mm == pytest.approx(5.95, rel=1e-3)
    assert known.pixel_pitch_m == pytest.approx(5.95e-3 / 816, rel=1e-3)
    assert "of the SM-G925F" in known.source


def test_the_resolution_of_the_focal_plane():
    clues = SensorClues(focal_plane_px_per_mm=255.9, recorded_px=(6000, 4000))
    assert find_sensor(clues, (6000, 4000)).width_mm == pytest.approx(23.45, abs=0.01)
    small = find_sensor(clues, (1500, 1000))  # the photograph was resized, the EXIF was not
    assert small.width_mm == pytest.approx(23.45, abs=0.01)
    assert small.pixel_pitch_m == pytest.approx(4 / 255.9e3, rel=1e-3)
    assert "resolution of the focal plane" in small.source


def test_portraits_have_their_width_along_the_height():
    clues = SensorClues(focal_plane_px_per_mm=255.9, recorded_px=(6000, 4000))
    assert find_sensor(clues, (1000, 1500)) == find_sensor(clues, (1500, 1000))


def test_a_picture_that_was_cut_keeps_its_pixels():
    clues = SensorClues(focal_plane_px_per_mm=255.9, recorded_px=(6000, 4000))
    assert find_sensor(clues, (3000, 3000)).pixel_pitch_m == pytest.approx(1 / 255.9e3, rel=1e-3)


def test_a_stale_resolution_of_the_focal_plane_does_not_count():
    """A program wrote the new size of the picture, and left the resolution as it was."""
    clues = SensorClues(focal_length_mm=50, focal_length_35mm=75, focal_plane_px_per_mm=255.9, recorded_px=(1500, 1000))
    assert find_sensor(clues, (1500, 1000)).width_mm == 23.5


def test_pictures_cut_by_the_camera_use_all_of_one_side():
    wide = find_sensor(SensorClues(model="E-M10MarkII"), (4608, 2592))  # 16:9 on Four Thirds
    assert (wide.width_mm, wide.height_mm) == (17.3, pytest.approx(17.3 * 9 / 16))
    square = find_sensor(SensorClues(model="E-M10MarkII"), (3456, 3456))
    assert (square.width_mm, square.height_mm) == (13.0, 13.0)


@pytest.mark.parametrize(
    ("model", "width_mm"),
    [
        ("Canon EOS 5D Mark III", 36.0), ("Canon EOS R6m2", 36.0), ("Canon EOS RP", 36.0), ("NIKON D850", 36.0),
        ("NIKON Z 6_2", 36.0), ("ILCE-7M3", 36.0), ("ILCE-7RM4A", 36.0), ("ILCE-9M2", 36.0), ("PENTAX K-1", 36.0),
        ("NIKON D7200", 23.5), ("NIKON D90", 23.5), ("NIKON Z 50", 23.5), ("ILCE-6000", 23.5), ("NEX-5N", 23.5),
        ("X-T3", 23.5), ("X100V", 23.5), ("X-Pro2", 23.5), ("GR III", 23.5), ("PENTAX K-3 II", 23.5),
        ("Canon EOS 80D", 22.3), ("Canon EOS 600D", 22.3), ("Canon EOS REBEL T3i", 22.3), ("Canon EOS M50", 22.3),
        ("Canon EOS R7", 22.3), ("Canon EOS 7D Mark II", 22.3),
        ("E-M1MarkII", 17.3), ("E-PL8", 17.3), ("DC-GH5", 17.3), ("DMC-GX8", 17.3), ("OM-1", 17.3),
        ("DSC-RX100M3", 13.2), ("DSC-RX10", 13.2), ("Canon PowerShot G7 X Mark II", 13.2), ("GFX 50S", 43.8),
    ],
)  # fmt: skip
def test_cameras_that_are_known(model: str, width_mm: float):
    sensor = find_sensor(SensorClues(model=model), (6000, 4500 if width_mm in (43.8, 17.3) else 4000))
    assert sensor.width_mm == pytest.approx(width_mm)
    assert sensor.source.endswith(f"of the {model}")


@pytest.mark.parametrize("model", ["Canon EOS-1D Mark III", "GR DIGITAL", "X-S1", "Canon EOS", "unheard of", ""])
def test_cameras_that_are_not(model: str):
    """Those before 'unheard of' are named much like cameras with another sensor."""
    assert find_sensor(SensorClues(model=model), (6000, 4000)) is None


def test_phones_are_known_by_their_main_lens():
    assert find_sensor(SensorClues(model="iPhone 11", focal_length_mm=4.25), (4032, 3024)).width_mm == pytest.approx(
        5.64, abs=0.01
    )
    assert find_sensor(SensorClues(model="iPhone 11", focal_length_mm=1.54), (4032, 3024)) is None
    assert find_sensor(SensorClues(model="iPhone 11"), (4032, 3024)) is None


def test_nothing_is_known_of_nothing():
    assert find_sensor(SensorClues(), (6000, 4000)) is None
    assert find_sensor(SensorClues(focal_plane_px_per_mm=3.0), (6000, 4000)) is None  # a sensor of two metres


@pytest.mark.parametrize("name", SENSOR_FORMATS)
def test_each_format_is_found_from_its_equivalent(name: str):
    sensor = SENSOR_FORMATS[name]
    factor = math.hypot(36, 24) / math.hypot(sensor.width_mm, sensor.height_mm)
    size = (round(1000 * sensor.width_mm), round(1000 * sensor.height_mm))
    found = find_sensor(SensorClues(focal_length_mm=50, focal_length_35mm=round(50 * factor)), size)
    assert (found.width_mm, found.height_mm) == (sensor.width_mm, sensor.height_mm)
