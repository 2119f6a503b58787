"""Calibration: pictures of a textured plane at known distances become a camera.

What an estimate needs of a camera is how the blur of its two pictures depends on distance. At each distance it is
measured as what explains the two pictures best, with no camera assumed, and then a camera is fitted to all of them. Of
Gaussian blur only the difference of the variances can be seen (`by_variance.py`), of discs both blurs (`by_shape.py`).
"""

from collections.abc import Sequence
from typing import Literal

from blurry_edges.calibrate.by_shape import calibrate_by_shape
from blurry_edges.calibrate.by_variance import calibrate_by_variance
from blurry_edges.calibrate.planes import PlaneMeasurement, measure_plane
from blurry_edges.calibrate.result import Body, Calibration
from blurry_edges.errors import DataError
from blurry_edges.optics.psf import GAUSSIAN

__all__ = ["Calibration", "PlaneMeasurement", "calibrate", "measure_plane"]


def calibrate(
    planes: Sequence[PlaneMeasurement],
    *,
    kind: Literal["auto", "focus", "aperture"] = "auto",
    pixel_pitch_m: float = 5e-6,
    sensor_distance_m: float = 0.05,
    name: str = "calibrated",
) -> Calibration:
    """Fit a camera to planes at known distances; its blur has the shape with which they were measured.

    How well it is known is judged by leaving out each distance in turn and predicting it from the others. That counts
    what the noise of the pictures does not show: planes placed badly, and blur of another shape than was assumed.

    Args:
        planes: at least three distances.
        kind: what differs between the two pictures; by default whichever fits better.
        pixel_pitch_m: side of a pixel; where it is not known, any value gives the same depth.
        sensor_distance_m: lens to sensor; where it is not known, any value gives the same depth.
        name: name of the camera.

    """
    planes = tuple(sorted(planes, key=lambda plane: plane.distance_m))
    if len({plane.distance_m for plane in planes}) < 3:
        raise DataError(f"{len(planes)} planes at too few distances; calibration needs three different ones or more")
    shapes = {GAUSSIAN if plane.blur is None else plane.blur.psf for plane in planes}
    if len(shapes) > 1:
        raise DataError("the planes were measured with different shapes of blur; measure all of them with one psf")
    psf = shapes.pop()
    body = Body(sensor_distance_m, pixel_pitch_m, (planes[0].distance_m, planes[-1].distance_m), name, psf)
    by_shape = psf.kind != "gaussian"
    return (calibrate_by_shape if by_shape else calibrate_by_variance)(planes, kind, body)
