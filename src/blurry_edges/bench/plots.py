"""The figures of the benchmark's report."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from blurry_edges.bench.curves import by_depth, by_edge_distance, sparsified
from blurry_edges.bench.runner import MethodResult
from blurry_edges.optics import Camera
from blurry_edges.scenes.store import CapturedScene

__all__ = ["draw_curves", "draw_photon_levels", "draw_scene", "scenes_to_show"]

_LARGEST_ERROR_CM = 15.0


def scenes_to_show(reference: MethodResult) -> dict[str, int]:
    """Index of the best, the median and the worst scene of a method."""
    order = np.argsort(reference.values("dense_rmse_cm"), kind="stable")
    return {"best": int(order[0]), "median": int(order[len(order) // 2]), "worst": int(order[-1])}


def draw_scene(results: Sequence[MethodResult], scene: CapturedScene, index: int, camera: Camera) -> Any:
    """Draw the photographs and the truth, then depth and error of every method."""
    from matplotlib.figure import Figure

    columns = 1 + len(results)
    figure = Figure(figsize=(2.0 * columns, 4.4), layout="constrained")
    axes = figure.subplots(2, columns, squeeze=False)
    near, far = camera.depth_range_m
    axes[0, 0].imshow(scene.noisy[0].clip(0, 1))
    axes[0, 0].set_title("I₋", fontsize=8)
    shown = axes[1, 0].imshow(scene.depth_m, vmin=near, vmax=far, cmap="viridis_r")
    axes[1, 0].set_title("true depth", fontsize=8)
    for column, result in enumerate(results, start=1):
        depth = result.images[index].depth
        axes[0, column].imshow(depth, vmin=near, vmax=far, cmap="viridis_r")
        rmse = result.images[index].figures.dense_rmse_cm
        axes[0, column].set_title(f"{result.name}\n{rmse:.1f} cm", fontsize=8)
        error_cm = 100 * (depth.clip(near, far) - scene.depth_m)
        wrong = axes[1, column].imshow(error_cm, vmin=-_LARGEST_ERROR_CM, vmax=_LARGEST_ERROR_CM, cmap="RdBu")
    for each in axes.flat:
        each.set(xticks=[], yticks=[])
        each.set_facecolor("0.8")
    figure.colorbar(shown, ax=axes[0, -1], label="depth (m)", shrink=0.8)
    figure.colorbar(wrong, ax=axes[1, -1], label="error (cm)", shrink=0.8)
    return figure


def draw_curves(results: Sequence[MethodResult], scenes: Sequence[CapturedScene], camera: Camera) -> Any:
    """Draw error against coverage, depth and distance from an occlusion edge."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(15, 4.6), layout="constrained")
    ranked, deep, edge = figure.subplots(1, 3)
    for index, result in enumerate(results):
        style: dict[str, Any] = {"color": f"C{index % 10}", "linestyle": "-" if index < 10 else "--"}
        if (curve := sparsified(result, scenes, camera)) is not None:
            ranked.plot(*curve, **style)
        deep.plot(*by_depth(result, scenes, camera), **style)
        edge.plot(*by_edge_distance(result, scenes, camera), label=result.name, **style)
    ranked.set(xlabel="share of pixels kept, most certain first", ylabel="RMSE (cm)", title="sparsification")
    deep.set(xlabel="depth (m)", ylabel="RMSE (cm)", title="by depth")
    edge.set(xlabel="distance from an occlusion edge (px)", ylabel="RMSE (cm)", title="by distance from an edge")
    for each in (ranked, deep, edge):
        each.set_ylim(0, None)
        each.grid(alpha=0.3)
    figure.legend(loc="outside right upper", fontsize=8)
    return figure


def draw_photon_levels(levels: dict[float, list[MethodResult]]) -> Any:
    """Draw dense RMSE against the photon level."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.6), layout="constrained")
    axes = figure.subplots()
    for index, result in enumerate(next(iter(levels.values()))):
        rmse = [results[index].mean.dense_rmse_cm for results in levels.values()]
        style: dict[str, Any] = {"color": f"C{index % 10}", "linestyle": "-" if index < 10 else "--"}
        axes.plot(list(levels), rmse, marker=".", label=result.name, **style)
    axes.set(xscale="log", xlabel="photon level", ylabel="dense RMSE (cm)", title="by light")
    axes.set_ylim(0, None)
    axes.grid(alpha=0.3)
    figure.legend(loc="outside right upper", fontsize=8)
    return figure
