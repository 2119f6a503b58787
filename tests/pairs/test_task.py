"""A task, as the command line and the service run it: it tells what it does, and calls files as their owner does."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import blurry_edges
from blurry_edges.errors import ImageError
from blurry_edges.estimator import load
from blurry_edges.estimator.linear import LinearCorrection, LinearEstimator
from blurry_edges.options import EstimateOptions, Lens
from blurry_edges.pairs import Task, lens_from_exif, run_task
from blurry_edges.photos import Exif, read_photo, write_image
from blurry_edges.weights import WeightsCard

PAIR = Path(blurry_edges.__file__).parent / "assets" / "demo"


@pytest.fixture
def task(tmp_path: Path) -> Task:
    files = (tmp_path / "0.png", tmp_path / "1.png")
    for path, name in zip(files, ("minus.png", "plus.png"), strict=True):
        write_image(read_photo(PAIR / name)[40:136, 20:132], path)
    options = EstimateOptions(estimator="evidence", maps="depth", tile=64)
    return Task(files, tmp_path / "out", options, PAIR / "camera.toml", names=("far.png", "near.png"))


def test_it_tells_what_it_does(task: Task):
    told: list[tuple[str, float]] = []
    answer = run_task(task, load("evidence"), tell=lambda stage, share: told.append((stage, share)))
    stages = list(dict.fromkeys(stage for stage, _ in told))
    assert stages == ["reading the photographs", "comparing the photographs", "estimating depth", "writing files"]
    shares = [share for stage, share in told if stage == "estimating depth"]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1], len(shares)) == (0.0, 1.0, 5)  # four tiles
    assert answer.lines()[-1] == f"verdict: {answer.done.verdict.line()}"
    assert json.loads((task.output / "depth.json").read_text())["files"] == ["far.png", "near.png"]


def test_pixels_are_counted_before_anything_is_decoded(task: Task):
    run_task(replace(task, most_pixels=2 * 96 * 112), load("evidence"))
    with pytest.raises(ImageError, match=r"have 0\.021504 megapixels together, more than the 0\.02 that are taken"):
        run_task(replace(task, most_pixels=20_000, output=task.output.with_name("other")), load("evidence"))


def test_a_request_is_another_one_with_other_weights_or_another_correction(task: Task, monkeypatch: pytest.MonkeyPatch):
    """What was made without `--linear`, or with older weights, must not be taken for done."""
    task = replace(task, options=replace(task.options, estimator="paper"))
    paper = load("paper")
    requests = {task.request(paper), task.request(replace(paper, evaluation="patchwise"))}
    requests |= {task.request(LinearEstimator(paper, LinearCorrection(shift_m, 1.0))) for shift_m in (0.0, 0.1)}
    assert len(requests) == 4
    assert task.request(load("paper")) in requests
    monkeypatch.setattr(WeightsCard, "sha256", "of other weights")
    assert task.request(paper) not in requests


def test_what_photographs_say_of_their_lens_and_what_not():
    first = Exif(focal_length_m=0.05, f_number=2.0, focal_length_35mm=50, focus_distance_m=1.5)
    found = lens_from_exif((first, replace(first, focus_distance_m=1.0)), (400, 600))
    assert (found.focus_m, found.f_number) == ((1.5, 1.0), (2.0, 2.0))
    assert found.focal_length_mm == pytest.approx(50)
    assert found.pixel_pitch_um == pytest.approx(60)
    assert lens_from_exif((Exif(), Exif()), (400, 600)) == Lens()
