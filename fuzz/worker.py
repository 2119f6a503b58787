"""A process that runs cases, and may crash or hang."""

import multiprocessing
import sys
import traceback
import warnings
from multiprocessing.connection import Connection

__all__ = ["Worker"]

_HANG_SECONDS = 60.0
_MOST_BYTES = 8_000_000_000
"""A case that asks for more is a bug, and must not take the memory of others."""


def _work(pipe: Connection) -> None:
    """Run the cases that come through the pipe, and answer with nothing or with a traceback."""
    import torch

    from fuzz.targets import run_case

    torch.set_num_threads(1)
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MOST_BYTES, _MOST_BYTES))
    warnings.simplefilter("ignore")
    pipe.send(None)  # ready: loading is not a case's time
    while True:
        try:
            target, number = pipe.recv()
        except EOFError:  # nobody is there any more to ask: the run is over
            return
        try:
            run_case(target, number)
            pipe.send(None)
        except BaseException:
            pipe.send(traceback.format_exc())


class Worker:
    """A process that runs cases, and is replaced when it dies or hangs."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._start()

    def _start(self) -> None:
        self.pipe, theirs = self._context.Pipe()
        self.process = self._context.Process(target=_work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.pipe.recv()

    def run(self, target: str, number: int) -> str | None:
        """Run one case; returns what is wrong."""
        self.pipe.send((target, number))
        wrong: str | None
        try:
            if self.pipe.poll(_HANG_SECONDS):
                wrong = self.pipe.recv()
                return wrong
            wrong = f"no answer after {_HANG_SECONDS:.0f} s"
        except (EOFError, OSError):
            self.process.join()
            wrong = f"the process died with exit code {self.process.exitcode}"
        self.process.kill()
        self._start()
        return wrong
