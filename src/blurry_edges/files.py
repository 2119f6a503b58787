"""Files that are whole or not there, and folders that one process at a time writes to."""

import errno
import getpass
import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from blurry_edges.errors import BlurryEdgesError

__all__ = ["atomic_write", "exclusive", "sync_folder", "sync_names"]


@contextmanager
def exclusive(folder: Path, part: str = "", wait_s: float = 0.0) -> Iterator[None]:
    """Let one process of this machine at a time write to a folder; another one is told so.

    The system takes the lock from a process that was killed. Locks are kept among the temporary files of the user, so
    that nothing is left in the folder.

    Args:
        folder: what is written to.
        part: a part of it; processes that write to different parts do not meet.
        wait_s: how long to wait for another process before this one is told; below 0, until it is done.

    """
    from filelock import FileLock, Timeout

    name = hashlib.sha256(os.fsencode(folder.resolve()) + part.encode()).hexdigest()[:32]
    place = Path(tempfile.gettempdir()) / f"blurry-edges-{getpass.getuser()}"
    try:
        place.mkdir(mode=0o700, exist_ok=True)
        lock = FileLock(place / f"{name}.lock", timeout=wait_s)
        lock.acquire()
    except Timeout as error:
        raise BlurryEdgesError(
            f"another process is writing to {folder}; wait until it is done, or choose another folder"
        ) from error
    except OSError as error:
        raise BlurryEdgesError(f"cannot make sure that no other process writes to {folder}: {error}") from error
    try:
        yield
    finally:
        lock.release()


@contextmanager
def atomic_write(path: Path, *, durable: bool = True, writer: str = "") -> Iterator[BinaryIO]:
    """Give a file to write to, which takes the name `path` when all went well; otherwise nothing is left of it.

    Args:
        path: name of the file; one that exists is replaced at once, when the new one is complete.
        durable: wait until the disk has it, so that a power cut can neither leave an empty file under that name nor
            take it away again. Not worth its time for files that are checked and made again if need be.
        writer: where several may write the same file at once, which of them this is; the last one wins.

    """
    # The same name every time: what a killed process left is overwritten by the next one, not kept for ever.
    temporary = path.with_name(f".{path.name}{writer}.tmp")
    try:
        with temporary.open("wb") as file:
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        temporary.replace(path)
        if durable:
            sync_names(path.parent)
    except OSError as error:
        if error.filename is None:  # of a full disk, which does not say what for
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise
    finally:
        temporary.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Wait until the disk has all files below a folder, so that they are whole after a power cut."""
    for place, _, names in os.walk(folder, topdown=False):
        for name in names:
            _sync(Path(place) / name, os.O_RDWR)  # Windows refuses it for files that are only read
        sync_names(Path(place))


def sync_names(folder: Path) -> None:
    """Wait until the disk knows which files are in a folder, so that a power cut does not undo a new name."""
    if os.name == "nt":
        return  # folders cannot be opened there
    try:
        _sync(folder, os.O_RDONLY)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EACCES):  # not all folders can be asked
            raise


def _sync(path: Path, flags: int) -> None:
    file = os.open(path, flags)
    try:
        os.fsync(file)
    finally:
        os.close(file)
