"""Photographs of clean images with the effects of a real camera: what a user's files would give, as linear light."""

import math
from dataclasses import replace
from typing import TypeVar

import cv2
import numpy as np
import torch

from blurry_edges.errors import DataError
from blurry_edges.optics.noise import capture
from blurry_edges.photos.srgb import from_srgb, to_srgb
from blurry_edges.scenes.effects import CameraEffects
from blurry_edges.scenes.store import CapturedScene
from blurry_edges.typing import Array, Float

__all__ = ["developed_scene", "photograph", "rephotograph"]

AnyScene = TypeVar("AnyScene", bound=CapturedScene)
_WARP_SCALE_PX = 40.0
_WHITE_16 = 65535


def photograph(
    clean: Float[Array, "k H W 3"],
    effects: CameraEffects,
    photon_level: float,
    read_noise: float,
    rng: np.random.Generator,
) -> Float[Array, "k H W 3"]:
    """Photograph clean images and develop them.

    Args:
        clean: linear light in 0..1, one image for each focus setting.
        effects: what the camera does; effects that need rendering must be in the clean images already.
        photon_level: photons of white in a pixel of the result; infinite is without noise.
        read_noise: standard deviation of the read noise in photons, in a pixel of the result.
        rng: source of the noise and of random fields.

    Returns:
        Linear light in 0..1, of the same size, as one gets from the camera's files.

    """
    size = clean.shape[1:3]
    exposed = _exposed(clean.astype(np.float32), effects, rng)
    factor = effects.resize_factor
    if factor != 1:
        # The light of the scene is the same; pixels of other sizes share it out.
        exposed = np.stack([_resized(image, _scaled(size, 1 / factor)) for image in exposed])
    noisy = exposed.clip(0, 1)
    if not math.isinf(photon_level):
        noisy = _with_noise(exposed, effects, photon_level * factor**2, read_noise * factor, rng)
    if effects.is_developed:
        noisy = np.stack([_developed(image, effects) for image in noisy.clip(0, 1)])
    if factor != 1:
        noisy = np.stack([_resized(image, size) for image in noisy])
    return np.ascontiguousarray(noisy.clip(0, 1), np.float32)


def rephotograph(
    scene: AnyScene,
    effects: CameraEffects,
    rng: np.random.Generator,
    photon_level: float | None = None,
) -> AnyScene:
    """Photograph the clean images of a scene once more with effects, in other light if a photon level is given."""
    if effects.needs_rendering:
        raise DataError("the psf, the size of the blur and the range of depth cannot change in pictures: render anew")
    level = scene.photon_level if photon_level is None else photon_level
    return developed_scene(
        replace(scene, photon_level=level), photograph(scene.clean, effects, level, scene.read_noise, rng)
    )


def developed_scene(scene: AnyScene, noisy: Float[Array, "k H W 3"]) -> AnyScene:
    """Return the scene with other photographs, linear light in 0..1, in the 16 bits of a file."""
    values = np.rint(noisy * _WHITE_16).astype(np.uint16)
    return replace(scene, counts=values, white_level=float(_WHITE_16))


def _with_noise(
    exposed: Float[Array, "k H W 3"],
    effects: CameraEffects,
    photon_level: float,
    read_noise: float,
    rng: np.random.Generator,
) -> Float[Array, "k H W 3"]:
    """Count photons, and spread the noise as far as demosaicing does."""
    generator = torch.Generator().manual_seed(int(rng.integers(2**62)))
    noisy: Array = capture(torch.from_numpy(exposed), photon_level, read_noise, generator).numpy()
    if not effects.noise_smoothing_px:
        return noisy
    light = exposed.clip(0, 1)
    return np.asarray(light + _smooth(noisy - light, effects.noise_smoothing_px))


def _exposed(
    images: Float[Array, "k H W 3"], effects: CameraEffects, rng: np.random.Generator
) -> Float[Array, "k H W 3"]:
    """Light that falls on the sensor; what differs between the exposures is in all but the first."""
    exposed = images * np.float32(effects.exposure)
    for image in exposed[1:]:
        image[:] = _displaced(image, effects, rng)
        image *= _brightness(image.shape[:2], effects, rng)[..., None]
        image += np.float32(effects.offset)
    return exposed.clip(0, None)


def _displaced(image: Float[Array, "H W 3"], effects: CameraEffects, rng: np.random.Generator) -> Float[Array, "H W 3"]:
    """Shift, magnify about the middle, and warp; Lanczos interpolation adds next to no blur of its own."""
    height, width = image.shape[:2]
    if effects.shift_px == (0, 0) and effects.magnification == 1 and not effects.warp_px:
        return image
    x, y = np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32)[:, None]
    middle_x, middle_y = (width - 1) / 2, (height - 1) / 2
    from_x = (x - effects.shift_px[0] - middle_x) / effects.magnification + middle_x
    from_y = (y - effects.shift_px[1] - middle_y) / effects.magnification + middle_y
    from_x, from_y = (np.broadcast_to(a, (height, width)).astype(np.float32) for a in (from_x, from_y))
    if effects.warp_px:
        # Each of the two directions has half of the mean square.
        from_x = from_x + effects.warp_px / np.float32(np.sqrt(2)) * _field(rng, (height, width), _WARP_SCALE_PX)
        from_y = from_y + effects.warp_px / np.float32(np.sqrt(2)) * _field(rng, (height, width), _WARP_SCALE_PX)
    return np.asarray(cv2.remap(image, from_x, from_y, cv2.INTER_LANCZOS4, borderMode=cv2.BORDER_REFLECT_101))


def _brightness(size: tuple[int, int], effects: CameraEffects, rng: np.random.Generator) -> Float[Array, "H W"]:
    """How many times as bright each pixel of plus is."""
    height, width = size
    ratio = np.full(size, effects.gain, np.float32)
    if effects.vignetting:
        x = (np.arange(width, dtype=np.float32) - (width - 1) / 2) / (width / 2) - effects.vignetting_centre[0]
        y = (np.arange(height, dtype=np.float32) - (height - 1) / 2) / (width / 2) - effects.vignetting_centre[1]
        ratio *= np.maximum(1 - np.float32(effects.vignetting) * (x**2 + y[:, None] ** 2), 0)
    if effects.local_tone:
        ratio *= np.exp(np.float32(effects.local_tone) * _field(rng, size, effects.local_tone_px))
    return ratio


def _developed(image: Float[Array, "H W 3"], effects: CameraEffects) -> Float[Array, "H W 3"]:
    """Treat a picture as a camera's software does, in coded brightness, and make the file linear again."""
    if effects.tone_power != 1:
        image = image ** np.float32(effects.tone_power)
    steps = (effects.denoise_px, effects.denoise_difference, effects.sharpening, effects.s_curve, effects.jpeg_quality)
    if not any(steps):
        return image
    coded = to_srgb(image)
    if effects.denoise_difference:
        coded = cv2.bilateralFilter(coded, 5, effects.denoise_difference, 1.5)
    if effects.denoise_px:
        coded = _smooth(coded[None], effects.denoise_px)[0]
    if effects.sharpening:
        detail = coded - _smooth(coded[None], effects.sharpening_px)[0]
        coded = coded + np.float32(effects.sharpening) * detail
    if effects.s_curve:
        coded = coded.clip(0, 1)
        coded = coded - np.float32(effects.s_curve / (2 * np.pi)) * np.sin(np.float32(2 * np.pi) * coded)
    if effects.jpeg_quality is not None:
        coded = _through_jpeg(coded, effects.jpeg_quality)
    return from_srgb(coded.clip(0, 1))


def _through_jpeg(coded: Float[Array, "H W 3"], quality: int) -> Float[Array, "H W 3"]:
    """Write a JPEG file in memory, its colours at half resolution as usual, and read it back."""
    whole = np.rint(coded.clip(0, 1) * 255).astype(np.uint8)
    written, data = cv2.imencode(".jpg", np.ascontiguousarray(whole[..., ::-1]), [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not written:
        raise DataError(f"a picture of {coded.shape[1]} x {coded.shape[0]} px cannot be written as JPEG")
    read = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))
    return (read[..., ::-1] / np.float32(255)).astype(np.float32)


def _field(rng: np.random.Generator, size: tuple[int, int], scale_px: float) -> Float[Array, "H W"]:
    """Return a smooth random field of mean 0 and sd 1 that changes over `scale_px`."""
    grid = (max(4, round(size[0] / scale_px) + 3), max(4, round(size[1] / scale_px) + 3))
    coarse = rng.standard_normal(grid, np.float32)
    # Cells are about scale_px wide whatever the size; what sticks out of the picture is cut off.
    wide = cv2.resize(coarse, (round(grid[1] * scale_px), round(grid[0] * scale_px)), interpolation=cv2.INTER_CUBIC)
    top, left = (wide.shape[0] - size[0]) // 2, (wide.shape[1] - size[1]) // 2
    field = wide[top : top + size[0], left : left + size[1]]
    return np.asarray((field - field.mean()) / max(float(field.std()), 1e-6))


def _smooth(images: Float[Array, "k H W 3"], sigma_px: float) -> Float[Array, "k H W 3"]:
    return np.stack([cv2.GaussianBlur(image, (0, 0), sigma_px, borderType=cv2.BORDER_REFLECT_101) for image in images])


def _scaled(size: tuple[int, ...], factor: float) -> tuple[int, int]:
    return max(1, round(size[0] * factor)), max(1, round(size[1] * factor))


def _resized(image: Float[Array, "h w 3"], size: tuple[int, ...]) -> Float[Array, "H W 3"]:
    """Reduce by averaging areas, enlarge by cubic interpolation, as the estimators do."""
    method = cv2.INTER_AREA if size[0] < image.shape[0] else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, (size[1], size[0]), interpolation=method).clip(0, None))
