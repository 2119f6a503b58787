"""The log of a run: JSON lines always, TensorBoard where it is installed."""

import json
import math
from importlib.util import find_spec
from pathlib import Path

from blurry_edges.files import atomic_write

__all__ = ["Journal"]


def _step_of(line: bytes) -> float:
    """Return the step of a line of the log; one that is cut short is of no step that was reached."""
    try:
        return float(json.loads(line)["step"])
    except (ValueError, KeyError, TypeError):
        return math.inf


class Journal:
    """Appends numbers of a step to `log.jsonl` and to TensorBoard.

    A run that goes on at a step goes on with its log there; what it had logged beyond that before it was killed comes
    again.
    """

    def __init__(self, folder: Path, step: int) -> None:
        path = folder / "log.jsonl"
        if path.exists():
            kept = [line for line in path.read_bytes().splitlines(keepends=True) if _step_of(line) <= step]
            with atomic_write(path) as file:
                file.writelines(kept)
        self._file = path.open("a", encoding="utf-8")
        self._board = None
        if find_spec("tensorboard") is not None:
            from torch.utils.tensorboard import SummaryWriter

            self._board = SummaryWriter(str(folder / "tensorboard"), purge_step=step + 1)

    def write(self, step: int, numbers: dict[str, float]) -> None:
        """Log the numbers of a step."""
        self._file.write(json.dumps({"step": step} | {name: float(f"{x:.6g}") for name, x in numbers.items()}) + "\n")
        self._file.flush()
        if self._board is not None:
            for name, number in numbers.items():
                self._board.add_scalar(name, number, step)

    def close(self) -> None:
        """Close the files."""
        self._file.close()
        if self._board is not None:
            self._board.close()
