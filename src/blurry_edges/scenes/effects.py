"""Effects of real cameras on a pair beyond defocus and photon noise, each on its own switch.

Three groups. Some change how the light falls and need the scene to be rendered anew: the shape and the size of the
blur, the depths in front of the lens; `CameraEffects.camera` gives the camera that really takes the picture. The others
work on clean images, in `photograph`: before the noise what differs between the exposures, after it what the camera's
software does. What differs, differs in the second image, plus, and in further images of a stack; the first one, minus,
is as it should be.
"""

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from blurry_edges.errors import DataError

if TYPE_CHECKING:
    from blurry_edges.optics import Camera

__all__ = ["EFFECTS_TABLE", "NO_EFFECTS", "CameraEffects"]

_RENDERED = ("psf_kind", "psf_soft_rim", "psf_obstruction", "blur_factor", "depth_range_factor")
_DEVELOPED = ("denoise_px", "denoise_difference", "sharpening", "tone_power", "s_curve", "jpeg_quality")
_LIMITS: dict[str, tuple[float, float]] = {
    "blur_factor": (0.2, 5),
    "depth_range_factor": (0.01, 20),
    "shift_px": (-20, 20),
    "magnification": (0.9, 1.1),
    "warp_px": (0, 20),
    "resize_factor": (0.25, 4),
    "exposure": (0.001, 10),
    "gain": (0.1, 10),
    "offset": (-0.5, 0.5),
    "vignetting": (-0.5, 0.5),
    "vignetting_centre": (-3, 3),
    "local_tone": (0, 1),
    "local_tone_px": (2, 300),
    "noise_smoothing_px": (0, 10),
    "denoise_px": (0, 10),
    "denoise_difference": (0, 1),
    "sharpening": (0, 5),
    "sharpening_px": (0.2, 10),
    "tone_power": (0.2, 5),
    "s_curve": (-0.9, 0.9),
    "jpeg_quality": (1, 100),
}
_PHONES = 0.35
"""Share of random combinations that are those of a phone."""
_SOFT_RIMS = (0.0, 0.1, 0.25)
_OBSTRUCTIONS = (0.0, 0.0, 0.0, 0.3)
"""Few shapes, drawn again and again: their kernels take seconds to make, once in a process."""


@dataclass(frozen=True)
class CameraEffects:
    """Effects of a real camera; the defaults are none."""

    psf_kind: Literal["gaussian", "disc"] | None = None
    """Shape of the blur that the lens really has; without it, what the camera file says."""
    psf_soft_rim: float = 0.0
    """With a disc: softness of its rim, as a share of its radius."""
    psf_obstruction: float = 0.0
    """With a disc: radius of the hole in its middle, as a share of its radius."""
    blur_factor: float = 1.0
    """How many times as large the blur is as the camera file says."""
    depth_range_factor: float = 1.0
    """How many times as wide a range of 1/z the scenes fill as the camera's working range."""
    shift_px: tuple[float, float] = (0.0, 0.0)
    """Shift of plus to the right and down, in px."""
    magnification: float = 1.0
    """How many times as large plus shows the scene as minus."""
    warp_px: float = 0.0
    """Root mean square of a smooth, random displacement of plus, in px."""
    resize_factor: float = 1.0
    """The pictures were taken so many times smaller and then enlarged; below 1, taken larger and reduced."""
    exposure: float = 1.0
    """Light of both pictures: below 1 they are dark, above 1 the brightest parts are clipped at white."""
    gain: float = 1.0
    """How many times as bright plus is as minus."""
    offset: float = 0.0
    """Light added to plus, as a share of white: a black level that is not taken away."""
    vignetting: float = 0.0
    """Share of its light that plus loses at the middle of the left and right sides, growing with the squared radius."""
    vignetting_centre: tuple[float, float] = (0.0, 0.0)
    """Where plus loses none: right of and below the middle, in half widths of the picture."""
    local_tone: float = 0.0
    """Standard deviation of a smooth, random difference in brightness of plus, as a share."""
    local_tone_px: float = 25.0
    """How far apart, in px, that difference changes."""
    noise_smoothing_px: float = 0.0
    """Standard deviation of the Gaussian that spreads the noise alone, as demosaicing does, in px."""
    denoise_px: float = 0.0
    """Standard deviation of the Gaussian with which the camera smooths its pictures, in px."""
    denoise_difference: float = 0.0
    """Smooth neighbours that differ by less than this share of white, and leave stronger edges (bilateral filter)."""
    sharpening: float = 0.0
    """Share of the detail that the camera adds once more."""
    sharpening_px: float = 1.0
    """Standard deviation of the Gaussian that tells detail from the rest, in px."""
    tone_power: float = 1.0
    """Power of the light that is left when the file has been made linear."""
    s_curve: float = 0.0
    """Strength of an S-shaped tone curve: the slope of mid-tones is so much above 1."""
    jpeg_quality: int | None = None
    """Quality of the JPEG file, 1 to 100; without it, the file has no loss."""

    def __post_init__(self) -> None:
        for name, (low, high) in _LIMITS.items():
            value = getattr(self, name)
            for number in value if isinstance(value, tuple) else (value,):
                if number is not None and not low <= number <= high:
                    raise DataError(f"the effect {name} is {number}; it must be from {low:g} to {high:g}")
        if self.psf_kind is None and (self.psf_soft_rim or self.psf_obstruction):
            raise DataError("psf_soft_rim and psf_obstruction are those of a disc; choose psf_kind 'disc', too")

    @property
    def is_none(self) -> bool:
        """Whether there is no effect at all."""
        return not self.as_fields()

    @property
    def needs_rendering(self) -> bool:
        """Whether scenes have to be rendered anew: their clean images do not show all of it."""
        return any(name in self.as_fields() for name in _RENDERED)

    @property
    def is_developed(self) -> bool:
        """Whether the camera's software changes the pictures, so that their noise no longer counts photons."""
        return self.noise_smoothing_px > 0 or any(name in self.as_fields() for name in _DEVELOPED)

    @property
    def differs_in_brightness(self) -> bool:
        """Whether plus is brighter or darker than minus, all over or somewhere."""
        return any(name in self.as_fields() for name in ("gain", "offset", "vignetting", "local_tone"))

    def as_fields(self) -> dict[str, Any]:
        """Return what differs from no effect."""
        defaults = vars(NO_EFFECTS)
        return {name: value for name, value in vars(self).items() if value != defaults[name]}

    def on_images(self) -> "CameraEffects":
        """Return the effects without those that need rendering."""
        return CameraEffects(**{name: value for name, value in self.as_fields().items() if name not in _RENDERED})

    def camera(self, camera: "Camera") -> "Camera":
        """Return the camera that really takes the pictures which `camera` is said to have taken."""
        from blurry_edges.optics import Psf

        psf = camera.psf
        if self.psf_kind is not None:
            psf = Psf(self.psf_kind, self.psf_soft_rim, self.psf_obstruction)
        # A finer pitch makes the blur larger under every setting of the lens.
        pitch_m = camera.pixel_pitch_m / self.blur_factor
        return replace(camera, psf=psf, pixel_pitch_m=pitch_m, depth_range_m=self._depth_range_m(camera))

    def _depth_range_m(self, camera: "Camera") -> tuple[float, float]:
        """Widen the range about its middle in 1/z, as far as depths are in front of the camera and unambiguous."""
        near, far = camera.depth_range_m
        if self.depth_range_factor == 1:
            return near, far
        middle, half = (1 / near + 1 / far) / 2, (1 / near - 1 / far) / 2 * self.depth_range_factor
        nearest, farthest = camera.resolvable_range_m(max_blur_px=1e6)
        high = min(middle + half, (1 - 1e-6) / nearest)
        low = max(middle - half, (1 + 1e-6) / farthest, 0.1 * middle)
        return 1 / high, 1 / low

    @classmethod
    def draw(cls, rng: np.random.Generator, *, rendering: bool = False, widest_range: float = 1.0) -> "CameraEffects":
        """Draw a random combination, as training meets them.

        Args:
            rng: source of randomness.
            rendering: also draw effects that need scenes to be rendered.
            widest_range: with rendering, widest range of 1/z in working ranges; below it, ranges are drawn uniformly in
                the logarithm, down to a tenth of it. At 1, scenes keep the working range.

        """
        drawn: dict[str, Any] = {}
        if rendering:
            drawn |= _draw_rendering(rng, widest_range)
        if rng.random() < _PHONES:
            return cls(**drawn, **_draw_phone(rng))
        if rng.random() < 0.75:
            drawn |= _draw_misalignment(rng)
        if rng.random() < 0.75:
            drawn |= _draw_brightness(rng)
        drawn |= _draw_light(rng)
        if rng.random() < 0.5:
            drawn |= _draw_development(rng)
        return cls(**drawn)


NO_EFFECTS = CameraEffects()
"""The paper's cameras have none."""


def _draw_phone(rng: np.random.Generator) -> dict[str, Any]:
    """Draw what a phone does, all of it together: little blur, so that pictures are enlarged, and much software.

    What alignment leaves is a share of a pixel of the file, which is enlarged with the picture.
    """
    factor = float(np.exp(rng.uniform(np.log(1.3), np.log(3.2))))
    return {
        **_draw_brightness(rng),
        **_draw_development(rng),
        "resize_factor": factor,
        "shift_px": (_clipped_normal(rng, 0.12 * factor, 1.5), _clipped_normal(rng, 0.12 * factor, 1.5)),
        "magnification": 1 + _clipped_normal(rng, 0.0015, 0.006),
        "warp_px": float(rng.uniform(0, 0.2 * factor)),
        "noise_smoothing_px": float(rng.uniform(0.3, 0.9)),
        "jpeg_quality": int(rng.integers(80, 99)),
    }


def _draw_rendering(rng: np.random.Generator, widest_range: float) -> dict[str, Any]:
    """Draw the shape and the size of the blur: real lenses have discs, known to a few percent."""
    drawn: dict[str, Any] = {"blur_factor": float(np.exp(_clipped_normal(rng, 0.03, 0.1)))}
    if widest_range > 1:
        drawn["depth_range_factor"] = float(np.exp(rng.uniform(np.log(widest_range / 10), np.log(widest_range))))
    rim, hole = float(rng.choice(_SOFT_RIMS)), float(rng.choice(_OBSTRUCTIONS))
    if rng.random() < 0.6:
        drawn |= {"psf_kind": "disc", "psf_soft_rim": rim, "psf_obstruction": hole}
    return drawn


def _draw_misalignment(rng: np.random.Generator) -> dict[str, Any]:
    """Draw what alignment leaves: mostly some tenths of a pixel, at times a whole one."""
    return {
        "shift_px": (_clipped_normal(rng, 0.35, 1.0), _clipped_normal(rng, 0.35, 1.0)),
        "magnification": 1 + _clipped_normal(rng, 0.002, 0.007),
        "warp_px": float(rng.uniform(0, 0.3) * (rng.random() < 0.3)),
    }


def _draw_brightness(rng: np.random.Generator) -> dict[str, Any]:
    """Draw differences in brightness: one gain, a black level, vignetting, local tone mapping."""
    x, y = rng.uniform(-1, 1, 2).tolist()
    strongest = 0.15 / (1 + math.hypot(x, y)) ** 2  # crops see a part of the picture, off its middle
    return {
        "gain": float(np.exp(rng.normal(0, 0.02))),
        "offset": _clipped_normal(rng, 0.003, 0.015),
        "vignetting": float(rng.uniform(-strongest, strongest) * (rng.random() < 0.4)),
        "vignetting_centre": (x, y),
        "local_tone": float(rng.uniform(0, 0.05) * (rng.random() < 0.7)),
        "local_tone_px": float(rng.uniform(12, 60)),
    }


def _draw_light(rng: np.random.Generator) -> dict[str, Any]:
    """Draw the exposure, the size at which the picture was taken, and demosaicing."""
    drawn: dict[str, Any] = {}
    kind = rng.random()
    if kind < 0.2:
        drawn["exposure"] = float(np.exp(rng.uniform(np.log(0.1), 0)))
    elif kind < 0.3:
        drawn["exposure"] = float(rng.uniform(1, 1.8))
    if rng.random() < 0.25:
        drawn["resize_factor"] = float(np.exp(rng.uniform(np.log(0.5), np.log(3))))
    if rng.random() < 0.3:
        drawn["noise_smoothing_px"] = float(rng.uniform(0.4, 1.2))
    return drawn


def _draw_development(rng: np.random.Generator) -> dict[str, Any]:
    """Draw what the software of a phone does."""
    return {
        "denoise_px": float(rng.uniform(0.3, 0.9) * (rng.random() < 0.4)),
        "denoise_difference": float(rng.uniform(0.03, 0.2) * (rng.random() < 0.4)),
        "sharpening": float(rng.uniform(0.2, 0.8) * (rng.random() < 0.5)),
        "sharpening_px": float(rng.uniform(0.7, 1.3)),
        "tone_power": float(np.exp(rng.uniform(np.log(0.8), np.log(1.25)) * (rng.random() < 0.5))),
        "s_curve": float(rng.uniform(-0.2, 0.4) * (rng.random() < 0.3)),
        "jpeg_quality": int(rng.integers(75, 99)) if rng.random() < 0.8 else None,
    }


def _clipped_normal(rng: np.random.Generator, sd: float, most: float) -> float:
    """Draw a number around zero that is at most `most` from it."""
    return float(np.clip(rng.normal(0, sd), -most, most))


EFFECTS_TABLE: dict[str, CameraEffects] = {
    "none": NO_EFFECTS,
    "plus shifted by 0.2 px": CameraEffects(shift_px=(0.2, 0.0)),
    "plus shifted by 0.4 px": CameraEffects(shift_px=(0.4, 0.0)),
    "plus shifted by 0.7 px": CameraEffects(shift_px=(0.7, 0.0)),
    "plus shifted by 1.0 px": CameraEffects(shift_px=(1.0, 0.0)),
    "plus magnified by 0.3 %": CameraEffects(magnification=1.003),
    "plus magnified by 0.7 %": CameraEffects(magnification=1.007),
    "plus 3 % brighter": CameraEffects(gain=1.03),
    "plus with 1 % of white added and 2 % less gain": CameraEffects(offset=0.01, gain=0.98),
    "vignetting of plus differs by 15 % at the sides": CameraEffects(vignetting=0.15),
    "tone curve (power 1.25) not undone": CameraEffects(tone_power=1.25),
    "a tenth of the light": CameraEffects(exposure=0.1),
    "uniform disc of the same variance": CameraEffects(psf_kind="disc"),
    "JPEG of quality 92": CameraEffects(jpeg_quality=92),
    "sharpened by 0.6 at 1 px": CameraEffects(sharpening=0.6),
    "denoised": CameraEffects(denoise_difference=0.1),
}
"""One effect at a time, as the benchmark shows them."""
