"""`blurry-edges estimate --overwrite` as a user types it: nothing but this program's own results is ever lost."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import blurry_edges
from command import assert_one_sentence, run, run_process

PAIR = Path(blurry_edges.__file__).parent / "assets" / "demo"
QUICK = ("--estimator", "evidence", "--photon-level", "190", "--read-noise", "2", "--maps", "depth")
QUICK += ("--camera", str(PAIR / "camera.toml"))


def run_in(folder: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the command with `folder` as the working directory."""
    command = [sys.executable, "-m", "blurry_edges.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder)


def photos(folder: Path) -> dict[str, bytes]:
    """Put the demo's photographs and a note into a folder; returns what must survive."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("minus.png", "plus.png"):
        shutil.copy(PAIR / name, folder / name)
    (folder / "thesis.txt").write_text("ten years of work")
    return content(folder)


def content(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("output", [".", "..", "../photos"])
def test_the_folder_one_is_in_is_never_replaced(tmp_path: Path, output: str):
    before = photos(tmp_path / "photos")
    result = run_in(tmp_path / "photos", "estimate", "minus.png", "plus.png", "-o", output, "--overwrite", *QUICK)
    assert_one_sentence(result, "is the folder you are in, or one above it; choose a new folder for the output")
    assert content(tmp_path / "photos") == before
    assert [path.name for path in tmp_path.iterdir()] == ["photos"]


def test_a_folder_that_is_no_result_is_never_replaced(tmp_path: Path):
    before = photos(tmp_path / "photos")
    arguments = ["estimate", tmp_path / "photos" / "minus.png", tmp_path / "photos" / "plus.png", "--overwrite", *QUICK]
    assert_one_sentence(run(*arguments, "-o", tmp_path / "photos"), "lies in the output folder")
    assert content(tmp_path / "photos") == before
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine.txt").write_text("mine")
    assert_one_sentence(run(*arguments, "-o", tmp_path / "other"), "such as mine.txt; choose another output")
    assert content(tmp_path / "other") == {"mine.txt": b"mine"}


def test_photographs_put_into_a_result_folder_survive(tmp_path: Path):
    output = tmp_path / "out"
    first = run("estimate", PAIR / "minus.png", PAIR / "plus.png", "-o", output, *QUICK)
    assert first.returncode == 0, first.stderr
    results = {path.name for path in output.iterdir()}
    mine = photos(output / "photos")
    (output / "notes.txt").write_text("kept")
    again = run("estimate", PAIR / "minus.png", PAIR / "plus.png", "-o", output, "--overwrite", *QUICK)
    assert again.returncode == 0, again.stderr
    assert content(output / "photos") == mine
    assert (output / "notes.txt").read_text() == "kept"
    assert {path.name for path in output.iterdir()} == results | {"photos", "notes.txt"}
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_the_demo_replaces_its_own_results_also_those_of_the_first_version(tmp_path: Path):
    output = tmp_path / "demo-output"
    output.mkdir()
    (output / "depth.json").write_text(json.dumps({"blurry_edges_version": "0.1.0"}))  # no mark in those days
    (output / "depth.png").write_bytes(b"old")
    for how in (run_process, run):  # over the result of the first version, then over its own
        result = how("demo", "--output", output, "--overwrite")
        assert result.returncode == 0, result.stderr
    assert (output / "depth.png").stat().st_size > 1000


@pytest.mark.parametrize("name", ["../victim", "/absolute", ".", "..", "a/b", "a\\b", "\0"])
def test_the_name_column_does_not_escape_the_output(tmp_path: Path, name: str):
    before = photos(tmp_path / "victim")
    table = tmp_path / "pairs.csv"
    name = f"{tmp_path}/victim" if name == "/absolute" else name
    table.write_text(
        f"minus,plus,name\n{PAIR}/minus.png,{PAIR}/plus.png,good\n{PAIR}/minus.png,{PAIR}/plus.png,{name}\n"
    )
    result = run("estimate", table, "-o", tmp_path / "out", "--overwrite", *QUICK)
    assert_one_sentence(result, "line 3 of ")
    assert content(tmp_path / "victim") == before
    assert not (tmp_path / "out").exists()
