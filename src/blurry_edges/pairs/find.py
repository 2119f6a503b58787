"""Which files belong together: a folder or a table of pairs."""

import csv
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath

from blurry_edges.errors import DataError
from blurry_edges.photos import PHOTO_SUFFIXES

__all__ = ["PairFiles", "find_pairs", "photos_in", "read_table"]


@dataclass(frozen=True)
class PairFiles:
    """Two files that are a pair."""

    name: str
    """Name of the pair, and of its output folder."""
    minus: Path
    plus: Path
    camera: Path | None = None
    """Camera file of this pair, where a table gives one."""


def find_pairs(source: Path) -> list[PairFiles]:
    """Find the pairs of a folder or of a CSV file.

    A folder holds NAME_minus.png and NAME_plus.png (or other types), or a folder NAME with minus.png and plus.png for
    each pair. A CSV file has the columns minus and plus, and perhaps name and camera; paths are relative to the file.
    """
    if source.is_dir():
        pairs = _pairs_in_folder(source)
    elif source.suffix.lower() == ".csv":
        pairs = _pairs_in_table(source)
    else:
        raise DataError(f"{source} is neither a folder nor a CSV file of pairs; give two photographs, or one of these")
    if not pairs:
        raise DataError(f"{source} holds no pairs; name files NAME_minus.png and NAME_plus.png")
    names = [pair.name for pair in pairs]
    if twice := {name for name in names if names.count(name) > 1}:
        raise DataError(f"{source} has two pairs called '{min(twice)}'; give each a name of its own")
    return pairs


def photos_in(folder: Path) -> list[Path]:
    """Photographs of a folder, in the order of the numbers in their names."""
    if not folder.is_dir():
        raise DataError(f"{folder} is not a folder of photographs")
    return sorted((path for path in folder.iterdir() if path.suffix.lower() in PHOTO_SUFFIXES), key=_natural)


def _pairs_in_folder(folder: Path) -> list[PairFiles]:
    pairs = []
    for minus in photos_in(folder):
        if minus.stem.endswith("_minus"):
            name = minus.stem.removesuffix("_minus")
            if not _is_plain_name(name):
                raise DataError(f"{minus} gives its pair no usable name; call it NAME_minus{minus.suffix}")
            pairs.append(PairFiles(name, minus, _partner(minus, f"{name}_plus")))
    for inner in sorted(path for path in folder.iterdir() if path.is_dir()):
        for minus in photos_in(inner):
            if minus.stem == "minus":
                pairs.append(PairFiles(inner.name, minus, _partner(minus, "plus")))
    return pairs


def _partner(minus: Path, stem: str) -> Path:
    for path in photos_in(minus.parent):
        if path.stem == stem:
            return path
    return minus.with_stem(stem)  # missing: one pair of many fails then, and says so


def read_table(path: Path, *columns: str) -> list[dict[str, str]]:
    """Read the lines of a CSV file, each of which must have some columns."""
    return [row for _, row in _numbered_rows(path, *columns)]


def _numbered_rows(path: Path, *columns: str) -> list[tuple[int, dict[str, str]]]:
    """Return the rows of a CSV file, each with the number of its line."""
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            reader = csv.DictReader(file)
            rows = [(reader.line_num, row) for row in reader]
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise DataError(f"{path} is not a CSV file: {error}") from error
    for number, row in rows:
        if missing := [name for name in columns if not row.get(name)]:
            raise DataError(f"line {number} of {path} lacks {missing[0]}; its columns must be {', '.join(columns)}")
        if any("\0" in str(value) for value in row.values()):
            raise DataError(f"line {number} of {path} holds a NUL character; no file can be called that")
    return rows


def _pairs_in_table(path: Path) -> list[PairFiles]:
    pairs = []
    for index, (number, row) in enumerate(_numbered_rows(path, "minus", "plus")):
        camera = row.get("camera")
        name = (row.get("name") or "").strip() or _name_of(Path(row["minus"]), index)
        if not _is_plain_name(name):
            raise DataError(
                f"line {number} of {path} calls its pair {name!r}, which cannot be the name of a folder inside the "
                "output; use letters, digits, '-' and '_'"
            )
        pairs.append(
            PairFiles(
                name, path.parent / row["minus"], path.parent / row["plus"], path.parent / camera if camera else None
            )
        )
    return pairs


def _name_of(minus: Path, index: int) -> str:
    """Name a pair after its first photograph, or after its line where that says nothing."""
    name = minus.stem.removesuffix("_minus")
    return minus.parent.name or f"{index:04d}" if name == "minus" else name


def _is_plain_name(name: str) -> bool:
    """Whether a folder of this name lies directly inside the folder it is made in, on any operating system."""
    alone = name == PurePosixPath(name).name == PureWindowsPath(name).name
    return alone and name not in ("", ".", "..") and not any(ord(letter) < 32 for letter in name)


def _natural(path: Path) -> tuple[int, str]:
    """Sort 2.jpg before 10.jpg."""
    digits = "".join(c for c in path.stem if c.isdigit())
    return (int(digits) if digits else 0, path.name)
