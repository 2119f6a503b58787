"""`blurry-edges calibrate` as a user types it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from scipy.ndimage import gaussian_filter

from blurry_edges.estimator import DepthResult
from blurry_edges.estimator.linear import read_linear
from blurry_edges.optics import Camera, Psf, capture, read_camera, write_camera
from blurry_edges.photos import write_image
from blurry_edges.scenes.textures import rich_texture
from command import assert_one_sentence, run, run_process

CAMERA = Camera.paper()


def write_planes(folder: Path, distances_m: tuple[float, ...]) -> None:
    for seed, distance in enumerate(distances_m):
        texture = rich_texture(np.random.default_rng(seed), (170, 170))
        for name, sigma in zip(("minus", "plus"), CAMERA.blur_sigmas_px(distance), strict=True):
            blurred = np.stack([gaussian_filter(texture[..., c], float(sigma)) for c in range(3)], -1)[25:-25, 25:-25]
            clean = torch.from_numpy(blurred.astype(np.float32))
            noisy = capture(clean, torch.tensor(1500.0), torch.tensor(2.0), torch.Generator().manual_seed(seed))
            write_image(noisy.numpy(), folder / f"{100 * distance:.1f}cm_{name}.png")


def test_a_folder_becomes_a_camera_file(tmp_path: Path):
    write_planes(tmp_path, (0.8, 0.9, 1.0, 1.1))
    light = ["--photon-level", 1500, "--read-noise", 2]
    result = run_process("calibrate", tmp_path, "-o", tmp_path / "camera.toml", *light, "--psf", "gaussian")
    assert result.returncode == 0, result.stderr
    assert "focus pair: d = A / z + B" in result.stdout
    assert "can tell apart" in result.stdout
    assert "minus is sharp at" in result.stdout
    camera = read_camera(tmp_path / "camera.toml")
    assert camera.psf == Psf("gaussian")
    for depth in (0.82, 0.95, 1.08):
        seen, _ = camera.depth_from_d(np.array([CAMERA.d_px2(depth)]))
        assert seen.item() == pytest.approx(depth, rel=0.01)
    assert (tmp_path / "camera.png").stat().st_size > 5000
    elsewhere = run("calibrate", tmp_path, "-o", tmp_path / "other.toml", "--device", "tpu")
    assert_one_sentence(elsewhere, "there is no device 'tpu' here")
    again = run("calibrate", tmp_path, "-o", tmp_path / "camera.toml")
    assert_one_sentence(again, "exists")


def test_the_papers_line_mends_a_camera_that_is_not_quite_right(tmp_path: Path):
    """The method is told a camera that takes everything for nearer than it is; a line through its output mends it."""
    write_planes(tmp_path, (0.85, 0.95, 1.05))
    wrong = replace(CAMERA, sensor_distance_m=CAMERA.sensor_distance_m * 1.004, depth_range_m=(0.6, 1.5))
    write_camera(wrong, tmp_path / "wrong.toml")
    options = ["--linear", "--camera", tmp_path / "wrong.toml", "--estimator", "evidence"]
    light = ["--photon-level", 1500, "--read-noise", 2]
    result = run("calibrate", tmp_path, "-o", tmp_path / "line.toml", *options, *light)
    assert result.returncode == 0, result.stderr
    assert "Z_output =" in result.stdout
    line = read_linear(tmp_path / "line.toml")
    assert line.method == "evidence"
    plane = [tmp_path / f"95.0cm_{name}.png" for name in ("minus", "plus")]
    command = ["estimate", *plane, "--camera", tmp_path / "wrong.toml", *light, "--maps", "depth", "--no-check"]
    means = []
    for name, more in (("as-told", []), ("mended", ["--linear", tmp_path / "line.toml"])):
        done = run(*command, "--estimator", "evidence", *more, "-o", tmp_path / name)
        assert done.returncode == 0, done.stderr
        means.append(np.nanmean(DepthResult.load(tmp_path / name).depth))
    assert abs(means[0] - 0.95) > 0.02
    assert means[1] == pytest.approx(0.95, abs=0.012)
    assert means[1] == pytest.approx(line.omega_0_m + line.omega_1 * means[0], abs=2e-3)
    assert_one_sentence(
        run(*command, "--linear", tmp_path / "line.toml", "-o", tmp_path / "x"), "was fitted to 'evidence'"
    )
    assert_one_sentence(run("calibrate", tmp_path, "--linear", "-o", tmp_path / "y.toml"), "pass --camera")


def test_wrong_tables(tmp_path: Path):
    (tmp_path / "planes.csv").write_text("minus,plus\na.png,b.png\n")
    assert_one_sentence(
        run("calibrate", tmp_path / "planes.csv", "-o", tmp_path / "c.toml"),
        "its columns must be minus, plus, distance_m",
    )
    assert_one_sentence(run("calibrate", tmp_path / "none.csv", "-o", tmp_path / "c.toml"), "cannot read")
