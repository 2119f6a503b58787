"""Accuracy on scenes with known depth: one table, the constant predictor always in it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from tqdm import tqdm

from blurry_edges.bench.metrics import (
    calibration,
    compare,
    depth_errors,
    errors_at_coverage,
    errors_by_distance,
    mean_over_images,
    psnr_db,
)
from blurry_edges.estimator import DepthResult, Estimator
from blurry_edges.optics import Camera, counts
from blurry_edges.scenes.store import CapturedScene
from blurry_edges.typing import Array, Bool, Float

__all__ = ["AccuracyRow", "ConstantEstimator", "measure", "occlusion_distance_px", "relit"]

_NEAR_EDGE_PX = 4.0
_CONFIDENCE = 0.05


@dataclass(frozen=True)
class AccuracyRow:
    """Figures of one estimator, each the mean over images; NaN where the estimator has no such map."""

    dense_rmse_cm: float
    dense_delta1: float
    dense_abs_rel_percent: float
    dense_coverage: float
    rmse_at_24_percent_cm: float
    rmse_at_50_percent_cm: float
    sparse_rmse_cm: float
    sparse_abs_rel_percent: float
    sparse_delta1: float
    sparse_coverage: float
    edge_rmse_cm: float
    within_1sd: float
    within_2sd: float
    wedge_psnr_db: float
    denoised_psnr_db: float
    noisy_psnr_db: float


@dataclass(frozen=True)
class ConstantEstimator:
    """Answers the same depth everywhere: what any method must beat."""

    depth_m: float = 0.95
    name: str = "constant"

    def estimate(
        self,
        minus: Array,
        plus: Array,
        *,
        camera: Camera,
        photon_level: float | None = None,
        read_noise: float | None = None,
    ) -> DepthResult:
        """Return the constant, with the spread of the working range as its error."""
        near, far = camera.depth_range_m
        depth = np.full(minus.shape[:2], self.depth_m, np.float32)
        sd = np.full_like(depth, (far - near) / np.sqrt(12))
        return DepthResult(depth, sd, camera, photon_level or np.nan, read_noise or np.nan)


def measure(
    estimator: Estimator, scenes: Sequence[CapturedScene], camera: Camera, *, noise_given: bool = True
) -> AccuracyRow:
    """Run an estimator on all scenes and average its figures."""
    rows = []
    for scene in tqdm(scenes, desc=estimator.name, unit="pair", disable=None):
        minus, plus = scene.noisy[:2]
        light = (scene.photon_level, scene.read_noise) if noise_given else (None, None)
        result = estimator.estimate(minus, plus, camera=camera, photon_level=light[0], read_noise=light[1])
        rows.append(_measure_one(result, scene, camera))
    return mean_over_images(rows).mean


def relit(scenes: Iterable[CapturedScene], photon_level: float, seed: int = 0) -> list[CapturedScene]:
    """Photograph the same scenes again with another photon level."""
    generator = torch.Generator().manual_seed(seed)
    again = []
    for scene in scenes:
        photons = counts(torch.from_numpy(scene.clean), photon_level, scene.read_noise, generator)
        again.append(
            CapturedScene(photons.numpy().astype(np.uint16), scene.clean, scene.depth_m, photon_level, scene.read_noise)
        )
    return again


def occlusion_distance_px(depth_m: Float[Array, "H W"], jump_m: float = 0.02) -> Float[Array, "H W"]:
    """Distance of each pixel to the nearest jump of depth."""
    from scipy.ndimage import distance_transform_edt, maximum_filter, minimum_filter

    edge: Bool[Array, "H W"] = maximum_filter(depth_m, 3) - minimum_filter(depth_m, 3) > jump_m
    if not edge.any():
        return np.full(depth_m.shape, np.inf)
    return np.asarray(distance_transform_edt(~edge))


def _measure_one(result: DepthResult, scene: CapturedScene, camera: Camera) -> AccuracyRow:
    dense = compare(result.depth, scene.depth_m, camera.depth_range_m)
    errors = depth_errors(dense)
    at_24, at_50 = errors_at_coverage(dense, result.depth_sd, (0.24, 0.5))
    near_edge = errors_by_distance(dense, occlusion_distance_px(scene.depth_m), (_NEAR_EDGE_PX,))
    honest = calibration(dense, result.depth_sd)
    sparse = None
    if result.wedges is not None:
        mask = result.confidence > _CONFIDENCE
        sparse = depth_errors(compare(result.sparse_depth, scene.depth_m, camera.depth_range_m, mask=mask))
    return AccuracyRow(
        dense_rmse_cm=errors.rmse_cm,
        dense_delta1=errors.delta1,
        dense_abs_rel_percent=errors.abs_rel_percent,
        dense_coverage=errors.coverage,
        rmse_at_24_percent_cm=at_24.rmse_cm,
        rmse_at_50_percent_cm=at_50.rmse_cm,
        sparse_rmse_cm=sparse.rmse_cm if sparse else np.nan,
        sparse_abs_rel_percent=sparse.abs_rel_percent if sparse else np.nan,
        sparse_delta1=sparse.delta1 if sparse else np.nan,
        sparse_coverage=sparse.coverage if sparse else np.nan,
        edge_rmse_cm=near_edge.rmse_cm[0],
        within_1sd=honest.within_1sd,
        within_2sd=honest.within_2sd,
        wedge_psnr_db=_pair_psnr(result.color_minus, result.color_plus, scene) if result.wedges else np.nan,
        denoised_psnr_db=_pair_psnr(result.denoised_minus, result.denoised_plus, scene) if result.wedges else np.nan,
        noisy_psnr_db=_pair_psnr(scene.noisy[0], scene.noisy[1], scene),
    )


def _pair_psnr(minus: Array, plus: Array, scene: CapturedScene) -> float:
    return psnr_db(np.stack([minus, plus]).clip(0, 1), scene.clean[:2])
