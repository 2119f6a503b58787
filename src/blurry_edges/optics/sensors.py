"""How large a camera's sensor is, from what its files say: blur in pixels needs the size of a pixel."""

import math
import re
from dataclasses import dataclass

__all__ = ["SENSOR_FORMATS", "Sensor", "SensorClues", "SensorFormat", "find_sensor"]

_FULL_FRAME_DIAGONAL_MM = math.hypot(36.0, 24.0)
_WIDTHS_MM = (2.5, 60.0)
_SAME_ASPECT = 0.02
_SAME_SIZE, _NOT_THE_SAME_SIZE = 0.03, 0.2
"""Equivalents are rounded: 1.5 is said for 1.53. Two clues that differ by a fifth contradict each other."""


@dataclass(frozen=True)
class SensorFormat:
    """A common size of sensors."""

    name: str
    width_mm: float
    height_mm: float


SENSOR_FORMATS = {
    sensor.name: sensor
    for sensor in (
        SensorFormat("medium format", 43.8, 32.9),
        SensorFormat("full frame", 36.0, 24.0),
        SensorFormat("APS-C", 23.5, 15.6),
        SensorFormat("Canon APS-C", 22.3, 14.9),
        SensorFormat("Four Thirds", 17.3, 13.0),
        SensorFormat("1 inch", 13.2, 8.8),
        SensorFormat("1/1.3 inch", 9.8, 7.35),
        SensorFormat("2/3 inch", 8.8, 6.6),
        SensorFormat("1/1.7 inch", 7.6, 5.7),
        SensorFormat("1/2.3 inch", 6.17, 4.55),
        SensorFormat("1/2.55 inch", 5.64, 4.23),
        SensorFormat("1/3 inch", 4.92, 3.69),
    )
}
"""Common formats by their name."""

_MODELS = (
    (r"canon eos(-1ds( mark iii?)?|-1d x.*| 5ds?( r)?| 5d mark .*| 6d( mark ii)?| r| rp| r[3568](m2)?)", "full frame"),
    (r"nikon (d(3[sx]?|4s?|5|6|6[01]0|7[058]0|700|8[015]0e?)|df|z ?([56789]|f)(_[23])?)", "full frame"),
    (r"ilce-(1|7|9)(c|r|s|cr)?(m\d)?a?|dsc-rx1(r|rm2)?|dc-s(1r?|1h|5)(m2x?)?|pentax k-1( mark ii)?", "full frame"),
    (r"nikon (d(40x?|50|60|70s?|80|90|300s?|500|[357]\d00)|z ?(30|50|50_2|fc))", "APS-C"),
    (r"ilce-(3000|3500|5000|5100|6\d00)|nex-\w+|zv-e10(m2)?", "APS-C"),
    (r"x-(t|e|h|pro|a)\d+s?|x-(m1|m5|s10|s20)|x100(s|t|f|v|vi)?|(ricoh )?gr( iii?x?)?", "APS-C"),
    (r"pentax k-(3|5|7|30|50|70|x|r)( ii| ii s| mark iii)?", "APS-C"),
    (r"canon eos (7d( mark ii)?|[1-9]0d|77d|\d{3,4}d|(digital )?rebel .*|kiss .*|m\d*( mark ii)?|r(7|10|50|100))",
     "Canon APS-C"),
    (r"e-(m1|m5|m10|p|pl|pm)\d*( ?mark ?i+v?|x|s)*|pen-f|om-[135]( ?mark ?ii)?|(dmc|dc)-(g|gf|gh|gx|gm)\d+\w*",
     "Four Thirds"),
    (r"dsc-rx10(0(m\d)?a?|m\d)?|canon powershot g(3|5|7|9) x.*|nikon 1 .*|dmc-fz1000|zv-1", "1 inch"),
    (r"gfx ?(50s|50r|100).*|pentax 645z|x[12]d.*", "medium format"),
)  # fmt: skip
"""Cameras whose lens can be changed or that have one lens and one sensor, as their files name them."""

_PHONES = (
    # Model, focal length in mm of the main lens, side of a pixel in um and pixels along the width, as their makers say.
    (r"iphone 6( plus)?", 4.15, 1.5, 3264),
    (r"iphone 6s( plus)?", 4.15, 1.22, 4032),
    (r"iphone (7|8)( plus)?", 3.99, 1.22, 4032),
    (r"iphone (xs( max)?|xr|11( pro)?( max)?)", 4.25, 1.4, 4032),
    (r"iphone 12( mini| pro)?", 4.2, 1.4, 4032),
    (r"iphone (12 pro max|13( mini)?)", 5.1, 1.7, 4032),
    (r"iphone (13 pro( max)?|14( plus)?)", 5.7, 1.9, 4032),
    (r"iphone 14 pro( max)?", 6.86, 1.22, 8064),
    (r"sm-g92[05]\w", 4.3, 1.12, 5312),
    (r"sm-g93[05]\w", 4.2, 1.4, 4032),
    (r"sm-g9[56][05]\w", 4.3, 1.4, 4032),
    (r"pixel (2|3)( xl)?", 4.44, 1.4, 4032),
    (r"pixel (6|7)( pro)?", 6.81, 1.2, 8160),
)
"""Phones have several lenses, each with its own sensor; the focal length says which."""
_PHONE_ASPECTS = {5312: 16 / 9}


@dataclass(frozen=True)
class SensorClues:
    """Entries of a file that tell the size of the sensor; None is unknown."""

    model: str | None = None
    focal_length_mm: float | None = None
    focal_length_35mm: float | None = None
    """Focal length in mm of a lens with the same view in front of 36 x 24 mm."""
    focal_plane_px_per_mm: float | None = None
    """Pixels in a millimetre of the sensor, of the picture as recorded."""
    recorded_px: tuple[int, int] | None = None
    """Sides of the picture as the camera recorded it."""


@dataclass(frozen=True)
class Sensor:
    """The part of a sensor that a picture shows."""

    width_mm: float
    """Long side of that part."""
    height_mm: float
    pixel_pitch_m: float
    """Side of one pixel of the picture, which may be smaller than the one that was recorded."""
    source: str
    """Where the size comes from, as a sentence."""


def find_sensor(clues: SensorClues, image_px: tuple[int, int]) -> Sensor | None:
    """Find the sensor of a picture with sides of `image_px`; None where the file does not tell.

    Asked in this order: the resolution of the focal plane; the 35 mm equivalent of the focal length; the name of the
    camera. The resolution does not count when the others contradict it, as they do when a program that resized the
    picture left it as it was; and an equivalent, which is rounded, gives way to a format that it may well mean.
    """
    recorded = _sides(clues.recorded_px or image_px)
    known = _of_model(clues)
    plane, equivalent = _from_focal_plane(clues, recorded), _from_equivalent(clues, recorded, known)
    named = None if known is None else (_fitted(known, recorded), f"of the {known.name}")
    others = [found for found in (equivalent, named) if found is not None]
    if plane is not None and others:
        agrees = any(abs(plane[0][0] / other[0][0] - 1) < _NOT_THE_SAME_SIZE for other in others)
        plane = plane if agrees else None
    found = next((found for found in (plane, equivalent, named) if found is not None), None)
    if found is None:
        return None
    (width, height), source = found
    return Sensor(
        width, height, _pitch_m(width, recorded, _sides(image_px)), f"sensor {width:.3g} x {height:.3g} mm {source}"
    )


_Found = tuple[tuple[float, float], str]


def _from_focal_plane(clues: SensorClues, recorded: tuple[int, int]) -> _Found | None:
    if clues.focal_plane_px_per_mm is None:
        return None
    width, height = (side / clues.focal_plane_px_per_mm for side in recorded)
    if not _WIDTHS_MM[0] < width < _WIDTHS_MM[1]:
        return None  # a unit that is not the one it says
    return (width, height), "from the resolution of the focal plane in the EXIF"


def _from_equivalent(clues: SensorClues, recorded: tuple[int, int], known: SensorFormat | None) -> _Found | None:
    if clues.focal_length_35mm is None or clues.focal_length_mm is None:
        return None
    diagonal = _FULL_FRAME_DIAGONAL_MM * clues.focal_length_mm / clues.focal_length_35mm
    width, height = (diagonal * side / math.hypot(*recorded) for side in recorded)
    if not _WIDTHS_MM[0] < width < _WIDTHS_MM[1]:
        return None
    source = f"from the 35 mm equivalent of {clues.focal_length_35mm:g} mm"
    tolerance = _SAME_SIZE + 0.5 / clues.focal_length_35mm
    if known is not None and _diagonal_error(known, diagonal) < 2 * tolerance:
        return _fitted(known, recorded), f"of the {known.name}, as {source}"
    nearest = min(SENSOR_FORMATS.values(), key=lambda sensor: _diagonal_error(sensor, diagonal))
    if _diagonal_error(nearest, diagonal) < tolerance:
        return _fitted(nearest, recorded), f"({nearest.name}) {source}"
    return (width, height), source


def _of_model(clues: SensorClues) -> SensorFormat | None:
    """Return the sensor of a known camera, under the camera's name."""
    if clues.model is None:
        return None
    model = clues.model.strip().lower()
    for pattern, name in _MODELS:
        if re.fullmatch(pattern, model):
            sensor = SENSOR_FORMATS[name]
            return SensorFormat(clues.model.strip(), sensor.width_mm, sensor.height_mm)
    for pattern, focal_mm, pitch_um, pixels in _PHONES:
        main = clues.focal_length_mm is not None and abs(clues.focal_length_mm / focal_mm - 1) < _SAME_SIZE
        if main and re.fullmatch(pattern, model):
            width = pitch_um * pixels / 1e3
            return SensorFormat(clues.model.strip(), width, width / _PHONE_ASPECTS.get(pixels, 4 / 3))
    return None


def _diagonal_error(sensor: SensorFormat, diagonal_mm: float) -> float:
    return abs(diagonal_mm / math.hypot(sensor.width_mm, sensor.height_mm) - 1)


def _fitted(sensor: SensorFormat, sides: tuple[int, int]) -> tuple[float, float]:
    """Return the largest part of a sensor with the proportions of a picture: cameras cut pictures out of the middle."""
    aspect = sides[0] / sides[1]
    if aspect >= sensor.width_mm / sensor.height_mm * (1 - _SAME_ASPECT):
        full = abs(aspect * sensor.height_mm / sensor.width_mm - 1) < _SAME_ASPECT
        return sensor.width_mm, sensor.height_mm if full else sensor.width_mm / aspect
    return sensor.height_mm * aspect, sensor.height_mm


def _pitch_m(width_mm: float, recorded: tuple[int, int], image: tuple[int, int]) -> float:
    """Return the side of a pixel; a picture of other proportions than the recorded one was cut, not resized."""
    resized = abs((image[0] / image[1]) / (recorded[0] / recorded[1]) - 1) < _SAME_ASPECT
    return width_mm / 1e3 / (image[0] if resized else recorded[0])


def _sides(size: tuple[int, int]) -> tuple[int, int]:
    """Long and short side: a sensor's width goes with the long one, however the camera was held."""
    return max(size), min(size)
