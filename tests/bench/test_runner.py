"""The runner: right figures, nothing twice, nothing stale; and the report that follows."""

from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest

from blurry_edges import load, method_names
from blurry_edges.bench import runner
from blurry_edges.bench.report import DataSetResults, accuracy_table, where_beaten, write_benchmark_report
from blurry_edges.bench.runner import run_method
from blurry_edges.errors import BlurryEdgesError
from blurry_edges.files import exclusive
from blurry_edges.optics import Camera
from blurry_edges.scenes.datasets import DataSet
from blurry_edges.scenes.plan import Plan, make_sample
from blurry_edges.scenes.textured_scenes import TexturedScenes

CAMERA = Camera.paper()


@pytest.fixture(scope="module")
def dataset() -> DataSet:
    plan = Plan(TexturedScenes(size=(60, 64)), CAMERA, (*CAMERA.settings, *CAMERA.focus_stack(5)))
    return DataSet("few", [make_sample(plan, index) for index in range(3)], CAMERA, plan.settings)


def test_the_constant_predictor_has_the_error_of_a_constant(dataset: DataSet):
    result = run_method("constant", dataset)
    for image, scene in zip(result.images, dataset.scenes, strict=True):
        truth = scene.depth_m[10:-10, 10:-10]
        assert image.figures.dense_rmse_cm == pytest.approx(100 * np.sqrt(np.mean((truth - 0.965) ** 2)), rel=1e-4)


def test_a_second_run_takes_everything_from_the_cache(dataset: DataSet, tmp_path: Path):
    first = run_method("tang", dataset, tmp_path)
    files = sorted(tmp_path.rglob("*.npz"))
    assert len(files) == 3
    files[0].write_bytes(b"cut short")
    stamps = [file.stat().st_mtime_ns for file in files]
    again = run_method("tang", dataset, tmp_path, workers=2)
    changed = [file.stat().st_mtime_ns != stamp for file, stamp in zip(files, stamps, strict=True)]
    assert changed == [True, False, False]
    for one, other in zip(first.images, again.images, strict=True):
        np.testing.assert_array_equal(one.depth, other.depth)
        np.testing.assert_equal(asdict(one.figures), asdict(other.figures))  # NaN equals NaN
    assert [image.seconds for image in again.images].count(first.images[0].seconds) <= 1


def test_one_process_at_a_time_keeps_results_of_a_method(dataset: DataSet, tmp_path: Path):
    run_method("constant", dataset, tmp_path)
    (folder,) = tmp_path.iterdir()
    with exclusive(folder):
        with pytest.raises(BlurryEdgesError, match="another process is writing"):
            run_method("constant", dataset, tmp_path)
        run_method("constant", dataset)  # keeps nothing


def test_other_light_or_unknown_noise_is_not_taken_from_the_cache(dataset: DataSet, tmp_path: Path):
    run_method("constant", dataset, tmp_path)
    run_method("constant", dataset, tmp_path, noise_given=False)
    assert len(list(tmp_path.rglob("*.npz"))) == 6


def test_what_a_graphics_card_gave_is_kept_apart(dataset: DataSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Its last digits and its times are its own."""
    with pytest.raises(BlurryEdgesError, match="no device 'tpu' here"):
        run_method("constant", dataset, device="tpu")
    kept_in = []

    def run_nothing(name: str, jobs: list, folder: Path, *given: object) -> tuple[()]:
        kept_in.append((folder.name, jobs[0].device))
        return ()

    monkeypatch.setattr(runner, "_run_jobs", run_nothing)
    monkeypatch.setattr(runner, "find_device", lambda name: name)
    for device in ("cpu", "cuda:1"):
        run_method("constant", dataset, tmp_path, device=device)
    (here, cpu), (there, card) = kept_in
    assert (cpu, card) == ("cpu", "cuda:1")
    assert there == f"{here}-cuda-1"


def test_every_method_that_is_listed_can_be_loaded():
    for name in method_names():
        assert load(name).name == name
    with pytest.raises(BlurryEdgesError, match="no method is called 'nobody'"):
        load("nobody")


def test_the_report_holds_every_method_and_its_pictures(dataset: DataSet, tmp_path: Path):
    results = [run_method(name, dataset) for name in ("constant", "focal-track", "evidence")]
    part = DataSetResults(dataset, results, {20.0: results, 190.0: results})
    markdown, page = write_benchmark_report([part], "blurry-edges bench accuracy", tmp_path)
    text = markdown.read_text()
    assert all(f"| {name} |" in text for name in ("constant", "focal-track", "evidence"))
    assert "20 photons" in text
    pictures = {path.name for path in tmp_path.glob("*.png")}
    assert pictures == {f"few-{name}.png" for name in ("curves", "light", "best", "median", "worst")}
    assert page.read_text().count("data:image/png;base64,") == 5
    _, rows = accuracy_table(results, dataset)
    assert len(rows) == 3


def test_a_rival_that_wins_is_named(dataset: DataSet):
    constant, evidence = (run_method(name, dataset) for name in ("constant", "evidence"))
    disguised = replace(constant, name="fused")
    assert "fused is beaten by evidence in dense RMSE" in where_beaten([disguised, evidence], dataset)
    assert where_beaten([constant, evidence], dataset).startswith("evidence leads")
