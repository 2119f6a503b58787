"""`blurry-edges estimate`: two photographs in, a folder of depth and pictures out."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro

__all__ = ["Demo", "Estimate"]


@dataclass(frozen=True)
class Estimate:
    """Estimate depth in metres with its error bar from two photographs of one static scene."""

    minus: Annotated[Path, tyro.conf.Positional]
    """First photograph, taken with the camera's [minus] setting."""
    plus: Annotated[Path, tyro.conf.Positional]
    """Second photograph, taken with the [plus] setting."""
    output: Annotated[Path, tyro.conf.arg(aliases=["-o"])]
    """Folder to write."""
    camera: Path | None = None
    """Camera file (TOML); without it, the camera of the paper's synthetic data."""
    estimator: str = "fused"
    """fused: the default; evidence: closed-form, depth alone."""
    photon_level: float | None = None
    """Photons of white; estimated from the photographs when left out."""
    read_noise: float | None = None
    """Read noise in photons; estimated from the photographs when left out."""
    srgb: bool = False
    """The files are gamma-coded as sRGB; without this they are taken to hold linear light."""
    overwrite: bool = False
    """Replace the output folder if it exists."""

    def run(self) -> int:
        """Estimate, write and say where."""
        from blurry_edges.estimator import load
        from blurry_edges.io import output_folder, read_photo, write_result
        from blurry_edges.optics import Camera, read_camera
        from blurry_edges.viz import overview

        camera = read_camera(self.camera) if self.camera else Camera.paper()
        minus, plus = (read_photo(path, srgb=self.srgb) for path in (self.minus, self.plus))
        estimator = load(self.estimator)
        with output_folder(self.output, overwrite=self.overwrite) as folder:
            began = time.perf_counter()
            result = estimator.estimate(
                minus, plus, camera=camera, photon_level=self.photon_level, read_noise=self.read_noise
            )
            seconds = time.perf_counter() - began
            write_result(result, folder)
            overview(result, minus, plus, folder / "overview.png")
        print(f"depth of {minus.shape[0]} x {minus.shape[1]} px by '{estimator.name}' in {seconds:.2f} s")
        print(f"light: {result.photon_level:.0f} photons of white, read noise {result.read_noise:.1f} photons")
        print(f"written to {self.output}: depth.npz, depth.png, overview.png")
        return 0


@dataclass(frozen=True)
class Demo:
    """Estimate the bundled pair and compare it with the true depth."""

    output: Annotated[Path, tyro.conf.arg(aliases=["-o"])] = Path("demo-output")
    """Folder to write."""
    overwrite: bool = False
    """Replace the output folder if it exists."""

    def run(self) -> int:
        """Estimate, compare and say where."""
        import numpy as np

        from blurry_edges.bench.metrics import compare, depth_errors
        from blurry_edges.io import read_depth_png
        from blurry_edges.optics import Camera

        pair = Path(__file__).parent.parent / "assets" / "demo"
        code = Estimate(
            pair / "minus.png", pair / "plus.png", self.output, pair / "camera.toml", overwrite=self.overwrite
        ).run()
        depth_m = np.load(self.output / "depth.npz")["depth_m"]
        truth_m = read_depth_png(pair / "depth.png")
        errors = depth_errors(compare(depth_m, truth_m, Camera.paper().depth_range_m))
        print(f"error against the true depth: {errors.rmse_cm:.2f} cm RMSE, {errors.abs_rel_percent:.2f} % on average")
        print(f"look at {self.output / 'overview.png'}")
        return code
