"""How well blur and photon noise explain how the photographs differ: what every estimate rests on.

The noise of a sensor can be measured in the photographs. But those of a phone are denoised, sharpened, mapped and
compressed: they show hardly any noise, and differ by far more than noise when their blur is explained. What counts for
depth is that difference. So the noise is taken to be what is left when each pixel is given its best depth.
"""

from dataclasses import dataclass, replace

import torch

from blurry_edges.errors import ImageError
from blurry_edges.estimator.hypotheses import DepthHypotheses
from blurry_edges.evidence import (
    blur_reach_px,
    misfit_volume,
    noise_gain,
    residual_smoothing_px,
    windowed_misfit,
)
from blurry_edges.optics import Camera, noise_variance
from blurry_edges.stack import FocusStack
from blurry_edges.tiles import Slices
from blurry_edges.typing import Float, Tensor

__all__ = ["PairFit", "balance_and_fit", "best_misfit", "is_swapped"]

_LARGEST_SIDE_PX = 400
_WINDOW_SIGMA_PX = 4.5
_WORTH_BALANCING = 0.975
_CLEARLY_SWAPPED = 1.3
_USUAL_MISFIT = 1.5
"""Misfits up to this are those of occlusion edges and of chance."""


@dataclass(frozen=True)
class PairFit:
    """Misfit of a pair when every pixel has its best depth, and the noise that would explain it."""

    misfit: float
    """In units of the photon noise: the lower quartile over the picture, since occlusion edges are never explained.
    It is about 1 where blur and noise explain the rest."""
    photon_level: float
    """Photons of white whose noise would be as large as what is left; the photon level itself if that explains it."""
    read_noise: float
    """Read noise in photons that goes with it."""

    @classmethod
    def of(cls, best_misfit: Float[Tensor, "h w"], pair: FocusStack) -> "PairFit":
        """Summarise the misfit of the best depth of each pixel of a pair."""
        values = best_misfit.flatten()
        values = values[:: max(1, len(values) // 1_000_000)]
        misfit, median = values.quantile(torch.tensor([0.25, 0.5], device=values.device)).tolist()
        excess = median if misfit > _USUAL_MISFIT else 1.0
        return cls(misfit, max(1.0, pair.photon_level / excess), pair.read_noise / excess**0.5)

    @property
    def is_photon_limited(self) -> bool:
        """Whether blur and photon noise explain the photographs; otherwise they were developed, moved, or both."""
        return self.misfit <= _USUAL_MISFIT

    def applied_to(self, pair: FocusStack) -> FocusStack:
        """Return the pair with as much noise as there is left."""
        return replace(pair, photon_level=self.photon_level, read_noise=self.read_noise)


def balance_and_fit(pair: FocusStack, camera: Camera) -> tuple[FocusStack, PairFit]:
    """Balance the brightness of a pair if that explains it better, and measure how well it is explained then.

    Photographs that differ by nothing but blur are left as they are: to balance them could only take away some of it.
    The misfit decides, by its geometric mean, as brightness that differs shows everywhere.
    """
    if torch.equal(pair.images[0], pair.images[1]):
        raise ImageError("minus and plus are the same picture; depth needs two settings of the focus")
    corrections, window = pair.corrections(camera), _middle(pair.size)
    seen = replace(pair, images=pair.images[..., *window])
    images = seen.images.clone()
    for image, correction in zip(images[1:], corrections, strict=True):
        image[:] = correction.applied_to(image, *window)
    before = best_misfit(seen, camera)
    if _is_negligible(images, seen):
        return pair, PairFit.of(before, pair)
    after = best_misfit(replace(seen, images=images), camera)
    if float((after.log() - before.log()).mean().exp()) < _WORTH_BALANCING:
        return pair.balanced(corrections), PairFit.of(after, pair)
    return pair, PairFit.of(before, pair)


def _is_negligible(balanced: Float[Tensor, "K 3 h w"], pair: FocusStack) -> bool:
    """Whether the change has too little energy, against the noise behind the misfit's low-pass, to be worth it."""
    change = float((balanced - pair.images).square().mean())
    noise = noise_variance(float(pair.images.mean()), pair.photon_level, pair.read_noise)
    left = float(noise_gain(residual_smoothing_px(torch.tensor(pair.photon_level))))
    return change < (1 - _WORTH_BALANCING) * noise * left


def best_misfit(pair: FocusStack, camera: Camera, *, swapped: bool = False) -> Float[Tensor, "h w"]:
    """Misfit of the best depth in windows over the middle of the pair, on squares of 2 px.

    `swapped` takes the first two photographs for each other.
    """
    images = (pair.swapped if swapped else pair).images[..., *_middle(pair.size)]
    sigmas_px = DepthHypotheses.of(camera, pair.settings).sigmas_px
    light = (torch.tensor(pair.photon_level), torch.tensor(pair.read_noise))
    with torch.inference_mode():
        volume = misfit_volume(images, sigmas_px, camera.psf, *light, step_px=2)
        return windowed_misfit(volume, blur_reach_px(sigmas_px) / 2, _WINDOW_SIGMA_PX / 2)[0].amin(0)


def _middle(size: tuple[int, int]) -> Slices:
    """Return the middle of a picture, which has more than enough pixels to tell how well it is explained."""
    lengths = [min(n, _LARGEST_SIDE_PX) // 2 * 2 for n in size]
    first = [(n - length) // 2 for n, length in zip(size, lengths, strict=True)]
    rows, columns = (slice(a, a + length) for a, length in zip(first, lengths, strict=True))
    return rows, columns


def is_swapped(pair: FocusStack, camera: Camera) -> bool:
    """Whether the pair is explained clearly better with its two photographs taken for each other.

    Only a camera in whose range one sign of d prevails can tell; with both signs, swapping mirrors the depths.
    """
    small = pair.shrunk_for(camera)
    seen_by = camera.resized(small.size[0] / pair.size[0])
    as_given, swapped = (best_misfit(small, seen_by, swapped=flag) for flag in (False, True))
    return float((as_given.log() - swapped.log()).mean().exp()) > _CLEARLY_SWAPPED
