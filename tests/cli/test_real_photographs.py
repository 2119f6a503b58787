"""Photographs as people have them: displaced, without a camera, in stacks; as a user types it."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

import blurry_edges
from blurry_edges.align import Alignment
from blurry_edges.optics import Psf, camera_from_lens
from blurry_edges.photos import read_photo, write_image
from blurry_edges.render.boxes import Box
from blurry_edges.scenes.layers import Layer, canvas_margin_px, render_layers
from blurry_edges.scenes.planes import DepthPlane
from blurry_edges.scenes.textures import rich_texture
from command import assert_one_sentence, run

PAIR = Path(blurry_edges.__file__).parent / "assets" / "demo"
LENS = ["--lens.focal-length-mm", 50, "--lens.f-number", 8, "--lens.pixel-pitch-um", 20]


def stack(folder: Path, focus_dpt: list[float], depth_m: float) -> None:
    """Photograph a plane at each focus, in linear 16-bit PNG named by its dioptres."""
    folder.mkdir()
    camera = camera_from_lens(0.05, 8.0, 20e-6, 1 / focus_dpt[0], 1 / focus_dpt[-1], (0.6, 2.0), psf=Psf("disc"))
    settings = [replace(camera.minus, optical_power_dpt=1 / camera.sensor_distance_m + x) for x in focus_dpt]
    margin = canvas_margin_px(camera, settings)
    canvas = Box.of((128 + 2 * margin, 160 + 2 * margin))
    texture = rich_texture(np.random.default_rng(1), canvas.size)
    layer = Layer.paint(texture, np.ones(canvas.size, np.float32), canvas, DepthPlane(depth_m))
    images = render_layers([layer], (128, 160), camera, settings, margin).images
    rng = np.random.default_rng(0)
    for image, dpt in zip(images, focus_dpt, strict=True):
        write_image((rng.poisson(2000 * image) / 2000).clip(0, 1), folder / f"{dpt:.3f}dpt.png")


def test_every_photograph_of_a_stack_counts(tmp_path: Path):
    stack(tmp_path / "frames", [0.6, 0.9, 1.2, 1.5], 0.8)
    sds = []
    for frames in (2, 4):
        output = tmp_path / f"out{frames}"
        result = run(
            "estimate", "--stack", tmp_path / "frames", "--frames", frames, *LENS, "--lens.range-m", 0.6, 2, "--gamma",
            "linear", "--estimator", "evidence", "-o", output,
        )  # fmt: skip
        assert result.returncode == 0, result.stderr
        assert f"{frames} of 4 photographs" in result.stdout
        arrays = np.load(output / "depth.npz")
        assert np.nanmedian(arrays["depth_m"]) == pytest.approx(0.8, rel=0.02)
        sds.append(np.nanmedian(arrays["depth_sd_m"]))
    assert sds[1] <= sds[0]


def test_without_a_camera_the_order_of_depths_and_nothing_in_metres(tmp_path: Path):
    output = tmp_path / "out"
    result = run("estimate", PAIR / "minus.png", PAIR / "plus.png", "-o", output)
    assert result.returncode == 0, result.stderr
    assert "metres need a camera" in result.stdout
    assert {path.name for path in output.iterdir()} == {".blurry-edges.json", "order.json", "order.npz", "order.png"}
    order = np.load(output / "order.npz")["depth_order"]
    truth = cv2.imread(str(PAIR / "depth.png"), cv2.IMREAD_UNCHANGED).astype(float)
    assert np.corrcoef(order.ravel(), truth.ravel())[0, 1] > 0.8
    assert np.nanmin(order) == 0
    assert np.nanmax(order) == 1


def test_displaced_photographs_are_refused_or_aligned_into_the_first_ones_frame(tmp_path: Path):
    plus = read_photo(PAIR / "plus.png")
    write_image(np.roll(plus, (3, 4), (0, 1)), tmp_path / "moved.png")
    arguments = ["estimate", PAIR / "minus.png", tmp_path / "moved.png", "--camera", PAIR / "camera.toml"]
    arguments += ["--estimator", "evidence", "--gamma", "linear", "-o", tmp_path / "out"]
    refused = run(*arguments)
    assert_one_sentence(refused, "displaced by")
    assert "--align" in refused.stderr
    aligned = run(*arguments, "--align")
    assert aligned.returncode == 0, aligned.stderr
    assert "px of misalignment left" in aligned.stdout
    depth = np.load(tmp_path / "out" / "depth.npz")["depth_m"]
    assert depth.shape == plus.shape[:2]
    facts = json.loads((tmp_path / "out" / "depth.json").read_text())
    found = Alignment.from_facts(facts["alignment"][0])
    assert found.shift_px() == pytest.approx((4, 3), abs=0.4)
    np.testing.assert_array_equal(np.isfinite(depth) | ~found.seen(), np.ones_like(depth, bool))
    assert not np.isfinite(depth[-1, -1])


def test_the_verdict_is_in_the_files(tmp_path: Path):
    camera = PAIR / "camera.toml"
    result = run(
        "estimate", PAIR / "minus.png", PAIR / "plus.png", "--camera", camera, "--maps", "depth", "-o", tmp_path / "out"
    )
    assert "verdict: good" in result.stdout
    verdict = json.loads((tmp_path / "out" / "depth.json").read_text())["verdict"]
    assert verdict["grade"] == "good"
    assert verdict["is_photon_limited"]
    assert 0.5 < verdict["trusted_share"] <= 1
    assert "blur and photon noise explain" in (tmp_path / "out" / "report.html").read_text()
