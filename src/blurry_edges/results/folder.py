"""Where results are written: a result folder appears whole or not at all."""

import glob
import os
import secrets
import shutil
import tempfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from blurry_edges.errors import ImageError
from blurry_edges.files import exclusive, sync_folder, sync_names
from blurry_edges.results.ownership import FACTS_NAMES, MARK, RESULT_NAMES, entries, ownership, write_mark

__all__ = ["output_folder"]

_OLD = "old-"


@contextmanager
def output_folder(folder: Path, *, overwrite: bool = False, inputs: Sequence[Path] = ()) -> Iterator[Path]:
    """Give a temporary folder that takes the name `folder` when all went well, and vanishes otherwise.

    Args:
        folder: where the result is to be; it may be an empty folder.
        overwrite: replace the files of an earlier result; whatever else lies in the folder is kept.
        inputs: files that were read for this result, none of which may lie in `folder`.

    """
    with exclusive(folder):
        yield from _output_folder(folder, folder.resolve(), overwrite=overwrite, inputs=inputs)


def _output_folder(folder: Path, target: Path, *, overwrite: bool, inputs: Sequence[Path]) -> Iterator[Path]:
    # Its name is known before it is made: a signal that arrives as soon as it is there finds it to be removed.
    temporary = target.parent / f"{_prefix(target)}{secrets.token_hex(6)}"
    try:
        _begin(folder, target, temporary, overwrite=overwrite, inputs=inputs)
        yield temporary
        write_mark(temporary)
        temporary.chmod(0o777 & ~_umask())
        sync_folder(temporary)  # before it gets its name, which a power cut would otherwise leave without its content
        _require_replaceable(folder, target, inputs, overwrite=overwrite)  # it may have appeared in the meantime
        if target.exists():
            _replace_files(folder, target, temporary)
        else:
            temporary.replace(target)
        sync_names(target.parent)
        _remove_leftovers(target)
    except OSError as error:
        raise ImageError(f"cannot write {folder}: {error.strerror or error}") from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _begin(folder: Path, target: Path, temporary: Path, *, overwrite: bool, inputs: Sequence[Path]) -> None:
    """Make the temporary folder, if a result may come to be there."""
    try:
        _require_replaceable(folder, target, inputs, overwrite=overwrite)
        target.parent.mkdir(parents=True, exist_ok=True)
        _remove_leftovers(target, but=_OLD)
        temporary.mkdir(mode=0o700)
    except OSError as error:
        raise ImageError(f"cannot write to {folder.parent}: {error.strerror}") from error


def _prefix(target: Path) -> str:
    """Return how the names of folders begin that are to become `target`."""
    return f".{target.name}.blurry-edges-"


def _remove_leftovers(target: Path, but: str | None = None) -> None:
    """Remove what a process that was killed had begun to write; no other one is writing now, since we hold the lock.

    What it had moved aside is all that is left of an earlier result: that stays until there is a new one.
    """
    for leftover in target.parent.glob(glob.escape(_prefix(target)) + "*"):
        if but is None or not leftover.name.startswith(_prefix(target) + but):
            shutil.rmtree(leftover, ignore_errors=True)


def _require_replaceable(folder: Path, target: Path, inputs: Sequence[Path], *, overwrite: bool) -> None:
    """Refuse an output folder in which anything but an earlier result of this program could be lost."""
    here = Path.cwd().resolve()
    if target == here or target in here.parents:
        raise ImageError(f"{folder} is the folder you are in, or one above it; choose a new folder for the output")
    for path in inputs:
        if target in path.resolve().parents:
            raise ImageError(f"the photograph {path} lies in the output folder {folder}; choose another output")
    if not target.exists():
        return
    if not target.is_dir():
        raise ImageError(f"{folder} is a file; choose another output")
    if not any(target.iterdir()):
        return
    if not overwrite:
        raise ImageError(f"{folder} exists; choose another output or pass --overwrite")
    found = ownership(target)
    if not found.is_result:
        raise ImageError(
            f"{folder} holds files that are no result of this program, such as {min(found.foreign)}; "
            "choose another output"
        )
    if in_the_way := found.changed | (found.foreign & RESULT_NAMES):
        raise _not_ours(folder, in_the_way)


def _not_ours(folder: Path, names: Collection[str]) -> ImageError:
    return ImageError(
        f"{folder / min(names)} was changed or added by someone else and would be lost; move it away or choose "
        "another output"
    )


def _replace_files(folder: Path, target: Path, new: Path) -> None:
    """Replace the files of the result in `target` by those of `new`; whatever else is there stays.

    The old ones are moved aside before the first new one comes in and removed after the last, so that one of the two
    results is complete at any moment, and the mark is there at any moment. The file by which a result is known goes
    first and comes last: what a kill or a power cut leaves in between is not taken for a result.
    """
    found, names = ownership(target), set(entries(new))
    if in_the_way := (found.changed | found.foreign) & names:
        raise _not_ours(folder, in_the_way)
    aside = Path(tempfile.mkdtemp(prefix=_prefix(target) + _OLD, dir=target.parent))
    own = sorted(found.own - {MARK}, key=lambda name: name not in FACTS_NAMES)
    try:
        if (target / MARK).exists():
            shutil.copy2(target / MARK, aside / MARK)
        for name in own:
            _move(name, target, aside)
        (new / MARK).replace(target / MARK)
        for name in sorted(names - {MARK}, key=lambda name: name in FACTS_NAMES):
            _move(name, new, target)
        sync_names(target)  # before the old one is removed
    except BaseException:
        _undo(own, names, target, new, aside)
        raise
    finally:
        shutil.rmtree(aside)  # holds the old result now, or nothing but a copy of the mark


def _undo(own: Collection[str], names: Collection[str], target: Path, new: Path, aside: Path) -> None:
    """Give `target` back the files that it had."""
    for name in set(names) - {MARK}:
        if not (new / name).exists():
            _move(name, target, new)
    if (aside / MARK).exists():
        (aside / MARK).replace(target / MARK)
    else:
        (target / MARK).unlink(missing_ok=True)
    for name in own:
        if (aside / name).exists():
            _move(name, aside, target)


def _move(name: str, source: Path, goal: Path) -> None:
    """Move a file from one folder into another on the same file system; folders inside come and go with it."""
    (goal / name).parent.mkdir(parents=True, exist_ok=True)
    (source / name).replace(goal / name)
    for inner in (source / name).parents:
        if inner == source or any(inner.iterdir()):
            break
        inner.rmdir()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
