"""A disk that keeps only what was waited for, to see what a power cut would leave."""

import os
from pathlib import Path

import pytest


class SimulatedDisk:
    """Notes the content of files, and the names in folders, whenever a program waits for the disk to have them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.named: list[tuple[Path, dict[str, bytes]]] = []
        """Each new name of a file or folder, and what the disk had of it then: bytes by the path below it."""
        self._contents: dict[int, bytes] = {}
        self._names: dict[int, list[str]] = {}
        self._fsync, self._replace = os.fsync, Path.replace
        monkeypatch.setattr(os, "fsync", self._note_fsync)
        monkeypatch.setattr(Path, "replace", lambda source, goal: self._note_replace(source, goal))

    def knows_names_of(self, folder: Path) -> bool:
        """Say whether the disk has the names that are in a folder now."""
        return self._names.get(folder.stat().st_ino) == _names_in(folder)

    def _left(self, path: Path) -> dict[str, bytes]:
        """Return what a power cut would leave of a file or folder; of what was not waited for, no name or no bytes."""
        number = path.stat().st_ino
        if path.is_file():
            return {"": self._contents.get(number, b"")}
        below = {name: self._left(path / name) for name in self._names.get(number, [])}
        return {f"{name}/{rest}".rstrip("/"): kept for name, found in below.items() for rest, kept in found.items()}

    def _note_fsync(self, file: int) -> None:
        self._fsync(file)
        path = Path(f"/proc/self/fd/{file}").readlink()
        if path.is_dir():
            self._names[path.stat().st_ino] = _names_in(path)
        else:
            self._contents[path.stat().st_ino] = path.read_bytes()

    def _note_replace(self, source: Path, goal: Path) -> Path:
        self.named.append((goal, self._left(source)))
        return self._replace(source, goal)


def _names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())
