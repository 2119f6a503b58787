"""Options of an estimate, the same on the command line and of the service; light, so that `--help` is quick."""

from dataclasses import dataclass, field
from typing import Literal

__all__ = ["EstimateOptions", "Lens"]

_OneOrTwo = tuple[float] | tuple[float, float]


@dataclass(frozen=True)
class Lens:
    """The camera from its lens, instead of a camera file; what is left out comes from the photographs' EXIF."""

    focus_m: _OneOrTwo | None = None
    """Distances in metres at which the first and the second photograph are sharp; inf is infinity. One number for
    photographs that differ in their aperture alone."""
    focus_dpt: _OneOrTwo | None = None
    """The same in dioptres, instead of metres; 0 is infinity."""
    focal_length_mm: float | None = None
    """Focal length."""
    f_number: _OneOrTwo | None = None
    """Aperture number, as in f/2.8: of both photographs, or of the first and of the second."""
    sensor_width_mm: float | None = None
    """Width of the sensor, the long side, that the photographs show."""
    pixel_pitch_um: float | None = None
    """Side of one pixel of the photographs, instead of the sensor's width."""
    range_m: tuple[float, float] | None = None
    """Nearest and farthest depth of the scene."""
    psf: Literal["disc", "gaussian"] = "disc"
    """Shape of the blur of a point: a disc, as lenses have, or the paper's Gaussian."""
    psf_soft_rim: float = 0.0
    """Softness of the disc's rim, as a share of its radius."""
    psf_obstruction: float = 0.0
    """Radius of the hole in the disc of a mirror lens, as a share of the disc's."""
    stack_names: Literal["auto", "dpt", "m"] = "auto"
    """With --stack: what bare numbers in the names of the files mean, dioptres or metres of focus. Numbers with a unit
    (1.5m, 2.5dpt), the EXIF and a table focus.csv are read by themselves."""

    @property
    def given(self) -> bool:
        """Whether anything was said."""
        return self != Lens()

    @property
    def describes_optics(self) -> bool:
        """Whether anything was said from which a camera can be built: not only the shape of its blur."""
        names = ("focus_m", "focus_dpt", "focal_length_mm", "f_number", "sensor_width_mm", "pixel_pitch_um", "range_m")
        return any(getattr(self, name) is not None for name in names)


@dataclass(frozen=True)
class EstimateOptions:
    """How depth is estimated from photographs."""

    lens: Lens = field(default_factory=Lens)
    estimator: str = "fused"
    """fused: the default; evidence: closed-form, depth alone; paper, paper-w: the paper's model."""
    frames: int = 10
    """With --stack: at most so many photographs, spread over the focus."""
    align: bool = False
    """Align the photographs to the first; refused when it cannot be trusted."""
    photon_level: float | None = None
    """Photons of white; estimated from the photographs when left out."""
    read_noise: float | None = None
    """Read noise in photons; estimated from the photographs when left out."""
    gamma: Literal["auto", "linear", "srgb"] = "auto"
    """Coding of the files: linear light, or gamma-coded as sRGB; auto asks the file."""
    white_level: float | None = None
    """Value of white in the files; without it, the largest that their type holds."""
    black_level: float = 0.0
    """Value of black in the files."""
    tile: int | None = None
    """Side in px of the parts in which a large image is computed; without it, what memory allows."""
    maps: Literal["auto", "all", "depth"] = "auto"
    """all: also the paper's maps and a refocused sweep; depth: depth alone; auto: maps below 1.5 Mpx, a sweep below
    0.5 Mpx."""
    device: str = "cpu"
    """Where to compute: auto, cpu, cuda or mps."""
    check: bool = True
    """Refuse photographs that seem swapped or moved."""
