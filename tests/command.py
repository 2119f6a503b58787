"""The `blurry-edges` command as a user types it."""

import subprocess
import sys

__all__ = ["assert_one_sentence", "run"]


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    command = [sys.executable, "-m", "blurry_edges.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True)


def assert_one_sentence(result: subprocess.CompletedProcess[str], message: str) -> None:
    """Check that the command failed with one clear sentence."""
    assert result.returncode == 1
    assert message in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1, result.stderr
