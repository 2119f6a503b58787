"""Where and when methods err, as curves over all images of a data set."""

from collections.abc import Sequence

import numpy as np

from blurry_edges.bench.accuracy import occlusion_distance_px
from blurry_edges.bench.metrics import compare, sparsification
from blurry_edges.bench.runner import MethodResult
from blurry_edges.optics import Camera
from blurry_edges.scenes.store import CapturedScene
from blurry_edges.typing import Array, Float

__all__ = ["EDGE_LIMITS_PX", "by_depth", "by_edge_distance", "rmse_on_mask", "sparsified"]

EDGE_LIMITS_PX = (0.0, 1.0, 2.0, 3.0, 4.0, 6.0, 9.0, 14.0, 20.0)


def by_depth(
    result: MethodResult, scenes: Sequence[CapturedScene], camera: Camera, bins: int = 9
) -> tuple[Float[Array, " n"], Float[Array, " n"]]:
    """Depth in metres and RMSE in cm there."""
    limits = np.linspace(*camera.depth_range_m, bins + 1)
    squared, depth = _pooled(result, scenes, camera, [scene.depth_m for scene in scenes])
    return (limits[1:] + limits[:-1]) / 2, _binned_rmse_cm(squared, depth, limits)


def by_edge_distance(
    result: MethodResult, scenes: Sequence[CapturedScene], camera: Camera
) -> tuple[Float[Array, " n"], Float[Array, " n"]]:
    """Distance from an occlusion edge in px and RMSE in cm there."""
    limits = np.array(EDGE_LIMITS_PX)
    squared, distance = _pooled(result, scenes, camera, [occlusion_distance_px(scene.depth_m) for scene in scenes])
    return (limits[1:] + limits[:-1]) / 2, _binned_rmse_cm(squared, distance, limits)


def sparsified(
    result: MethodResult, scenes: Sequence[CapturedScene], camera: Camera, steps: int = 50
) -> tuple[Float[Array, " n"], Float[Array, " n"]] | None:
    """Share of pixels kept and the mean RMSE in cm of those; None for a method without an error bar."""
    curves = []
    for image, scene in zip(result.images, scenes, strict=True):
        pixels = compare(image.depth, scene.depth_m, camera.depth_range_m)
        if np.isnan(pixels.at(image.depth_sd)).any() or not len(pixels.depth_m):
            return None
        curves.append(sparsification(pixels, image.depth_sd, steps).rmse_cm)
    return 1 - np.arange(steps) / steps, np.asarray(np.mean(curves, 0))


def rmse_on_mask(
    result: MethodResult, reference: MethodResult, scenes: Sequence[CapturedScene], camera: Camera
) -> Float[Array, " n"]:
    """RMSE in cm of each image on the boundaries that another method found; NaN where either has nothing."""
    values = []
    for image, other, scene in zip(result.images, reference.images, scenes, strict=True):
        pixels = compare(image.depth, scene.depth_m, camera.depth_range_m, mask=other.sparse)
        values.append(100 * float(np.sqrt(np.mean(pixels.error_m**2))) if len(pixels.depth_m) else np.nan)
    return np.array(values)


def _pooled(
    result: MethodResult, scenes: Sequence[CapturedScene], camera: Camera, maps: Sequence[Array]
) -> tuple[Float[Array, " n"], Float[Array, " n"]]:
    """Squared errors of all images, and the value of a map at the same pixels."""
    squared, values = [], []
    for image, scene, values_map in zip(result.images, scenes, maps, strict=True):
        pixels = compare(image.depth, scene.depth_m, camera.depth_range_m)
        squared.append(pixels.error_m**2)
        values.append(pixels.at(values_map.astype(np.float64)))
    return np.concatenate(squared), np.concatenate(values)


def _binned_rmse_cm(
    squared: Float[Array, " n"], values: Float[Array, " n"], limits: Float[Array, " m"]
) -> Float[Array, " k"]:
    bins = np.digitize(values, limits) - 1
    parts = [squared[bins == index] for index in range(len(limits) - 1)]
    return np.array([100 * float(np.sqrt(part.mean())) if len(part) else np.nan for part in parts])
