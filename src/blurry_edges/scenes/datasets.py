"""Data sets with known depth, in the layouts that people have: a folder of scenes, a frozen .npz, the authors' .npy."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from blurry_edges.arrays import read_npy
from blurry_edges.errors import DataError
from blurry_edges.optics import Camera, FocusSetting
from blurry_edges.scenes.store import CapturedScene, SceneFolder, read_benchmark
from blurry_edges.typing import Array

__all__ = ["DataSet", "read_dataset"]

_AUTHORS_FILES = ("images_ny.npy", "depth_maps.npy", "alphas.npy")
_READ_NOISE = 2.0


@dataclass(frozen=True)
class DataSet:
    """Photographed scenes and the camera that took them."""

    name: str
    scenes: Sequence[CapturedScene]
    camera: Camera
    settings: tuple[FocusSetting, ...]
    """Focus settings of the images of each scene; the first two are the camera's pair."""

    def __post_init__(self) -> None:
        for index, scene in enumerate(self.scenes):
            if len(scene.counts) != len(self.settings):
                raise DataError(
                    f"scene {index} of {self.name} has {len(scene.counts)} images, "
                    f"but there are {len(self.settings)} focus settings"
                )


def read_dataset(path: Path | str, camera: Camera | None = None) -> DataSet:
    """Read a data set.

    Args:
        path: a folder made by `blurry-edges scenes`; a .npz with counts, alpha, depth and clean; or a folder with the
            files of the paper's authors, images_ny.npy, depth_maps.npy and alphas.npy.
        camera: the camera that took it; without it, the folder's own, or that of the paper's synthetic data.

    """
    path = Path(path)
    if path.is_dir() and all((path / name).is_file() for name in _AUTHORS_FILES):
        scenes: Sequence[CapturedScene] = _read_authors(path)
        camera = camera or Camera.paper()
        return DataSet(path.name, scenes, camera, camera.settings)
    if path.is_dir():
        folder = SceneFolder.open(path)
        if folder.settings[:2] != folder.camera.settings:
            raise DataError(
                f"{path} holds a focus stack without the camera's pair; make it again with `--stack N --pair`"
            )
        return DataSet(path.name, [*folder], camera or folder.camera, folder.settings)
    camera = camera or Camera.paper()
    return DataSet(path.stem, read_benchmark(path, _READ_NOISE), camera, camera.settings)


def _read_authors(path: Path) -> list[CapturedScene]:
    """Read the authors' layout: noisy images (n, 2, H, W, 3) as counts or in 0..1, depths (n, H, W) and photon levels.

    There is no clean image in it; the noisy one stands in, so figures that need a clean one mean nothing.
    """
    images, depths, levels = (_load(path / name) for name in _AUTHORS_FILES)
    if images.ndim == 5 and images.shape[2] == 3 and images.shape[-1] != 3:
        images = np.moveaxis(images, 2, -1)
    levels = levels.reshape(-1).astype(np.float64)
    if images.ndim != 5 or images.shape[1] != 2 or images.shape[-1] != 3:
        raise DataError(f"{path / _AUTHORS_FILES[0]} has the shape {images.shape}, not (scenes, 2, height, width, 3)")
    if depths.shape != (len(images), *images.shape[2:4]) or len(levels) != len(images):
        raise DataError(
            f"the files of {path} do not fit: images {images.shape}, depths {depths.shape}, "
            f"photon levels {levels.shape}"
        )
    are_counts = images.max() > 2
    scenes = []
    for image, depth, level in zip(images, depths, levels, strict=True):
        counts = image if are_counts else image * level
        clean = (counts / level).clip(0, 1).astype(np.float32)
        whole = np.rint(counts.clip(0, 65535)).astype(np.uint16)
        scenes.append(CapturedScene(whole, clean, depth.astype(np.float32), float(level), _READ_NOISE))
    return scenes


def _load(path: Path) -> Array:
    try:
        return read_npy(path.read_bytes(), str(path))
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror}") from error
