"""`blurry-edges calibrate`: pictures of a textured plane at known distances become a camera file."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import tyro

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blurry_edges.calibrate import Calibration, PlaneMeasurement
    from blurry_edges.stack import FocusStack

__all__ = ["Calibrate"]

_DISTANCE = re.compile(r"(\d+(?:\.\d+)?)\s*(mm|cm|m)?")


@dataclass(frozen=True)
class Calibrate:
    """Find a camera's optics from pictures of a flat, textured surface at known distances."""

    source: Annotated[Path, tyro.conf.Positional]
    """Folder with 0.80m_minus.png, 0.80m_plus.png and so on, or a CSV file with the columns minus, plus and
    distance_m."""
    output: Annotated[Path, tyro.conf.arg(aliases=["-o"])]
    """Camera file (TOML) to write; a plot goes beside it."""
    kind: Literal["auto", "focus", "aperture"] = "auto"
    """Difference between the two pictures: focus or aperture."""
    pixel_pitch_um: float = 5.0
    """Side of a pixel of the pictures; where it is not known, any value gives the same depth."""
    sensor_distance_mm: float = 50.0
    """Distance from lens to sensor; where it is not known, any value gives the same depth."""
    psf: Literal["disc", "gaussian"] = "disc"
    """Shape of the blur of a point: a disc, as lenses have, or the paper's Gaussian."""
    name: str = "calibrated"
    """Name of the camera."""
    photon_level: float | None = None
    """Photons of white; estimated from the pictures when left out."""
    read_noise: float | None = None
    """Read noise in photons; estimated from the pictures when left out."""
    gamma: Literal["auto", "linear", "srgb"] = "auto"
    """Coding of the files: linear light, or gamma-coded as sRGB; auto asks the file."""
    white_level: float | None = None
    """Value of white in the files; without it, the largest that their type holds."""
    black_level: float = 0.0
    """Value of black in the files."""
    linear: bool = False
    """Write ω₀ + ω₁ Z instead, the paper's correction of a method's own depths, for `estimate --linear`."""
    camera: Path | None = None
    """With --linear: the camera file that the method is told."""
    estimator: str = "paper"
    """With --linear: the method whose depths are corrected."""
    device: str = "cpu"
    """Where to compute: auto, cpu, cuda or mps."""
    overwrite: bool = False
    """Replace the camera file if it exists."""

    def run(self) -> int:
        """Measure, fit, write and show."""
        from blurry_edges.errors import CameraError
        from blurry_edges.files import exclusive

        with exclusive(self.output):
            if self.output.exists() and not self.overwrite:
                raise CameraError(f"{self.output} exists; choose another output or pass --overwrite")
            return self._fit_line() if self.linear else self._fit_camera()

    def _fit_camera(self) -> int:
        """Find the camera that explains the blur of the planes."""
        from blurry_edges.calibrate import calibrate
        from blurry_edges.optics import write_camera
        from blurry_edges.viz import draw_calibration

        found = calibrate(
            self._measure(),
            kind=self.kind,
            pixel_pitch_m=self.pixel_pitch_um / 1e6,
            sensor_distance_m=self.sensor_distance_mm / 1e3,
            name=self.name,
        )
        write_camera(found.camera, self.output, overwrite=self.overwrite)
        plot = self.output.with_suffix(".png")
        draw_calibration(found, plot)
        print(_as_text(found))
        print(f"written to {self.output}, plot {plot}")
        return 0

    def _fit_line(self) -> int:
        """Let a method see the planes, and fit a line to what it says."""
        from blurry_edges.errors import CameraError
        from blurry_edges.estimator import load
        from blurry_edges.estimator.base import Options
        from blurry_edges.estimator.linear import LinearCorrection, mean_depth_m
        from blurry_edges.optics import read_camera

        if self.camera is None:
            raise CameraError("--linear corrects what a method says with a camera file; pass --camera")
        method, camera = load(self.estimator), read_camera(self.camera)
        seen = [
            (mean_depth_m(method.estimate_stack(stack, camera, Options(maps="all", device=self.device))), distance_m)
            for stack, distance_m in self._stacks()
        ]
        predicted, true = zip(*seen, strict=True)
        line = LinearCorrection.fit(predicted, true, self.estimator)
        line.write(self.output)
        print("distance (m)   seen as (m)   corrected (m)")
        for mean_m, distance_m in seen:
            print(f"{distance_m:12.4f}   {mean_m:11.4f}   {line.omega_0_m + line.omega_1 * mean_m:13.4f}")
        print(f"Z_output = {line.omega_0_m:.4f} m + {line.omega_1:.4f} Z, of '{self.estimator}'")
        print(f"written to {self.output}; use it with `blurry-edges estimate --linear {self.output}`")
        return 0

    def _measure(self) -> "list[PlaneMeasurement]":
        from blurry_edges.calibrate import measure_plane
        from blurry_edges.optics import Psf

        psf = Psf(self.psf)
        return [measure_plane(stack, distance_m, psf, self.device) for stack, distance_m in self._stacks()]

    def _stacks(self) -> "Iterator[tuple[FocusStack, float]]":
        """Read the pictures of all planes, with their distances."""
        from tqdm import tqdm

        from blurry_edges.photos import load_photos
        from blurry_edges.stack import FocusStack

        first = True
        for minus, plus, distance_m in tqdm(self._files(), desc="planes", unit="plane", disable=None):
            photos = load_photos(
                (minus, plus), gamma=self.gamma, white_level=self.white_level, black_level=self.black_level
            )
            if photos[0].warning and first:  # the others are most likely stored in the same way
                tqdm.write(f"warning: {photos[0].warning}")
            images, light = [photo.image for photo in photos], (self.photon_level, self.read_noise)
            yield FocusStack.of(images, photon_level=light[0], read_noise=light[1]), distance_m
            first = False

    def _files(self) -> list[tuple[Path, Path, float]]:
        from blurry_edges.errors import DataError
        from blurry_edges.pairs import find_pairs, read_table

        if self.source.is_dir():
            return [(pair.minus, pair.plus, _distance_m(pair.name)) for pair in find_pairs(self.source)]
        base = self.source.parent
        try:
            return [
                (base / row["minus"], base / row["plus"], float(row["distance_m"]))
                for row in read_table(self.source, "minus", "plus", "distance_m")
            ]
        except ValueError as error:
            raise DataError(f"{self.source} has a distance_m that is no number: {error}") from error


def _distance_m(name: str) -> float:
    """Read the distance in a file name: 0.80m, 80cm, 800mm, or a bare number of metres."""
    from blurry_edges.errors import DataError

    match = _DISTANCE.search(name)
    if match is None:
        raise DataError(f"'{name}' does not begin with a distance; name files like 0.80m_minus.png")
    return float(match[1]) * {"mm": 1e-3, "cm": 1e-2}.get(match[2] or "m", 1.0)


def _as_text(found: "Calibration") -> str:
    first, second = found.coefficients
    first_se, second_se = found.standard_errors
    # ± is what a plane is missed by that the fit has not seen, so the errors beside it should be about as large.
    lines = ["distance (m)   seen as (m)        error"]
    for plane, predicted, error in zip(found.planes, found.predicted_m, found.predicted_se_m, strict=True):
        relative = 100 * (predicted / plane.distance_m - 1)
        lines.append(f"{plane.distance_m:12.4f}   {predicted:.4f} ± {error:.4f}   {relative:+.2f} %")
    if found.kind == "focus":
        lines.append(
            f"focus pair: d = A / z + B, A = {first:.4g} ± {first_se:.2g} px² m, B = {second:.4g} ± {second_se:.2g} px²"
        )
    else:
        lines.append(
            f"aperture pair: d = c (1/z − q₀)², c = {first:.4g} ± {first_se:.2g} px² m², "
            f"q₀ = {second:.4g} ± {second_se:.2g} 1/m"
        )
    for name, setting, (near, far) in zip(("minus", "plus"), found.camera.settings, found.focus_range_m, strict=True):
        lines.append(f"{name} is sharp at {found.camera.focus_distance_m(setting):.3g} m ({near:.3g} to {far:.3g} m)")
    low, high = found.camera.resolvable_range_m()
    lines.append(f"depths that it can tell apart: {low:.3g} to {high:.3g} m")
    return "\n".join(lines)
