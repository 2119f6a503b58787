"""The `blurry-edges` command. Heavy imports live inside the commands, so that `--help` is quick."""

import io
import os
import signal
import sys
from types import FrameType
from typing import Protocol, runtime_checkable

import tyro

from blurry_edges._version import __version__
from blurry_edges.cli.bench import Bench
from blurry_edges.cli.calibrate import Calibrate
from blurry_edges.cli.camera import CameraCommand
from blurry_edges.cli.doctor import Doctor
from blurry_edges.cli.estimate import Demo, Estimate
from blurry_edges.cli.export import Export
from blurry_edges.cli.plan import PlanCommand
from blurry_edges.cli.scenes import Scenes
from blurry_edges.cli.serve import Serve
from blurry_edges.cli.train import Train
from blurry_edges.errors import BlurryEdgesError
from blurry_edges.memory import is_out_of_memory

__all__ = ["main"]


@runtime_checkable
class Command(Protocol):
    """A dataclass whose fields are the options and whose `run` does the work."""

    def run(self) -> int:
        """Do the work; the exit code is 0 when it is done, 1 when it failed."""
        ...


_ASKED_AGAIN_SECONDS = 20.0
_AT_ONCE_SECONDS = 0.01
_heard = False
"""Whether the request to stop has reached `main`: another one would kill a program that is ending slowly."""


def _stop(number: int, frame: FrameType | None) -> None:
    """End a run politely, so that it can take away what is half-written.

    An exception that is raised while a library calls back may be lost there. So it is raised again after a while, for
    as long as the program has not ended.
    """
    if _heard:
        return
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _stop)
        signal.setitimer(signal.ITIMER_REAL, _ASKED_AGAIN_SECONDS)
    raise KeyboardInterrupt


def _unraisable(lost: "sys.UnraisableHookArgs") -> None:
    """Ask again at once where Python itself says that it lost the request to stop, as in a callback of its own."""
    if issubclass(lost.exc_type, KeyboardInterrupt) and hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _stop)
        signal.setitimer(signal.ITIMER_REAL, _AT_ONCE_SECONDS)
    else:
        sys.__unraisablehook__(lost)


def main() -> int:
    """Run the command that the user typed; 0 is done, 1 is failure, 2 is wrong use, 130 is stopped by the user."""
    global _heard
    _heard = False
    signal.signal(signal.SIGTERM, _stop)
    sys.unraisablehook = _unraisable
    if isinstance(sys.stdout, io.TextIOWrapper):  # names of files may hold what is no text, or what a terminal lacks
        sys.stdout.reconfigure(errors="backslashreplace")
    # Torch then asks for pages of 2 MB instead of 4 kB: clearing small ones is a sixth of the time of an estimate.
    os.environ.setdefault("THP_MEM_ALLOC_ENABLE", "1")
    try:
        return _run()
    except BlurryEdgesError as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        _heard = True
        print("blurry-edges: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:  # whoever reads our output has seen enough, as `head` does
        sys.stdout = None
        return 1
    except OSError as error:  # a full disk, a folder that may not be written
        where = "" if error.filename is None else f" {error.filename}"
        return _fail(f"cannot read or write{where}: {error.strerror or error}")
    except (MemoryError, RuntimeError) as error:
        if not is_out_of_memory(error):
            raise
        return _fail("there is not enough memory; close other programs, or ask for less at once")
    finally:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)


def _fail(why: str) -> int:
    print(f"blurry-edges: {why}", file=sys.stderr)
    return 1


def _run() -> int:
    if sys.argv[1:] == ["--version"]:
        print(f"blurry-edges {__version__}")
        return 0
    command: Command = tyro.extras.subcommand_cli_from_dict(
        {
            "estimate": Estimate,
            "serve": Serve,
            "demo": Demo,
            "camera": CameraCommand,
            "plan": PlanCommand,
            "calibrate": Calibrate,
            "scenes": Scenes,
            "train": Train,
            "bench": Bench,
            "export": Export,
            "doctor": Doctor,
        },
        prog="blurry-edges",
        description=f"Depth in metres from two defocused photographs taken in the dark. Version {__version__}.",
    )
    return command.run()
