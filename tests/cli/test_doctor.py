"""`blurry-edges doctor` as a user types it."""

import json
from pathlib import Path

import pytest

from command import run, run_process


def test_text_names_versions_and_threads():
    result = run_process("doctor")
    assert result.returncode == 0, result.stderr
    for word in (
        "blurry-edges",
        "torch",
        "devices",
        "cpu",
        "threads",
        "training",
        "bfloat16",
        "extras",
        "shipped weights",
    ):
        assert word in result.stdout


def test_json_is_for_scripts():
    result = run("doctor", "--json")
    report = json.loads(result.stdout)
    assert report["packages"]["torch"].startswith("2.")
    assert report["threads"] >= 1
    assert report["bfloat16"]["verdict"] in ("faster", "slower", "wrong", "crashes")
    assert "bfloat16" in report["bfloat16"]["sentence"]
    assert all(weights["intact"] for weights in report["weights"].values())


@pytest.mark.parametrize("arguments", [["doctr"], ["doctor", "--jsn"], []])
def test_wrong_use_exits_with_2(arguments: list[str]):
    assert run(*arguments).returncode == 2


def test_every_command_of_the_readme_is_known():
    """What the README tells a user to type must at least be understood."""
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    typed = [line.split("`")[1] for line in readme.splitlines() if line.startswith("| `blurry-edges ")]
    assert len(typed) >= 6
    for command in typed:
        _, name, *rest = command.split()
        options = {word for word in rest if word.startswith("-")}
        subcommands = [word for word in rest[:1] if name in ("bench", "train")]
        described = run(name, *subcommands, "--help").stdout
        assert all(option in described for option in options), command
