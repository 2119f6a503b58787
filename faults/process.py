"""Processes that are run, stopped at a moment, and looked after: none of them may leave others behind."""

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Ended", "begin", "children", "end", "run", "stop_after"]

_PATIENCE_S = 600.0
_ORPHANS_GONE_WITHIN_S = 30.0
_LOOK_EVERY_S = 0.02


@dataclass(frozen=True)
class Ended:
    """How a process ended."""

    code: int
    said: str
    """Text of its standard error."""
    seconds: float
    first_output_s: float
    """When its output folder appeared."""
    orphans: tuple[int, ...] = ()
    """Processes of it that outlived it for too long; they are ended."""


def begin(command: Sequence[str], folder: Path, called: str = "") -> subprocess.Popen[bytes]:
    """Start a command in a session of its own; what it says goes to files beside the output folder."""
    with (folder / f"{called}stdout.txt").open("wb") as out, (folder / f"{called}stderr.txt").open("wb") as err:
        return subprocess.Popen(command, cwd=folder, stdout=out, stderr=err, start_new_session=True)


def run(command: Sequence[str], folder: Path) -> Ended:
    """Run a command to its end."""
    return stop_after(command, folder, None)


def stop_after(command: Sequence[str], folder: Path, moment_s: float | None, how: int = signal.SIGKILL) -> Ended:
    """Run a command, and send it a signal at a moment unless it has ended by then."""
    began, first_output_s = time.monotonic(), 0.0
    process = begin(command, folder)
    try:
        while process.poll() is None:
            since = time.monotonic() - began
            if not first_output_s and (folder / "out").exists():
                first_output_s = since
            if moment_s is not None and since >= moment_s:
                process.send_signal(how)
                break
            if since > _PATIENCE_S:
                process.kill()
                break
            time.sleep(_LOOK_EVERY_S)
    except KeyboardInterrupt:  # of this program: it leaves nobody behind
        process.kill()
        raise
    return end(process, folder, began, first_output_s)


def end(
    process: subprocess.Popen[bytes], folder: Path, began: float, first_output_s: float = 0.0, called: str = ""
) -> Ended:
    """Wait for the end of a process and of all that it started."""
    try:
        code = process.wait(_PATIENCE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        code = process.wait()
    seconds = time.monotonic() - began
    orphans = _outlive(process.pid)
    said = (folder / f"{called}stderr.txt").read_text(encoding="utf-8", errors="replace")
    return Ended(code, said[-2000:], seconds, first_output_s, orphans)


def children(pid: int) -> list[int]:
    """Return the worker processes of a process."""
    found = []
    for other, parent, _, line in _processes():
        if parent == pid and b"spawn_main" in line:
            found.append(other)
    return found


def _outlive(session: int) -> tuple[int, ...]:
    """Wait until no process of a session is left; end those that stay, and return them."""
    until = time.monotonic() + _ORPHANS_GONE_WITHIN_S
    while left := tuple(pid for pid, _, its, _ in _processes() if its == session):
        if time.monotonic() > until:
            for pid in left:
                os.kill(pid, signal.SIGKILL)
            return left
        time.sleep(_LOOK_EVERY_S)
    return ()


def _processes() -> list[tuple[int, int, int, bytes]]:
    """Return process, parent, session and command line of all that run and are no zombies."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            line = (entry / "cmdline").read_bytes()
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has just ended
        if fields[0] != "Z":
            found.append((int(entry.name), int(fields[1]), int(fields[3]), line))
    return found
