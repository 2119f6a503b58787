"""Two processes that write to one place: one wins, the other says so, whichever the command is."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from blurry_edges.files import exclusive
from blurry_edges.photos import DEMO_FOLDER
from command import assert_one_sentence, run

PAIR = [DEMO_FOLDER / "minus.png", DEMO_FOLDER / "plus.png", "--camera", DEMO_FOLDER / "camera.toml"]
COMMANDS = {
    "camera": ["camera", "--write"],
    "plan": ["plan", "--camera", DEMO_FOLDER / "camera.toml", "-o"],
    "calibrate": ["calibrate", DEMO_FOLDER, "-o"],
    "export": ["export", "fused", "-o"],
    "estimate": ["estimate", *PAIR, "--estimator", "evidence", "-o"],
    "demo": ["demo", "-o"],
    "scenes": ["scenes", "shapes", "--count", "1", "-o"],
    "serve": ["serve", "--port", "0", "--folder"],
}


@pytest.fixture
def taken(tmp_path: Path) -> Iterator[Path]:
    """Give a place that another process writes to, as far as locks can tell."""
    with exclusive(tmp_path / "there"):
        yield tmp_path / "there"


@pytest.mark.parametrize("command", COMMANDS)
def test_a_place_that_another_process_writes_to_is_left_to_it(command: str, taken: Path):
    assert_one_sentence(run(*COMMANDS[command], taken), f"another process is writing to {taken}")
    assert not taken.exists() or command == "serve"
    assert [path for path in taken.rglob("*") if path.name != ".blurry-edges-serve"] == []
