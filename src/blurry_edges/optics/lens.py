"""A camera from what is printed on its lens, or written into its files."""

import math

from blurry_edges.errors import CameraError
from blurry_edges.optics.camera import Camera, FocusSetting

__all__ = ["camera_from_lens"]


def camera_from_lens(
    focal_length_m: float,
    f_number: float,
    pixel_pitch_m: float,
    focus_minus_m: float,
    focus_plus_m: float,
    depth_range_m: tuple[float, float] | None = None,
    name: str = "lens",
) -> Camera:
    """Return the camera of a lens that is focused at two distances.

    A lens focuses by moving; as the paper does, we say the same with a fixed sensor distance, the mean of the two, and
    an optical power that changes. The aperture is a disc of diameter f / N, which blurs like a Gaussian whose standard
    deviation is a quarter of that.

    Args:
        focal_length_m: focal length f.
        f_number: N.
        pixel_pitch_m: side of one image pixel.
        focus_minus_m: distance at which I₋ is sharp; infinite for infinity.
        focus_plus_m: distance at which I₊ is sharp.
        depth_range_m: working range; by default a little more than the two focus distances.
        name: name of the camera.

    """
    values = {"focal length": focal_length_m, "f-number": f_number, "pixel pitch": pixel_pitch_m}
    for what, value in values.items():
        if not (math.isfinite(value) and value > 0):
            raise CameraError(f"the {what} is {value}; it must be a positive number")
    distances = (focus_minus_m, focus_plus_m)
    if min(distances) <= focal_length_m:
        raise CameraError(f"a lens of {1e3 * focal_length_m:g} mm cannot focus at {min(distances):g} m; give metres")
    if focus_minus_m == focus_plus_m:
        raise CameraError("both images are focused at the same distance; depth needs two different ones")
    sensor_m = sum(1 / (1 / focal_length_m - 1 / z) for z in distances) / 2
    sigma_m = focal_length_m / f_number / 4
    if depth_range_m is None:
        near, far = sorted(distances)
        depth_range_m = (0.8 * near, 1.25 * far if math.isfinite(far) else math.inf)
    minus, plus = (FocusSetting(1 / sensor_m + 1 / z, sigma_m) for z in distances)
    return Camera(minus, plus, sensor_m, pixel_pitch_m, depth_range_m, name=name)
