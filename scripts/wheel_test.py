"""`make wheel-test`: the wheel is small, and works in an environment of its own, outside of the checkout."""

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

_ROOT = Path(__file__).parents[1]
_MOST_BYTES = 25_000_000
_FROM_PYTHON = """
import pathlib, sys
import numpy as np
import blurry_edges
place = pathlib.Path(blurry_edges.__file__).resolve()
assert pathlib.Path(sys.prefix).resolve() in place.parents, place
pair = blurry_edges.demo_pair()
result = blurry_edges.load("fused").estimate(pair.minus, pair.plus, camera=pair.camera)
error_m = np.nanmean(np.abs(result.depth - pair.depth_m))
assert error_m < 0.05, error_m
for module in list(sys.modules.values()):
    file = getattr(module, "__file__", None)
    assert file is None or CHECKOUT not in pathlib.Path(file).resolve().parents, file
print(f"from Python: {1000 * error_m:.0f} mm mean error, imported from {place.parent}")
"""


def main() -> int:
    """Build, install and try; the exit code is not 0 if anything fails."""
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", "dist"], cwd=_ROOT, check=True, stdout=subprocess.DEVNULL
    )
    wheel = max((_ROOT / "dist").glob("*.whl"), key=lambda path: path.stat().st_mtime)
    size = wheel.stat().st_size
    sys.stdout.write(f"{wheel.name}: {size / 1e6:.1f} MB\n")
    if size >= _MOST_BYTES:
        sys.stdout.write(f"the wheel must be below {_MOST_BYTES / 1e6:.0f} MB\n")
        return 1
    with tempfile.TemporaryDirectory(prefix="blurry-edges-wheel-") as folder:
        _try(wheel, Path(folder).resolve())
    return 0


def _try(wheel: Path, folder: Path) -> None:
    """Install the wheel in a new environment, and use it from another folder."""
    venv.create(folder / "venv", with_pip=True)
    programs = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir()
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "BLURRY_EDGES_WEIGHTS")}

    def run(program: str, *arguments: str) -> None:
        subprocess.run([programs / program, *arguments], cwd=elsewhere, env=clean, check=True)

    quiet = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-c", str(_ROOT / "constraints.txt"))
    if index := os.environ.get("TORCH_INDEX"):
        run("python", *quiet, "--index-url", index, "torch")
    run("python", *quiet, str(wheel))
    run("blurry-edges", "--version")
    run("blurry-edges", "doctor")
    run("blurry-edges", "demo", "-o", "demo")
    run("python", "-c", _FROM_PYTHON.replace("CHECKOUT", f"pathlib.Path({str(_ROOT)!r})"))


if __name__ == "__main__":
    sys.exit(main())
