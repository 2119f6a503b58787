"""`blurry-edges train baseline` as a user types it, and its weights in the benchmark."""

import json
from pathlib import Path

import pytest

from blurry_edges.cli.train import command_line
from command import assert_one_sentence, run, run_process


@pytest.mark.long
def test_a_rival_from_nothing_to_the_table(tmp_path: Path):
    result = run_process("train", "baseline", "defocusnet", "--preset", "smoke", "--textured", "-o", tmp_path / "run")
    assert result.returncode == 0, result.stderr
    weights = tmp_path / "run" / "defocusnet-textured.safetensors"
    assert str(weights) in result.stdout
    scenes = tmp_path / "run" / "scenes" / "textured"
    table = run(
        "bench", "accuracy", "--data", scenes, "--estimators", weights, "tang", "--limit", "2", "--json",
        "--cache", tmp_path / "cache", "--report", tmp_path / "report", "--photon-levels", "50",
    )  # fmt: skip
    assert table.returncode == 0, table.stderr
    assert set(json.loads(table.stdout)) == {"constant", "defocusnet-textured", "tang"}
    assert "defocusnet-textured" in (tmp_path / "report" / "benchmark.md").read_text()
    assert len(list((tmp_path / "cache").rglob("*.npz"))) == 3 * 2 * 2


def test_a_baseline_must_be_named(tmp_path: Path):
    assert_one_sentence(run("train", "baseline", "-o", tmp_path), "say which baseline to train")
    assert_one_sentence(run("train", "baseline", "nobody", "-o", tmp_path), "no rival network is called 'nobody'")


def test_presets_and_options_that_do_not_apply_are_refused(tmp_path: Path):
    assert_one_sentence(
        run("train", "densify", "--preset", "finetune", "-o", tmp_path), "there is no preset 'finetune' here"
    )
    assert_one_sentence(
        run("train", "global", "--configuration", "2", "-o", tmp_path),
        "--configuration is a row of the paper's schedule",
    )
    wrong = run("train", "fused", "--samples", "3", "-o", tmp_path / "x")
    assert wrong.returncode == 2
    assert "--samples" in wrong.stderr


def test_a_card_says_the_command_without_the_folders_of_one_machine():
    typed = ["train", "global", "--output=runs/mine", "--scene-folder", "my scenes", "--local", "my weights", "--dense"]
    expected = "blurry-edges train global --output=FOLDER --scene-folder FOLDER --local 'my weights' --dense"
    assert command_line(typed) == expected
