"""At which distance each photograph of a stack is focused.

Asked in this order: a table `focus.csv` in the folder; the EXIF; the names of the files, where these give a unit, as
1.5m_x.jpg, f80cm.png, 2.5D.png and 2.5dpt.jpg do. The names of a stack may hold other numbers with units, such as the
focal length: the focus is the one that differs. A number without a unit is an index (7.jpg) or could be metres as well
as dioptres (00.992.jpg), and is read only when the user says which it is.
"""

import csv
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from blurry_edges.errors import DataError
from blurry_edges.photos.exif import read_exif

__all__ = ["FOCUS_TABLE", "NamesMean", "PairFocus", "StackFocus", "focus_of_files"]

FOCUS_TABLE = "focus.csv"
"""Table in a folder of photographs with the columns file, and focus_dpt or focus_m."""
NamesMean = Literal["auto", "dpt", "m"]

_METRES = {"m": 1.0, "cm": 1e-2, "mm": 1e-3}
_WITH_UNIT = re.compile(r"(?<![\d.])(\d+(?:\.\d+)?)\s?(mm|cm|m|D|dpt|DPT|dioptres?|diopters?)(?![A-Za-z0-9])")
_INFINITY = re.compile(r"(?<![A-Za-z])inf(?:inity)?(?![A-Za-z])", re.IGNORECASE)
_BARE = re.compile(r"(?<![\d.])\d+(?:\.\d+)?(?![\d.])")


@dataclass(frozen=True)
class PairFocus:
    """Focus of two photographs."""

    dpt: tuple[float, float]
    """In dioptres; 0 is infinity."""
    source: str
    """Where it comes from, as 'from the EXIF'."""


@dataclass(frozen=True)
class StackFocus:
    """Focus of the photographs of a stack."""

    dpt: tuple[float | None, ...]
    """In dioptres, in the order of the files; 0 is infinity, None is unknown."""
    source: str | None
    """Where it comes from, as 'from the EXIF'; None if nothing is known."""
    hint: str | None = None
    """Advice where nothing is known."""

    def pair(self, first: int, second: int) -> PairFocus | None:
        """Return the focus of two of the photographs, if it is known and differs."""
        one, other = self.dpt[first], self.dpt[second]
        if one is None or other is None or one == other or self.source is None:
            return None
        return PairFocus((one, other), self.source)


def focus_of_files(paths: Sequence[Path], names: NamesMean = "auto", called: Sequence[str] | None = None) -> StackFocus:
    """Find the focus of the photographs of one folder.

    Args:
        paths: the photographs.
        names: unit of bare numbers in the names of the files; by default they mean nothing.
        called: names of the files, where they are kept under others.

    """
    if not paths:
        return StackFocus((), None)
    table = paths[0].parent / FOCUS_TABLE
    shown = paths if called is None else [paths[0].parent / name for name in called]
    if table.is_file():
        return StackFocus(_from_table(table, shown), f"from {table}")
    if names != "auto":
        return StackFocus(_from_bare_names(shown, names), f"from the names of the files, in {names}")
    distances = [read_exif(path).focus_distance_m for path in paths]
    # Some cameras always write the same distance, whatever the focus.
    if None not in distances and len(set(distances)) > 1:
        return StackFocus(tuple(1 / z for z in distances if z), "from the EXIF")
    named = _that_differs([_units_in(path.stem) for path in shown])
    if named is not None:
        return StackFocus(named, "from the names of the files")
    hint = None
    if _that_differs([_bare_numbers(path.stem) for path in shown]) and all("." in path.stem for path in shown):
        hint = (
            f"names such as {shown[0].name} may say the focus: pass --lens.stack-names dpt or m, "
            f"or write {table} with the columns file and focus_dpt or focus_m"
        )
    return StackFocus((None,) * len(paths), None, hint)


def _from_table(table: Path, paths: Sequence[Path]) -> tuple[float | None, ...]:
    try:
        with table.open(newline="", encoding="utf-8-sig") as file:
            rows = list(csv.DictReader(file))
    except OSError as error:
        raise DataError(f"cannot read {table}: {error.strerror}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise DataError(f"{table} is not a CSV file: {error}") from error
    found = {}
    for number, row in enumerate(rows, start=2):
        column = next((name for name in ("focus_dpt", "focus_m") if row.get(name)), None)
        if not row.get("file") or column is None:
            raise DataError(f"line {number} of {table} needs the columns file, and focus_dpt or focus_m")
        found[row["file"]] = _dioptres(row[column], column, f"line {number} of {table}")
    return tuple(found.get(path.name, found.get(path.stem)) for path in paths)


def _dioptres(text: str, column: str, where: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if column == "focus_m" and value > 0:
        return 1 / value
    if column == "focus_dpt" and 0 <= value < math.inf:
        return value
    raise DataError(f"{where} has the {column} '{text}'; metres are above 0 (or inf), dioptres 0 or more")


def _from_bare_names(paths: Sequence[Path], names: NamesMean) -> tuple[float | None, ...]:
    found = _that_differs([_bare_numbers(path.stem) for path in paths])
    if found is None:
        raise DataError(
            f"the names of the files in {paths[0].parent} do not hold one number that differs, as 1.25.jpg does; "
            f"rename them, or write {paths[0].parent / FOCUS_TABLE}"
        )
    if names == "dpt":
        return found
    if 0.0 in found:
        raise DataError(f"a file in {paths[0].parent} would be focused at 0 m; pass --lens.stack-names dpt?")
    return tuple(1 / value for value in found)


def _units_in(stem: str) -> list[float]:
    """Dioptres of every number with a unit in a name."""
    found = [(match.start(), _with_unit(match[1], match[2])) for match in _WITH_UNIT.finditer(stem)]
    found += [(match.start(), 0.0) for match in _INFINITY.finditer(stem)]
    return [dioptres for _, dioptres in sorted(found)]


def _with_unit(number: str, unit: str) -> float:
    if unit not in _METRES:
        return float(number)
    metres = float(number) * _METRES[unit]
    return 1 / metres if metres > 0 else math.nan


def _bare_numbers(stem: str) -> list[float]:
    return [float(match[0]) for match in _BARE.finditer(stem)]


def _that_differs(numbers: list[list[float]]) -> tuple[float, ...] | None:
    """Return the one place in the names at which the numbers differ, if there is one."""
    if len({len(row) for row in numbers}) != 1:
        return None
    columns = [column for column in zip(*numbers, strict=True) if len(set(column)) > 1]
    return columns[0] if len(columns) == 1 and all(map(math.isfinite, columns[0])) else None
