"""Names that are no text, full disks, other processes: one sentence each, and nothing half-written.

`python -m faults` disturbs the same commands at random moments; here are the cases that it found.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import blurry_edges
from blurry_edges.files import exclusive
from blurry_edges.photos import read_photo, write_image
from command import assert_one_sentence, run

DEMO = Path(blurry_edges.__file__).parent / "assets" / "demo"
QUICK = ("--camera", DEMO / "camera.toml", "--estimator", "evidence", "--maps", "depth")
LIMITED = """
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)),) * 2)
runpy.run_module("blurry_edges.cli", run_name="__main__")
"""


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    """Return a folder with two small pairs."""
    folder = tmp_path / "pairs"
    folder.mkdir()
    for name in ("minus", "plus"):
        image = read_photo(DEMO / f"{name}.png")
        for pair, part in (("a", np.s_[:64, :64]), ("b", np.s_[40:104, 40:104])):
            write_image(image[part], folder / f"{pair}_{name}.png")
    return folder


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no names that are no text")
def test_names_that_are_no_text(pairs: Path, tmp_path: Path):
    for name in ("minus", "plus"):
        (pairs / f"a_{name}.png").rename(pairs / f"a\udcff_{name}.png")
    for state in ("done", "done before"):
        done = run("estimate", pairs, *QUICK, "-o", tmp_path / "out")
        assert done.returncode == 0, done.stderr
        table = (tmp_path / "out" / "summary.csv").read_text(encoding="utf-8").splitlines()
        assert [line.split(",")[:2] for line in table[1:]] == [["a\\udcff", state], ["b", state]]
    assert (tmp_path / "out" / "a\udcff" / "depth.npz").is_file()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_full_disk(pairs: Path, tmp_path: Path):
    command = [sys.executable, "-c", LIMITED, "9000", "estimate", pairs, *QUICK, "-o", tmp_path / "out"]
    full = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    assert full.returncode == 1
    assert [line.split(": File too large")[0] for line in full.stderr.splitlines()] == [
        f"{name}: failed: cannot write {tmp_path / 'out' / name}" for name in "ab"
    ]
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["summary.csv"]
    assert run("estimate", pairs, *QUICK, "-o", tmp_path / "out").returncode == 0


def test_two_processes_on_one_folder_of_pairs(pairs: Path, tmp_path: Path):
    out = tmp_path / "out"
    with exclusive(out):
        assert_one_sentence(run("estimate", pairs, *QUICK, "-o", out), f"another process is writing to {out}")
        assert not out.exists()
        # The jobs of an array share the folder.
        assert run("estimate", pairs, *QUICK, "-o", out, "--shard", "1/2").returncode == 0


def test_a_folder_that_lost_its_permission(pairs: Path, tmp_path: Path):
    if shutil.which("setpriv") is None:
        pytest.skip("needs setpriv, which makes root obey modes")
    out = tmp_path / "out"
    out.mkdir(mode=0o555)
    command = [sys.executable, "-m", "blurry_edges.cli", "estimate", pairs, *QUICK, "-o", out]
    prefix = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
    refused = subprocess.run([*prefix, *map(str, command)], capture_output=True, text=True)
    assert refused.returncode == 1
    assert "Traceback" not in refused.stderr
    assert refused.stderr.splitlines()[-1].endswith("summary.csv.tmp: Permission denied")
