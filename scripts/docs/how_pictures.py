"""Pictures of how it works, from the bundled pair and scenes that the package draws itself."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from matplotlib.figure import Figure

import blurry_edges
from blurry_edges.colors import display
from blurry_edges.estimator.hypotheses import DepthHypotheses
from blurry_edges.evidence import blur_reach_px, misfit_volume, windowed_misfit
from blurry_edges.optics import Camera
from blurry_edges.photos import DemoPair
from blurry_edges.scenes.plan import Light, Plan, make_sample
from blurry_edges.scenes.relief_scenes import ReliefScenes

SEED, INDEX = 2026, 1
"""Of the bundled scene, see scripts/make_demo_pair.py."""
ROW, NEAR, FAR = 140, (140, 90), (60, 170)
"""A row across the long thing in front, a pixel on it, and one on the ground behind it."""


def save(figure: Figure, path: Path) -> None:
    """Write a figure on white, which can be read on a dark page, too."""
    figure.savefig(path, dpi=110, facecolor="white")


def depth_style(camera: Camera) -> dict[str, Any]:
    """One scale of colours for all depths of a page."""
    return {"cmap": "turbo", "vmin": camera.depth_range_m[0], "vmax": camera.depth_range_m[1]}


def picture(axes: Any, image: np.ndarray, title: str, **style: Any) -> Any:
    """Draw an image without axes."""
    axes.set_title(title, fontsize=11)
    axes.set_axis_off()
    return axes.imshow(image, interpolation="nearest", **style)


def draw_blur(camera: Camera, path: Path) -> None:
    """Blur of both photographs against depth, and what can be measured of it."""
    figure = Figure(figsize=(11, 3.8), layout="constrained")
    blur, difference = figure.subplots(1, 2)
    z = np.linspace(*camera.depth_range_m, 200)
    for name, setting in zip(("I₋", "I₊"), camera.settings, strict=True):
        label = f"σ of {name}, focused at {camera.focus_distance_m(setting):.2f} m"
        blur.plot(z, camera.blur_sigma_px(z, setting), label=label)
    blur.set(xlabel="depth (m)", ylabel="blur (px)", title="each photograph alone: two depths have the same blur")
    blur.legend()
    difference.plot(z, camera.d_px2(z), color="black")
    difference.set(xlabel="depth (m)", ylabel="d = σ₋² − σ₊² (px²)", title="both together: one depth for each d")
    difference.grid(alpha=0.3)
    save(figure, path)


def draw_crops(demo: DemoPair, path: Path) -> None:
    """Draw the same two places in both photographs."""
    figure = Figure(figsize=(11, 3.1), layout="constrained")
    axes = iter(figure.subplots(1, 4))
    for (row, column), what in ((NEAR, "in front"), (FAR, "behind")):
        window = (slice(row - 28, row + 28), slice(column - 34, column + 34))
        for name, image in (("I₋", demo.minus), ("I₊", demo.plus)):
            picture(next(axes), display(image)[window], f"{name}, {what} ({demo.depth_m[row, column]:.2f} m)")
    save(figure, path)


def draw_evidence(demo: DemoPair, path: Path) -> None:
    """Misfit of every depth at two pixels, and of two depths at every pixel."""
    stack = blurry_edges.FocusStack.of([demo.minus, demo.plus])
    hypotheses = DepthHypotheses.of(demo.camera)
    light = (torch.tensor(stack.photon_level), torch.tensor(stack.read_noise))
    volume = misfit_volume(stack.images, hypotheses.sigmas_px, hypotheses.psf, *light)
    misfit, _ = windowed_misfit(volume, blur_reach_px(hypotheses.sigmas_px), 4.5)
    depths, _ = demo.camera.depth_from_d(hypotheses.d_px2.numpy().astype(np.float64))
    figure = Figure(figsize=(12, 3.6), layout="constrained")
    first, second, curve = figure.subplots(1, 3, width_ratios=(1, 1, 1.25))
    for axes, (row, column) in ((first, NEAR), (second, FAR)):
        index = int(np.argmin(np.abs(depths - demo.depth_m[row, column])))
        title, style = f"misfit of {depths[index]:.2f} m", {"cmap": "cividis_r", "vmin": 1, "vmax": 4}
        drawn = picture(axes, misfit[index].numpy(), title, **style)
        axes.plot(column, row, "o", mfc="none", mec="red", ms=9, mew=2)
    figure.colorbar(drawn, ax=second, shrink=0.8)
    for (row, column), what in ((NEAR, "in front"), (FAR, "behind")):
        (line,) = curve.plot(depths, misfit[:, row, column], label=f"the pixel {what}")
        curve.axvline(demo.depth_m[row, column], color=line.get_color(), ls=":", lw=1.5)
    curve.set(xlabel="depth that is tried (m)", ylabel="misfit", title="dotted: the true depth")
    curve.set_ylim(0.8, 3)
    curve.legend()
    save(figure, path)


def draw_layers(demo: DemoPair, result: blurry_edges.DepthResult, path: Path) -> None:
    """Both surfaces around an occlusion edge."""
    rows, columns, style = slice(80, 190), slice(20, 150), depth_style(demo.camera)
    figure = Figure(figsize=(12, 3.4), layout="constrained")
    axes = figure.subplots(1, 4, width_ratios=(1, 1, 1, 1.7))
    drawn = picture(axes[0], result.front_depth[rows, columns], "front surface (m)", **style)
    picture(axes[1], result.back_depth[rows, columns], "back surface (m)", **style)
    figure.colorbar(drawn, ax=list(axes[:2]), shrink=0.8)
    shown = picture(axes[2], result.front_probability[rows, columns], "the front is seen", cmap="gray", vmin=0, vmax=1)
    figure.colorbar(shown, ax=axes[2], shrink=0.8)
    across = np.arange(70, 115)
    axes[3].plot(across, demo.depth_m[ROW, across], color="0.7", lw=5, label="true")
    axes[3].plot(across, result.depth[ROW, across], color="tab:orange", lw=1.2, label="depth (mean)")
    axes[3].plot(across, result.crisp_depth[ROW, across], color="black", lw=1.2, label="crisp_depth")
    axes[3].set(xlabel=f"column, in row {ROW}", ylabel="depth (m)", title="across the edge")
    axes[3].invert_yaxis()
    axes[3].legend(fontsize=9)
    save(figure, path)


def draw_errors(demo: DemoPair, result: blurry_edges.DepthResult, path: Path) -> None:
    """Error and error bar, side by side, and how well one tells the other."""
    error_cm, sd_cm = 100 * np.abs(result.depth - demo.depth_m), 100 * result.depth_sd
    style = {"cmap": "magma", "vmin": 0, "vmax": float(np.quantile(sd_cm, 0.98))}
    figure = Figure(figsize=(12, 3.4), layout="constrained")
    axes = figure.subplots(1, 3, width_ratios=(1, 1, 1.1))
    picture(axes[0], sd_cm, "error bar, 1 sd (cm)", **style)
    drawn = picture(axes[1], error_cm, "true error (cm)", **style)
    figure.colorbar(drawn, ax=list(axes[:2]), shrink=0.8)
    order = np.argsort(sd_cm.ravel())
    groups = np.array_split(order, 20)
    said = [float(np.sqrt(np.mean(sd_cm.ravel()[x] ** 2))) for x in groups]
    made = [float(np.sqrt(np.mean(error_cm.ravel()[x] ** 2))) for x in groups]
    axes[2].loglog(said, made, "o-", ms=4, label="twentieths of the pixels")
    axes[2].plot(axes[2].get_xlim(), axes[2].get_xlim(), color="0.6", lw=1, label="ideal")
    axes[2].set(xlabel="error bar (cm)", ylabel="root mean square error (cm)")
    axes[2].grid(alpha=0.3, which="both")
    axes[2].legend()
    save(figure, path)


def draw_light(camera: Camera, path: Path) -> None:
    """Draw the bundled scene in three kinds of light."""
    figure = Figure(figsize=(12, 7.2), layout="constrained")
    grid = figure.subplots(3, 3)
    estimator, style = blurry_edges.load("fused"), depth_style(camera)
    for column, photons in enumerate((20.0, 190.0, 5000.0)):
        plan = Plan(ReliefScenes(size=(200, 280), most_objects=6), camera, light=Light((photons, photons)), seed=SEED)
        scene = make_sample(plan, INDEX)
        result = estimator.estimate(*scene.noisy, camera=camera)
        picture(grid[0, column], display(scene.noisy[1]), f"I₊ at {photons:.0f} photons")
        error_cm = 100 * float(np.sqrt(np.mean((result.depth - scene.depth_m) ** 2)))
        drawn = picture(grid[1, column], result.depth, f"depth: {error_cm:.1f} cm RMSE", **style)
        sd = picture(grid[2, column], 100 * result.depth_sd, "error bar", cmap="magma", vmin=0, vmax=8)
    figure.colorbar(drawn, ax=list(grid[:, 0]), label="depth (m)", shrink=0.5, location="left")
    figure.colorbar(sd, ax=list(grid[:, 2]), label="error bar (cm)", shrink=0.5)
    save(figure, path)


def draw_all(folder: Path, demo: DemoPair, result: blurry_edges.DepthResult) -> None:
    """Write all pictures of the page `how-it-works`."""
    draw_blur(demo.camera, folder / "blur.png")
    draw_crops(demo, folder / "crops.png")
    draw_evidence(demo, folder / "evidence.png")
    draw_layers(demo, result, folder / "layers.png")
    draw_errors(demo, result, folder / "errors.png")
    draw_light(Camera.paper(), folder / "light.png")
