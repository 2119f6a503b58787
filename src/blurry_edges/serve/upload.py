"""Uploads of clients: read within limits, and stored under names that the service chose."""

import asyncio
import shutil
import unicodedata
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath

from fastapi import Request
from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect

from blurry_edges.errors import BlurryEdgesError
from blurry_edges.pairs import Task
from blurry_edges.photos import PHOTO_SUFFIXES
from blurry_edges.photos.focus import FOCUS_TABLE
from blurry_edges.serve.form import CAMERA, FOCUS_TABLE_FIELD, PHOTOS, STACK, command_line, read_options
from blurry_edges.serve.limits import Limits
from blurry_edges.serve.store import JobFolder

__all__ = [
    "GoneError",
    "RefusedError",
    "SlowError",
    "StoredPhotos",
    "TooLargeError",
    "make_task",
    "read_form",
    "store_photos",
]

_MOST_FIELDS = 100
_LONGEST_FIELD_BYTES = 10_000
_LONGEST_NAME = 80
_SMALL_FILE_BYTES = 1_000_000
"""Camera files and tables are no larger."""
_FORM_BYTES = 200_000
"""Room of a form besides its files, in bytes."""


class RefusedError(BlurryEdgesError):
    """A request that cannot be understood."""


class TooLargeError(RefusedError):
    """A request with too many bytes."""


class SlowError(RefusedError):
    """A request that takes too long to arrive."""


class GoneError(RefusedError):
    """A client that went away before it had sent everything."""


class _Parser(MultiPartParser):
    """Starlette's parser, which takes a form without its end for a whole one; this one does not."""

    ended = False

    def on_end(self) -> None:
        self.ended = True


async def read_form(request: Request, limits: Limits, most_bytes: int) -> FormData:
    """Read the form of a request; no more than so many bytes, files and seconds."""
    if not request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        raise RefusedError("send the photographs as a form (multipart/form-data)")
    announced = request.headers.get("content-length", "")
    most_bytes += _FORM_BYTES
    if announced.isdigit() and int(announced) > most_bytes:
        raise _too_large(most_bytes)
    parser = _Parser(
        request.headers,
        _within(request, limits, most_bytes),
        max_files=limits.files + 2,
        max_fields=_MOST_FIELDS,
        max_part_size=_LONGEST_FIELD_BYTES,
    )
    try:
        async with asyncio.timeout(limits.upload_seconds):
            form = await parser.parse()
    except TimeoutError as error:
        raise SlowError(f"the files took longer than {limits.upload_seconds:g} seconds to arrive") from error
    except MultiPartException as error:
        raise RefusedError(f"the form cannot be read: {error.message.rstrip('.')}") from error
    except ClientDisconnect as error:
        raise GoneError("the client went away") from error
    if not parser.ended:
        await form.close()
        raise RefusedError("the form is not complete: its end is missing")
    return form


async def _within(request: Request, limits: Limits, most_bytes: int) -> AsyncGenerator[bytes]:
    """Pass on the bytes of a request as long as they are few enough and come soon enough."""
    stream, total = request.stream(), 0
    while True:
        try:
            async with asyncio.timeout(limits.stalled_seconds):
                chunk = await anext(stream, None)
        except TimeoutError as error:
            raise SlowError(f"nothing arrived for {limits.stalled_seconds:g} seconds") from error
        if chunk is None:
            return
        total += len(chunk)
        if total > most_bytes:
            raise _too_large(most_bytes)
        yield chunk


def _too_large(most_bytes: int) -> TooLargeError:
    return TooLargeError(f"the files are larger than the {most_bytes / 1e6:.0f} MB that are taken; make them smaller")


@dataclass(frozen=True)
class StoredPhotos:
    """Photographs in a folder of the service."""

    paths: tuple[Path, ...]
    names: tuple[str, ...]
    """Names that their owner gave them: for sentences, never for paths."""


def store_photos(form: FormData, folder: Path, limits: Limits) -> StoredPhotos:
    """Write the photographs of a form into a folder, under numbers."""
    photos = _files(form, PHOTOS)
    if len(photos) < 2:
        raise RefusedError(f"give two photographs or more; {len(photos)} arrived")
    if len(photos) > limits.files:
        raise TooLargeError(f"give {limits.files} photographs or fewer; {len(photos)} arrived")
    names = _distinct([plain_name(photo.filename) for photo in photos])
    suffixes = [PurePosixPath(name).suffix.lower() for name in names]
    for name, suffix in zip(names, suffixes, strict=True):
        if suffix not in PHOTO_SUFFIXES:
            raise RefusedError(f"{name} is no photograph by its name; give {', '.join(sorted(PHOTO_SUFFIXES))}")
    paths = tuple(folder / f"{number:03d}{suffix}" for number, suffix in enumerate(suffixes))
    for photo, path in zip(photos, paths, strict=True):
        _write(photo, path)
    table = _files(form, FOCUS_TABLE_FIELD)
    if table:
        _write(_small(table[0]), folder / FOCUS_TABLE)
    return StoredPhotos(paths, tuple(names))


def make_task(form: FormData, folder: JobFolder, limits: Limits, device: str) -> Task:
    """Store the files of a form and return what is asked."""
    others = {CAMERA, FOCUS_TABLE_FIELD, PHOTOS, STACK}
    names = [name for name in dict.fromkeys(form) if name not in others]
    given = {name: [str(value) for value in form.getlist(name)] for name in names}
    options = read_options(given, device)
    photos = store_photos(form, folder.inputs, limits)
    is_stack = len(photos.paths) > 2 or str(form.get(STACK, "")).lower() in ("true", "on", "1", "yes")
    camera = None
    if files := _files(form, CAMERA):
        camera = folder.inputs / "camera.toml"
        _write(_small(files[0]), camera)
    return Task(
        files=photos.paths,
        output=folder.output,
        options=options,
        camera=camera,
        is_stack=is_stack,
        command=command_line(options, photos.names, camera=camera is not None, is_stack=is_stack),
        names=photos.names,
        most_pixels=limits.pixels,
    )


def plain_name(given: str | None) -> str:
    """Return the name of a file without folders and without what cannot be shown."""
    name = PureWindowsPath(PurePosixPath(given or "").name).name
    name = "".join(letter for letter in name if unicodedata.category(letter)[0] != "C").strip()
    stem, suffix = PurePosixPath(name).stem, PurePosixPath(name).suffix
    return f"{stem[:_LONGEST_NAME]}{suffix[:10]}" or "unnamed"


def _distinct(names: Sequence[str]) -> list[str]:
    """Tell files of one name apart."""
    return [
        name if names.count(name) == 1 else f"{PurePosixPath(name).stem} ({number}){PurePosixPath(name).suffix}"
        for number, name in enumerate(names, start=1)
    ]


def _files(form: FormData, name: str) -> list[UploadFile]:
    """Return the files of a field; a browser sends an empty one where none was chosen."""
    found = [value for value in form.getlist(name) if isinstance(value, UploadFile)]
    if len(found) < len([value for value in form.getlist(name) if value]):
        raise RefusedError(f"'{name}' must be a file")
    return [file for file in found if file.filename]


def _small(file: UploadFile) -> UploadFile:
    if (file.size or 0) > _SMALL_FILE_BYTES:
        raise TooLargeError(f"{plain_name(file.filename)} is larger than {_SMALL_FILE_BYTES / 1e6:g} MB")
    return file


def _write(file: UploadFile, path: Path) -> None:
    with path.open("xb") as goal:
        shutil.copyfileobj(file.file, goal)
