"""A scene that `blurry-edges scenes` wrote, as photographs of a camera that is known."""

from dataclasses import dataclass
from pathlib import Path

from blurry_edges.errors import DataError
from blurry_edges.optics import Camera, FocusSetting, read_camera
from blurry_edges.pairs.camera import ResolvedCamera
from blurry_edges.photos import Exif, Photo
from blurry_edges.scenes.store import MANIFEST_NAME, SceneFolder, StoredScene, read_scene
from blurry_edges.typing import Array, Float

__all__ = ["SCENE_SUFFIX", "SceneShots", "shots_of_scene"]

SCENE_SUFFIX = ".npz"


@dataclass(frozen=True)
class SceneShots:
    """The photographs of a scene, and what is known of them."""

    photos: list[Photo]
    found: ResolvedCamera
    settings: tuple[FocusSetting, ...]
    """Focus of each photograph."""
    photon_level: float | None
    """Photons of white; None of developed pictures, whose values are no photons."""
    read_noise: float | None
    """Read noise in photons; None of developed pictures."""
    truth_m: Float[Array, "H W"]
    """True depth."""


def shots_of_scene(path: Path, camera_file: Path | None = None) -> SceneShots:
    """Read a scene; its camera is the one given, or that of the manifest beside it."""
    scene = read_scene(path)
    camera, settings, source = _camera(path, camera_file)
    if len(settings) != len(scene.counts):
        raise DataError(f"scene {path} has {len(scene.counts)} images, but {source} gives {len(settings)} settings")
    if settings[:2] != camera.settings:
        raise DataError(
            f"{path} is of a focus stack without the camera's pair; make it again with `scenes --stack N --pair`"
        )
    counted = scene.white_level is None
    return SceneShots(
        _photos(scene, path),
        ResolvedCamera(camera, [f"camera '{camera.name}' from {source}"]),
        settings,
        scene.photon_level if counted else None,
        scene.read_noise if counted else None,
        scene.depth_m,
    )


def _camera(path: Path, camera_file: Path | None) -> tuple[Camera, tuple[FocusSetting, ...], Path]:
    """Return the camera, the settings of the images, and the file that tells them."""
    if camera_file is not None:
        camera = read_camera(camera_file)
        return camera, camera.settings, camera_file
    manifest = path.parent / MANIFEST_NAME
    if not manifest.is_file():
        raise DataError(f"there is no {MANIFEST_NAME} beside scene {path} that tells its camera; give it with --camera")
    folder = SceneFolder.open(path.parent)
    return folder.camera, folder.settings, manifest


def _photos(scene: StoredScene, path: Path) -> list[Photo]:
    bits = 8 * scene.counts.dtype.itemsize
    return [Photo(image, path, "linear", "file says", bits, Exif()) for image in scene.noisy]
