"""Camera facts from the EXIF of uploaded photographs: they fill in the page's form before anything is estimated."""

from dataclasses import asdict
from typing import Any

from pydantic import BaseModel

from blurry_edges.errors import CameraError
from blurry_edges.options import Lens
from blurry_edges.pairs import lens_from_exif, resolve_camera
from blurry_edges.photos import announced_size, focus_of_files
from blurry_edges.photos.exif import exif_of
from blurry_edges.serve.upload import StoredPhotos

__all__ = ["Description", "PhotoDescription", "describe"]

_READ_WITHOUT_RISK = {".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".npy", ".exr"}
"""Files whose header is read in Python or by Pillow; LibRaw and libheif are left to the worker."""


class PhotoDescription(BaseModel):
    """Facts from one file."""

    name: str
    width: int | None
    height: int | None
    exif: str
    """Camera, lens and exposure in one line."""
    focus_dpt: float | None
    """Focus in dioptres, from its EXIF or its name."""


class Description(BaseModel):
    """Facts from the files of a form."""

    photos: list[PhotoDescription]
    lens: dict[str, Any]
    """Known facts about the lens, under the names of the options."""
    sources: list[str]
    """Where each number came from."""
    missing: str | None
    """Facts that are missing for depth in metres; None if none is."""


def describe(photos: StoredPhotos) -> Description:
    """Say what photographs, or their beginnings, tell about the camera."""
    exifs, sizes = [], []
    for path in photos.paths:
        data = path.read_bytes()
        exifs.append(exif_of(data))
        sizes.append(announced_size(path, data) if path.suffix in _READ_WITHOUT_RISK else None)
    focus = focus_of_files(photos.paths, "auto", photos.names)
    ends = [exifs[0], exifs[-1]]
    try:
        lens = lens_from_exif(ends, sizes[0], focus.pair(0, len(exifs) - 1))
        found = resolve_camera(None, Lens(), ends, sizes[0], focus.pair(0, len(exifs) - 1))
        sources, missing = found.sources, found.missing
    except CameraError as error:
        lens, sources, missing = Lens(), [], str(error)
    rows = zip(photos.names, exifs, sizes, focus.dpt, strict=True)
    return Description(
        photos=[
            PhotoDescription(
                name=name,
                width=None if size is None else size[1],
                height=None if size is None else size[0],
                exif=exif.describe(),
                focus_dpt=dpt,
            )
            for name, exif, size, dpt in rows
        ],
        lens={name: _for_json(value) for name, value in asdict(lens).items() if value != getattr(Lens(), name)},
        sources=sources,
        missing=missing,
    )


def _for_json(value: Any) -> Any:
    """Return numbers as they are typed into the form: JSON has no infinity."""
    return [str(x) for x in value] if isinstance(value, tuple) else str(value)
