"""Accuracy of one image with known depth: every figure of the table."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import torch

from blurry_edges.bench.metrics import (
    calibration,
    compare,
    depth_errors,
    errors_at_coverage,
    errors_by_distance,
    psnr_db,
)
from blurry_edges.estimator import DepthResult
from blurry_edges.optics import Camera, counts
from blurry_edges.scenes.store import CapturedScene
from blurry_edges.typing import Array, Bool, Float

__all__ = ["SPARSE_CONFIDENCE", "AccuracyRow", "image_figures", "occlusion_distance_px", "relit"]

_NEAR_EDGE_PX = 4.0
SPARSE_CONFIDENCE = 0.05
"""Sparse depth counts where the confidence is above this, as in the paper."""


@dataclass(frozen=True)
class AccuracyRow:
    """Figures of one image, or their means over images; NaN where the method has no such map."""

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


def image_figures(result: DepthResult, scene: CapturedScene, camera: Camera) -> AccuracyRow:
    """Compare a result with the truth."""
    dense = compare(result.depth, scene.depth_m, camera.depth_range_m)
    errors = depth_errors(dense)
    at_24, at_50 = (errors.rmse_cm for errors in errors_at_coverage(dense, result.depth_sd, (0.24, 0.5)))
    if np.isnan(result.depth_sd).all():
        at_24 = at_50 = np.nan  # a method that does not rank its pixels
    near_edge = errors_by_distance(dense, occlusion_distance_px(scene.depth_m), (_NEAR_EDGE_PX,))
    honest = calibration(dense, result.depth_sd)
    sparse = None
    if result.wedges is not None:
        mask = result.confidence > SPARSE_CONFIDENCE
        sparse = depth_errors(compare(result.sparse_depth, scene.depth_m, camera.depth_range_m, mask=mask))
    return AccuracyRow(
        dense_rmse_cm=errors.rmse_cm,
        dense_delta1=errors.delta1,
        dense_abs_rel_percent=errors.abs_rel_percent,
        dense_coverage=errors.coverage,
        rmse_at_24_percent_cm=at_24,
        rmse_at_50_percent_cm=at_50,
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
