"""`blurry-edges calibrate` as a user types it."""

from pathlib import Path

import numpy as np
import pytest
import torch
from scipy.ndimage import gaussian_filter

from blurry_edges.io import write_image
from blurry_edges.optics import Camera, Psf, capture, read_camera
from blurry_edges.scenes.textures import rich_texture
from command import assert_one_sentence, run

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
    result = run("calibrate", tmp_path, "-o", tmp_path / "camera.toml", *light, "--psf", "gaussian")
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
    again = run("calibrate", tmp_path, "-o", tmp_path / "camera.toml")
    assert_one_sentence(again, "exists")


def test_wrong_tables(tmp_path: Path):
    (tmp_path / "planes.csv").write_text("minus,plus\na.png,b.png\n")
    assert_one_sentence(
        run("calibrate", tmp_path / "planes.csv", "-o", tmp_path / "c.toml"),
        "its columns must be minus, plus, distance_m",
    )
    assert_one_sentence(run("calibrate", tmp_path / "none.csv", "-o", tmp_path / "c.toml"), "cannot read")
