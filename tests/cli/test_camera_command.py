"""`blurry-edges camera` as a user types it."""

import json
import subprocess
import sys
from pathlib import Path

from blurry_edges.optics import Camera, read_camera


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "blurry_edges.cli", "camera", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True)


def test_shows_what_a_camera_resolves_and_writes_a_start(tmp_path: Path):
    first = run("--write", tmp_path / "mine.toml")
    assert first.returncode == 0, first.stderr
    assert "resolvable range  0.7384 to 1.37 m" in first.stdout
    assert read_camera(tmp_path / "mine.toml") == Camera.paper()
    facts = json.loads(run(tmp_path / "mine.toml", "--json").stdout)
    assert facts["blur"][0]["sigma_minus_px"] > 5


def test_an_impossible_camera_gets_one_sentence(tmp_path: Path):
    path = tmp_path / "mine.toml"
    run("--write", path)
    path.write_text(path.read_text().replace("0.1104", "-0.1104"))
    result = run(path)
    assert result.returncode == 1
    assert "sensor_distance_m is -0.1104" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
