"""What is fuzzed: each target makes one case from random numbers and checks what comes of it."""

import io
import json
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from blurry_edges.errors import BlurryEdgesError
from fuzz.mutate import damaged, damaged_text

__all__ = ["TARGETS"]

Case = Callable[[np.random.Generator, Path], None]
TARGETS: dict[str, Case] = {}


def _target(name: str) -> Callable[[Case], Case]:
    def keep(case: Case) -> Case:
        TARGETS[name] = case
        return case

    return keep


def _picture(rng: np.random.Generator, dtype: type = np.uint8) -> np.ndarray:
    shape = (int(rng.integers(1, 40)), int(rng.integers(1, 40)), 3)
    return rng.integers(0, np.iinfo(dtype).max, shape, dtype, endpoint=True)


def _check_photo(path: Path) -> None:
    """Read a photograph: one that is accepted is finite, in 0..1, and has three colours."""
    from blurry_edges.photos import load_photo

    image = load_photo(path).image
    assert image.ndim == 3 and image.shape[2] == 3 and image.size, image.shape
    assert image.dtype == np.float32 and np.isfinite(image).all()
    assert image.min() >= 0 and image.max() <= 1, (image.min(), image.max())


def _encoded(suffix: str) -> Case:
    def case(rng: np.random.Generator, folder: Path) -> None:
        import cv2

        deep = suffix in (".png", ".tiff") and rng.random() < 0.5
        _, data = cv2.imencode(suffix, _picture(rng, np.uint16 if deep else np.uint8))
        path = folder / f"a{suffix}"
        path.write_bytes(damaged(data.tobytes(), rng))
        _check_photo(path)

    return case


for _suffix in (".png", ".jpg", ".webp", ".tiff"):
    _target(_suffix[1:])(_encoded(_suffix))


@_target("tifffile")
def _tifffile(rng: np.random.Generator, folder: Path) -> None:
    import tifffile

    kinds = (np.uint8, np.uint16, np.float32, np.float64, np.int32)
    values = _picture(rng).astype(kinds[int(rng.integers(len(kinds)))])
    data = io.BytesIO()
    tifffile.imwrite(data, values, compression="zlib" if rng.random() < 0.5 else None)
    path = folder / "a.tif"
    path.write_bytes(damaged(data.getvalue(), rng))
    _check_photo(path)


@_target("exr")
def _exr(rng: np.random.Generator, folder: Path) -> None:
    import OpenEXR

    path = folder / "a.exr"
    channels = {"RGB": rng.random((16, 20, 3), np.float32)}
    OpenEXR.File({"compression": OpenEXR.ZIP_COMPRESSION, "type": OpenEXR.scanlineimage}, channels).write(str(path))
    path.write_bytes(damaged(path.read_bytes(), rng))
    _check_photo(path)


@_target("npy")
def _npy(rng: np.random.Generator, folder: Path) -> None:
    data = io.BytesIO()
    np.save(data, _picture(rng) / np.float32(255))
    path = folder / "a.npy"
    path.write_bytes(damaged(data.getvalue(), rng))
    _check_photo(path)


@_target("raw")
def _raw(rng: np.random.Generator, folder: Path) -> None:
    import tifffile

    data = io.BytesIO()
    bayer = rng.integers(0, 65535, (32, 32), np.uint16)
    extra = [(50706, "B", 4, (1, 4, 0, 0), True), (33421, "H", 2, (2, 2), True), (33422, "B", 4, (0, 1, 1, 2), True)]
    tifffile.imwrite(data, bayer, photometric=32803, extratags=extra)
    path = folder / "a.dng"
    path.write_bytes(damaged(data.getvalue(), rng))
    _check_photo(path)


@_target("camera")
def _camera(rng: np.random.Generator, folder: Path) -> None:
    from blurry_edges.optics import Camera, camera_to_toml, read_camera

    path = folder / "camera.toml"
    path.write_text(damaged_text(camera_to_toml(Camera.paper()), rng), encoding="utf-8")
    camera = read_camera(path)
    near, far = camera.depth_range_m
    assert 0 < near < far
    assert np.isfinite(float(camera.d_px2(near)))


@_target("csv")
def _csv(rng: np.random.Generator, folder: Path) -> None:
    from blurry_edges.pairs.find import find_pairs

    path = folder / "pairs.csv"
    text = "name,minus,plus,camera\n" + "".join(f"p{i},a{i}_minus.png,a{i}_plus.png,\n" for i in range(3))
    path.write_text(damaged_text(text, rng), encoding="utf-8")
    for pair in find_pairs(path):
        inside = (folder / pair.name).resolve()
        assert inside.parent == folder.resolve(), pair.name


@_target("weights")
def _weights(rng: np.random.Generator, folder: Path) -> None:
    from safetensors.torch import save

    from blurry_edges.estimator import load

    data = damaged(save({"a.weight": torch.rand(3, 4), "b": torch.rand(2)}), rng)
    path = folder / "x.safetensors"
    path.write_bytes(data)
    import hashlib

    card = {"architecture": "fused", "sha256": hashlib.sha256(data).hexdigest(), "config": {"evidence_channels": 37}}
    path.with_suffix(".json").write_text(damaged_text(json.dumps(card, indent=1), rng), encoding="utf-8")
    load(str(path))


@_target("result")
def _result(rng: np.random.Generator, folder: Path) -> None:
    from blurry_edges.estimator import DepthResult
    from blurry_edges.optics import Camera

    depth = rng.uniform(0.7, 1.2, (9, 7)).astype(np.float32)
    path = DepthResult(depth, 0.01 * depth, Camera.paper(), 190.0, 2.0, "fuzz").save(folder)
    path.write_bytes(damaged(path.read_bytes(), rng))
    result = DepthResult.load(folder)
    assert result.depth_m.shape == result.depth_sd_m.shape


def _awkward_image(rng: np.random.Generator) -> object:
    """Return an array, list or tensor as users hand them over, right or wrong."""
    side = int(rng.choice([1, 20, 21, 24, 31, 40]))
    image: np.ndarray = rng.random((side, int(rng.choice([side, 21, 25, 64])), 3), np.float32)
    kind = int(rng.integers(14))
    if kind == 0:
        return image[..., ::-1]
    if kind == 1:
        return image.astype(rng.choice([">f4", "f8", "f2", "u1", "i4", "c8", "?"]))
    if kind == 2:
        image[int(rng.integers(len(image)))] = rng.choice([np.nan, np.inf, -1.0, 2.0, 1e30])
    if kind == 3:
        return image.tolist()
    if kind == 4:
        return torch.from_numpy(image)
    if kind == 5:
        return image[..., 0]
    if kind == 6:
        image.setflags(write=False)
    if kind == 7:
        return image.transpose(2, 0, 1)
    if kind == 8:
        return np.full_like(image, rng.choice([0.0, 1.0, 0.5, 1e-8]))
    if kind == 9:
        return rng.choice(np.array([None, "path.png", 3, b"x"], object))
    if kind == 10:
        return np.asfortranarray(image)[::2]
    return image


def _awkward_camera(rng: np.random.Generator) -> object:
    from blurry_edges.optics import Camera, FocusSetting, Psf

    camera = Camera.paper()
    kind = int(rng.integers(8))
    if kind == 0:
        return rng.choice(np.array([None, 3, "paper"], object))
    if kind == 1:
        camera = camera.resized(float(10 ** rng.uniform(-3, 3)))
    if kind == 2:
        near = float(10 ** rng.uniform(-3, 3))
        camera = replace(camera, depth_range_m=(near, near * float(1 + 10 ** rng.uniform(-6, 4))))
    if kind == 3:
        camera = replace(camera, minus=FocusSetting(*(float(10 ** rng.uniform(-4, 4)) for _ in range(2))))
    if kind == 4:
        camera = replace(camera, psf=Psf("disc", float(rng.random()), float(0.9 * rng.random())))
    if kind == 5:
        camera = replace(camera, minus=camera.plus, plus=camera.minus)
    return camera


def _estimate(name: str) -> Case:
    def case(rng: np.random.Generator, folder: Path) -> None:
        from blurry_edges.estimator import load

        minus = _awkward_image(rng)
        plus = _awkward_image(rng)
        if isinstance(minus, np.ndarray) and minus.dtype == np.float32 and rng.random() < 0.7:
            plus = np.clip(minus + rng.normal(0, 0.05, minus.shape), 0, 1).astype(np.float32)
        light = [None, *(float(rng.choice([0.5, 1, 30, 190, 1e5, np.nan, -1, 1e30])) for _ in range(2))]
        given = {"photon_level": light[int(rng.integers(3))], "read_noise": light[int(rng.integers(3))]}
        maps = str(rng.choice(["depth", "all", "none"]))
        result = load(name).estimate(minus, plus, camera=_awkward_camera(rng), maps=maps, **given)
        known = np.isfinite(result.depth_m)
        assert result.depth_m.dtype == np.float32
        assert (result.depth_m[known] > 0).all()
        assert (result.depth_sd_m[known] >= 0).all(), "a depth without an error bar"
        if result.pictures is not None:
            assert np.isfinite(result.sharp).all() and result.sharp.min() >= 0 and result.sharp.max() <= 1

    return case


for _name in ("evidence", "fused"):
    _target(f"estimate-{_name}")(_estimate(_name))


def run_case(target: str, number: int) -> None:
    """Run one case; what it raises beyond the package's own errors is a bug."""
    rng = np.random.default_rng((sum(target.encode()), number))
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        try:
            TARGETS[target](rng, Path(folder))
        except BlurryEdgesError as error:
            message = str(error)
            assert message.strip() and "\n" not in message.strip(), f"not one line: {message!r}"
