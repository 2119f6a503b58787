"""`blurry-edges export`: the default estimator as one ONNX file, for programs without Python."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro

__all__ = ["Export"]


@dataclass(frozen=True)
class Export:
    """Write an estimator as an ONNX file for one camera and one size of tile, checked against PyTorch."""

    output: Annotated[Path, tyro.conf.arg(aliases=["-o"])]
    """File to write."""
    name: Annotated[str, tyro.conf.Positional] = "fused"
    """The estimator: fused, or a weights file of its kind."""
    camera: Path | None = None
    """Camera file; without it, the camera of the paper's synthetic data."""
    tile_px: int = 256
    """Side of the square of pixels that the file computes at once; a multiple of 8."""
    overwrite: bool = False
    """Replace an existing file."""

    def run(self) -> int:
        """Export, and say what was written."""
        from blurry_edges.errors import BlurryEdgesError
        from blurry_edges.estimator import load
        from blurry_edges.estimator.fused import FusedEstimator
        from blurry_edges.export import export_onnx
        from blurry_edges.files import exclusive
        from blurry_edges.optics import Camera, read_camera

        estimator = load(self.name)
        if not isinstance(estimator, FusedEstimator):
            raise BlurryEdgesError(f"'{self.name}' cannot be exported; only fused and weights of its kind can")
        camera = Camera.paper() if self.camera is None else read_camera(self.camera)
        with exclusive(self.output):
            done = export_onnx(estimator, camera, self.output, self.tile_px, overwrite=self.overwrite)
        largest = max(done.largest_difference.values())
        print(f"{done.path}: {done.path.stat().st_size / 1e6:.1f} MB for camera '{camera.name}'")
        print(f"differs from PyTorch by {largest:.1g} at most; sha256 {done.sha256}")
        return 0
