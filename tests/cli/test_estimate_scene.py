"""`blurry-edges estimate SCENE.npz`: what `blurry-edges scenes` writes can be estimated, camera and light known."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from blurry_edges.optics import Camera, write_camera
from command import assert_one_sentence, run, run_process


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "scenes"
    assert run("scenes", "textured", "--count", 1, "--size", 80, 96, "--workers", 1, "-o", folder).returncode == 0
    return folder


def test_a_scene_is_estimated_with_its_own_camera_and_light(scenes: Path, tmp_path: Path):
    scene, output = scenes / "scene-000000.npz", tmp_path / "out"
    result = run_process("estimate", scene, "-o", output, "--estimator", "evidence")
    assert result.returncode == 0, result.stderr
    assert f"camera 'paper' from {scenes / 'manifest.json'}" in result.stdout
    facts, truth = json.loads((output / "depth.json").read_text()), np.load(scene)
    assert facts["photon_level"] == pytest.approx(float(truth["photon_level"]))
    assert facts["read_noise_photons"] == float(truth["read_noise"])
    depth_m = np.load(output / "depth.npz")["depth_m"]
    assert np.nanmedian(np.abs(depth_m - truth["depth_m"])) < 0.05


def test_a_stack_behind_the_pair_counts(tmp_path: Path):
    made = ["--count", 1, "--size", 64, 64, "--workers", 1, "--stack", 3]
    for name, more in (("with", ["--pair"]), ("without", [])):
        assert run("scenes", "textured", *made, *more, "-o", tmp_path / name).returncode == 0
    estimate = ["--estimator", "evidence", "--maps", "depth", "-o"]
    result = run("estimate", tmp_path / "with" / "scene-000000.npz", *estimate, tmp_path / "out")
    assert result.returncode == 0, result.stderr
    assert len(json.loads((tmp_path / "out" / "depth.json").read_text())["files"]) == 5
    result = run("estimate", tmp_path / "without" / "scene-000000.npz", *estimate, tmp_path / "no")
    assert_one_sentence(result, "--stack N --pair")
    assert not (tmp_path / "no").exists()


def test_a_scene_alone_needs_a_camera(scenes: Path, tmp_path: Path):
    alone = tmp_path / "alone.npz"
    shutil.copy(scenes / "scene-000000.npz", alone)
    assert_one_sentence(run("estimate", alone, "-o", tmp_path / "out"), "give it with --camera")
    write_camera(Camera.paper(), tmp_path / "camera.toml")
    options = ["--camera", tmp_path / "camera.toml", "--estimator", "evidence", "--maps", "depth"]
    assert run("estimate", alone, "-o", tmp_path / "out", *options).returncode == 0


@pytest.mark.parametrize("content", ["other", "cut"])
def test_what_is_no_scene_is_refused(scenes: Path, tmp_path: Path, content: str):
    path = tmp_path / "scene.npz"
    if content == "other":
        np.savez(path, depth_m=np.ones((8, 8)))
    else:
        path.write_bytes((scenes / "scene-000000.npz").read_bytes()[:5000])
    assert_one_sentence(run("estimate", path, "-o", tmp_path / "out"), str(path))
    assert not (tmp_path / "out").exists()
