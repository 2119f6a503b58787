"""EXIF entries of a photograph, as far as depth from defocus can use them."""

import math
import struct
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from blurry_edges.optics.sensors import Sensor, SensorClues, find_sensor
from blurry_edges.photos.containers import exif_block

__all__ = ["Exif", "exif_of", "read_exif", "tiff_tag"]

_MAKE, _MODEL, _ORIENTATION, _LENS = 0x010F, 0x0110, 0x0112, 0xA434
_EXIF_IFD = 0x8769
_EXPOSURE, _F_NUMBER, _ISO, _DISTANCE, _FOCAL = 0x829A, 0x829D, 0x8827, 0x9206, 0x920A
_COLOR_SPACE, _WIDTH, _HEIGHT = 0xA001, 0xA002, 0xA003
_PLANE_X, _PLANE_UNIT, _FOCAL_35 = 0xA20E, 0xA210, 0xA405
_UNITS_M = {1: 0.0254, 2: 0.0254, 3: 1e-2, 4: 1e-3, 5: 1e-6}
"""Units of the resolution of the focal plane; 1 is 'none', by which cameras mean inches."""
_UNKNOWN_UNIT = 2
_SRGB = 1
_INFINITE = 0xFFFFFFFF


@dataclass(frozen=True)
class Exif:
    """Facts of a photograph; None is unknown."""

    camera: str | None = None
    """Model of the camera."""
    lens: str | None = None
    focal_length_m: float | None = None
    f_number: float | None = None
    exposure_s: float | None = None
    iso: float | None = None
    focus_distance_m: float | None = None
    """Distance of the subject; infinite where the camera says so."""
    make: str | None = None
    """Maker of the camera."""
    focal_length_35mm: float | None = None
    """Focal length in mm of a lens with the same field of view in front of 36 x 24 mm."""
    focal_plane_px_per_m: float | None = None
    """Pixels in a metre of the sensor's width, for a picture of `recorded_px`."""
    recorded_px: tuple[int, int] | None = None
    """Width and height of the picture as the camera recorded it, before it was turned or resized."""
    orientation: int = 1
    """How the stored picture must be turned or mirrored to be upright, 1 to 8; 1 is upright."""
    is_srgb: bool = False
    """Whether the file says that its values are gamma-coded as sRGB."""

    @property
    def empty(self) -> bool:
        """Whether nothing is known about the camera, its lens or the exposure."""
        return not self._parts

    def describe(self) -> str:
        """Say what is known about camera, lens and exposure in one line; 'no EXIF' if nothing is."""
        return ", ".join(self._parts) or "no EXIF"

    def sensor(self, image_px: tuple[int, int]) -> Sensor | None:
        """Return the sensor behind a picture of these sides, as far as the EXIF tells; None where it does not."""
        per_m = self.focal_plane_px_per_m
        clues = SensorClues(
            model=self.camera,
            focal_length_mm=None if self.focal_length_m is None else 1e3 * self.focal_length_m,
            focal_length_35mm=self.focal_length_35mm,
            focal_plane_px_per_mm=None if per_m is None else per_m / 1e3,
            recorded_px=self.recorded_px,
        )
        return find_sensor(clues, image_px)

    @property
    def _parts(self) -> list[str]:
        focus = None
        if self.focus_distance_m is not None:
            far = math.isinf(self.focus_distance_m)
            focus = "focus at infinity" if far else f"{self.focus_distance_m:.4g} m to focus"
        parts = [
            self.camera,
            self.lens,
            _with_unit(self.focal_length_m, 1e3, "mm"),
            None if self.f_number is None else f"f/{self.f_number:g}",
            _with_unit(self.exposure_s, 1e3, "ms"),
            None if self.iso is None else f"ISO {self.iso:g}",
            focus,
        ]
        return [part for part in parts if part]


def read_exif(path: Path) -> Exif:
    """Read the EXIF of a file; files without any, or that cannot be read, give nothing."""
    try:
        return exif_of(path.read_bytes())
    except OSError:
        return Exif()  # whoever reads the picture says why the file cannot be read


def exif_of(data: bytes) -> Exif:
    """Return the EXIF of a file's contents; a file without any, or with a damaged one, gives nothing."""
    tags, details = _tables(data)
    width, height = (_number(details.get(tag)) for tag in (_WIDTH, _HEIGHT))
    orientation = tags.get(_ORIENTATION)
    return Exif(
        camera=_text(tags.get(_MODEL)),
        lens=_text(details.get(_LENS)),
        focal_length_m=_number(details.get(_FOCAL), 1e-3),
        f_number=_number(details.get(_F_NUMBER)),
        exposure_s=_number(details.get(_EXPOSURE)),
        iso=_number(details.get(_ISO)),
        focus_distance_m=_distance(details.get(_DISTANCE)),
        make=_text(tags.get(_MAKE)),
        focal_length_35mm=_number(details.get(_FOCAL_35)),
        focal_plane_px_per_m=_focal_plane(details),
        recorded_px=(int(width), int(height)) if width and height else None,
        orientation=int(orientation) if isinstance(orientation, int) and 1 <= orientation <= 8 else 1,
        is_srgb=details.get(_COLOR_SPACE) == _SRGB,
    )


def tiff_tag(data: bytes, tag: int) -> Any:
    """Return the value of a tag in the first directory of a file's TIFF structure; None where it has none."""
    return _tables(data)[0].get(tag)


def _tables(data: bytes) -> tuple[Mapping[int, Any], Mapping[int, Any]]:
    """Return the main tags of a file and those about the exposure; empty when there are none, or damaged ones."""
    from PIL import Image

    block = exif_block(data)
    if block is None:
        return {}, {}
    tags = Image.Exif()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow's about damage, of which we make nothing
            tags.load(block)
            return dict(tags), tags.get_ifd(_EXIF_IFD)
    except (OSError, ValueError, SyntaxError, TypeError, KeyError, IndexError, struct.error):
        return {}, {}  # damaged: a picture is worth as much without


def _text(value: Any) -> str | None:
    return str(value).strip("\x00 ") or None if value is not None else None


def _number(value: Any, factor: float = 1.0, largest: float = 1e6) -> float | None:
    """Return a positive number, or None: cameras write 0 for what they do not know."""
    try:
        number = float(value[0] if isinstance(value, tuple) else value) * factor
    except (TypeError, ValueError, ZeroDivisionError, IndexError):
        return None
    return number if 0 < number < largest else None


def _distance(value: Any) -> float | None:
    """Return metres; the EXIF standard writes infinity as a numerator of 32 ones, and unknown as 0."""
    return math.inf if getattr(value, "numerator", None) == _INFINITE else _number(value)


def _focal_plane(details: Mapping[int, Any]) -> float | None:
    per_unit = _number(details.get(_PLANE_X))
    unit_m = _UNITS_M.get(details.get(_PLANE_UNIT, _UNKNOWN_UNIT))
    return None if per_unit is None or unit_m is None else per_unit / unit_m


def _with_unit(value: float | None, factor: float, unit: str) -> str | None:
    return None if value is None else f"{value * factor:.4g} {unit}"
