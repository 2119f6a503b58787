"""Results in a file: every array of a result, its camera and its facts in one `depth.npz`."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from blurry_edges._version import __version__
from blurry_edges.arrays import read_npz
from blurry_edges.brightness import Balance
from blurry_edges.errors import DataError
from blurry_edges.estimator.fit import PairFit
from blurry_edges.estimator.result import PICTURE_NAMES, DepthLayers, DepthResult, Pictures
from blurry_edges.files import atomic_write
from blurry_edges.optics import camera_from_toml, camera_to_toml
from blurry_edges.typing import Array

__all__ = ["read_depth_npz", "result_maps", "write_depth_npz"]

_LAYERS = {"front_depth_m": "front_m", "back_depth_m": "back_m", "front_probability": "front_probability"}


def result_maps(result: DepthResult) -> dict[str, Array]:
    """Return all maps of a result by the names that they have in files; those in metres end in `_m`."""
    maps = {"depth_m": result.depth_m, "depth_sd_m": result.depth_sd_m}
    if result.layers is not None:
        maps["crisp_depth_m"] = result.crisp_depth_m
        maps |= {name: getattr(result.layers, own) for name, own in _LAYERS.items()}
    if result.pictures is not None:
        maps |= {name: getattr(result.pictures, name) for name in PICTURE_NAMES}
    return maps


def write_depth_npz(result: DepthResult, path: Path, facts: dict[str, Any] | None = None) -> Path:
    """Write a result; depths keep 32 bits, what is in 0..1 has 16, which halves the file."""
    maps = {
        name: array if name.endswith("_m") else array.astype(np.float16) for name, array in result_maps(result).items()
    }
    about = {
        "units": {name: "m" if name.endswith("_m") else "1" for name in maps},
        "unknown": "NaN",
        "photon_level": result.photon_level,
        "read_noise_photons": result.read_noise,
        "method": result.method,
        "fit": None if result.fit is None else asdict(result.fit),
        "balances": [asdict(balance) for balance in result.balances],
        "blurry_edges_version": __version__,
    } | (facts or {})
    with atomic_write(path) as file:
        np.savez_compressed(
            file,
            camera_toml=np.array(camera_to_toml(result.camera)),
            about=np.array(json.dumps(about)),
            **maps,  # type: ignore[arg-type]
        )
    return path


def read_depth_npz(path: Path) -> DepthResult:
    """Read a result; wedges of the paper's model are not stored, so refocusing goes by its sharp image and depth."""
    file = read_npz(path, "result")
    try:
        about: dict[str, Any] = json.loads(str(file["about"]))
        camera = camera_from_toml(str(file["camera_toml"]))
        maps = {name: file[name].astype(np.float32) for name in about["units"]}
        has_layers, has_pictures = "front_depth_m" in maps, "boundary" in maps
        fit, balances = about["fit"], (Balance(**_tuples(x)) for x in about["balances"])
        return DepthResult(
            maps["depth_m"],
            maps["depth_sd_m"],
            camera,
            float(about["photon_level"]),
            float(about["read_noise_photons"]),
            str(about["method"]),
            layers=DepthLayers(**{own: maps[name] for name, own in _LAYERS.items()}) if has_layers else None,
            pictures=Pictures(**{name: maps[name] for name in PICTURE_NAMES}) if has_pictures else None,
            fit=None if fit is None else PairFit(**fit),
            balances=tuple(balances),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(f"{path} is not a result of this program: {error}") from error


def _tuples(table: dict[str, Any]) -> dict[str, Any]:
    """Return a table whose lists are tuples, as the fields of dataclasses are."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in table.items()}
