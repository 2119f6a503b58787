"""The C++ example is built, run, and finds the depth that the estimator finds."""

import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import onnxruntime
import pytest

import blurry_edges

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "cpp"
HEADER = "onnxruntime_cxx_api.h"


def _header_folder() -> Path | None:
    """Find ONNX Runtime's header: where the variable says, where Debian puts it, or where `make` has unpacked it."""
    given = os.environ.get("ONNXRUNTIME_INCLUDE")
    usual = [Path("/usr/include"), Path("/usr/local/include"), ROOT / "build" / "onnxruntime" / "usr" / "include"]
    folders = [Path(given)] if given else usual
    found = (folder / below for folder in folders for below in (".", "onnxruntime", "onnxruntime/core/session"))
    return next((folder for folder in found if (folder / HEADER).exists()), None)


def _library() -> Path | None:
    """Find the shared library that comes with the Python package."""
    return next(iter(sorted((Path(onnxruntime.__file__).parent / "capi").glob("libonnxruntime.so*"))), None)


pytestmark = [
    pytest.mark.skipif(shutil.which("cmake") is None or shutil.which("c++") is None, reason="no C++ compiler or CMake"),
    pytest.mark.skipif(_header_folder() is None, reason=f"no {HEADER}: `make onnx-header`, or set ONNXRUNTIME_INCLUDE"),
    pytest.mark.skipif(_library() is None, reason="ONNX Runtime's Python package holds no library to link"),
]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    build = tmp_path_factory.mktemp("build")
    library = build / "libonnxruntime.so.1"  # as programs ask for it; the Python package has it under its full version
    library.symlink_to(_library())
    given = [f"-DONNXRUNTIME_INCLUDE={_header_folder()}", f"-DONNXRUNTIME_LIBRARY={library}"]
    for command in (["cmake", "-S", EXAMPLE, "-B", build, *given], ["cmake", "--build", build]):
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    return build / "depth"


def _write_pfm(image: np.ndarray, path: Path) -> Path:
    head = f"PF\n{image.shape[1]} {image.shape[0]}\n-1.0\n".encode()
    path.write_bytes(head + image[::-1].astype("<f4").tobytes())
    return path


def _write_ppm(image: np.ndarray, path: Path) -> Path:
    head = f"P6\n# 16 bits\n{image.shape[1]} {image.shape[0]}\n65535\n".encode()
    path.write_bytes(head + np.rint(image.clip(0, 1) * 65535).astype(">u2").tobytes())
    return path


def _read_pfm(path: Path) -> np.ndarray:
    kind, size, scale, content = path.read_bytes().split(b"\n", 3)
    width, height = map(int, size.split())
    assert (kind, float(scale)) == (b"Pf", -1.0)
    return np.frombuffer(content, "<f4").reshape(height, width)[::-1]


def _run(program: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)


@pytest.mark.parametrize(("size", "write"), [((200, 280), _write_ppm), ((412, 333), _write_pfm)])
def test_depth_is_that_of_the_estimator(program: Path, model: Path, tmp_path: Path, size, write):
    """A pair within a tile, mirrored to its size; and one that needs six tiles."""
    demo = blurry_edges.demo_pair()
    more = [(0, max(0, length - have)) for length, have in zip(size, (200, 280), strict=True)]
    images = [np.pad(image, (*more, (0, 0)), mode="reflect") for image in (demo.minus, demo.plus)]
    photos = [write(image, tmp_path / f"{name}.pnm") for image, name in zip(images, ("minus", "plus"), strict=True)]
    outputs = tmp_path / "depth.pfm", tmp_path / "depth_sd.pfm"
    done = _run(program, model, *photos, 190, 2, *outputs)
    assert done.returncode == 0, done.stderr
    depth_m, sd_m = map(_read_pfm, outputs)
    mirrored = [np.pad(image, (*((0, max(0, 320 - x)) for x in size), (0, 0)), mode="reflect") for image in images]
    found = blurry_edges.load("fused").estimate(*mirrored, camera=demo.camera, photon_level=190.0, read_noise=2.0)
    expected_m, expected_sd_m = (x[: size[0], : size[1]] for x in (found.depth_m, found.depth_sd_m))
    assert depth_m.shape == size
    difference = np.abs(depth_m - expected_m) / expected_sd_m
    assert np.mean(difference) < 0.05
    assert np.quantile(difference, 0.99) < 0.5
    np.testing.assert_allclose(np.median(sd_m), np.median(expected_sd_m), rtol=0.02)
    again = _run(program, model, *photos, 190, 2, *outputs)
    assert again.returncode == 1
    assert "it exists" in again.stderr


def test_what_is_wrong_is_said_in_one_sentence(program: Path, model: Path, tmp_path: Path):
    image = np.full((40, 40, 3), 0.5)
    whole, small = _write_ppm(image, tmp_path / "a.ppm"), _write_ppm(image[:30], tmp_path / "b.ppm")
    cut = tmp_path / "cut.ppm"
    cut.write_bytes(whole.read_bytes()[:-9])
    output = tmp_path / "depth.pfm"
    for photos, light, what in [
        ((whole, small), (190, 2), "differ in size"),
        ((cut, whole), (190, 2), "cut short"),
        ((model, whole), (190, 2), "neither a colour PPM"),
        ((whole, whole), ("many", 2), "PHOTONS is 'many'"),
        ((whole, tmp_path / "none.ppm"), (190, 2), "cannot be opened"),
    ]:
        done = _run(program, model, *photos, *light, output)
        assert done.returncode == 1
        assert what in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert _run(program, model).returncode == 2
    assert not output.exists()
