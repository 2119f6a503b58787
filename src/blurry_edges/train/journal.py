"""The log of a run: JSON lines always, TensorBoard where it is installed."""

import json
from importlib.util import find_spec
from pathlib import Path

__all__ = ["Journal"]


class Journal:
    """Appends numbers of a step to `log.jsonl` and to TensorBoard."""

    def __init__(self, folder: Path) -> None:
        self._file = (folder / "log.jsonl").open("a", encoding="utf-8")
        self._board = None
        if find_spec("tensorboard") is not None:
            from torch.utils.tensorboard import SummaryWriter

            self._board = SummaryWriter(str(folder / "tensorboard"))

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
