"""The paper's calibration of a real camera: ω₀ + ω₁ Z, a line through what a method says of planes at known distances.

It mends a camera whose optics are not quite those that the method was told. `blurry-edges calibrate` without --linear
finds the optics themselves.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from blurry_edges.errors import DataError
from blurry_edges.estimator.base import Estimator, Options
from blurry_edges.estimator.result import DepthResult
from blurry_edges.files import atomic_write
from blurry_edges.optics import Camera
from blurry_edges.stack import FocusStack
from blurry_edges.typing import Array, Float

__all__ = ["LinearCorrection", "LinearEstimator", "mean_depth_m", "read_linear"]


@dataclass(frozen=True)
class LinearCorrection:
    """Z_output = ω₀ + ω₁ Z."""

    omega_0_m: float
    omega_1: float
    method: str = ""
    """Name of the method to whose output it was fitted."""

    @classmethod
    def fit(cls, predicted_m: Sequence[float], true_m: Sequence[float], method: str = "") -> "LinearCorrection":
        """Fit the line by least squares: mean predicted depths of planes, and where they were."""
        if len(predicted_m) != len(true_m) or len(set(true_m)) < 2:
            raise DataError(f"a line needs planes at two distances or more; {len(set(true_m))} were given")
        if not np.isfinite(predicted_m).all():
            raise DataError("the method finds no depth on one of the planes; use pictures with more texture")
        if np.ptp(predicted_m) == 0:
            raise DataError(
                "the method sees all planes at one depth; check that the camera file is that of the pictures"
            )
        omega_1, omega_0 = np.polyfit(predicted_m, true_m, 1)
        return cls(float(omega_0), float(omega_1), method)

    def __call__(self, depth_m: Float[Array, "*n"]) -> Float[Array, "*n"]:
        """Correct depths in metres."""
        return np.asarray(np.float32(self.omega_0_m) + np.float32(self.omega_1) * depth_m)

    def corrected(self, result: DepthResult) -> DepthResult:
        """Return a result with all its depths corrected; images and boundaries stay as they are."""
        layers, pictures = result.layers, result.pictures
        if layers is not None:
            layers = replace(layers, front_m=self(layers.front_m), back_m=self(layers.back_m))
        if pictures is not None:
            pictures = replace(pictures, sparse_depth_m=self(pictures.sparse_depth_m))
        sd = np.abs(np.float32(self.omega_1)) * result.depth_sd_m
        return replace(result, depth_m=self(result.depth_m), depth_sd_m=sd, layers=layers, pictures=pictures)

    def write(self, path: Path) -> None:
        """Write a TOML file that `read_linear` reads."""
        lines = [
            "# Z_output = omega_0_m + omega_1 * Z, for `blurry-edges estimate --linear`.",
            f'method = "{self.method}"',
            f"omega_0_m = {self.omega_0_m!r}",
            f"omega_1 = {self.omega_1!r}",
        ]
        with atomic_write(path) as file:
            file.write(("\n".join(lines) + "\n").encode())


def read_linear(path: Path) -> LinearCorrection:
    """Read the file of a correction."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        return LinearCorrection(float(table["omega_0_m"]), float(table["omega_1"]), str(table.get("method", "")))
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise DataError(
            f"{path} is no correction with omega_0_m and omega_1: {error}; see `calibrate --linear`"
        ) from error


def mean_depth_m(result: DepthResult) -> float:
    """Mean of what a method says, along boundaries if it has such a map; NaN if it finds nothing."""
    depth_m = result.depth_m if result.pictures is None else result.sparse_depth_m
    known = depth_m[np.isfinite(depth_m)]
    return float(known.mean()) if len(known) else np.nan


@dataclass(frozen=True)
class LinearEstimator(Estimator):
    """A method whose depths are corrected."""

    inner: Estimator
    correction: LinearCorrection

    @property
    def name(self) -> str:  # type: ignore[override]
        """Name of the method."""
        return self.inner.name

    @property
    def identity(self) -> str:
        """That of the method, with the correction."""
        return f"{self.inner.identity}, {self.correction}"

    @property
    def fewest_images(self) -> int:  # type: ignore[override]
        """Photographs that the method needs at least."""
        return self.inner.fewest_images

    def estimate_stack(self, stack: FocusStack, camera: Camera, options: Options = Options()) -> DepthResult:
        """Estimate as the method does, and correct what it says."""
        return self.correction.corrected(self.inner.estimate_stack(stack, camera, options))

    def images_used(self, given: int) -> int:
        """Photographs that the method takes."""
        return self.inner.images_used(given)
