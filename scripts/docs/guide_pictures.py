"""Pictures of the guides: the planner's plot, a calibration, its target, and where depth fails."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from how_pictures import depth_style, picture, save
from matplotlib.figure import Figure
from PIL import Image

import blurry_edges
from blurry_edges.calibrate import calibrate, measure_plane
from blurry_edges.colors import display
from blurry_edges.estimator.refocus import refocused
from blurry_edges.optics import Camera, Psf, capture
from blurry_edges.optics.planning import Lens, plan_focus
from blurry_edges.optics.resolution import Conditions
from blurry_edges.scenes.plan import Light, Plan, make_sample
from blurry_edges.scenes.relief_scenes import ReliefScenes
from blurry_edges.scenes.textures import rich_texture
from blurry_edges.viz import draw_calibration
from blurry_edges.viz.plan import draw_plan

A4_AT_150_DPI = (1754, 1240)


def draw_plot_of_plan(path: Path) -> None:
    """Draw what `blurry-edges plan --focal-length-mm 50 --f-number 2 --sensor-width-mm 36 --range-m 1 3` plots."""
    plan = plan_focus(Lens(0.05, 2.0, 0.036 / 1000), (1.0, 3.0), Conditions())
    draw_plan(plan.camera, plan.settings, plan.camera.depth_range_m, plan.conditions, path)


def sheet() -> Image.Image:
    """Return a sheet to print: grey texture at every scale, so that some of it is seen at any distance."""
    rng = np.random.default_rng(2026)
    height, width = A4_AT_150_DPI
    layers = np.zeros(A4_AT_150_DPI)
    for cell in (2, 4, 8, 16, 32, 64):
        size = (-(-width // cell), -(-height // cell))
        noise = Image.fromarray(rng.integers(0, 256, size[::-1], np.uint8))
        grown = noise.resize((size[0] * cell, size[1] * cell), Image.Resampling.NEAREST)
        layers += np.asarray(grown, np.float64)[:height, :width]
    low, high = np.quantile(layers, (0.02, 0.98))
    steps = np.round(7 * ((layers - low) / (high - low)).clip(0, 1)) / 7  # few greys: printers have no more
    return Image.fromarray(np.round(255 * steps).astype(np.uint8))


def seen_sheet(distance_m: float, camera: Camera, side_px: int = 220) -> np.ndarray:
    """Return the part of the printed sheet that a square of pixels sees at a distance; ink is not quite black."""
    across = round(side_px * camera.image_pitch_m / camera.sensor_distance_m * distance_m / (0.0254 / 150))
    part = sheet().crop((100, 100, 100 + across, 100 + across))
    grey = np.asarray(part.resize((side_px, side_px), Image.Resampling.BOX), np.float32) / 255
    return np.repeat(0.1 + 0.8 * grey[..., None], 3, -1)


def photographs(sharp: np.ndarray, depth_m: np.ndarray, camera: Camera, photons: float, seed: int) -> np.ndarray:
    """Photograph a flat picture at known depths."""
    clean = np.stack([refocused(sharp.astype(np.float32), depth_m, camera, setting) for setting in camera.settings])
    light = (torch.tensor(photons), torch.tensor(2.0), torch.Generator().manual_seed(seed))
    return capture(torch.from_numpy(clean), *light).numpy()


def draw_calibrated_planes(path: Path) -> None:
    """Calibrate a lens with the sheet at six distances, simulated, and draw the plot that the command writes."""
    camera = blurry_edges.camera_from_lens(0.05, 2.0, 1.5e-5, 1.25, 1.1, (1.0, 1.5))
    planes = []
    for seed, z in enumerate((1.0, 1.1, 1.2, 1.3, 1.4, 1.5)):
        target = seen_sheet(z, camera)
        pair = photographs(target, np.full(target.shape[:2], z, np.float32), camera, 1000.0, seed)
        planes.append(measure_plane(blurry_edges.FocusStack.of(pair), z, Psf("disc")))
    draw_calibration(calibrate(planes, pixel_pitch_m=1.5e-5, sensor_distance_m=camera.sensor_distance_m), path)


def failures(camera: Camera) -> list[tuple[str, np.ndarray, np.ndarray]]:
    """Return what fails, its photographs and its true depth."""
    size = (150, 200)
    x = np.linspace(0, 1, size[1], dtype=np.float32)[None].repeat(size[0], 0)
    slope = 0.85 + 0.25 * x
    texture = rich_texture(np.random.default_rng(3), size)
    plain = np.where(np.abs(x - 0.5)[..., None] < 0.2, 0.5, texture)
    scene = make_sample(Plan(ReliefScenes(size=size, most_objects=6), camera, light=Light((190, 190)), seed=12), 0)
    moved = scene.noisy.copy()
    moved[1] = np.roll(moved[1], 2, 1)
    beyond = 0.45 + 2.0 * x
    return [
        ("no texture in the middle", photographs(plain, slope, camera, 190.0, 1), slope),
        ("moved by 2 px, forced", moved, scene.depth_m),
        ("outside of the range", photographs(texture, beyond, camera, 190.0, 2), beyond),
        ("3 photons of white", photographs(texture, slope, camera, 3.0, 3), slope),
    ]


def draw_failures(path: Path) -> None:
    """Photograph, true depth, estimate and its error bar of each failure."""
    camera, estimator = replace(Camera.paper(), name="limits"), blurry_edges.load("fused")
    found = failures(camera)
    figure = Figure(figsize=(12, 2.35 * len(found)), layout="constrained")
    grid = figure.subplots(len(found), 4)
    for axes, (what, pair, truth) in zip(grid, found, strict=True):
        result = estimator.estimate(*pair, camera=camera)
        picture(axes[0], display(pair[1]), what)
        picture(axes[1], truth, f"true: {truth.min():.2f} to {truth.max():.2f} m", **depth_style(camera))
        drawn = picture(axes[2], result.depth, "estimate", **depth_style(camera))
        sd = picture(axes[3], 100 * result.depth_sd, "error bar", cmap="magma", vmin=0, vmax=12)
    figure.colorbar(drawn, ax=list(grid[:, 0]), label="depth (m)", shrink=0.4, location="left")
    figure.colorbar(sd, ax=list(grid[:, 3]), label="error bar (cm)", shrink=0.4)
    save(figure, path)


def draw_all(folder: Path) -> None:
    """Write all pictures of the guides."""
    draw_plot_of_plan(folder / "plan.png")
    draw_calibrated_planes(folder / "calibration.png")
    sheet().save(folder / "target.png", dpi=(150, 150), optimize=True)
    draw_failures(folder / "limits.png")
