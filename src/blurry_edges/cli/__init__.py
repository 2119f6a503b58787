"""The `blurry-edges` command. Heavy imports live inside the commands, so that `--help` is quick."""

import sys
from typing import Annotated

import tyro

from blurry_edges.cli.doctor import Doctor
from blurry_edges.errors import BlurryEdgesError

__all__ = ["main"]

Command = Annotated[Doctor, tyro.conf.subcommand("doctor")]


def main() -> int:
    """Run the command that the user typed; 0 is done, 1 is failure, 2 is wrong use."""
    command = tyro.extras.subcommand_cli_from_dict({"doctor": Doctor}, prog="blurry-edges")
    try:
        return command.run()
    except BlurryEdgesError as error:
        print(f"blurry-edges: {error}", file=sys.stderr)
        return 1
