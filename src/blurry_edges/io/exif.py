"""What a camera writes into its files, as far as depth from defocus can use it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["Exif", "read_exif"]

_MODEL, _LENS = 0x0110, 0xA434
_EXIF_IFD = 0x8769
_EXPOSURE, _F_NUMBER, _ISO, _DISTANCE, _FOCAL = 0x829A, 0x829D, 0x8827, 0x9206, 0x920A


@dataclass(frozen=True)
class Exif:
    """Facts of a photograph; None is unknown."""

    camera: str | None = None
    lens: str | None = None
    focal_length_m: float | None = None
    f_number: float | None = None
    exposure_s: float | None = None
    iso: float | None = None
    focus_distance_m: float | None = None

    def describe(self) -> str:
        """Say what is known in one line."""
        parts = [
            self.camera,
            self.lens,
            _with_unit(self.focal_length_m, 1e3, "mm"),
            None if self.f_number is None else f"f/{self.f_number:g}",
            _with_unit(self.exposure_s, 1e3, "ms"),
            None if self.iso is None else f"ISO {self.iso:g}",
            _with_unit(self.focus_distance_m, 1.0, "m to focus"),
        ]
        return ", ".join(part for part in parts if part) or "no EXIF"


def read_exif(path: Path) -> Exif:
    """Read the EXIF of a file; files without any give nothing."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(path) as image:
            tags = image.getexif()
            details = tags.get_ifd(_EXIF_IFD)
    except (OSError, UnidentifiedImageError, ValueError, SyntaxError):
        return Exif()  # a kind of file that Pillow does not know, such as EXR: it has no EXIF to be read
    return Exif(
        camera=_text(tags.get(_MODEL)),
        lens=_text(details.get(_LENS)),
        focal_length_m=_number(details.get(_FOCAL), 1e-3),
        f_number=_number(details.get(_F_NUMBER)),
        exposure_s=_number(details.get(_EXPOSURE)),
        iso=_number(details.get(_ISO)),
        focus_distance_m=_number(details.get(_DISTANCE)),
    )


def _text(value: Any) -> str | None:
    return str(value).strip("\x00 ") or None if value is not None else None


def _number(value: Any, factor: float = 1.0) -> float | None:
    """Return a positive number, or None: cameras write 0 for what they do not know."""
    try:
        number = float(value[0] if isinstance(value, tuple) else value) * factor
    except (TypeError, ValueError, ZeroDivisionError):
        return None
    return number if 0 < number < 1e6 else None


def _with_unit(value: float | None, factor: float, unit: str) -> str | None:
    return None if value is None else f"{value * factor:.4g} {unit}"
