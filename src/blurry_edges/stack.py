"""A focus stack: photographs of one scene, checked once, with their noise. The pair is a stack of two."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F

from blurry_edges.brightness import Balance, Correction, corrected, find_corrections
from blurry_edges.errors import CameraError, ImageError
from blurry_edges.optics import Camera, FocusSetting, estimate_noise
from blurry_edges.typing import Array, Float, Tensor

__all__ = ["SMALLEST_SIDE_PX", "FocusStack", "network_scale"]

SMALLEST_SIDE_PX = 21
"""One patch of the representation."""
_LARGEST_ENLARGEMENT = 3.0
_LARGEST_PHOTON_LEVEL = 5000.0
_MOST_PHOTONS = 1e6
"""No pixel holds more; an estimate beyond it means that the photographs show no photon noise."""
_NOISE_SIDE_PX = 1200
_LARGEST_COUNTED_BLUR_PX = 20.0
_WORTH_SHRINKING = 0.7
_WORTH_RESIZING = 0.02
_CLOSE_TO_WHITE = 1e-6


@dataclass(frozen=True)
class FocusStack:
    """Photographs of one scene in linear light divided by the white level: the camera's pair, then any others."""

    images: Float[Tensor, "K 3 H W"]
    """I₋, I₊, and further photographs behind them."""
    photon_level: float
    """Photons of white."""
    read_noise: float
    """Standard deviation of the read noise in photons."""
    settings: tuple[FocusSetting, ...] | None = None
    """Focus settings of the photographs; None is the camera's pair."""
    balances: tuple[Balance, ...] = ()
    """How the brightness of each photograph but the first differed, once they are balanced."""

    @classmethod
    def of(
        cls,
        images: Iterable[Any],
        *,
        settings: Sequence[FocusSetting] | None = None,
        photon_level: float | None = None,
        read_noise: float | None = None,
    ) -> "FocusStack":
        """Check photographs and stack them.

        Args:
            images: two or more arrays or tensors of floats in 0..1, linear light divided by the white level: height x
                width x 3 colours, or height x width. The first two are the camera's minus and plus.
            settings: their focus settings; a pair may leave them to the camera.
            photon_level: photons of white; estimated from the images when left out.
            read_noise: read noise in photons; estimated from the images when left out.

        Examples:
            >>> import blurry_edges
            >>> demo = blurry_edges.demo_pair()
            >>> stack = blurry_edges.FocusStack.of([demo.minus, demo.plus])
            >>> len(stack), stack.size
            (2, (200, 280))
            >>> 150 < stack.photon_level < 230  # it was taken with 190
            True

        """
        images = list(images)
        if len(images) < 2:
            raise ImageError(f"depth needs two photographs or more, not {len(images)}")
        if settings is None and len(images) > 2:
            raise CameraError(f"{len(images)} photographs need as many focus settings; give them with the stack")
        if settings is not None and len(settings) != len(images):
            raise CameraError(f"{len(images)} photographs need as many focus settings, not {len(settings)}")
        names = ["minus", "plus", *(f"number {number}" for number in range(3, len(images) + 1))]
        arrays = [_as_image(name, image) for name, image in zip(names, images, strict=True)]
        for name, array in zip(names, arrays, strict=True):
            if array.shape != arrays[0].shape:
                raise ImageError(
                    f"the images differ in size: minus is {_size(arrays[0])}, {name} is {_size(array)}; all must show "
                    "the same view"
                )
        light = _noise(arrays, photon_level, read_noise)
        stacked = torch.empty(len(arrays), 3, *arrays[0].shape[:2])
        for index, array in enumerate(arrays):  # one at a time: large images should be in memory no more than once
            stacked[index] = torch.from_numpy(array).permute(2, 0, 1)
        return cls(stacked, *light, None if settings is None else tuple(settings))

    def __len__(self) -> int:
        return len(self.images)

    @property
    def size(self) -> tuple[int, int]:
        """Height and width in px."""
        return self.images.shape[-2], self.images.shape[-1]

    @property
    def arrays(self) -> Float[Array, "K H W 3"]:
        """The photographs as an array with colours last."""
        array: Array = self.images.permute(0, 2, 3, 1).cpu().numpy()
        return array

    @property
    def pair(self) -> "FocusStack":
        """The first two photographs alone."""
        if len(self) == 2:
            return self
        return replace(self, images=self.images[:2], settings=None, balances=self.balances[:1])

    @property
    def swapped(self) -> "FocusStack":
        """The same with the first two photographs in the other order, which turns the sign of d."""
        order = [1, 0, *range(2, len(self))]
        settings = None if self.settings is None else tuple(self.settings[index] for index in order)
        return replace(self, images=self.images[order], settings=settings)

    def corrections(self, camera: Camera) -> tuple[Correction, ...]:
        """Find what makes all photographs as bright as the first, as far as blur cannot be the reason."""
        settings = self.settings or camera.settings
        largest_px = max(camera.blur_sigma_px(z, setting) for z in camera.depth_range_m for setting in settings)
        return find_corrections(self.images, min(largest_px, _LARGEST_COUNTED_BLUR_PX))

    def balanced(self, corrections: Sequence[Correction]) -> "FocusStack":
        """Return the stack with all photographs as bright as the first."""
        found = tuple(correction.found for correction in corrections)
        return replace(self, images=corrected(self.images, corrections), balances=found)

    def shrunk_for(self, camera: Camera) -> "FocusStack":
        """Return the stack at the blur scale of the paper's camera if its blur is much larger, otherwise as it is."""
        factor = camera.blur_scale
        return self.resized(factor) if factor < _WORTH_SHRINKING else self

    def for_camera(self, camera: Camera) -> "FocusStack":
        """Return the stack at the blur scale of the paper's camera, as far as enlarging makes sense.

        More light than networks are trained with is not counted: beyond it, what a lens does differently from a
        Gaussian is larger than the noise.
        """
        scaled = self.resized(network_scale(camera))
        brighter = scaled.photon_level / _LARGEST_PHOTON_LEVEL
        if brighter <= 1:
            return scaled
        return replace(scaled, photon_level=_LARGEST_PHOTON_LEVEL, read_noise=scaled.read_noise / brighter)

    def resized(self, factor: float) -> "FocusStack":
        """Return the stack at another size.

        Shrinking adds up the photons of pixels; enlarging shares them out: the noise of an enlarged image is smooth,
        but at the low frequencies that it has, it is that of pixels with so much less light.
        """
        if factor == 1:
            return self
        size = [max(SMALLEST_SIDE_PX, round(length * factor)) for length in self.size]
        binned = self.images.shape[-2] * self.images.shape[-1] / (size[0] * size[1])
        if factor > 1:
            images = F.interpolate(self.images, size, mode="bicubic", align_corners=False).clamp(0, 1)
        else:
            images = F.interpolate(self.images, size, mode="area")
        light = {"photon_level": self.photon_level * binned, "read_noise": self.read_noise * binned**0.5}
        return replace(self, images=images, **light)


def network_scale(camera: Camera) -> float:
    """Return by how much a camera's photographs are resized for networks; 1 if it is hardly worth it."""
    factor = min(camera.blur_scale, _LARGEST_ENLARGEMENT)
    return factor if abs(factor - 1) >= _WORTH_RESIZING else 1.0


def _noise(
    arrays: Sequence[Float[Array, "H W 3"]], photon_level: float | None, read_noise: float | None
) -> tuple[float, float]:
    """Return photon level and read noise as given, or as the first two photographs show them."""
    for name, value, lowest in (("photon_level", photon_level, 1.0), ("read_noise", read_noise, 0.0)):
        if value is not None and not (np.isfinite(value) and value >= lowest):
            raise ImageError(f"{name} is {value}; it must be at least {lowest:g} photons, or left out to be estimated")
    if photon_level is None or read_noise is None:
        estimate = estimate_noise(np.stack([_middle(array) for array in arrays[:2]]))
        photon_level = min(estimate.photon_level, _MOST_PHOTONS) if photon_level is None else photon_level
        # Noise that does not grow with the light is none of a sensor: rounding, or nothing at all.
        read_noise = min(estimate.read_noise, photon_level**0.5) if read_noise is None else read_noise
    return float(photon_level), float(read_noise)


def _middle(image: Float[Array, "H W 3"]) -> Float[Array, "h w 3"]:
    """Return the middle of a large image, which has more than enough pixels to measure the noise."""
    rows, columns = (slice(max(0, (n - _NOISE_SIDE_PX) // 2), (n + _NOISE_SIDE_PX) // 2) for n in image.shape[:2])
    return image[rows, columns]


def _as_image(name: str, value: Any) -> Float[Array, "H W 3"]:
    """Return a photograph as an array of 32-bit floats, whatever it was given as; refuse what is none."""
    if isinstance(value, str | Path):
        raise ImageError(f"image {name} is a path; read the file first: blurry_edges.read_photo({str(value)!r})")
    if isinstance(value, Tensor):
        value = value.detach().cpu().numpy()
    try:
        image = np.asarray(value)
    except ValueError as error:
        raise ImageError(f"image {name} is no array: {error}") from error
    if not np.issubdtype(image.dtype, np.floating):
        raise ImageError(f"image {name} is of type {image.dtype}; divide it by its white level to get floats in 0..1")
    if image.ndim == 2:
        image = np.repeat(image[..., None], 3, -1)
    if image.ndim != 3 or image.shape[2] != 3:
        raise ImageError(f"image {name} has the shape {image.shape}; it must be height x width x 3 colours, or grey")
    if min(image.shape[:2]) < SMALLEST_SIDE_PX:
        raise ImageError(
            f"image {name} is {_size(image)}; each side must have at least {SMALLEST_SIDE_PX} px, the size of one patch"
        )
    if not np.isfinite(image).all():
        count = int((~np.isfinite(image)).sum())
        raise ImageError(f"image {name} holds {count} values that are NaN or infinite; replace them first")
    low, high = float(image.min()), float(image.max())
    if low < -_CLOSE_TO_WHITE or high > 1 + _CLOSE_TO_WHITE:
        raise ImageError(f"image {name} ranges from {low:.4g} to {high:.4g}; divide it by its white level to get 0..1")
    if high <= 0:
        raise ImageError(f"image {name} is all black; there is nothing to measure")
    image = np.ascontiguousarray(image, np.float32)
    return image if image.flags.writeable else image.copy()  # torch wants arrays that could be written to


def _size(image: Array) -> str:
    return f"{image.shape[0]} x {image.shape[1]} px"
