"""`blurry-edges doctor` as a user types it."""

import json

import pytest

from command import run


def test_text_names_versions_and_threads():
    result = run("doctor")
    assert result.returncode == 0, result.stderr
    for word in ("blurry-edges", "torch", "devices", "cpu", "threads", "extras", "shipped weights"):
        assert word in result.stdout


def test_json_is_for_scripts():
    result = run("doctor", "--json")
    report = json.loads(result.stdout)
    assert report["packages"]["torch"].startswith("2.")
    assert report["threads"] >= 1
    assert all(weights["intact"] for weights in report["weights"].values())


@pytest.mark.parametrize("arguments", [["doctr"], ["doctor", "--jsn"], []])
def test_wrong_use_exits_with_2(arguments: list[str]):
    assert run(*arguments).returncode == 2
