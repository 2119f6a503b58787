"""Files that are whole or not there: whatever happens while one is written, no half of it is ever seen."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

__all__ = ["atomic_write"]


@contextmanager
def atomic_write(path: Path, *, durable: bool = True) -> Iterator[BinaryIO]:
    """Give a file to write to, which takes the name `path` when all went well; otherwise nothing is left of it.

    Args:
        path: name of the file; one that exists is replaced at once, when the new one is complete.
        durable: wait until the disk has it, so that a power cut cannot leave an empty file under that name. Not worth
            its time for files that are checked and made again if need be.

    """
    # The same name every time: what a killed process left is overwritten by the next one, not kept for ever.
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        with temporary.open("wb") as file:
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
