"""Input of an estimator: photographs of one scene, checked and balanced, with their noise."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
import torch.nn.functional as F

from blurry_edges.brightness import Balance, balance
from blurry_edges.errors import CameraError, ImageError
from blurry_edges.optics import Camera, FocusSetting, estimate_noise
from blurry_edges.typing import Array, Float, Tensor

__all__ = ["SMALLEST_SIDE_PX", "ImagePair", "read_pair", "require_resolvable"]

SMALLEST_SIDE_PX = 21
"""One patch of the representation."""
_IMAGES = ("minus", "plus")
_LARGEST_ENLARGEMENT = 3.0
_LARGEST_PHOTON_LEVEL = 5000.0
_MOST_PHOTONS = 1e6
"""No pixel holds more; an estimate beyond it means that the photographs show no photon noise."""
_NOISE_SIDE_PX = 1200
_LARGEST_COUNTED_BLUR_PX = 20.0
_WORTH_SHRINKING = 0.7


@dataclass(frozen=True)
class ImagePair:
    """I₋ and I₊ in linear light divided by the white level, with their noise; further images of a stack behind them."""

    images: Float[Tensor, "K 3 H W"]
    photon_level: float
    """Photons of white."""
    read_noise: float
    """Standard deviation of the read noise in photons."""
    settings: tuple[FocusSetting, ...] | None = None
    """Focus settings of the images; None is the camera's pair."""
    balances: tuple[Balance, ...] = ()
    """How the brightness of each image but the first differed, once they are balanced."""

    @property
    def size(self) -> tuple[int, int]:
        """Height and width in px."""
        return self.images.shape[-2], self.images.shape[-1]

    def with_more(self, images: Sequence[Array], settings: tuple[FocusSetting, ...] | None) -> "ImagePair":
        """Return the stack with further photographs behind the pair; `settings` are those of all."""
        if not images:
            return self
        if settings is None or len(settings) != 2 + len(images):
            raise CameraError(f"{2 + len(images)} photographs need as many focus settings, not {len(settings or ())}")
        more = []
        for number, image in enumerate(images, start=3):
            _require_image(f"number {number}", image)
            more.append(torch.from_numpy(np.ascontiguousarray(image, np.float32)).permute(2, 0, 1))
        return replace(self, images=torch.cat([self.images, torch.stack(more)]), settings=settings)

    def balanced(self, camera: Camera) -> "ImagePair":
        """Return the pair with all images as bright as the first, as far as blur cannot be the reason."""
        settings = self.settings or camera.settings
        largest_px = max(camera.blur_sigma_px(z, setting) for z in camera.depth_range_m for setting in settings)
        images, found = balance(self.images, min(largest_px, _LARGEST_COUNTED_BLUR_PX))
        return replace(self, images=images, balances=found)

    def shrunk_for(self, camera: Camera) -> "ImagePair":
        """Return the pair at the blur scale of the paper's camera if its blur is much larger, otherwise as it is."""
        factor = camera.blur_scale
        return self.resized(factor) if factor < _WORTH_SHRINKING else self

    def for_camera(self, camera: Camera) -> "ImagePair":
        """Return the pair at the blur scale of the paper's camera, as far as enlarging makes sense.

        More light than networks are trained with is not counted: beyond it, what a lens does differently from a
        Gaussian is larger than the noise.
        """
        scaled = self.resized(min(camera.blur_scale, _LARGEST_ENLARGEMENT))
        brighter = scaled.photon_level / _LARGEST_PHOTON_LEVEL
        if brighter <= 1:
            return scaled
        return replace(scaled, photon_level=_LARGEST_PHOTON_LEVEL, read_noise=scaled.read_noise / brighter)

    def resized(self, factor: float) -> "ImagePair":
        """Return the pair at another size.

        Shrinking adds up the photons of pixels; enlarging shares them out: the noise of an enlarged image is smooth,
        but at the low frequencies that it has, it is that of pixels with so much less light.
        """
        if abs(factor - 1) < 0.02:
            return self
        size = [max(SMALLEST_SIDE_PX, round(length * factor)) for length in self.size]
        binned = self.images.shape[-2] * self.images.shape[-1] / (size[0] * size[1])
        if factor > 1:
            images = F.interpolate(self.images, size, mode="bicubic", align_corners=False).clamp(0, 1)
        else:
            images = F.interpolate(self.images, size, mode="area")
        light = {"photon_level": self.photon_level * binned, "read_noise": self.read_noise * binned**0.5}
        return replace(self, images=images, **light)


def read_pair(minus: Array, plus: Array, photon_level: float | None, read_noise: float | None) -> ImagePair:
    """Check two photographs and pair them; noise that is not given is estimated from them."""
    for name, image in zip(_IMAGES, (minus, plus), strict=True):
        _require_image(name, image)
    if minus.shape != plus.shape:
        raise ImageError(
            f"the images differ in size: minus is {_size(minus)}, plus is {_size(plus)}; both must show the same view"
        )
    _require_noise("photon_level", photon_level, lowest=1.0)
    _require_noise("read_noise", read_noise, lowest=0.0)
    if photon_level is None or read_noise is None:
        estimate = estimate_noise(np.stack([_middle(minus), _middle(plus)]).astype(np.float32))
        photon_level = min(estimate.photon_level, _MOST_PHOTONS) if photon_level is None else photon_level
        # Noise that does not grow with the light is none of a sensor: rounding, or nothing at all.
        read_noise = min(estimate.read_noise, photon_level**0.5) if read_noise is None else read_noise
    images = torch.empty(2, 3, *minus.shape[:2])
    for index, image in enumerate((minus, plus)):  # one at a time: large images should be in memory no more than once
        images[index] = torch.from_numpy(image).permute(2, 0, 1)
    return ImagePair(images, float(photon_level), float(read_noise))


def _middle(image: Array) -> Array:
    """Return the middle of a large image, which has more than enough pixels to measure the noise."""
    rows, columns = (slice(max(0, (n - _NOISE_SIDE_PX) // 2), (n + _NOISE_SIDE_PX) // 2) for n in image.shape[:2])
    return image[rows, columns]


def require_resolvable(camera: Camera) -> None:
    """Refuse a camera that cannot tell any two depths of its working range apart."""
    near, far = camera.depth_range_m
    low, high = camera.resolvable_range_m()
    if high <= near or low >= far:
        raise CameraError(
            f"camera '{camera.name}' can tell depths apart from {low:.3g} to {high:.3g} m, but its range is "
            f"{near:g}..{far:g} m: everything would be too blurred; correct depth_range_m or the optics"
        )


def _require_image(name: str, image: Array) -> None:
    if not np.issubdtype(image.dtype, np.floating):
        raise ImageError(f"image {name} is of type {image.dtype}; divide it by its white level to get floats in 0..1")
    if image.ndim != 3 or image.shape[2] != 3:
        raise ImageError(f"image {name} has the shape {image.shape}; it must be height x width x 3 colours")
    if min(image.shape[:2]) < SMALLEST_SIDE_PX:
        raise ImageError(
            f"image {name} is {_size(image)}; each side must have at least {SMALLEST_SIDE_PX} px, the size of one patch"
        )
    if not np.isfinite(image).all():
        count = int((~np.isfinite(image)).sum())
        raise ImageError(f"image {name} holds {count} values that are NaN or infinite; replace them first")
    low, high = float(image.min()), float(image.max())
    if low < -1e-6 or high > 1 + 1e-6:
        raise ImageError(f"image {name} ranges from {low:.4g} to {high:.4g}; divide it by its white level to get 0..1")
    if high <= 0:
        raise ImageError(f"image {name} is all black; there is nothing to measure")


def _require_noise(name: str, value: float | None, lowest: float) -> None:
    if value is not None and not (np.isfinite(value) and value >= lowest):
        raise ImageError(f"{name} is {value}; it must be at least {lowest:g} photons, or left out to be estimated")


def _size(image: Array) -> str:
    return f"{image.shape[0]} x {image.shape[1]} px"
