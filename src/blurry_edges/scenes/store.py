"""Scenes on disk: one compressed file for each scene, a manifest with hashes, and frozen benchmarks.

Counts are whole photons, so they are stored without loss; clean images are rounded to 16 bits. The distance to the
nearest boundary is computed on reading.
"""

import dataclasses
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from jaxtyping import Shaped, UInt

from blurry_edges.arrays import read_npz
from blurry_edges.errors import DataError
from blurry_edges.files import atomic_write
from blurry_edges.optics import Camera, FocusSetting, Psf
from blurry_edges.scenes.scene import distance_px
from blurry_edges.typing import Array, Bool, Float

__all__ = [
    "MANIFEST_NAME",
    "CapturedScene",
    "SceneFolder",
    "StoredScene",
    "camera_fields",
    "file_sha256",
    "read_benchmark",
    "read_scene",
    "scene_name",
    "write_scene",
]

FORMAT_VERSION = 1
MANIFEST_NAME = "manifest.json"
_WHITE_16 = 65535
_EDGE_SIGMA_PX = 1.0
_EDGE_THRESHOLDS = (40.0, 90.0)
"""Sobel responses, in 1/255 of white, above which an edge goes on and begins."""
# What NumPy and zipfile raise, between them, on damaged archives.
_READ_ERRORS = (OSError, ValueError, KeyError, TypeError)


@dataclass(frozen=True)
class CapturedScene:
    """Noisy images of one scene, with the clean ones and the depth behind them."""

    counts: UInt[Array, "k H W 3"]
    """Photons that the sensor reports, one image for each focus setting; for a pair, I₋ then I₊. If there is a white
    level, values of developed pictures instead."""
    clean: Float[Array, "k H W 3"]
    """The same images without noise, in 0..1."""
    depth_m: Float[Array, "H W"]
    """True depth in metres."""
    photon_level: float
    """Photons of white, α."""
    read_noise: float
    """Standard deviation of the read noise in photons."""
    white_level: float | None = field(default=None, kw_only=True)
    """Value of white in developed pictures; without it, `counts` are photons, and white is the photon level."""

    @property
    def noisy(self) -> Float[Array, "k H W 3"]:
        """The photographs in 0..1, as an estimator sees them."""
        white = self.photon_level if self.white_level is None else self.white_level
        return (self.counts / white).astype(np.float32)


@dataclass(frozen=True)
class StoredScene(CapturedScene):
    """A captured scene with the truth about its boundaries."""

    all_in_focus: Float[Array, "H W 3"]
    """The pinhole image in 0..1."""
    boundary: Bool[Array, "H W"]
    """Pixels on the inner rim of a visible object outline."""
    boundary_depth_m: Float[Array, "H W"]
    """Depth in metres of the object that owns the boundary pixel; NaN off the boundary."""

    @cached_property
    def boundary_distance_px(self) -> Float[Array, "H W"]:
        """Distance in px to the nearest boundary pixel; infinite in a scene without boundaries."""
        return distance_px(self.boundary)

    @cached_property
    def edges(self) -> Bool[Array, "H W"]:
        """Object outlines, and the ridges of the gradient that stand out of the pinhole image."""
        bytes_ = np.rint(255 * self.all_in_focus.clip(0, 1)).astype(np.uint8)
        smooth = cv2.GaussianBlur(bytes_, (0, 0), _EDGE_SIGMA_PX)
        return np.asarray(self.boundary | (cv2.Canny(smooth, *_EDGE_THRESHOLDS, L2gradient=True) > 0))


def scene_name(index: int) -> str:
    """Return the file name of scene `index`."""
    return f"scene-{index:06d}.npz"


def write_scene(scene: StoredScene, path: Path) -> None:
    """Write a scene; the file appears under its name only when it is whole."""
    arrays = {
        "format_version": np.int64(FORMAT_VERSION),
        "counts": scene.counts,
        "clean": _to_16_bits(scene.clean),
        "depth_m": scene.depth_m.astype(np.float32),
        "boundary": scene.boundary,
        "boundary_depth_m": scene.boundary_depth_m.astype(np.float32),
        "all_in_focus": _to_16_bits(scene.all_in_focus),
        "photon_level": np.float64(scene.photon_level),
        "read_noise": np.float64(scene.read_noise),
    }
    if scene.white_level is not None:
        arrays["white_level"] = np.float64(scene.white_level)
    try:
        with atomic_write(path, durable=False) as file:  # its hash is checked before it is used
            np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    except OSError as error:
        raise DataError(f"cannot write scene {path}: {error.strerror}") from error


def read_scene(path: Path | str) -> StoredScene:
    """Read one scene file."""
    arrays = read_npz(Path(path), "scene")
    try:
        if (version := int(arrays["format_version"])) != FORMAT_VERSION:
            raise DataError(f"scene {path} has format {version}; this version reads format {FORMAT_VERSION}")
        return StoredScene(
            counts=arrays["counts"],
            clean=_from_16_bits(arrays["clean"]),
            depth_m=arrays["depth_m"],
            photon_level=float(arrays["photon_level"]),
            read_noise=float(arrays["read_noise"]),
            all_in_focus=_from_16_bits(arrays["all_in_focus"]),
            boundary=arrays["boundary"],
            boundary_depth_m=arrays["boundary_depth_m"],
            white_level=float(arrays["white_level"]) if "white_level" in arrays else None,
        )
    except KeyError as error:
        raise DataError(f"scene {path} lacks the array {error}; it is not a scene of this package") from error


def read_benchmark(path: Path | str, read_noise: float = 2.0) -> tuple[CapturedScene, ...]:
    """Read a frozen benchmark: one .npz with counts (n, k, H, W, 3), alpha (n), depth (n, H, W) and clean."""
    arrays = read_npz(Path(path), "benchmark")
    if missing := sorted({"counts", "alpha", "depth", "clean"} - arrays.keys()):
        raise DataError(f"benchmark {path} lacks the array '{missing[0]}'; it needs counts, alpha, depth and clean")
    counts, alpha, depth, clean = (arrays[name] for name in ("counts", "alpha", "depth", "clean"))
    sizes = {(len(counts), *counts.shape[2:4]), depth.shape, (len(clean), *clean.shape[2:4])}
    if counts.ndim != 5 or counts.shape != clean.shape or len(sizes) != 1 or alpha.shape != counts.shape[:1]:
        raise DataError(
            f"benchmark {path} holds arrays of sizes that do not fit: counts {counts.shape}, "
            f"clean {clean.shape}, depth {depth.shape}, alpha {alpha.shape}"
        )
    return tuple(
        CapturedScene(c, (i / np.float32(255)).astype(np.float32), z.astype(np.float32), float(a), read_noise)
        for c, i, z, a in zip(counts, clean, depth, alpha, strict=True)
    )


@dataclass(frozen=True)
class SceneFolder:
    """A complete folder of scenes: `len(folder)`, `folder[3]`, `for scene in folder`."""

    path: Path
    """The folder."""
    manifest: dict[str, Any]
    """Plan that made the scenes, and their hashes."""

    @classmethod
    def open(cls, path: Path | str) -> "SceneFolder":
        """Open a folder that `generate` completed; reads the manifest alone."""
        path = Path(path)
        file = path / MANIFEST_NAME
        try:
            manifest = json.loads(file.read_text(encoding="utf-8"))
        except FileNotFoundError as error:
            raise DataError(
                f"{path} holds no complete set of scenes ({MANIFEST_NAME} is missing); "
                "run `blurry-edges scenes` with the same arguments to finish it"
            ) from error
        except (OSError, ValueError) as error:
            raise DataError(f"cannot read {file}: {error}") from error
        known = isinstance(manifest, dict) and manifest.get("format_version") == FORMAT_VERSION
        if not (known and isinstance(manifest.get("sha256"), dict)):
            raise DataError(f"{file} is not a manifest of scenes in format {FORMAT_VERSION}")
        folder = cls(path, manifest)
        folder._require_files()
        return folder

    @property
    def camera(self) -> Camera:
        """The camera that took the scenes."""
        try:
            fields = dict(self.manifest["camera"])
            fields |= {name: FocusSetting(**fields[name]) for name in ("minus", "plus")}
            fields |= {"psf": Psf(**fields.get("psf", {})), "depth_range_m": tuple(fields["depth_range_m"])}
            return Camera(**fields)
        except (TypeError, ValueError, KeyError) as error:
            raise DataError(f"the manifest of {self.path} describes no camera: {error}") from error

    @property
    def settings(self) -> tuple[FocusSetting, ...]:
        """The focus settings of the images, in order."""
        return tuple(FocusSetting(**fields) for fields in self.manifest["settings"])

    def __len__(self) -> int:
        return len(self.manifest["sha256"])

    def __getitem__(self, index: int) -> StoredScene:
        if not -len(self) <= index < len(self):
            raise IndexError(f"scene {index} of a folder of {len(self)} scenes")
        return read_scene(self.path / scene_name(index % len(self)))

    def __iter__(self) -> Iterator[StoredScene]:
        return (self[index] for index in range(len(self)))

    def verify(self) -> None:
        """Compare every file with its hash in the manifest."""
        for name, expected in self.manifest["sha256"].items():
            if file_sha256(self.path / name) != expected:
                raise DataError(
                    f"scene {self.path / name} is damaged: its hash is not that of the manifest; "
                    "delete it and run `blurry-edges scenes` again"
                )

    def _require_files(self) -> None:
        for name in self.manifest["sha256"]:
            if not (self.path / name).is_file():
                raise DataError(f"scene {self.path / name} is missing; run `blurry-edges scenes` again to remake it")


def camera_fields(camera: Camera) -> dict[str, Any]:
    """Return a camera as plain data for a manifest.

    A Gaussian psf is left out: folders from before there were others can then still be continued.
    """
    fields = dataclasses.asdict(camera) | {"psf": camera.psf.as_fields()}
    return fields if camera.psf != Psf() else {name: fields[name] for name in fields if name != "psf"}


def file_sha256(path: Path) -> str:
    """Hash a file."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror}") from error


def _to_16_bits(image: Float[Array, "*n"]) -> Shaped[Array, "*n"]:
    return np.asarray(np.rint(image.clip(0, 1) * _WHITE_16), dtype=np.uint16)


def _from_16_bits(image: Shaped[Array, "*n"]) -> Float[Array, "*n"]:
    return (image / np.float32(_WHITE_16)).astype(np.float32)
