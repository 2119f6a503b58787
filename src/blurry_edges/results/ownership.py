"""Which files of a folder this program wrote: a mark in each result folder lists them with their checksums."""

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path

from blurry_edges._version import __version__

__all__ = ["FACTS_NAMES", "MARK", "RESULT_NAMES", "Ownership", "entries", "ownership", "write_mark"]

MARK = ".blurry-edges.json"
"""Name of the mark."""
FACTS_NAMES = ("depth.json", "order.json")
"""Files by which a result is known, with metres or without: they are there only when all others are."""
RESULT_NAMES = frozenset(
    {
        "boundary.png", "camera.toml", "cloud.ply", "depth.json", "depth.npz", "depth.png", "depth.tiff",
        "overview.png", "refocus.gif", "report.html", "sharp.png",
    }
)  # fmt: skip
"""Files that version 0.1.0 wrote into a result folder, without a mark."""


@dataclass(frozen=True)
class Ownership:
    """The entries of a folder by who made them, as paths relative to it."""

    own: frozenset[str]
    """Written by this program and unchanged since."""
    changed: frozenset[str]
    """Written by this program, but by another hand since then."""
    foreign: frozenset[str]
    """Everything else."""
    is_result: bool
    """Whether the folder is a result of this program at all."""


def ownership(folder: Path) -> Ownership:
    """Say who made each entry of a folder; only names that are really there are returned, whatever the mark claims."""
    present = frozenset(entries(folder))
    sums = _marked(folder)
    if sums is None:
        # Version 0.1.0 left no mark, but its depth.json says who wrote it.
        own = present & RESULT_NAMES if _has_version(folder / "depth.json") else frozenset()
        return Ownership(own, frozenset(), present - own, bool(own))
    listed = present & frozenset(sums)
    own = frozenset(name for name in listed if _checksum(folder / name) == sums[name] != "")
    return Ownership(own | {MARK}, listed - own, present - listed - {MARK}, True)


def write_mark(folder: Path) -> None:
    """List every file of a folder in its mark, with the checksum of what was written."""
    sums = {name: _checksum(folder / name) for name in sorted(entries(folder)) if name != MARK}
    text = json.dumps({"blurry_edges_version": __version__, "files": sums}, indent=2)
    (folder / MARK).write_text(text + "\n", encoding="utf-8")


def entries(folder: Path) -> list[str]:
    """Return the files, links and empty folders below a folder as relative paths; links are not followed."""
    found = []
    for place, folders, files in os.walk(folder):
        inside = Path(place)
        names = files + [name for name in folders if (inside / name).is_symlink()]
        found += [(inside / name).relative_to(folder).as_posix() for name in names]
        if inside != folder and not files and not folders:
            found.append(inside.relative_to(folder).as_posix())
    return found


def _marked(folder: Path) -> dict[str, str] | None:
    """Return the checksums that the mark lists, or None without a mark that can be read."""
    content = _json(folder / MARK)
    files = content.get("files") if content is not None else None
    return {str(name): str(value) for name, value in files.items()} if isinstance(files, dict) else None


def _has_version(path: Path) -> bool:
    content = _json(path)
    return content is not None and "blurry_edges_version" in content


def _json(path: Path) -> dict[str, object] | None:
    """Return the object in a JSON file; None when there is no such file, or when it holds something else."""
    if path.is_symlink() or not path.is_file():
        return None
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        return None  # not JSON: somebody else's file
    return content if isinstance(content, dict) else None


def _checksum(path: Path) -> str:
    """Return the SHA-256 of a file; that of a link or folder, which this program never writes, is empty."""
    if path.is_symlink() or not path.is_file():
        return ""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
