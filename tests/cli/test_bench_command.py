"""`blurry-edges bench` as a user types it."""

import json
from pathlib import Path

import pytest

from blurry_edges.files import exclusive
from blurry_edges.optics import Camera
from blurry_edges.scenes.generate import Plan, generate
from blurry_edges.scenes.textured_scenes import TexturedScenes
from command import assert_one_sentence, run, run_process


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("scenes")
    generate(Plan(TexturedScenes(size=(72, 72), portrait_share=0.8), Camera.paper()), 2, folder, workers=1)
    return folder


def test_accuracy_beats_the_constant(scenes: Path):
    result = run_process("bench", "accuracy", "--data", scenes, "--estimators", "evidence", "--json")
    assert result.returncode == 0, result.stderr
    table = json.loads(result.stdout)
    assert table["evidence"]["dense_rmse_cm"] < table["constant"]["dense_rmse_cm"]
    text = run("bench", "accuracy", "--data", scenes, "--estimators", "constant", "--limit", 1, "--photon-level", 500)
    assert "dense_rmse_cm" in text.stdout
    assert "mean over 1 images" in text.stdout


def test_effects_are_shown_one_at_a_time(scenes: Path):
    command = ("bench", "accuracy", "--data", scenes, "--limit", "1", "--effects", "--estimators")
    result = run(*command, "evidence")
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    assert "one effect at a time, 5000 photons, dense RMSE in cm" in lines
    row = next(line for line in lines if line.startswith("plus 3 % brighter"))
    assert 0 < float(row.split()[-1]) < float(row.split()[-2])
    assert "rendered anew: uniform disc of the same variance" in lines[-1]
    table = json.loads(run(*command, "constant", "--photon-level", "500", "--json").stdout)
    assert table["constant"]["effects_rmse_cm"]["none"] == pytest.approx(table["constant"]["dense_rmse_cm"])


def test_a_report_replaces_an_earlier_one_and_nothing_else(scenes: Path, tmp_path: Path):
    report = tmp_path / "report"
    command = ["bench", "accuracy", "--data", scenes, "--limit", "1", "--estimators", "constant", "--report", report]
    for _ in range(2):
        done = run(*command)
        assert done.returncode == 0, done.stderr
        assert f"report: {report / 'benchmark.md'}" in done.stdout
    with exclusive(report):
        other = run(*command)
    assert_one_sentence(other, "another process is writing to")
    assert other.stdout == ""  # said before the work
    (report / "benchmark.md").write_text("edited by hand")
    assert_one_sentence(run(*command), "was changed or added by someone else")
    assert (report / "benchmark.md").read_text() == "edited by hand"


def test_speed_states_ratios():
    result = run(
        "bench", "speed", "--items", "wedge-maps", "evidence", "--threads", "1", "--repetitions", "2", "--json"
    )
    assert result.returncode == 0, result.stderr
    rows = json.loads(result.stdout)
    assert [row["name"] for row in rows] == ["wedge-maps", "evidence"]
    assert all(0 < row["seconds_low"] <= row["seconds"] <= row["seconds_high"] for row in rows)


def test_mistakes_get_one_sentence(scenes: Path, tmp_path: Path):
    for arguments, message in (
        (("accuracy", "--data", scenes, "--device", "tpu"), "there is no device 'tpu' here"),
        (("speed", "--device", "tpu"), "there is no device 'tpu' here"),
        (("accuracy", "--data", tmp_path / "none.npz"), "does not exist"),
        (("accuracy", "--data", tmp_path), "no complete set of scenes"),
        (("speed", "--items", "warp"), "nothing to measure is called 'warp'"),
    ):
        assert_one_sentence(run("bench", *arguments), message)
