"""`blurry-edges plan`: how to take a good pair: focus, aperture, and the error to expect."""

import json as json_module
import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import tyro

if TYPE_CHECKING:
    from blurry_edges.optics import Camera, FocusSetting
    from blurry_edges.optics.planning import FocusPlan
    from blurry_edges.optics.resolution import Conditions

__all__ = ["PlanCommand"]

_ROWS = 9


@dataclass(frozen=True)
class PlanCommand:
    """Say how to focus for a range of depths, and how well depth can be known then; or what a camera file can resolve.

    The error is the least that any method can have (Cramér-Rao bound), for a texture of natural pictures.
    """

    focal_length_mm: float | None = None
    """Focal length of the lens."""
    f_number: float | None = None
    """Widest aperture that may be used."""
    sensor_width_mm: float | None = None
    """Width of the sensor."""
    image_width_px: int = 1000
    """Width of the pictures that depth is to be computed from; smaller ones have less blur in px and less noise."""
    range_m: tuple[float, float] | None = None
    """Nearest and farthest depth of the scene; the farthest may be inf."""
    camera: Path | None = None
    """Camera file: show what it can resolve over its range, or over --range-m, instead of planning."""
    frames: int = 2
    """Photographs to take."""
    fixed_aperture: bool = False
    """Do not stop the lens down."""
    photon_level: float = 1000.0
    """Photons of white in a pixel, at the widest aperture."""
    read_noise: float = 2.0
    """Read noise in photons."""
    contrast: float = 0.1
    """Standard deviation of the texture, as a share of white."""
    output: Annotated[Path | None, tyro.conf.arg(aliases=["-o"])] = None
    """Camera file to write, with a plot beside it; of more than two photographs, that of the middle two."""
    overwrite: bool = False
    """Replace the camera file and the plot if they exist."""
    json: bool = False
    """Print JSON for scripts."""

    def run(self) -> int:
        """Plan, show and perhaps write."""
        from blurry_edges.errors import CameraError
        from blurry_edges.optics import read_camera, write_camera
        from blurry_edges.optics.resolution import Conditions

        plot = None if self.output is None else self.output.with_suffix(".png")
        if self.output is not None and self.output == plot:
            raise CameraError(f"{self.output} would be the plot; give the camera file another name, such as plan.toml")
        for path in (self.output, plot):
            if path is not None and path.exists() and not self.overwrite:
                raise CameraError(f"{path} exists; choose another output or pass --overwrite")
        conditions = Conditions(self.photon_level, self.read_noise, self.contrast)
        settings: tuple[FocusSetting, ...]
        if self.camera is not None:
            camera = read_camera(self.camera)
            settings, range_m = camera.settings, self.range_m or camera.depth_range_m
            facts: dict[str, Any] = {"camera": camera.name}
        else:
            plan = self._plan(conditions)
            camera, settings, conditions = plan.camera, plan.settings, plan.conditions
            range_m = camera.depth_range_m
            facts = {"f_number": plan.f_number, "focus_m": plan.focus_m, "worst_sd_dpt": plan.worst_sd_dpt}
        rows = _rows(camera, settings, range_m, conditions)
        if self.output is not None and plot is not None:
            from blurry_edges.files import exclusive
            from blurry_edges.viz.plan import draw_plan

            with exclusive(self.output):
                write_camera(camera, self.output, overwrite=self.overwrite)
                draw_plan(camera, settings, range_m, conditions, plot)
        if self.json:
            print(json_module.dumps(facts | {"photon_level": conditions.photon_level, "depths": rows}, indent=2))
        else:
            print(_as_text(facts, rows, conditions))
            if self.output is not None:
                print(f"written to {self.output}, plot {plot}")
        return 0

    def _plan(self, conditions: "Conditions") -> "FocusPlan":
        from blurry_edges.errors import CameraError
        from blurry_edges.optics.planning import Lens, plan_focus

        given = {
            "--focal-length-mm": self.focal_length_mm,
            "--f-number": self.f_number,
            "--sensor-width-mm": self.sensor_width_mm,
        }
        missing = [name for name, value in given.items() if value is None]
        if missing or self.range_m is None:
            missing += [] if self.range_m is not None else ["--range-m"]
            raise CameraError(f"a plan needs {', '.join(missing)}; or give --camera to see what a camera can resolve")
        if self.image_width_px < 1:
            raise CameraError(f"--image-width-px is {self.image_width_px}; it must be a positive number")
        focal_mm, number, width_mm = (value for value in given.values() if value is not None)
        lens = Lens(focal_mm / 1e3, number, width_mm / 1e3 / self.image_width_px)
        return plan_focus(lens, self.range_m, conditions, count=self.frames, fixed_aperture=self.fixed_aperture)


def _rows(
    camera: "Camera", settings: "tuple[FocusSetting, ...]", range_m: tuple[float, float], conditions: "Conditions"
) -> list[dict[str, Any]]:
    """Blur and least error at depths over the range, evenly spaced in 1/z."""
    import numpy as np

    from blurry_edges.optics.resolution import depth_sd_m

    near, far = range_m
    farthest = far if math.isfinite(far) else 10 * near
    depths = 1 / np.linspace(1 / near, 1 / farthest, _ROWS)
    sds = depth_sd_m(camera, depths, conditions, settings)
    return [
        {
            "depth_m": round(float(z), 6),
            "blur_px": [round(float(camera.blur_sigma_px(float(z), setting)), 4) for setting in settings],
            "least_sd_m": float(sd),
        }
        for z, sd in zip(depths, sds, strict=True)
    ]


def _as_text(facts: dict[str, Any], rows: list[dict[str, Any]], conditions: "Conditions") -> str:
    lines = []
    if "focus_m" in facts:
        distances = ", ".join("infinity" if math.isinf(z) else f"{z:.3g} m" for z in facts["focus_m"])
        lines.append(f"take {len(facts['focus_m'])} photographs at f/{facts['f_number']:g}, focused at {distances}")
    else:
        lines.append(f"camera '{facts['camera']}'")
    light = f"{conditions.photon_level:.0f} photons of white, texture of contrast {conditions.contrast:g}"
    lines.append(f"the least error that any method can have, {light}:")
    lines.append(f"{'depth (m)':>10}  {'blur, standard deviation (px)':32}{'error, 1 sd':>14}")
    for row in rows:
        blur = "  ".join(f"{sigma:6.2f}" for sigma in row["blur_px"])
        sd = row["least_sd_m"]
        shown = f"{100 * sd:.2f} cm" if sd < row["depth_m"] else "unknown"
        lines.append(f"{row['depth_m']:>10.3g}  {blur:32}{shown:>14}")
    return "\n".join(lines)
