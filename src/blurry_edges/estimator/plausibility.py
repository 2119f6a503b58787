"""Whether two photographs can be a pair of this camera at all: not swapped, nothing moved."""

from dataclasses import dataclass

import torch

from blurry_edges.estimator.hypotheses import DepthHypotheses
from blurry_edges.estimator.pair import ImagePair
from blurry_edges.evidence import blur_reach_px, misfit_volume, windowed_misfit
from blurry_edges.optics import Camera

__all__ = ["Plausibility", "plausibility"]

_LARGEST_SIDE_PX = 400
_WINDOW_SIGMA_PX = 4.5
_QUANTILE = 0.8
"""Flat regions fit any blur; the most textured fifth of the image decides."""
_SWAPPED_RATIO = 1.3
_MOVED_MISFIT = 20.0
_COUNTED_PHOTONS = 500.0
"""In brighter photographs, errors of a few per cent by the lens and by what phones do to pictures are forgiven."""


@dataclass(frozen=True)
class Plausibility:
    """Misfit of the best explanation, at the textured places; 1 is perfect."""

    misfit: float
    misfit_if_swapped: float

    @property
    def problem(self) -> str | None:
        """What seems wrong, if anything."""
        if self.misfit > 1.2 and self.misfit > _SWAPPED_RATIO * self.misfit_if_swapped:
            return (
                "the photographs seem to be swapped: as given, no depth of the camera's range explains their blur "
                f"(misfit {self.misfit:.1f}), the other way round it does ({self.misfit_if_swapped:.1f})"
            )
        if self.misfit > _MOVED_MISFIT:
            return (
                f"no blur of this camera explains how the photographs differ (misfit {self.misfit:.0f} instead of 1): "
                "did the scene or the camera move, or is it another camera? Try --align, or take them again"
            )
        return None


def plausibility(pair: ImagePair, camera: Camera) -> Plausibility:
    """Compare how well the camera explains the pair with how well it would the other way round."""
    scaled = pair.for_camera(camera)
    rows, columns = (slice(max(0, (n - _LARGEST_SIDE_PX) // 2), None) for n in scaled.size)
    images = scaled.images[..., rows, columns][..., :_LARGEST_SIDE_PX, :_LARGEST_SIDE_PX]
    brighter = max(1.0, scaled.photon_level / _COUNTED_PHOTONS)
    light = (torch.tensor(scaled.photon_level / brighter), torch.tensor(scaled.read_noise / brighter))
    sigmas_px = DepthHypotheses.of(camera.resized(scaled.size[0] / pair.size[0])).sigmas_px
    misfits = []
    with torch.inference_mode():
        for sigmas in (sigmas_px, sigmas_px.flip(-1)):
            volume = misfit_volume(images, sigmas, camera.psf, *light)
            best = windowed_misfit(volume, blur_reach_px(sigmas), _WINDOW_SIGMA_PX)[0].amin(0)
            misfits.append(float(best.flatten().sort().values[int(_QUANTILE * best.numel())]))
    return Plausibility(*misfits)
