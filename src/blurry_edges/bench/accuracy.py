"""Accuracy of one image with known depth: every figure of the table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import torch

from blurry_edges.bench.edges import boundary_f1, edge_profiles, share_between_surfaces
from blurry_edges.bench.metrics import (
    calibration,
    compare,
    depth_errors,
    errors_at_coverage,
    errors_by_distance,
    psnr_db,
)
from blurry_edges.estimator import DepthResult
from blurry_edges.maps import CONFIDENCE_THRESHOLD
from blurry_edges.optics import Camera, FocusSetting, counts
from blurry_edges.scenes.store import CapturedScene, StoredScene
from blurry_edges.typing import Array, Bool, Float

__all__ = ["AccuracyRow", "image_figures", "occlusion_distance_px", "relit"]

_NEAR_EDGE_PX = 4.0
_CLEAR_CONTRAST = 0.3
_NEAR_OUTLINE_PX = 3.0


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
    denoised_psnr_db: float
    noisy_psnr_db: float
    sharp_psnr_db: float
    """Of the image without blur."""
    refocus_psnr_db: float
    """Of refocused images, where the scenes hold photographs behind the pair to compare them with."""
    edge_offset_px: float
    """Median distance of occlusion edges from their place, where the contrast is above 0.3."""
    boundary_f1: float
    """Of occluding contours in the crisp depth."""
    between_surfaces: float
    """Share of the pixels near occlusion edges whose crisp depth is that of neither surface."""
    outline_rmse_cm: float
    """Of sparse depth on the true outlines of objects, where the scenes know them: against the object's own depth."""
    off_outline_share: float
    """Share of the sparse map that lies more than 3 px from any outline."""


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


def image_figures(
    result: DepthResult, scene: CapturedScene, camera: Camera, settings: Sequence[FocusSetting] = ()
) -> AccuracyRow:
    """Compare a result with the truth; `settings` are those of all photographs of the scene."""
    dense = compare(result.depth, scene.depth_m, camera.depth_range_m)
    errors = depth_errors(dense)
    at_24, at_50 = (errors.rmse_cm for errors in errors_at_coverage(dense, result.depth_sd, (0.24, 0.5)))
    if np.isnan(result.depth_sd).all():
        at_24 = at_50 = np.nan  # a method that does not rank its pixels
    near_edge = errors_by_distance(dense, occlusion_distance_px(scene.depth_m), (_NEAR_EDGE_PX,))
    calibrated = calibration(dense, result.depth_sd)
    sparse = None
    if result.pictures is not None:
        mask = result.confidence > CONFIDENCE_THRESHOLD
        sparse = depth_errors(compare(result.sparse_depth_m, scene.depth_m, camera.depth_range_m, mask=mask))
    on_outlines = _outline_figures(result, scene, camera)
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
        within_1sd=calibrated.within_1sd,
        within_2sd=calibrated.within_2sd,
        denoised_psnr_db=_pair_psnr(result.denoised_minus, result.denoised_plus, scene) if result.pictures else np.nan,
        noisy_psnr_db=_pair_psnr(scene.noisy[0], scene.noisy[1], scene),
        sharp_psnr_db=_sharp_psnr(result, scene),
        refocus_psnr_db=_refocus_psnr(result, scene, settings),
        edge_offset_px=_edge_offset_px(result.depth, scene),
        boundary_f1=boundary_f1(result.crisp_depth_m, scene.depth_m),
        between_surfaces=share_between_surfaces(result.crisp_depth_m, scene.depth_m),
        outline_rmse_cm=on_outlines[0],
        off_outline_share=on_outlines[1],
    )


def _outline_figures(result: DepthResult, scene: CapturedScene, camera: Camera) -> tuple[float, float]:
    """Return the error of sparse depth on outlines in cm, and the share of it that is far from any."""
    if result.pictures is None or not isinstance(scene, StoredScene):
        return np.nan, np.nan
    mask = result.confidence > CONFIDENCE_THRESHOLD
    sparse = compare(result.sparse_depth_m, scene.depth_m, camera.depth_range_m, mask=mask)
    far = sparse.at(scene.boundary_distance_px) > _NEAR_OUTLINE_PX
    on = compare(result.sparse_depth_m, scene.depth_m, camera.depth_range_m, mask=mask & scene.boundary)
    return depth_errors(on).rmse_cm, float(far.mean()) if len(far) else np.nan


def _edge_offset_px(depth_m: Float[Array, "H W"], scene: CapturedScene) -> float:
    profiles = edge_profiles(depth_m, scene)
    clear = np.abs(profiles.offset_px[profiles.contrast > _CLEAR_CONTRAST])
    return float(np.median(clear)) if len(clear) else np.nan


def _sharp_psnr(result: DepthResult, scene: CapturedScene) -> float:
    if result.pictures is None or not isinstance(scene, StoredScene):
        return np.nan
    return psnr_db(result.sharp.clip(0, 1), scene.all_in_focus)


def _refocus_psnr(result: DepthResult, scene: CapturedScene, settings: Sequence[FocusSetting]) -> float:
    """Compare with the photographs behind the pair, which the method has not seen; mean over them."""
    others = [(setting, image) for setting, image in zip(settings, scene.clean, strict=False)][2:]
    if result.pictures is None or not others:
        return np.nan
    shown = [(result.refocus(setting.optical_power_dpt), image) for setting, image in others]
    return float(np.mean([psnr_db(refocused.clip(0, 1), image) for refocused, image in shown]))


def _pair_psnr(minus: Array, plus: Array, scene: CapturedScene) -> float:
    return psnr_db(np.stack([minus, plus]).clip(0, 1), scene.clean[:2])
