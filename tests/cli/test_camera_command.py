"""`blurry-edges camera` as a user types it."""

import json
from pathlib import Path

from blurry_edges.optics import Camera, read_camera
from command import assert_one_sentence, run, run_process


def test_shows_what_a_camera_resolves_and_writes_a_start(tmp_path: Path):
    first = run_process("camera", "--write", tmp_path / "mine.toml")
    assert first.returncode == 0, first.stderr
    assert "resolvable range  0.7384 to 1.37 m" in first.stdout
    assert read_camera(tmp_path / "mine.toml") == Camera.paper()
    facts = json.loads(run("camera", tmp_path / "mine.toml", "--json").stdout)
    assert facts["blur"][0]["sigma_minus_px"] > 5


def test_an_impossible_camera_gets_one_sentence(tmp_path: Path):
    path = tmp_path / "mine.toml"
    run("camera", "--write", path)
    path.write_text(path.read_text().replace("0.1104", "-0.1104"))
    assert_one_sentence(run("camera", path), "sensor_distance_m is -0.1104")
