"""Which camera took the photographs: a camera file, what the user says of the lens, or what the EXIF says."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from blurry_edges.errors import CameraError
from blurry_edges.optics import Camera, Psf, camera_from_lens, read_camera
from blurry_edges.options import Lens
from blurry_edges.photos import Exif, PairFocus

__all__ = ["ResolvedCamera", "lens_from_exif", "resolve_camera"]

_USABLE_BLUR_PX, _USABLE_BLUR_SHARE = 5.0, 0.004
_SAME_FOCAL_LENGTH = 0.02
_HOW_TO_GIVE = "or --camera FILE (see blurry-edges camera --write, blurry-edges calibrate)"


@dataclass(frozen=True)
class ResolvedCamera:
    """A camera, and how it was found."""

    camera: Camera | None
    """None where the photographs do not tell; there is no depth in metres then."""
    sources: list[str] = field(default_factory=list)
    """Sentences that say where each number came from."""
    missing: str | None = None
    """Reason why there is no camera, and how to give one; None if there is one."""


def resolve_camera(
    camera_file: Path | None,
    lens: Lens,
    exifs: Sequence[Exif] = (),
    image_size: tuple[int, int] | None = None,
    focus: PairFocus | None = None,
) -> ResolvedCamera:
    """Find the camera of two photographs: its file, the lens options completed by the EXIF, or the EXIF alone.

    Args:
        camera_file: camera file; nothing else may be given then.
        lens: what the user says.
        exifs: EXIF of the two photographs.
        image_size: height and width of the photographs.
        focus: focus of the two photographs, where a stack's table or names say it.

    """
    if camera_file is not None and lens.given:
        raise CameraError("--camera and --lens were both given; choose one")
    if camera_file is not None:
        camera = read_camera(camera_file)
        return ResolvedCamera(camera, [f"camera '{camera.name}' from {camera_file}"])
    facts = _Facts(lens, tuple(exifs), image_size, focus)
    try:
        camera = facts.camera()
    except CameraError as error:
        if lens.describes_optics:
            raise
        return ResolvedCamera(None, facts.sources, f"metres need a camera: {error}, {_HOW_TO_GIVE}")
    return ResolvedCamera(camera, facts.sources)


def lens_from_exif(
    exifs: Sequence[Exif], image_size: tuple[int, int] | None = None, focus: PairFocus | None = None
) -> Lens:
    """Return what photographs themselves say about their lens, as options; what they do not say is left out."""
    facts = _Facts(Lens(), tuple(exifs), image_size, focus)
    focal_m, pitch_m = facts.focal_length_m(), facts.pixel_pitch_m()
    return Lens(
        focus_m=facts.focus_m(),
        focal_length_mm=None if focal_m is None else 1e3 * focal_m,
        f_number=facts.f_numbers(),
        pixel_pitch_um=None if pitch_m is None else 1e6 * pitch_m,
    )


@dataclass
class _Facts:
    """Numbers of the lens; each notes where it comes from, or that it is missing."""

    lens: Lens
    exifs: tuple[Exif, ...]
    image_size: tuple[int, int] | None
    known_focus: PairFocus | None
    sources: list[str] = field(default_factory=list)
    absent: list[tuple[str, str]] = field(default_factory=list)
    """Numbers that are missing, and the option that gives each."""

    def camera(self) -> Camera:
        """Build the camera, or say what is missing."""
        focal_m, numbers = self.focal_length_m(), self.f_numbers()
        pitch_m, focus = self.pixel_pitch_m(), self.focus_m()
        if focal_m is None or numbers is None or pitch_m is None or focus is None:
            numbers_missing, options = (_listed(words) for words in zip(*self.absent, strict=True))
            are = "are" if len(self.absent) > 1 or numbers_missing.endswith("s") else "is"
            raise CameraError(f"{numbers_missing} {are} not in the photographs; give {options}")
        blur_px = max(_USABLE_BLUR_PX, _USABLE_BLUR_SHARE * max(self.image_size or (0,)))
        camera = camera_from_lens(
            focal_m, numbers, pitch_m, *focus, self.lens.range_m, psf=_blur_shape(self.lens), usable_blur_px=blur_px
        )
        self._note_range(camera.depth_range_m, focus, blur_px)
        return camera

    def _note_range(self, range_m: tuple[float, float], focus_m: tuple[float, float], blur_px: float) -> None:
        reason = f"where a photograph is blurred by at most {blur_px:.3g} px (--lens.range-m changes it)"
        if focus_m[0] == focus_m[1]:
            side = "beyond" if math.isfinite(focus_m[0]) else "before"
            reason = f"{side} the focus, both sides of which look alike, {reason}"
        near, far = map(_distance, range_m)
        self.sources.append(f"depths from {near} to {far}, {'as told' if self.lens.range_m else reason}")

    def focal_length_m(self) -> float | None:
        if self.lens.focal_length_mm is not None:
            self.sources.append(f"focal length {self.lens.focal_length_mm:g} mm as told")
            return self.lens.focal_length_mm / 1e3
        found = [exif.focal_length_m for exif in self.exifs if exif.focal_length_m is not None]
        if not found:
            self.absent.append(("the focal length", "--lens.focal-length-mm"))
            return None
        if max(found) > (1 + _SAME_FOCAL_LENGTH) * min(found):
            lengths = " and ".join(f"{1e3 * x:g}" for x in found)
            raise CameraError(f"the photographs were zoomed to {lengths} mm; take both at one focal length")
        self.sources.append(f"focal length {1e3 * found[0]:g} mm from the EXIF")
        return found[0]

    def f_numbers(self) -> tuple[float, float] | None:
        told = self.lens.f_number
        numbers = _two(told) if told is not None else _two([exif.f_number for exif in self.exifs])
        if numbers is None:
            self.absent.append(("the f-number", "--lens.f-number"))
            return None
        stops = " and ".join(f"f/{number:g}" for number in dict.fromkeys(numbers))
        self.sources.append(f"{stops} {'from the EXIF' if told is None else 'as told'}")
        return numbers

    def pixel_pitch_m(self) -> float | None:
        if self.lens.pixel_pitch_um is not None:
            self.sources.append(f"pixels of {self.lens.pixel_pitch_um:g} um as told")
            return self.lens.pixel_pitch_um / 1e6
        width_mm = self.lens.sensor_width_mm
        if self.image_size is not None and width_mm is not None:
            pitch_m = width_mm / 1e3 / max(self.image_size)
            self.sources.append(f"sensor {width_mm:g} mm wide as told: pixels of {1e6 * pitch_m:.3g} um")
            return pitch_m
        sensor = self.exifs[0].sensor(self.image_size) if self.exifs and self.image_size else None
        if sensor is None:
            self.absent.append(("the size of the sensor", "--lens.sensor-width-mm (or --lens.pixel-pitch-um)"))
            return None
        self.sources.append(f"{sensor.source}: pixels of {1e6 * sensor.pixel_pitch_m:.3g} um")
        return sensor.pixel_pitch_m

    def focus_m(self) -> tuple[float, float] | None:
        lens = self.lens
        if lens.focus_m is not None and lens.focus_dpt is not None:
            raise CameraError("--lens.focus-m and --lens.focus-dpt were both given; choose one")
        source = "as told"
        if lens.focus_m is not None:
            focus = _two(lens.focus_m)
        elif lens.focus_dpt is not None:
            focus = _metres(lens.focus_dpt)
        elif self.known_focus is not None:
            focus, source = _metres(self.known_focus.dpt), self.known_focus.source
        else:
            focus, source = _two([exif.focus_distance_m for exif in self.exifs]), "from the EXIF"
        if focus is None:
            self.absent.append(("the focus distances", "--lens.focus-m"))
            return None
        distances = " and ".join(map(_distance, dict.fromkeys(focus)))
        self.sources.append(f"focus at {distances} {source}")
        return focus


def _blur_shape(lens: Lens) -> Psf:
    return Psf(lens.psf, lens.psf_soft_rim, lens.psf_obstruction)


def _two(values: Sequence[float | None]) -> tuple[float, float] | None:
    """Return the values of both photographs from one or two; None if one is not known."""
    if not values or values[0] is None or values[-1] is None:
        return None
    return values[0], values[-1]


def _metres(dioptres: Sequence[float]) -> tuple[float, float]:
    for value in dioptres:
        if not 0 <= value < math.inf:
            raise CameraError(f"the focus in dioptres is {value:g}; give 0 (infinity) or more")
    first, second = (1 / value if value > 0 else math.inf for value in (dioptres[0], dioptres[-1]))
    return first, second


def _distance(metres: float) -> str:
    return f"{metres:.4g} m" if math.isfinite(metres) else "infinity"


def _listed(words: Sequence[str]) -> str:
    return ", ".join(words[:-1]) + " and " + words[-1] if len(words) > 1 else words[0]
