"""The camera: a thin lens that takes two images of one scene.

With inverse depth q = 1/z, the signed defocus of image k is linear in q,

    g_k(q) = Σ_k / pitch · [(q − ρ_k) s + 1]   in px,      σ_k = |g_k|   (eq. 3 of the paper).

Write t = (g₋ + g₊)/2 and h = (g₋ − g₊)/2. What any two-image method can measure is the difference of the blur
variances, free of the texture's own blur ξ:

    d = σ₋² − σ₊² = η₋² − η₊² = 4 h t   in px².

With equal apertures h is constant and d is linear in q, which is the paper's depth equation; with different
apertures d is quadratic in q. The camera enters an estimate only here, where d becomes metres.
"""

import math
import sys
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from blurry_edges.errors import CameraError
from blurry_edges.optics.psf import GAUSSIAN, Psf
from blurry_edges.typing import Array, ArrayOrTensor, Tensor

__all__ = ["Camera", "FocusSetting"]

Scalars = TypeVar("Scalars", float, Array, Tensor)


@dataclass(frozen=True)
class FocusSetting:
    """How the lens is set for one image.

    Examples:
        >>> import blurry_edges
        >>> camera = blurry_edges.Camera.paper()
        >>> nearer = blurry_edges.FocusSetting(optical_power_dpt=10.4, aperture_sigma_m=0.003)
        >>> round(camera.focus_distance_m(nearer), 3)
        0.745

    """

    optical_power_dpt: float
    """ρ, optical power of the lens in dioptres (1/m)."""
    aperture_sigma_m: float
    """Σ, standard deviation of the aperture along one axis in metres: a quarter of the diameter of a disc."""

    def __post_init__(self) -> None:
        for field, value in vars(self).items():
            _require_positive(field, value)


@dataclass(frozen=True)
class Camera:
    """Two focus settings in front of one sensor, and the range of depths in front of them.

    Examples:
        Blur of both photographs at 0.8 m, in px, and the depth that their difference of variances means:

        >>> import numpy as np
        >>> import blurry_edges
        >>> camera = blurry_edges.Camera.paper()
        >>> minus, plus = camera.blur_sigmas_px(0.8)
        >>> round(minus, 2), round(plus, 2)
        (4.35, 1.53)
        >>> depth_m, valid = camera.depth_from_d(np.array([minus**2 - plus**2]))
        >>> float(depth_m.round(6)[0]), bool(valid[0])
        (0.8, True)

    """

    minus: FocusSetting
    """Lens setting of I₋."""
    plus: FocusSetting
    """Lens setting of I₊."""
    sensor_distance_m: float
    """s, distance between lens and sensor in metres."""
    pixel_pitch_m: float
    """Side of one sensor pixel in metres."""
    depth_range_m: tuple[float, float]
    """Nearest and farthest depth of the working range in metres; the farthest may be infinite."""
    binning: int = 1
    """Sensor pixels along one side of an image pixel."""
    name: str = "camera"
    """Name of the camera in reports."""
    psf: Psf = GAUSSIAN
    """Shape of the blur: the paper's Gaussian, or the disc of a real lens. Its size is σ either way."""

    def __post_init__(self) -> None:
        _require_positive("sensor_distance_m", self.sensor_distance_m)
        _require_positive("pixel_pitch_m", self.pixel_pitch_m)
        _require_positive("binning", self.binning)
        near, far = self.depth_range_m
        if not (0 < near < far) or math.isinf(near):
            raise CameraError(f"depth_range_m is [{near}, {far}]; it needs 0 < nearest < farthest")
        if self.minus == self.plus:
            raise CameraError("minus and plus are the same lens setting; depth needs two different ones")
        turn = self._turning_point
        if turn is not None and 1 / far < turn < 1 / near:
            raise CameraError(
                f"depth_range_m [{near}, {far}] holds the depth {1 / turn:.4g} m at which the blur difference "
                "turns round, so two depths look the same; choose a range on one side of it"
            )
        if not all(math.isfinite(self.d_px2(depth_m)) for depth_m in self.depth_range_m):
            raise CameraError(
                f"camera '{self.name}' has a blur beyond all numbers in depth_range_m [{near}, {far}]; check its "
                "lengths, which are in metres"
            )

    @classmethod
    def paper(cls) -> "Camera":
        """Return the camera of the paper's synthetic data."""
        return cls(
            minus=FocusSetting(optical_power_dpt=10.0, aperture_sigma_m=0.003),
            plus=FocusSetting(optical_power_dpt=10.2, aperture_sigma_m=0.003),
            sensor_distance_m=0.1104,
            pixel_pitch_m=5.86e-6,
            depth_range_m=(0.75, 1.18),
            binning=4,
            name="paper",
        )

    @property
    def settings(self) -> tuple[FocusSetting, FocusSetting]:
        """The lens settings of I₋ and I₊."""
        return self.minus, self.plus

    @property
    def image_pitch_m(self) -> float:
        """Side of one image pixel in metres, binning included."""
        return self.pixel_pitch_m * self.binning

    def focus_distance_m(self, setting: FocusSetting) -> float:
        """Return the depth that is sharp under `setting`; infinite when the lens is too weak to focus."""
        vergence = setting.optical_power_dpt - 1 / self.sensor_distance_m
        return 1 / vergence if vergence > 0 else math.inf

    def focus_stack(self, count: int) -> tuple[FocusSetting, ...]:
        """Return `count` settings focused from far to near over the working range, uniformly in 1/z.

        The depth-from-focus rivals use five of them. All have the aperture of I₋.
        """
        if count < 1:
            raise CameraError(f"a focus stack of {count} images is empty; ask for one or more")
        near, far = self.depth_range_m
        vergences = np.linspace(1 / far, 1 / near, count)
        return tuple(replace(self.minus, optical_power_dpt=float(1 / self.sensor_distance_m + q)) for q in vergences)

    def resized(self, factor: float) -> "Camera":
        """Return the camera of images resized by `factor`: at factor 2, all blur is 2x larger in px."""
        _require_positive("factor", factor)
        return replace(self, pixel_pitch_m=self.image_pitch_m / factor, binning=1)

    def blur_sigma_px(self, depth_m: Scalars, setting: FocusSetting) -> Scalars:
        """σ(z) of eq. 3: standard deviation in px of the blur of a point at `depth_m`."""
        slope, offset = self._defocus_line(setting)
        return abs(slope / depth_m + offset)

    def blur_at_inverse_depth_px(self, inverse_depth_dpt: Scalars, setting: FocusSetting) -> Scalars:
        """σ at an inverse depth in 1/m, also at 0 (infinity) and, continued, beyond it."""
        slope, offset = self._defocus_line(setting)
        return abs(slope * inverse_depth_dpt + offset)

    def blur_sigmas_px(self, depth_m: Scalars) -> tuple[Scalars, Scalars]:
        """σ₋(z) and σ₊(z) in px."""
        return self.blur_sigma_px(depth_m, self.minus), self.blur_sigma_px(depth_m, self.plus)

    def t_px(self, depth_m: Scalars) -> Scalars:
        """t(z), the mean signed defocus of the two images in px: σ₋ = |t + h|, σ₊ = |t − h|."""
        (slope, offset), (slope_plus, offset_plus) = map(self._defocus_line, self.settings)
        return (slope + slope_plus) / 2 / depth_m + (offset + offset_plus) / 2

    def h_px(self, depth_m: Scalars) -> Scalars:
        """h(z), half the difference of the signed defocus in px; constant when the apertures are equal."""
        (slope, offset), (slope_plus, offset_plus) = map(self._defocus_line, self.settings)
        return (slope - slope_plus) / 2 / depth_m + (offset - offset_plus) / 2

    def d_px2(self, depth_m: Scalars) -> Scalars:
        """d(z) = σ₋² − σ₊² in px²."""
        quadratic, linear, constant = self._d_polynomial
        q = 1 / depth_m
        return (quadratic * q + linear) * q + constant

    def d_slope_px2_per_m(self, depth_m: Scalars) -> Scalars:
        """Return the derivative of d by depth: a standard deviation of d over its size is one of depth."""
        quadratic, linear, _ = self._d_polynomial
        q = 1 / depth_m
        return -(2 * quadratic * q + linear) * q * q

    def inverse_depth_from_d(self, d_px2: ArrayOrTensor) -> tuple[ArrayOrTensor, ArrayOrTensor]:
        """Invert d on the branch of the working range: inverse depth in 1/m, and where there is one.

        Zero is infinity; negative values are the continuation beyond it, which no object has.
        """
        quadratic, linear, constant = self._d_polynomial
        excess = d_px2 - constant
        discriminant = linear**2 + 4 * quadratic * excess
        # Along the branch of the working range, the derivative of d by q is ± the root of the discriminant.
        root = self._d_slope_sign * abs(discriminant) ** 0.5
        with np.errstate(divide="ignore", invalid="ignore"):
            # Each form is free of cancellation where it is used.
            stable = linear * self._d_slope_sign >= 0
            q = 2 * excess / (linear + root) if stable else (root - linear) / (2 * quadratic)
        return q, discriminant >= 0

    def depth_from_d(self, d_px2: ArrayOrTensor) -> tuple[ArrayOrTensor, ArrayOrTensor]:
        """Invert d(z): depth in metres, and where it is valid.

        Invalid is a d that no depth in front of the camera has. Depths outside the working range are valid.
        """
        q, real = self.inverse_depth_from_d(d_px2)
        with np.errstate(divide="ignore", invalid="ignore"):
            return 1 / q, real & (q > 0)

    def depth_from_eta(
        self, eta_minus_px: ArrayOrTensor, eta_plus_px: ArrayOrTensor
    ) -> tuple[ArrayOrTensor, ArrayOrTensor]:
        """Depth of a boundary from its smoothness in both images (the paper's depth equation), and validity.

        A pair (η₋, η₊) is valid when some depth z > 0 and texture blur ξ² ≥ 0 give it.
        """
        depth_m, valid = self.depth_from_d(eta_minus_px**2 - eta_plus_px**2)
        xi2_px2 = eta_minus_px**2 - self.blur_sigma_px(depth_m, self.minus) ** 2
        # Rounding must not reject a perfectly sharp texture, ξ = 0.
        tolerance = 1e-5 * (eta_minus_px**2 + eta_plus_px**2)
        return depth_m, valid & (xi2_px2 >= -tolerance)

    def resolvable_range_m(self, max_blur_px: float = 3.0) -> tuple[float, float]:
        """Return the depths that this camera can tell apart, whatever its working range.

        Those are the depths around the working range where d(z) is one-to-one and the sharper of the two images
        is blurred by at most `max_blur_px`: beyond that, photon noise hides what the blur left.
        """
        _require_positive("max_blur_px", max_blur_px)
        spans = []
        for slope, offset in map(self._defocus_line, self.settings):
            spans.append(((-max_blur_px - offset) / slope, (max_blur_px - offset) / slope))
        low, high = min(s[0] for s in spans), max(s[1] for s in spans)
        first, second = sorted(spans)
        if first[1] < second[0]:  # sharp at two separate depths: keep the part nearest to the working range
            near, far = self.depth_range_m
            middle = (1 / near + 1 / far) / 2
            low, high = min(spans, key=lambda s: max(s[0] - middle, middle - s[1]))
        turn = self._turning_point
        if turn is not None and turn <= 1 / self.depth_range_m[1]:
            low = max(low, turn)
        elif turn is not None:
            high = min(high, turn)
        if high <= max(low, 0):
            raise CameraError(
                f"camera '{self.name}' resolves no depth with a blur of at most {max_blur_px} px: "
                "check its optical powers and sensor distance"
            )
        return 1 / high, (1 / low if low > 0 else math.inf)

    @property
    def blur_scale(self) -> float:
        """Factor by which to resize this camera's images so that their blur matches the paper's camera.

        Resizing by r multiplies d by r²; the largest |d| over the working range becomes that of the paper.
        """
        return math.sqrt(Camera.paper()._largest_d_px2 / self._largest_d_px2)

    @property
    def _largest_d_px2(self) -> float:
        return max(abs(self.d_px2(z)) for z in self.depth_range_m)

    def _defocus_line(self, setting: FocusSetting) -> tuple[float, float]:
        """Slope and offset of the signed defocus g(q) in px."""
        aperture_px = setting.aperture_sigma_m / self.image_pitch_m
        s = self.sensor_distance_m
        return aperture_px * s, aperture_px * (1 - s * setting.optical_power_dpt)

    @property
    def _d_polynomial(self) -> tuple[float, float, float]:
        """Coefficients of q², q and 1 in d."""
        (a, b), (a_plus, b_plus) = map(self._defocus_line, self.settings)
        return a**2 - a_plus**2, 2 * (a * b - a_plus * b_plus), b**2 - b_plus**2

    @property
    def _turning_point(self) -> float | None:
        """Inverse depth at which d stops being one-to-one, if there is one in front of the camera."""
        quadratic, linear, _ = self._d_polynomial
        if quadratic == 0:
            return None
        turn = -linear / (2 * quadratic)
        return turn if turn > 0 else None

    @property
    def _d_slope_sign(self) -> float:
        """Sign of the derivative of d by q over the working range."""
        quadratic, linear, _ = self._d_polynomial
        near, far = self.depth_range_m
        return math.copysign(1.0, quadratic * (1 / near + 1 / far) + linear)


def _require_positive(field: str, value: float) -> None:
    if not 0 < value <= sys.float_info.max:  # whole numbers may be larger
        raise CameraError(f"{field} is {value}; it must be a positive, finite number")
