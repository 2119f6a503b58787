"""A camera from what is printed on its lens, or written into its files."""

import math

from blurry_edges.errors import CameraError
from blurry_edges.optics.camera import Camera, FocusSetting
from blurry_edges.optics.psf import Psf

__all__ = ["camera_from_lens", "default_range_m"]

_USABLE_BLUR_PX = 5.0
_NEAREST_SHARE = 0.5
_BESIDE_FOCUS = 1.03


def camera_from_lens(
    focal_length_m: float,
    f_number: float | tuple[float, float],
    pixel_pitch_m: float,
    focus_minus_m: float,
    focus_plus_m: float | None = None,
    depth_range_m: tuple[float, float] | None = None,
    name: str = "lens",
    *,
    psf: Psf | None = None,
    usable_blur_px: float = _USABLE_BLUR_PX,
) -> Camera:
    """Return the camera of a lens that is focused at two distances, or set to two apertures, or both.

    A lens focuses by moving; as the paper does, we say the same with a fixed sensor distance, the mean of the two, and
    an optical power that changes. The aperture is a disc of diameter f / N, whose standard deviation along one axis is
    a quarter of that.

    Args:
        focal_length_m: focal length f.
        f_number: N, of both images or of I₋ and I₊.
        pixel_pitch_m: side of one image pixel.
        focus_minus_m: distance at which I₋ is sharp; infinite for infinity.
        focus_plus_m: distance at which I₊ is sharp; by default that of I₋, for a pair that differs in aperture.
        depth_range_m: working range; by default see `default_range_m`.
        name: name of the camera.
        psf: shape of the blur; by default a disc, as real lenses have.
        usable_blur_px: blur up to which an image is of use, for the default range.

    Examples:
        A 50 mm lens at f/2 in front of pixels of 15 µm, focused at 1.5 m and at 1.2 m:

        >>> import blurry_edges
        >>> camera = blurry_edges.camera_from_lens(0.050, 2.0, 15e-6, 1.5, 1.2, depth_range_m=(1.0, 2.0))
        >>> [round(camera.focus_distance_m(setting), 3) for setting in camera.settings]
        [1.5, 1.2]
        >>> camera.psf.kind
        'disc'

    """
    numbers = f_number if isinstance(f_number, tuple) else (f_number, f_number)
    distances = (focus_minus_m, focus_minus_m if focus_plus_m is None else focus_plus_m)
    _require_lens(focal_length_m, pixel_pitch_m, numbers, distances)
    sensor_m = sum(1 / (1 / focal_length_m - 1 / z) for z in distances) / 2
    minus, plus = (
        FocusSetting(1 / sensor_m + 1 / z, focal_length_m / number / 4)
        for z, number in zip(distances, numbers, strict=True)
    )
    if depth_range_m is None:
        slopes = [setting.aperture_sigma_m * sensor_m / pixel_pitch_m for setting in (minus, plus)]
        depth_range_m = default_range_m(distances, (slopes[0], slopes[1]), usable_blur_px)
    return Camera(minus, plus, sensor_m, pixel_pitch_m, depth_range_m, name=name, psf=psf or Psf("disc"))


def _require_lens(
    focal_length_m: float, pixel_pitch_m: float, f_numbers: tuple[float, float], focus_m: tuple[float, float]
) -> None:
    """Refuse what no lens can be, and a pair that differs in nothing."""
    values = {"focal length": focal_length_m, "pixel pitch": pixel_pitch_m}
    for name, value in [*values.items(), *(("f-number", number) for number in f_numbers)]:
        if not (math.isfinite(value) and value > 0):
            raise CameraError(f"the {name} is {value}; it must be a positive number")
    for distance_m in focus_m:
        if not distance_m > focal_length_m:
            raise CameraError(f"a lens of {1e3 * focal_length_m:g} mm cannot focus at {distance_m:g} m; give metres")
    if focus_m[0] == focus_m[1] and f_numbers[0] == f_numbers[1]:
        raise CameraError(
            "both images are focused at the same distance with the same aperture; "
            "depth needs two focus distances, or two f-numbers"
        )


def default_range_m(
    focus_m: tuple[float, float], blur_px_per_dpt: tuple[float, float], usable_blur_px: float = _USABLE_BLUR_PX
) -> tuple[float, float]:
    """Return the depths that a pair can be expected to show: nearest and farthest in metres.

    The far end is where both images are blurred by more than `usable_blur_px`, and infinity if they never are: what
    stands behind the scene is in the picture too. The near end is likewise, but not nearer than half the nearest focus
    distance, where that image is as blurred as it is at infinity: nobody focuses behind all of a scene.

    Images of unequal apertures look alike at two depths, on either side of a turning point. When both are focused at
    the same distance that is where it is, and the range is what lies behind it, or in front of it if that is infinity.

    Args:
        focus_m: distances at which the two images are sharp.
        blur_px_per_dpt: blur (σ) that each image gains in a dioptre from its focus.
        usable_blur_px: largest blur at which an image is of use.

    """
    sharp = [1 / z for z in focus_m]
    reach = [usable_blur_px / slope for slope in blur_px_per_dpt]
    low = max(0.0, min(q - r for q, r in zip(sharp, reach, strict=True)))
    high = max(q + r for q, r in zip(sharp, reach, strict=True))
    if max(sharp) > 0:
        high = min(high, max(sharp) / _NEAREST_SHARE)
    turn = _turning_point(sharp, blur_px_per_dpt)
    if turn is not None and turn > 0:
        # Two focus distances are on the same side of the turning point; a single one is the turning point itself.
        if turn >= max(sharp):
            high = min(high, turn / _BESIDE_FOCUS)
        else:
            low = max(low, turn * _BESIDE_FOCUS)
    if not high > low:
        raise CameraError(
            f"no depth is sharp to {usable_blur_px:g} px in either image; give the range of the scene "
            "(--lens.range-m), or check focal length, f-number and pixel pitch"
        )
    return 1 / high, 1 / low if low > 0 else math.inf


def _turning_point(sharp_dpt: list[float], slopes: tuple[float, float]) -> float | None:
    """Inverse depth at which the difference of the blur variances turns round; None for equal apertures."""
    first, second = (slope**2 for slope in slopes)
    if math.isclose(first, second, rel_tol=1e-9):
        return None
    if sharp_dpt[0] == sharp_dpt[1]:
        return sharp_dpt[0]
    return (first * sharp_dpt[0] - second * sharp_dpt[1]) / (first - second)
