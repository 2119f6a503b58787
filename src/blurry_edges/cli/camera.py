"""`blurry-edges camera`: what a camera file means: focus, blur over its range, and the depths it can resolve."""

import json as json_module
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import tyro

if TYPE_CHECKING:
    from blurry_edges.optics import Camera

__all__ = ["CameraCommand"]


@dataclass(frozen=True)
class CameraCommand:
    """Check a camera file and show what it means; without a file, write the paper's as a start for your own."""

    file: Annotated[Path | None, tyro.conf.Positional] = None
    """Camera file to show; without it, the camera of the paper's synthetic data."""
    write: Path | None = None
    """Also write the camera to this new file, to edit it."""
    light: bool = False
    """Also show how dark it is: noise and illuminance at photon levels, as the paper's Table 1 has them."""
    exposure_ms: float = 5.0
    """With --light: exposure time in ms; the paper's common camera has 5."""
    quantum_efficiency: float = 0.73
    """With --light: share of the photons that the sensor counts."""
    read_noise: float = 2.0
    """With --light: read noise in photons."""
    json: bool = False
    """Print JSON for scripts."""

    def run(self) -> int:
        """Read, show and perhaps write the camera."""
        from blurry_edges.files import exclusive
        from blurry_edges.optics import Camera, read_camera, write_camera

        camera = read_camera(self.file) if self.file else Camera.paper()
        if self.write is not None:
            with exclusive(self.write):
                write_camera(camera, self.write)
        facts = _facts(camera)
        if self.light:
            facts["light"] = self._light(camera)
        print(json_module.dumps(facts | {"camera": asdict(camera)}, indent=2) if self.json else _as_text(camera, facts))
        return 0

    def _light(self, camera: "Camera") -> dict[str, Any]:
        """Noise of white, and the illuminance of the scene, at photon levels from dark to bright."""
        from blurry_edges.errors import CameraError
        from blurry_edges.optics import LightMeter

        if self.exposure_ms <= 0 or not 0 < self.quantum_efficiency <= 1 or self.read_noise < 0:
            raise CameraError(
                "an exposure must be above 0 ms, a quantum efficiency within 0..1, a read noise not below 0"
            )
        # A disc has a diameter of four standard deviations of the aperture.
        f_number = 1 / camera.minus.optical_power_dpt / (4 * camera.minus.aperture_sigma_m)
        meter = LightMeter(camera.image_pitch_m, self.exposure_ms / 1e3, f_number, self.quantum_efficiency)
        rows = [
            {
                "photon_level": level,
                "noise_sd_lsb": 255 * (level + self.read_noise**2) ** 0.5 / level,
                "illuminance_lux": meter.illuminance_lux(level),
            }
            for level in _LEVELS
        ]
        return {"f_number": f_number, "exposure_ms": self.exposure_ms, "rows": rows}


_LEVELS = (20.0, 50.0, 100.0, 190.0, 500.0, 1000.0, 5000.0)


def _facts(camera: "Camera") -> dict[str, Any]:
    near, far = camera.depth_range_m
    depths = [near, 2 / (1 / near + 1 / far), far]
    return {
        "focus_distance_m": {name: camera.focus_distance_m(getattr(camera, name)) for name in ("minus", "plus")},
        "depth_range_m": [near, far],
        "resolvable_range_m": list(camera.resolvable_range_m()),
        "blur_scale": camera.blur_scale,
        "blur": [
            dict(zip(("depth_m", "sigma_minus_px", "sigma_plus_px"), (z, *camera.blur_sigmas_px(z)), strict=True))
            for z in depths
        ],
    }


def _as_text(camera: "Camera", facts: dict[str, Any]) -> str:
    focus, resolvable = facts["focus_distance_m"], facts["resolvable_range_m"]
    lines = [
        f"camera '{camera.name}'",
        f"  focused at        minus {focus['minus']:.4g} m, plus {focus['plus']:.4g} m",
        f"  working range     {camera.depth_range_m[0]:.4g} to {camera.depth_range_m[1]:.4g} m",
        f"  resolvable range  {resolvable[0]:.4g} to {resolvable[1]:.4g} m (sharper image blurred by at most 3 px)",
        f"  blur scale        {facts['blur_scale']:.3g} (images are resized by it for the network)",
        "  blur, standard deviation in px",
    ]
    for row in facts["blur"]:
        lines.append(
            f"    at {row['depth_m']:.4g} m: minus {row['sigma_minus_px']:.2f}, plus {row['sigma_plus_px']:.2f}"
        )
    if "light" in facts:
        light = facts["light"]
        lines += [
            f"  light, at f/{light['f_number']:.2g} and {light['exposure_ms']:g} ms",
            "    photons of white   noise of white, 8-bit steps   illuminance, lux",
        ]
        lines += [
            f"    {row['photon_level']:16g}   {row['noise_sd_lsb']:27.1f}   {row['illuminance_lux']:16.3g}"
            for row in light["rows"]
        ]
    return "\n".join(lines)
