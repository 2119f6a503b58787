"""The process that computes: it can be stopped at any moment, and its end is not that of the service."""

import contextlib
import json
import multiprocessing
import signal
import sys
import threading
import traceback
from dataclasses import asdict, dataclass, field
from functools import cache
from multiprocessing.connection import Connection
from typing import Any

from tqdm import tqdm

from blurry_edges.errors import BlurryEdgesError
from blurry_edges.estimator import Estimator, load
from blurry_edges.memory import is_out_of_memory
from blurry_edges.pairs import Task, run_task
from blurry_edges.workers import exit_with_parent

__all__ = ["Lost", "Outcome", "Progress", "Worker"]

_PATIENCE_S = 0.1
_NO_MEMORY = "there is too little memory for these photographs; make them smaller or give fewer"
_FAULT = "an error inside the program, which its log shows; the photographs may be of an unusual kind"


@dataclass(frozen=True)
class Progress:
    """State of a worker."""

    stage: str
    share: float
    """Share of this stage that is done, 0 to 1."""


@dataclass(frozen=True)
class Outcome:
    """How a task ended."""

    error: str | None = None
    """Reason of a failure, in one sentence; None if all went well."""
    lines: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    verdict: dict[str, Any] = field(default_factory=dict)
    """Its grade, its line, and the share of the pixels that can be trusted."""


@dataclass(frozen=True)
class Lost:
    """A process that ended before its task did."""

    cause: str
    """Its signal or exit code."""


class Worker:
    """A process that runs one task after the other.

    It decodes files of strangers, so what it says is read as JSON and never unpickled.
    """

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True, name="blurry-edges worker")
        self._process.start()
        theirs.close()

    def start(self, task: Task) -> None:
        """Let it run a task; it must have none."""
        with contextlib.suppress(BrokenPipeError):  # it has just ended, which `report` will say
            self._ours.send(task)

    def report(self) -> Progress | Outcome | Lost | None:
        """Return what it said, or that it has ended; None if it said nothing for a moment."""
        try:
            if not self._ours.poll(_PATIENCE_S):
                return None
            message = json.loads(self._ours.recv_bytes())
        except (EOFError, OSError):
            self._process.join()
            code = self._process.exitcode
            return Lost(f"signal {-code}" if code is not None and code < 0 else f"exit code {code}")
        return Progress(**message["progress"]) if "progress" in message else Outcome(**message["outcome"])

    def kill(self) -> None:
        """End it now, whatever it does; returns when it is gone."""
        self._process.kill()
        self._process.join()


def _work(pipe: Connection) -> None:
    """Run tasks until the parent is gone."""
    exit_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent ends us
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    tqdm.set_lock(threading.RLock())  # its own is shared between processes, and would outlive a killed one
    _estimator("fused")  # the first job need not wait for it
    while True:
        try:
            task = pipe.recv()
        except EOFError:
            return
        _say(pipe, outcome=asdict(_run(task, pipe)))


@cache
def _estimator(name: str) -> Estimator:
    return load(name)


def _run(task: Task, pipe: Connection) -> Outcome:
    def tell(stage: str, share: float) -> None:
        _say(pipe, progress={"stage": stage, "share": share})

    try:
        answer = run_task(task, _estimator(task.options.estimator), tell=tell)
    except BlurryEdgesError as error:
        return Outcome(_in_owners_words(task, str(error)))
    except Exception as error:
        if is_out_of_memory(error):
            return Outcome(_NO_MEMORY)
        traceback.print_exc(file=sys.stderr)
        return Outcome(_FAULT)
    verdict = answer.done.verdict
    return Outcome(
        None,
        [_in_owners_words(task, line) for line in answer.lines()],
        [_in_owners_words(task, line) for line in answer.warnings],
        {"grade": verdict.grade, "line": verdict.line(), "trusted_share": verdict.trusted_share},
    )


def _in_owners_words(task: Task, text: str) -> str:
    """Return a sentence with the names that the owner of the files gave them, not those that they are kept under."""
    shown = {path: task.named(path).name for path in task.files}
    if task.camera is not None:
        shown[task.camera] = "the camera file"
    for path, name in shown.items():
        text = text.replace(str(path), name)
    return text.replace(f"{task.output.parent}/", "")


def _say(pipe: Connection, **what: Any) -> None:
    pipe.send_bytes(json.dumps(what).encode())
