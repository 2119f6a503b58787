"""The plan of a pair as a plot: blur and the least error over the range of depths."""

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from blurry_edges.optics import Camera, FocusSetting
from blurry_edges.optics.resolution import Conditions, depth_sd_m

__all__ = ["draw_plan"]


def draw_plan(
    camera: Camera,
    settings: Sequence[FocusSetting],
    range_m: tuple[float, float],
    conditions: Conditions,
    path: Path,
) -> None:
    """Draw the blur of each photograph, and the least standard deviation of depth, against depth."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import LogLocator

    near, far = range_m
    depths = 1 / np.linspace(1 / near, 1 / (far if math.isfinite(far) else 10 * near), 200)
    figure = Figure(figsize=(11, 4), layout="constrained")
    blur_axes, sd_axes = figure.subplots(1, 2)
    for setting in settings:
        distance = camera.focus_distance_m(setting)
        label = "infinity" if math.isinf(distance) else f"{distance:.3g} m"
        blur_axes.plot(depths, [camera.blur_sigma_px(float(z), setting) for z in depths], label=f"focused at {label}")
    blur_axes.set(xlabel="depth (m)", ylabel="blur, standard deviation (px)")
    blur_axes.legend()
    sd_axes.plot(depths, 100 * depth_sd_m(camera, depths, conditions, settings), color="#aa4466")
    title = f"{conditions.photon_level:.0f} photons, contrast {conditions.contrast:g}"
    sd_axes.set(xlabel="depth (m)", ylabel="least error, 1 sd (cm)", yscale="log", title=title)
    sd_axes.grid(alpha=0.3, which="both")
    # Labels of all minor ticks would lie on each other.
    sd_axes.yaxis.set_minor_locator(LogLocator(subs=(2, 5)))
    for axis in (sd_axes.yaxis.set_major_formatter, sd_axes.yaxis.set_minor_formatter):
        axis("{x:g}")
    figure.savefig(path, dpi=110)
