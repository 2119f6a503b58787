"""The commands on a local Ray cluster of two processors, which is started once."""

import csv
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import test_workers
from blurry_edges.bench.runner import run_method
from blurry_edges.errors import BlurryEdgesError
from blurry_edges.optics import Camera
from blurry_edges.photos import DEMO_FOLDER, read_photo, write_image
from blurry_edges.scenes.datasets import DataSet
from blurry_edges.scenes.generate import Plan, generate, make_sample
from blurry_edges.scenes.shape_scenes import ShapeScenes
from blurry_edges.workers import Backend
from command import assert_one_sentence, run, run_process

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'blurry-edges[ray]'")
# One process starts the cluster for all of these tests.
pytestmark = pytest.mark.xdist_group("ray")

PLAN = Plan(ShapeScenes(size=(40, 44)), Camera.paper())


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Start a cluster whose workers find what the tests import, and give its address."""
    folders = [str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]
    environment = {"PYTHONPATH": os.pathsep.join(filter(None, folders))}
    ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env={"env_vars": environment})
    yield ray.get_runtime_context().gcs_address
    ray.shutdown()


def test_what_a_killed_worker_was_at_is_done_by_another(address: str, tmp_path: Path):
    test_workers.check_backend(Backend("ray"), tmp_path)


def test_a_worker_that_dies_every_time_is_reported(address: str):
    with pytest.raises(BlurryEdgesError, match="died more often"):
        list(Backend("ray").map(lambda: test_workers.always_killed, (), [1], 1))


def test_scenes_are_the_same_bytes_as_here(address: str, tmp_path: Path):
    here = generate(PLAN, 4, tmp_path / "here", workers=1)
    there = generate(PLAN, 4, tmp_path / "there", workers=2, backend=Backend("ray"))
    assert there.made == 4
    assert there.folder.manifest == here.folder.manifest


def test_figures_of_the_benchmark_are_the_same_as_here(address: str):
    dataset = DataSet("few", [make_sample(PLAN, index) for index in range(3)], PLAN.camera, PLAN.camera.settings)
    here = run_method("constant", dataset)
    there = run_method("constant", dataset, workers=2, backend=Backend("ray"))
    np.testing.assert_array_equal(there.values("dense_rmse_cm"), here.values("dense_rmse_cm"))


def test_many_pairs_on_an_existing_cluster(address: str, tmp_path: Path):
    pairs = tmp_path / "pairs"
    pairs.mkdir()
    for number in range(3):
        for name in ("minus", "plus"):
            image = read_photo(DEMO_FOLDER / f"{name}.png")[20 * number : 20 * number + 64, 40:104]
            write_image(image, pairs / f"{number}_{name}.png")
    (pairs / "2_plus.png").write_bytes(b"no picture")
    shutil.copy(DEMO_FOLDER / "camera.toml", tmp_path)
    command = [
        "estimate",
        pairs,
        "-o",
        tmp_path / "out",
        "--camera",
        tmp_path / "camera.toml",
        "--estimator",
        "evidence",
    ]
    command += ["--maps", "depth", "--backend", "ray", "--address", address, "--workers", "2"]
    done = run(*command)
    assert done.returncode == 1, done.stderr
    assert "2 pairs done, 0 done before, 1 failed" in done.stdout
    with (tmp_path / "out" / "summary.csv").open() as file:
        states = {row["name"]: row["state"] for row in csv.DictReader(file)}
    assert states == {"0": "done", "1": "done", "2": "failed"}
    again = run(*command)
    assert "0 pairs done, 2 done before, 1 failed" in again.stdout, again.stderr


def test_no_cluster_at_an_address(tmp_path: Path):
    # In a process of its own: this one belongs to a cluster.
    done = run_process(
        "scenes", "shapes", "-o", tmp_path / "x", "--count", 1, "--backend", "ray", "--address", "localhost:1"
    )
    assert_one_sentence(done, "no Ray cluster answers at localhost:1")
