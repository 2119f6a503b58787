"""The paper's ablations in short: patch sizes, and weights of the losses, each trained from nothing on the same scenes.

python scripts/ablations.py --data dev60.npz --output runs/ablations

A local stage of each patch size, a global stage on each, and two more with the other configurations; then all on the
data sets, in one table. A run that was stopped goes on. Hours on one core; `--preset smoke` shows that it works.
"""

import argparse
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

PATCH_SIZES = (11, 21, 31)
CONFIGURATIONS = (1, 2, 3)
_PAPERS_SIZE = 21


@dataclass(frozen=True)
class Row:
    """A row of one of the two tables."""

    patch_size: int
    configuration: int

    @property
    def name(self) -> str:
        """Name of its folder, and in the table."""
        return f"patches-of-{self.patch_size}-configuration-{self.configuration}"


def rows() -> list[Row]:
    """Return all patch sizes with the paper's configuration, and all configurations with the paper's patch size."""
    sizes = [Row(size, CONFIGURATIONS[0]) for size in PATCH_SIZES]
    return sizes + [Row(_PAPERS_SIZE, number) for number in CONFIGURATIONS[1:]]


def main() -> None:
    """Train what is missing, then measure all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, nargs="+", required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--preset", default="ablation")
    parser.add_argument("--limit", help="measure the first scenes only")
    asked = parser.parse_args()
    common = ("--preset", asked.preset, "--threads", "1")
    scenes = asked.output / "scenes"
    folders = []
    for row in rows():
        local = asked.output / f"local-{row.patch_size}"
        stage = asked.output / f"global-{row.patch_size}-{row.configuration}"
        size, number = str(row.patch_size), str(row.configuration)
        _run("train", "local", *common, "-o", local, "--scene-folder", scenes / "local", "--patch-size", size)
        weights = local / "paper-local.safetensors"
        chosen = ("--configuration", number) if asked.preset == "ablation" else ()
        on_top = ("--scene-folder", scenes / "global", "--local", weights)
        _run("train", "global", *common, "-o", stage, *on_top, *chosen)
        folders.append(_together(asked.output / row.name, weights, stage / "paper-global.safetensors"))
    limit = () if asked.limit is None else ("--limit", asked.limit)
    report = ("--report", asked.output / "table", "--cache", asked.output / "cache")
    _run("bench", "accuracy", "--data", *asked.data, "--estimators", *folders, *report, *limit)


def _together(folder: Path, *weights: Path) -> Path:
    """Put the weights of both stages and their cards into one folder, which is a method then."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in weights:
        for file in (path, path.with_suffix(".json")):
            shutil.copy2(file, folder)
    return folder


def _run(*arguments: str | Path) -> None:
    command = [sys.executable, "-m", "blurry_edges.cli", *map(str, arguments)]
    print("$ blurry-edges", *command[3:], flush=True)  # noqa: T201
    subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
