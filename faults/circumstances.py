"""Bad circumstances: a full disk, a folder that cannot be written, two processes at once, a worker that is lost."""

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from faults.process import begin, children, end
from faults.victim import Trial, require, whole_now

__all__ = ["CIRCUMSTANCES"]

_OTHER_PROCESS = "another process is writing"
_WITHOUT_PRIVILEGE = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search")
"""Root may write anywhere; without these two capabilities it is bound by modes as others are."""


def full_disk(trial: Trial, rng: random.Random) -> None:
    """Let the disk be full at some point; with more room, the run must go on."""
    folder = trial.fresh("full-disk")
    room = int(trial.size * rng.uniform(0.1, 0.9))
    (folder / "out").mkdir()  # what it says is written beside it, where there is room
    with _small_disk(folder / "out", room) as (prefix, enlarge):
        ended = trial.victim.run(folder, prefix)
        if ended.code != 0:
            _require_one_sentence(ended.code, ended.said)
            whole_now(trial.victim, folder / "out", {})
        enlarge()
        trial.finish(folder)


@contextmanager
def _small_disk(folder: Path, room: int) -> Iterator[tuple[tuple[str, ...], Callable[[], None]]]:
    """Give a folder little room: a small file system where that can be mounted, otherwise a limit for each file."""
    options = f"size={max(room, 65536)}"
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], capture_output=True).returncode
    if mounted == 0:
        try:
            yield (), lambda: subprocess.run(["mount", "-o", "remount,size=1g", folder], check=True) and None
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)
    else:
        limit = f"import os, resource, sys; resource.setrlimit({resource.RLIMIT_FSIZE}, ({room // 8},) * 2); "
        yield (sys.executable, "-c", limit + "os.execv(sys.argv[1], sys.argv[1:])"), lambda: None


def read_only(trial: Trial, rng: random.Random) -> None:
    """Forbid to write to the folder, and allow it afterwards."""
    folder = trial.fresh("read-only")
    prefix: tuple[str, ...] = ()
    if os.geteuid() == 0:
        require(shutil.which(_WITHOUT_PRIVILEGE[0]) is not None, "run this as another user than root, or with setpriv")
        prefix = _WITHOUT_PRIVILEGE
    out = folder / "out"
    out.mkdir(mode=0o555)
    ended = trial.victim.run(folder, prefix)
    _require_one_sentence(ended.code, ended.said)
    require(not any(out.iterdir()), "it wrote where it must not")
    out.rmdir()
    trial.finish(folder)


def two_processes(trial: Trial, rng: random.Random) -> None:
    """Let two processes write to one folder: one must win, the other say so."""
    folder = trial.fresh("two-processes")
    began, first = time.monotonic(), begin(trial.victim.command, folder)
    time.sleep(rng.uniform(0, 0.5 * trial.undisturbed.seconds))
    second = begin(trial.victim.command, folder, "second-")
    ended = [end(first, folder, began), end(second, folder, began, called="second-")]
    for one in ended:
        if one.code != 0:
            require(_OTHER_PROCESS in one.said, f"the other one does not say why it failed: {one.said}")
            require("Traceback" not in one.said, one.said)
    require(any(one.code == 0 for one in ended), "none of the two won")
    whole_now(trial.victim, folder / "out", {})
    trial.finish(folder)


def lost_worker(trial: Trial, rng: random.Random) -> None:
    """Kill a worker process, as the system does when memory runs out."""
    folder = trial.fresh("lost-worker")
    began, process = time.monotonic(), begin(trial.victim.command, folder)
    moment = rng.uniform(trial.undisturbed.first_output_s, trial.undisturbed.seconds)
    while process.poll() is None:
        workers = children(process.pid)
        if workers and time.monotonic() - began > moment:
            os.kill(rng.choice(workers), signal.SIGKILL)
            break
        time.sleep(0.01)
    ended = end(process, folder, began)
    require(not ended.orphans, f"processes outlived it: {ended.orphans}")
    if ended.code != 0:
        _require_one_sentence(ended.code, ended.said)
    whole_now(trial.victim, folder / "out", {})
    trial.finish(folder)


def _require_one_sentence(code: int, said: str) -> None:
    require(code == 1, f"exit code {code}: {said}")
    require("Traceback" not in said, f"a traceback: {said}")
    lines = [line for line in said.strip().splitlines() if line.startswith("blurry-edges: ") or ": failed: " in line]
    require(bool(lines), f"it does not say what is wrong: {said}")


CIRCUMSTANCES: dict[str, Callable[[Trial, random.Random], None]] = {
    "full disk": full_disk,
    "read-only folder": read_only,
    "two processes": two_processes,
    "lost worker": lost_worker,
}
