"""The paper's calibration figure: distance as the camera sees it against the true one."""

from pathlib import Path

import numpy as np

from blurry_edges.calibrate import Calibration

__all__ = ["draw_calibration"]


def draw_calibration(calibration: Calibration, path: Path) -> None:
    """Draw predicted against true distance with the band of one standard deviation, and d against 1/z."""
    from matplotlib.figure import Figure

    true = np.array([plane.distance_m for plane in calibration.planes])
    predicted, errors = np.array(calibration.predicted_m), np.array(calibration.predicted_se_m)
    figure = Figure(figsize=(11, 4.5), layout="constrained")
    depth_axes, d_axes = figure.subplots(1, 2)
    span = (true.min(), true.max())
    depth_axes.plot(span, span, color="0.6", lw=1, label="ideal")
    depth_axes.fill_between(true, predicted - errors, predicted + errors, alpha=0.3, label="± 1 sd")
    depth_axes.plot(true, predicted, "o-", ms=4, label="this camera")
    depth_axes.set(xlabel="true distance (m)", ylabel="predicted distance (m)")
    depth_axes.legend()
    curve = np.linspace(*span, 200)
    d_axes.plot(1 / curve, calibration.camera.d_px2(curve), color="0.6", label="fitted camera")
    measured = [plane.d_px2 for plane in calibration.planes]
    d_axes.errorbar(1 / true, measured, [plane.d_se_px2 for plane in calibration.planes], fmt="o", ms=4, label="planes")
    d_axes.set(xlabel="1 / distance (1/m)", ylabel="difference of blur variances d (px²)")
    d_axes.legend()
    figure.savefig(path, dpi=110)
