"""Make what the documentation shows: pictures, the viewer, notebooks with outputs, the command reference.

python scripts/docs/generate.py build/docs        (the first half of `make docs`)
"""

import shutil
import sys
from pathlib import Path

import commands
import guide_pictures
import how_pictures
import notebooks

import blurry_edges
from blurry_edges.pairs.run import describe_light
from blurry_edges.pairs.verdict import judge
from blurry_edges.photos import DemoPair
from blurry_edges.viz import About, viewer_page

ROOT = Path(__file__).parent.parent.parent


def write_viewer(path: Path, demo: DemoPair, result: blurry_edges.DepthResult) -> None:
    """Write the page of the bundled pair, as `blurry-edges demo` makes it."""
    height, width = result.depth.shape
    facts = {
        "photographs": f"the bundled pair, {width} x {height} px, linear",
        "camera": f"{result.camera.name}, blur of a {result.camera.psf.kind}",
        "light": describe_light(result),
        "estimator": result.method,
    }
    about = About(judge(result, None, None).line(), facts, "blurry-edges demo")
    path.write_text(viewer_page(result, demo.minus, demo.plus, about), encoding="utf-8")


def generate(target: Path, *, run_notebooks: bool = True) -> None:
    """Write everything into a new folder, which takes the place of an old one only when it is whole."""
    fresh = target.with_name(target.name + ".new")
    shutil.rmtree(fresh, ignore_errors=True)
    for name in ("pictures", "viewer", "notebooks", "reference"):
        (fresh / name).mkdir(parents=True)
    demo = blurry_edges.demo_pair()
    result = blurry_edges.load("fused").estimate(demo.minus, demo.plus, camera=demo.camera)
    write_viewer(fresh / "viewer" / "demo.html", demo, result)
    how_pictures.draw_all(fresh / "pictures", demo, result)
    guide_pictures.draw_all(fresh / "pictures")
    (fresh / "reference" / "commands.md").write_text(commands.reference(), encoding="utf-8")
    for path in sorted((ROOT / "examples").glob("*.ipynb")):
        notebooks.write_page(path, fresh / "notebooks", run=run_notebooks)
    shutil.rmtree(target, ignore_errors=True)
    fresh.rename(target)


def main() -> None:
    """Write everything and say where."""
    generate(Path(sys.argv[1]))
    sys.stdout.write(f"written to {sys.argv[1]}\n")


if __name__ == "__main__":
    main()
