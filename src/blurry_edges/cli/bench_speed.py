"""`blurry-edges bench speed`: time and memory."""

import json as json_module
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from blurry_edges.bench.speed import SpeedRow

__all__ = ["Speed"]


@dataclass(frozen=True)
class Speed:
    """Measure time and memory of the estimators, beside the paper's patch-by-patch evaluation, in one run."""

    items: tuple[str, ...] = ()
    """Items to measure; everything that takes seconds when left out. fused-large-image takes minutes."""
    threads: int = 2
    """Threads of each measurement."""
    device: str = "cpu"
    """Where to compute: auto, cpu, cuda or mps."""
    repetitions: int = 7
    """Least number of repetitions of each measurement, over three rounds; quick work goes on for a second in each."""
    json: bool = False
    """Print JSON for scripts."""

    def run(self) -> int:
        """Measure and print the table."""
        from blurry_edges.bench.speed import QUICK_ITEMS, measure_speed

        rows = measure_speed(self.items or QUICK_ITEMS, self.threads, self.repetitions, self.device)
        if self.json:
            print(json_module.dumps([asdict(row) for row in rows], indent=2))
        else:
            print(_speed_table(rows, self.threads))
        return 0


def _speed_table(rows: "list[SpeedRow]", threads: int) -> str:
    slowest = max(row.seconds for row in rows)
    lines = [f"{threads} threads; 'faster' is against the slowest row of this run"]
    lines.append(f"{'':22}{'seconds':>10}{'quartiles':>18}{'faster':>9}{'memory MB':>11}  note")
    for row in rows:
        quartiles = f"{row.seconds_low:.3f}..{row.seconds_high:.3f}"
        lines.append(
            f"{row.name:22}{row.seconds:>10.3f}{quartiles:>18}{slowest / row.seconds:>8.0f}x"
            f"{row.peak_memory_mb:>11.0f}  {row.note}"
        )
    return "\n".join(lines)
