"""The `blurry-edges` command as a user types it."""

import contextlib
import io
import os
import signal
import subprocess
import sys
from unittest import mock

import torch

__all__ = ["assert_one_sentence", "run", "run_process"]


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the command in this process, from its entry point on: nothing has to be imported again.

    What it changes for the process that it takes for its own is put back.
    """
    from blurry_edges.cli import main

    command = ["blurry-edges", *map(str, arguments)]
    out, err = io.StringIO(), io.StringIO()
    before, threads = signal.getsignal(signal.SIGTERM), torch.get_num_threads()
    with (
        mock.patch.object(sys, "argv", command),
        mock.patch.dict(os.environ),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            code = main()
        except SystemExit as stopped:  # the parser of the command line, when it is used wrongly
            code = stopped.code
        finally:
            signal.signal(signal.SIGTERM, before)
            torch.set_num_threads(threads)
    return subprocess.CompletedProcess(command, code, out.getvalue(), err.getvalue())


def run_process(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, as a shell does; every command is, in one test at least."""
    command = [sys.executable, "-m", "blurry_edges.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True)


def assert_one_sentence(result: subprocess.CompletedProcess[str], message: str) -> None:
    """Check that the command failed with one clear sentence."""
    assert result.returncode == 1
    assert message in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1, result.stderr
