"""A command that is disturbed, and what must hold of the files it writes."""

import hashlib
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from faults.process import Ended, run

__all__ = ["Broken", "Files", "Trial", "Victim", "digests", "hidden", "require", "whole_now"]


class Broken(Exception):  # noqa: N818 # it is no error of this program
    """A promise that was broken."""


def require(holds: bool, otherwise: str) -> None:
    """Say what is broken unless a condition holds."""
    if not holds:
        raise Broken(otherwise)


Files = dict[str, str]
"""Hashes of files by their names in the output folder."""


@dataclass(frozen=True)
class Victim:
    """A command that writes to the folder `out` of the folder it is run in, from what is in `../given`."""

    name: str
    arguments: tuple[str, ...]
    prepare: Callable[[Path], None]
    """Puts what the command needs into a folder."""
    check: Callable[[Path], None]
    """Raises Broken if anything under its final name in the output folder is not whole."""
    results: Callable[[Path], Files]
    """Files that must be the same, byte for byte, after any disturbance."""
    may_change: tuple[str, ...] = ()
    """Beginnings of the names of files that a run that goes on writes anew."""
    workers: bool = False
    """Whether it has worker processes that can be lost."""

    def run(self, folder: Path, prefix: tuple[str, ...] = ()) -> Ended:
        """Run it to its end."""
        return run([*prefix, *self.command], folder)

    @property
    def command(self) -> tuple[str, ...]:
        """Command line of the victim."""
        return (sys.executable, "-m", "blurry_edges.cli", *self.arguments)


class Trial:
    """Where a victim is disturbed: its input, its undisturbed result, and a folder for what is disturbed."""

    def __init__(self, victim: Victim, folder: Path) -> None:
        self.victim, self.folder = victim, folder / victim.name
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / "given").mkdir(parents=True)
        victim.prepare(self.folder / "given")
        undisturbed = self.fresh("undisturbed")
        self.undisturbed = victim.run(undisturbed)
        require(self.undisturbed.code == 0, f"the undisturbed run failed: {self.undisturbed.said}")
        victim.check(undisturbed / "out")
        self.results = victim.results(undisturbed / "out")
        self.size = sum(path.stat().st_size for path in (undisturbed / "out").rglob("*") if path.is_file())

    def fresh(self, name: str) -> Path:
        """Return an empty folder to run in."""
        folder = self.folder / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        return folder

    def finish(self, folder: Path) -> None:
        """Let the command run to its end, and compare with the undisturbed run."""
        ended = self.victim.run(folder)
        require(ended.code == 0, f"it did not go on: exit code {ended.code}, {ended.said}")
        self.compare(folder)

    def compare(self, folder: Path) -> None:
        """Require the undisturbed results, and nothing that was meant to go."""
        self.victim.check(folder / "out")
        found = self.victim.results(folder / "out")
        if different := sorted(name for name, _ in found.items() ^ self.results.items()):
            raise Broken(f"differs from the undisturbed run: {', '.join(dict.fromkeys(different))}")
        litter = hidden(folder)
        require(not litter, f"left behind: {', '.join(litter)}")


def hidden(folder: Path) -> list[str]:
    """Return files and folders with names that users do not see, which only unfinished work may have."""
    found = []
    for place, folders, files in os.walk(folder):
        for name in (*folders, *files):
            if name.startswith(".") and name not in (".blurry-edges.json", ".blurry-edges-serve"):
                found.append(str((Path(place) / name).relative_to(folder)))
    return sorted(found)


def digests(folder: Path, pattern: str = "**/*") -> Files:
    """Return the hashes of the files that users see."""
    found = {}
    for path in folder.glob(pattern):
        parts = path.relative_to(folder).parts
        if path.is_file() and not any(part.startswith(".") for part in parts):
            found["/".join(parts)] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def whole_now(victim: Victim, out: Path, before: Files) -> Files:
    """Require all that is visible to be whole and all that was finished to be there; return what is finished now."""
    if not out.exists():
        require(not before, "what was finished is gone")
        return {}
    victim.check(out)
    now = digests(out)
    kept = {name: digest for name, digest in before.items() if not name.startswith(victim.may_change)}
    if lost := sorted(name for name, digest in kept.items() if now.get(name) != digest):
        raise Broken(f"finished before, but gone or changed: {', '.join(lost)}")
    return now
