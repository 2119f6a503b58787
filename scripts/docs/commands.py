"""The command reference: what each command says of itself with --help, as Markdown."""

import contextlib
import io
import os
import re
import sys
from collections.abc import Iterator
from unittest import mock

from blurry_edges.cli import main

__all__ = ["command_names", "reference"]

WIDTH = 96
INTRODUCTION = """# Commands

What each command says of itself with `--help`. `blurry-edges --version` prints the version. A command ends with 0 when
it is done, with 1 when it failed (and says why in one sentence), with 2 when it was typed wrongly, and with 130 when it
was stopped.
"""


def help_text(*words: str) -> str:
    """Return the help of a command, such as `train fused`, as it is printed."""
    printed = io.StringIO()
    surroundings = {"COLUMNS": str(WIDTH), "NO_COLOR": "1", "TERM": "dumb"}
    with (
        mock.patch.object(sys, "argv", ["blurry-edges", *words, "--help"]),
        mock.patch.dict(os.environ, surroundings),
        contextlib.redirect_stdout(printed),
        contextlib.suppress(SystemExit),
    ):
        main()
    text = printed.getvalue()
    if not text.startswith("usage: blurry-edges"):
        raise RuntimeError(f"blurry-edges {' '.join(words)} --help printed no help: {text[:200]!r}")
    return "\n".join(line.rstrip() for line in text.splitlines())


def command_names(*words: str) -> Iterator[tuple[str, ...]]:
    """Yield all commands and their subcommands, as lists of words."""
    text = help_text(*words)
    listed = text.partition("\n subcommands\n")[2]
    for name in re.findall(r"^ +• (\S+)", listed, re.MULTILINE):
        yield (*words, name)
        yield from command_names(*words, name)


def reference() -> str:
    """Return the whole page."""
    parts = [INTRODUCTION]
    for words in command_names():
        heading = "#" * (1 + len(words))
        parts.append(f"{heading} blurry-edges {' '.join(words)}\n\n```text\n{help_text(*words).rstrip()}\n```\n")
    return "\n".join(parts)
