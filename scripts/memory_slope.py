"""Estimate many small pairs in one process, as `blurry-edges estimate pairs.csv` does, and say how its memory grows.

    python scripts/memory_slope.py --pairs 1000

Each pair is read from files, estimated, and written with all its files, which are removed again. What is reported is
the slope of the resident memory over the pairs behind the first tenth, in which caches fill.
"""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

import numpy as np
from tqdm import tqdm

import blurry_edges
from blurry_edges.optics import Camera, camera_to_toml
from blurry_edges.pairs import Task, run_pair
from blurry_edges.photos import write_image
from blurry_edges.scenes.textured_scenes import TexturedScenes

_SEEN = "/proc/self/statm"


def main() -> int:
    """Estimate the pairs and print one line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--size-px", type=int, default=64)
    asked = parser.parse_args()
    if not Path(_SEEN).exists():
        sys.stderr.write(f"memory is read from {_SEEN}, which this system does not have\n")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        memory_mb = _over_pairs(asked.pairs, asked.size_px, Path(folder))
    behind = len(memory_mb) // 10
    pairs = np.arange(len(memory_mb))
    slope_kb, _ = 1000 * np.polyfit(pairs[behind:], memory_mb[behind:], 1)
    sys.stdout.write(
        f"{asked.pairs} pairs of {asked.size_px} x {asked.size_px} px: {memory_mb[0]:.0f} MB after the first, "
        f"{memory_mb[behind]:.0f} MB after {behind + 1}, {memory_mb[-1]:.0f} MB after the last; "
        f"slope {slope_kb:.2f} kB a pair\n"
    )
    return 0


def _over_pairs(count: int, size_px: int, folder: Path) -> list[float]:
    """Return the resident memory after each pair."""
    camera, estimator, random = Camera.paper(), blurry_edges.load("fused"), np.random.default_rng(0)
    (folder / "camera.toml").write_text(camera_to_toml(camera), encoding="utf-8")
    scene = TexturedScenes(size=(size_px, size_px)).render(random, camera)
    files = tuple(folder / f"{name}.png" for name in ("minus", "plus"))
    memory_mb = []
    for _ in tqdm(range(count), desc="pairs", unit="pair", disable=None):
        for path, image in zip(files, scene.images, strict=True):  # new noise makes it another pair
            write_image(np.float32(random.poisson(190 * image) / 190).clip(0, 1), path)
        row = run_pair("pair", Task(files, folder / "out", camera=folder / "camera.toml"), estimator)
        if row.state != "done":
            raise RuntimeError(f"the pair failed: {row.remark}")
        shutil.rmtree(folder / "out")
        memory_mb.append(int(Path(_SEEN).read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6)
    return memory_mb


if __name__ == "__main__":
    sys.exit(main())
