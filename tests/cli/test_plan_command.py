"""`blurry-edges plan` as a user types it."""

import json
from pathlib import Path

import pytest

from blurry_edges.optics import read_camera
from command import assert_one_sentence, run, run_process

LENS = ("--focal-length-mm", 50, "--f-number", 2, "--sensor-width-mm", 36, "--range-m", 1, 3)


def test_a_plan_is_said_and_written(tmp_path: Path):
    result = run_process("plan", *LENS, "-o", tmp_path / "camera.toml")
    assert result.returncode == 0, result.stderr
    assert "take 2 photographs at f/" in result.stdout
    assert " cm" in result.stdout
    assert read_camera(tmp_path / "camera.toml").depth_range_m == pytest.approx((1, 3))
    assert (tmp_path / "camera.png").stat().st_size > 5000
    again = run("plan", *LENS, "-o", tmp_path / "camera.toml")
    assert_one_sentence(again, "exists; choose another output or pass --overwrite")


def test_a_picture_beside_the_plan_is_not_lost(tmp_path: Path):
    (tmp_path / "camera.png").write_bytes(b"a photograph")
    assert_one_sentence(run("plan", *LENS, "-o", tmp_path / "camera.toml"), "camera.png exists; choose another output")
    assert (tmp_path / "camera.png").read_bytes() == b"a photograph"
    assert not (tmp_path / "camera.toml").exists()
    assert_one_sentence(run("plan", *LENS, "-o", tmp_path / "plan.png"), "plan.png would be the plot; give the camera")


def test_what_a_planned_camera_can_resolve_is_what_was_promised(tmp_path: Path):
    planned = json.loads(run("plan", *LENS, "--json", "-o", tmp_path / "camera.toml").stdout)
    shown = run("plan", "--camera", tmp_path / "camera.toml", "--photon-level", planned["photon_level"], "--json")
    found = json.loads(shown.stdout)
    for one, other in zip(planned["depths"], found["depths"], strict=True):
        for name in ("depth_m", "blur_px", "least_sd_m"):
            assert one[name] == pytest.approx(other[name], rel=1e-3, abs=1e-3)


def test_what_is_missing_is_named():
    assert_one_sentence(
        run("plan", "--f-number", 2), "a plan needs --focal-length-mm, --sensor-width-mm, --range-m; or give --camera"
    )
