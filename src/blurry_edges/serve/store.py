"""The folder of the service: one folder for each job in it, with a name that the service chose."""

import json
import re
import secrets
import shutil
import tempfile
import threading
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from blurry_edges.errors import DataError
from blurry_edges.files import atomic_write, exclusive

__all__ = ["JobFolder", "Store"]

_MARK = ".blurry-edges-serve"
"""Marks a folder as one of the service."""
_JOB_ID = re.compile(r"[0-9a-f]{32}")


class JobFolder:
    """The files of one job."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.id = path.name
        self.inputs = path / "input"
        self.output = path / "out"
        """Result, as the command line writes it; there when the job is done."""
        self._record = path / "job.json"
        self._archive = path / "result.zip"
        self._archiving = threading.Lock()

    def results(self) -> dict[str, Path]:
        """Return the files of the result by their names."""
        if not self.output.is_dir():
            return {}
        files = (path for path in sorted(self.output.iterdir()) if not path.name.startswith("."))
        return {path.name: path for path in files if path.is_file() and not path.is_symlink()}

    def archive(self) -> Path:
        """Return a zip file of the result; it is made when it is first asked for."""
        with self._archiving:
            if self._archive.exists():
                return self._archive
            with atomic_write(self._archive) as file, zipfile.ZipFile(file, "w") as archive:
                for name, path in self.results().items():
                    stored = path.suffix in (".png", ".npz", ".gif", ".tiff")  # they are compressed themselves
                    archive.write(path, name, zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED)
        return self._archive

    def write_record(self, record: dict[str, Any]) -> None:
        """Remember what is to be known of the job when the service starts again."""
        with atomic_write(self._record) as file:
            file.write(json.dumps(record).encode())

    def read_record(self) -> dict[str, Any] | None:
        """Return what `write_record` wrote; None if the job had not ended."""
        try:
            found = json.loads(self._record.read_bytes())
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) else None

    def drop_inputs(self) -> None:
        """Remove the photographs, and what a killed worker left."""
        if not self.path.is_dir():
            return
        for path in self.path.iterdir():
            if path.is_dir() and path != self.output:
                shutil.rmtree(path, ignore_errors=True)

    def remove(self) -> None:
        """Remove everything."""
        shutil.rmtree(self.path, ignore_errors=True)


class Store:
    """The folder of the service; nothing is written anywhere else."""

    def __init__(self, folder: Path | None) -> None:
        self._is_temporary = folder is None
        self.folder = Path(tempfile.mkdtemp(prefix="blurry-edges-serve-")) if folder is None else folder.resolve()
        self._jobs = self.folder / "jobs"
        self.temporary = self.folder / "uploads"
        """For uploads on their way."""
        try:
            self._claim()
        except OSError as error:
            raise DataError(f"cannot use the folder {self.folder}: {error.strerror}") from error

    def _claim(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        mark = self.folder / _MARK
        if not mark.exists() and any(self.folder.iterdir()):
            raise DataError(f"{self.folder} holds files that are not of this service; choose an empty or a new folder")
        mark.touch()
        self._held = ExitStack()
        self._held.enter_context(exclusive(self.folder))
        shutil.rmtree(self.temporary, ignore_errors=True)
        for path in (self._jobs, self.temporary):
            path.mkdir(mode=0o700, exist_ok=True)

    def new_job(self) -> JobFolder:
        """Make a folder for a job, with a name that nobody can guess."""
        folder = JobFolder(self._jobs / secrets.token_hex(16))
        folder.inputs.mkdir(mode=0o700, parents=True)
        return folder

    def old_jobs(self) -> Iterator[tuple[JobFolder, dict[str, Any]]]:
        """Return the jobs that had ended when the service was stopped; others are removed."""
        for path in sorted(self._jobs.iterdir()):
            if not _JOB_ID.fullmatch(path.name) or path.is_symlink() or not path.is_dir():
                continue
            folder = JobFolder(path)
            record = folder.read_record()
            if record is None:
                folder.remove()
            else:
                yield folder, record

    def close(self) -> None:
        """Let the folder go; a temporary one is removed."""
        if self._is_temporary:
            shutil.rmtree(self.folder, ignore_errors=True)
        self._held.close()
