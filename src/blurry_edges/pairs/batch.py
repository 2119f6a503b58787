"""Many pairs: one folder each, one table of all; a run goes on where it was, one bad pair does not stop the others."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Literal

import numpy as np

from blurry_edges.errors import BlurryEdgesError, DataError
from blurry_edges.estimator import Estimator
from blurry_edges.files import atomic_write, exclusive
from blurry_edges.memory import is_out_of_memory
from blurry_edges.pairs.run import Done
from blurry_edges.pairs.task import Task, run_task
from blurry_edges.results.ownership import FACTS_NAMES, MARK
from blurry_edges.typing import Array, Float
from blurry_edges.workers import Backend

__all__ = ["SUMMARY_NAME", "PairRow", "run_pair", "run_pairs", "write_summary"]

_SUMMARY = "summary"
SUMMARY_NAME = f"{_SUMMARY}.csv"
_SUMMARY_WAIT_S = 60.0


@dataclass(frozen=True)
class PairRow:
    """Outcome of one pair; a line of the table."""

    name: str
    state: Literal["done", "done before", "failed"]
    verdict: str = ""
    """good, fair or poor."""
    trusted_share: float | None = None
    depth_median_m: float | None = None
    depth_sd_median_m: float | None = None
    remark: str = ""
    """Warnings, or what went wrong."""


def run_pair(name: str, task: Task, estimator: Estimator) -> PairRow:
    """Estimate a pair, unless its folder holds the answer to the same request; errors become a row."""
    try:
        if task.output.is_dir() and any(task.output.iterdir()) and not task.overwrite:
            _require_same_request(task, estimator)
            return _row(name, "done before", task.output)
        done = run_task(task, estimator).done
    except BlurryEdgesError as error:
        return PairRow(name, "failed", remark=str(error))
    except OSError as error:  # a file that was there a moment ago
        return PairRow(name, "failed", remark=f"cannot read or write {error.filename}: {error.strerror}")
    except (MemoryError, RuntimeError) as error:
        if not is_out_of_memory(error):
            raise
        return PairRow(name, "failed", remark="there is not enough memory; pass a smaller --tile")
    return _row(name, "done", task.output, done)


def run_pairs(
    tasks: dict[str, Task], method: Callable[[], Estimator], backend: Backend, workers: int | None
) -> Iterator[PairRow]:
    """Estimate pairs, given by their names, and give what became of each, as they are done.

    Args:
        tasks: what is asked, by the name of the pair.
        method: gives the estimator; it is called in each process that works.
        backend: who works; one worker of this machine is this process itself.
        workers: how many processes.

    """
    if backend.kind == "local" and workers == 1:
        estimator = method()
        yield from (run_pair(name, task, estimator) for name, task in tasks.items())
        return
    given = method, backend.threads(workers)
    yield from (row for _, row in backend.map(_prepared, given, list(tasks.items()), workers))


def _prepared(method: Callable[[], Estimator], threads: int) -> Callable[[tuple[str, Task]], PairRow]:
    import torch

    torch.set_num_threads(threads)
    estimator = method()
    return lambda job: run_pair(*job, estimator)


def write_summary(rows: Iterable[PairRow], folder: Path, shard: str | None = None) -> Path:
    """Write the table of all pairs of a folder, those of earlier runs and other shards included.

    Shards end at any time, on any machine: each also writes a table of its own, and the last one finds them all.
    """
    own = {_text(row.name): {key: _text(value) for key, value in asdict(row).items()} for row in rows}
    part = "" if shard is None else f"-{shard.replace('/', '-of-')}"
    folder.mkdir(parents=True, exist_ok=True)
    if part:
        _write(own, folder / f"{_SUMMARY}{part}.csv", part)
    with exclusive(folder, SUMMARY_NAME, _SUMMARY_WAIT_S):  # other shards write to it, too
        paths = [folder / SUMMARY_NAME, *sorted(folder.glob(f"{_SUMMARY}-*-of-*.csv"))]
        return _write({row["name"]: row for path in paths for row in _read(path)} | own, folder / SUMMARY_NAME, part)


def _write(found: dict[str, dict[str, str]], path: Path, writer: str) -> Path:
    text = io.StringIO(newline="")
    table = csv.DictWriter(text, [field.name for field in fields(PairRow)], lineterminator="\n", extrasaction="ignore")
    table.writeheader()
    table.writerows(found[name] for name in sorted(found))
    with atomic_write(path, writer=writer) as file:
        file.write(text.getvalue().encode())
    return path


def _require_same_request(task: Task, estimator: Estimator) -> None:
    facts = _facts(task.output)
    if facts is None and (task.output / MARK).exists():
        raise DataError(f"the result in {task.output} is not whole; pass --overwrite to make it again")
    if facts is None:
        raise DataError(f"{task.output} exists and is no result of this program; choose another output")
    if facts.get("request") != task.request(estimator):
        raise DataError(
            f"{task.output} was made from other photographs or with other settings; pass --overwrite to make it again"
        )


def _facts(folder: Path) -> dict[str, object] | None:
    """Return what the files of a result say of it; None if there is no result."""
    for name in FACTS_NAMES:
        try:
            found = json.loads((folder / name).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        if isinstance(found, dict):
            return found
    return None


def _row(name: str, state: Literal["done", "done before"], folder: Path, done: Done | None = None) -> PairRow:
    facts = _facts(folder) or {}
    verdict = facts.get("verdict")
    verdict = verdict if isinstance(verdict, dict) else {}
    depth_m: float | None = None
    sd_m: float | None = None
    if done is not None and (folder / "depth.json").exists():
        depth_m, sd_m = (_median(x) for x in (done.result.depth_m, done.result.depth_sd_m))
    warnings = done.warnings if done is not None else facts.get("warnings")
    remark = "; ".join(map(str, warnings)) if isinstance(warnings, list) else ""
    return PairRow(name, state, str(verdict.get("grade", "")), verdict.get("trusted_share"), depth_m, sd_m, remark)


def _median(values: Float[Array, "H W"]) -> float | None:
    return float(np.nanmedian(values)) if np.isfinite(values).any() else None


def _read(path: Path) -> list[dict[str, str]]:
    try:
        with path.open(newline="", encoding="utf-8") as file:
            return [row for row in csv.DictReader(file) if row.get("name")]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, csv.Error) as error:
        raise DataError(f"{path} is no summary of this program: {error}; move it away") from error


def _text(value: object) -> str:
    """Return a value as the table has it; bytes of a name that are no text are written as escapes."""
    text = "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)
    return text.encode(errors="backslashreplace").decode()
