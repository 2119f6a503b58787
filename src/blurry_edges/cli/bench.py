"""`blurry-edges bench`: accuracy on scenes with known depth and on real photographs, and speed."""

from dataclasses import dataclass
from typing import Annotated

import tyro

from blurry_edges.cli.bench_accuracy import Accuracy
from blurry_edges.cli.bench_real import Real
from blurry_edges.cli.bench_speed import Speed

__all__ = ["Bench"]


@dataclass(frozen=True)
class Bench:
    """Measure accuracy, on scenes or real photographs, or speed."""

    measurement: Annotated[
        Annotated[Accuracy, tyro.conf.subcommand("accuracy")]
        | Annotated[Real, tyro.conf.subcommand("real")]
        | Annotated[Speed, tyro.conf.subcommand("speed")],
        tyro.conf.arg(name=""),
    ]

    def run(self) -> int:
        """Measure what was asked for."""
        return self.measurement.run()
