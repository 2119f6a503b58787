"""Cameras as TOML files: small, commented, with the unit in every name."""

import dataclasses
import json
import tomllib
from pathlib import Path
from typing import Any

from blurry_edges.errors import CameraError
from blurry_edges.files import atomic_write
from blurry_edges.optics.camera import Camera, FocusSetting
from blurry_edges.optics.psf import Psf

__all__ = ["camera_from_toml", "camera_to_toml", "read_camera", "write_camera"]

_LARGEST_NUMBER = 1e300
_TEMPLATE = """\
# A camera for blurry-edges. Lengths are in metres (_m), optical powers in dioptres (_dpt).
name = {name}
sensor_distance_m = {sensor_distance_m}  # lens to sensor
pixel_pitch_m = {pixel_pitch_m}  # side of one sensor pixel
binning = {binning}  # sensor pixels along one side of an image pixel
depth_range_m = [{near}, {far}]  # working range
psf = {psf}  # shape of the blur: "gaussian", "disc", or {{kind = "disc", soft_rim = 0.1, obstruction = 0.3}}

[minus]  # first image
optical_power_dpt = {minus.optical_power_dpt}
aperture_sigma_m = {minus.aperture_sigma_m}  # standard deviation of the aperture; a quarter of a disc's diameter

[plus]  # second image
optical_power_dpt = {plus.optical_power_dpt}
aperture_sigma_m = {plus.aperture_sigma_m}
"""


def read_camera(path: Path | str) -> Camera:
    """Read a camera from a TOML file.

    Examples:
        >>> import blurry_edges
        >>> from blurry_edges.photos import DEMO_FOLDER
        >>> camera = blurry_edges.read_camera(DEMO_FOLDER / "camera.toml")
        >>> camera.name, camera.depth_range_m
        ('demo', (0.75, 1.18))

    """
    path = Path(path)
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise CameraError(f"cannot read camera file {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CameraError(f"camera file {path} is not valid TOML: {error}") from error
    try:
        return camera_from_toml(text)
    except CameraError as error:
        raise CameraError(f"camera file {path}: {error}") from error


def camera_from_toml(text: str) -> Camera:
    """Read a camera from the text of a TOML file."""
    try:
        # Line ends of other systems are those of TOML when a file is read as one.
        table = tomllib.loads(text.replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        raise CameraError(f"is not valid TOML: {error}") from error
    return _camera_from_table(table)


def camera_to_toml(camera: Camera) -> str:
    """Return a camera as the text of a TOML file."""
    near, far = camera.depth_range_m
    fields = {field.name: getattr(camera, field.name) for field in dataclasses.fields(camera)}
    named = {"name": _toml_string(camera.name), "near": near, "far": far, "psf": _toml_psf(camera.psf)}
    return _TEMPLATE.format(**fields | named)


def write_camera(camera: Camera, path: Path | str, *, overwrite: bool = False) -> None:
    """Write a camera to a TOML file that `read_camera` reads back exactly.

    Args:
        camera: the camera.
        path: the file to write.
        overwrite: replace a file that exists; without it, that is an error.

    Examples:
        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> import blurry_edges
        >>> with TemporaryDirectory() as folder:
        ...     blurry_edges.write_camera(blurry_edges.Camera.paper(), Path(folder) / "camera.toml")
        ...     print((Path(folder) / "camera.toml").read_text().splitlines()[1])
        name = "paper"

    """
    path = Path(path)
    try:
        if not overwrite and path.exists():
            raise FileExistsError(path)
        with atomic_write(path) as file:
            file.write(camera_to_toml(camera).encode())
    except FileExistsError as error:
        raise CameraError(f"camera file {path} exists; choose another name or overwrite it") from error
    except OSError as error:
        raise CameraError(f"cannot write camera file {path}: {error.strerror}") from error


def _toml_string(text: str) -> str:
    """Quote a string: TOML's escapes are JSON's, but for characters beyond 16 bits and for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _toml_psf(psf: Psf) -> str:
    fields = psf.as_fields()
    if len(fields) == 1:
        return json.dumps(psf.kind)
    return "{" + ", ".join(f"{name} = {json.dumps(value)}" for name, value in fields.items()) + "}"


def _psf_from_value(value: Any) -> Psf:
    """Read a psf: its kind, or a table with the kind and the shares of its radius."""
    if isinstance(value, str):
        value = {"kind": value}
    if not isinstance(value, dict) or not isinstance(value.get("kind"), str):
        raise CameraError(f'psf is {value!r}; write psf = "disc" or psf = {{kind = "disc", soft_rim = 0.1}}')
    shares = {name: share for name, share in value.items() if name != "kind"}
    if unknown := sorted(shares.keys() - {"soft_rim", "obstruction"}):
        raise CameraError(f"psf does not know '{unknown[0]}'; it takes kind, soft_rim and obstruction")
    for name, share in shares.items():
        if not _is_number(share):
            raise CameraError(f"{name} of the psf is {share!r}; it must be a number")
    return Psf(value["kind"], **shares)


def _camera_from_table(table: dict[str, Any]) -> Camera:
    table = dict(table)
    settings = {}
    for image in ("minus", "plus"):
        section = table.pop(image, None)
        if not isinstance(section, dict):
            raise CameraError(f"section [{image}] is missing; it holds the lens setting of one image")
        numbers = _numbers(section, ("optical_power_dpt", "aperture_sigma_m"), f"[{image}] ")
        settings[image] = FocusSetting(**numbers)
    depth_range = table.pop("depth_range_m", None)
    if not (isinstance(depth_range, list) and len(depth_range) == 2 and all(map(_is_number, depth_range))):
        raise CameraError("depth_range_m must be a list of two numbers, the nearest and the farthest depth")
    name = table.pop("name", "camera")
    binning = table.pop("binning", 1)
    psf = _psf_from_value(table.pop("psf", "gaussian"))
    if not isinstance(name, str):
        raise CameraError(f"name is {name!r}; it must be a string")
    if not isinstance(binning, int) or isinstance(binning, bool):
        raise CameraError(f"binning is {binning!r}; it must be a whole number")
    numbers = _numbers(table, ("sensor_distance_m", "pixel_pitch_m"), "")
    near, far = map(float, depth_range)
    return Camera(
        settings["minus"], settings["plus"], depth_range_m=(near, far), binning=binning, name=name, psf=psf, **numbers
    )


def _numbers(table: dict[str, Any], names: tuple[str, ...], where: str) -> dict[str, float]:
    """Take exactly the numbers called `names` from a table."""
    if unknown := sorted(table.keys() - set(names)):
        raise CameraError(f"{where}does not know '{unknown[0]}'; it takes {', '.join(names)}".strip())
    for name in names:
        if name not in table:
            raise CameraError(f"{where}{name} is missing")
        if not _is_number(table[name]):
            raise CameraError(f"{where}{name} is {table[name]!r}; it must be a number")
    return {name: float(table[name]) for name in names}


def _is_number(value: object) -> bool:
    # TOML has whole numbers of any length; those that no float holds are none here.
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return isinstance(value, float) or abs(value) < _LARGEST_NUMBER
