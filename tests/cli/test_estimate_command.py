"""`blurry-edges estimate` and `demo` as a user types them."""

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

import blurry_edges
from blurry_edges.io import read_depth_png
from command import assert_one_sentence, run

PAIR = Path(blurry_edges.__file__).parent / "assets" / "demo"


def estimate(output: Path, *more: object) -> subprocess.CompletedProcess[str]:
    camera = PAIR / "camera.toml"
    return run("estimate", PAIR / "minus.png", PAIR / "plus.png", "--camera", camera, "-o", output, *more)


def test_a_folder_of_depth_is_written(tmp_path: Path):
    output = tmp_path / "new" / "out"
    result = estimate(output, "--estimator", "evidence")
    assert result.returncode == 0, result.stderr
    assert str(output) in result.stdout
    arrays = np.load(output / "depth.npz")
    truth = read_depth_png(PAIR / "depth.png")
    assert arrays["depth_m"].shape == arrays["depth_sd_m"].shape == truth.shape
    assert np.median(np.abs(arrays["depth_m"] - truth)) < 0.03
    np.testing.assert_allclose(read_depth_png(output / "depth.png"), arrays["depth_m"], atol=6e-5)
    facts = json.loads((output / "depth.json").read_text())
    assert facts["units"]["depth_m"] == "m"
    assert facts["photon_level"] == pytest.approx(190, rel=0.2)
    assert (output / "overview.png").stat().st_size > 10_000


def test_nothing_existing_is_overwritten_unasked(tmp_path: Path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("mine")
    result = estimate(tmp_path / "out", "--estimator", "evidence")
    assert_one_sentence(result, "exists")
    assert (tmp_path / "out" / "mine.txt").read_text() == "mine"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (["--camera", "none.toml"], "cannot read camera file none.toml"),
        (["--estimator", "magic"], "no estimator is called 'magic'"),
        (["--photon-level", "-3"], "photon_level is -3"),
    ],
)
def test_one_clear_sentence(tmp_path: Path, change: list[str], message: str):
    arguments = ["estimate", PAIR / "minus.png", PAIR / "plus.png", "-o", tmp_path / "out"]
    assert_one_sentence(run(*arguments, "--estimator", "evidence", *change), message)
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_photograph(tmp_path: Path):
    (tmp_path / "cut.png").write_bytes((PAIR / "minus.png").read_bytes()[:1000])
    result = run("estimate", tmp_path / "cut.png", PAIR / "plus.png", "-o", tmp_path / "out")
    assert_one_sentence(result, "cut.png is damaged")
    assert not (tmp_path / "out").exists()
