"""`blurry-edges estimate` and `demo` as a user types them."""

import csv
import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import tifffile
from PIL import Image
from scipy.ndimage import gaussian_filter

import blurry_edges
from blurry_edges.photos import read_depth_png, read_photo, write_image
from blurry_edges.scenes.textures import rich_texture
from command import assert_one_sentence, run

PAIR = Path(blurry_edges.__file__).parent / "assets" / "demo"


def estimate(output: Path, *more: object) -> subprocess.CompletedProcess[str]:
    camera = PAIR / "camera.toml"
    return run("estimate", PAIR / "minus.png", PAIR / "plus.png", "--camera", camera, "-o", output, *more)


def test_a_folder_of_depth_is_written(tmp_path: Path):
    output = tmp_path / "new" / "out"
    result = estimate(output, "--estimator", "evidence")
    assert result.returncode == 0, result.stderr
    assert str(output) in result.stdout
    arrays = np.load(output / "depth.npz")
    truth = read_depth_png(PAIR / "depth.png")
    assert arrays["depth_m"].shape == arrays["depth_sd_m"].shape == truth.shape
    assert np.median(np.abs(arrays["depth_m"] - truth)) < 0.03
    np.testing.assert_allclose(read_depth_png(output / "depth.png"), arrays["depth_m"], atol=6e-5)
    facts = json.loads((output / "depth.json").read_text())
    assert facts["units"]["depth_m"] == "m"
    assert facts["photon_level"] == pytest.approx(190, rel=0.2)
    assert (output / "overview.png").stat().st_size > 10_000


def test_nothing_existing_is_overwritten_unasked(tmp_path: Path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("mine")
    result = estimate(tmp_path / "out", "--estimator", "evidence")
    assert_one_sentence(result, "exists")
    assert (tmp_path / "out" / "mine.txt").read_text() == "mine"


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_run_that_is_stopped_leaves_nothing_behind(tmp_path: Path, how: signal.Signals):
    for name in ("minus", "plus"):
        write_image(np.tile(read_photo(PAIR / f"{name}.png"), (8, 8, 1)), tmp_path / f"{name}.png")  # takes a while
    photos = [tmp_path / "minus.png", tmp_path / "plus.png"]
    arguments = ["estimate", *photos, "--camera", PAIR / "camera.toml", "-o", tmp_path / "out", "--no-check"]
    command = [sys.executable, "-m", "blurry_edges.cli", *map(str, arguments)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 300
    while not list(tmp_path.glob(".out.blurry-edges-*")) and process.poll() is None and time.monotonic() < until:
        time.sleep(0.05)
    assert list(tmp_path.glob(".out.blurry-edges-*")), "the run did not begin"
    process.send_signal(how)
    _, said = process.communicate(timeout=300)
    assert process.returncode == 130
    assert said.strip().endswith("blurry-edges: stopped")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["minus.png", "plus.png"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (["--camera", "none.toml"], "cannot read camera file none.toml"),
        (["--estimator", "magic"], "no method is called 'magic'"),
        (["--photon-level", "-3"], "photon_level is -3"),
    ],
)
def test_one_clear_sentence(tmp_path: Path, change: list[str], message: str):
    arguments = ["estimate", PAIR / "minus.png", PAIR / "plus.png", "-o", tmp_path / "out"]
    if "--camera" not in change:
        arguments += ["--camera", PAIR / "camera.toml"]
    assert_one_sentence(run(*arguments, "--estimator", "evidence", *change), message)
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_photograph(tmp_path: Path):
    (tmp_path / "cut.png").write_bytes((PAIR / "minus.png").read_bytes()[:1000])
    photos = [tmp_path / "cut.png", PAIR / "plus.png"]
    result = run("estimate", *photos, "--camera", PAIR / "camera.toml", "-o", tmp_path / "out")
    assert_one_sentence(result, "cut.png is damaged: the file ends too early")
    assert not (tmp_path / "out").exists()


def test_everything_a_person_wants_is_in_the_folder(tmp_path: Path):
    output = tmp_path / "out"
    result = estimate(output, "--photon-level", 190, "--read-noise", 2)
    assert result.returncode == 0, result.stderr
    names = {path.name for path in output.iterdir()}
    assert names == {
        "boundary.png", "camera.toml", "cloud.ply", "depth.json", "depth.npz", "depth.png", "depth.tiff",
        ".blurry-edges.json", "mesh.ply", "overview.png", "refocus.gif", "report.html", "sharp.png",
    }  # fmt: skip
    arrays = np.load(output / "depth.npz")
    np.testing.assert_array_equal(tifffile.imread(output / "depth.tiff"), arrays["depth_m"])
    assert "[minus]" in str(arrays["camera_toml"])
    assert json.loads(str(arrays["about"]))["blurry_edges_version"] == blurry_edges.__version__
    page = (output / "report.html").read_text()
    assert page.count("data:image/jpeg;base64,") == 2
    assert '"command":"blurry-edges estimate ' in page
    assert '"cloud.ply"' in page
    with Image.open(output / "refocus.gif") as animation:
        assert animation.n_frames > 8


def test_many_pairs_go_on_where_they_were_and_one_bad_pair_does_not_stop_the_others(tmp_path: Path):
    pairs = tmp_path / "pairs"
    pairs.mkdir()
    for name in ("a", "b", "bad"):
        for which in ("minus", "plus"):
            shutil.copy(PAIR / f"{which}.png", pairs / f"{name}_{which}.png")
    (pairs / "bad_plus.png").write_bytes(b"broken")
    command = ["estimate", pairs, "--camera", PAIR / "camera.toml", "--estimator", "evidence", "-o", tmp_path / "out"]
    first = run(*command)
    assert first.returncode == 1
    assert "bad: failed: " in first.stderr
    assert "2 pairs done, 0 done before, 1 failed" in first.stdout
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a", "b", "summary.csv"]
    shutil.copy(PAIR / "plus.png", pairs / "bad_plus.png")
    again = run(*command)
    assert again.returncode == 0
    assert "1 pairs done, 2 done before, 0 failed" in again.stdout
    rows = list(csv.DictReader((tmp_path / "out" / "summary.csv").open()))
    assert [(row["name"], row["state"]) for row in rows] == [
        ("a", "done before"),
        ("b", "done before"),
        ("bad", "done"),
    ]
    assert rows[2]["verdict"] in ("good", "fair", "poor")
    assert 0.7 < float(rows[2]["depth_median_m"]) < 1.3
    (tmp_path / "out" / "a" / "depth.json").unlink()  # as a kill while it was being replaced would leave it
    half = run(*command, "--shard", "1/3")
    assert half.returncode == 1
    assert "a is not whole; pass --overwrite" in half.stderr


def test_many_pairs_with_other_settings_are_not_taken_for_done(tmp_path: Path):
    pairs = tmp_path / "pairs"
    for name in ("a", "b"):
        (pairs / name).mkdir(parents=True)
        for which in ("minus", "plus"):
            shutil.copy(PAIR / f"{which}.png", pairs / name / f"{which}.png")
    (pairs / "b" / "plus.png").unlink()
    command = ["estimate", pairs, "--camera", PAIR / "camera.toml", "--estimator", "evidence", "-o", tmp_path / "out"]
    first = run(*command, "--shard", "1/2")
    assert first.returncode == 0, first.stderr
    assert "1 pairs done, 0 done before, 0 failed" in first.stdout
    other = run(*command, "--photon-level", "100")
    assert other.returncode == 1
    assert "a: failed: " in other.stderr
    assert "with other settings; pass --overwrite" in other.stderr
    assert "b: failed: cannot read image" in other.stderr
    assert_one_sentence(run(*command, "--shard", "3/2"), "with i from 1 to n")


@pytest.mark.parametrize("case", ["same", "sizes", "saturated", "black", "exposure", "text"])
def test_photographs_that_are_no_pair(tmp_path: Path, case: str):
    minus = read_photo(PAIR / "minus.png")
    other, message = {
        "same": (minus, "are the same picture"),
        "sizes": (minus[:100], "differ in size"),
        "saturated": (np.ones_like(minus), "is saturated"),
        "black": (np.zeros_like(minus), "is all black"),
        "exposure": (0.4 * read_photo(PAIR / "plus.png"), "times as bright"),
        "text": (None, "damaged or of no known type"),
    }[case]
    if other is None:
        (tmp_path / "other.png").write_text("no image")
    else:
        write_image(other, tmp_path / "other.png")
    photos = [PAIR / "minus.png", tmp_path / "other.png"]
    result = run("estimate", *photos, "--camera", PAIR / "camera.toml", "-o", tmp_path / "out")
    assert_one_sentence(result, message)
    assert not (tmp_path / "out").exists()


def test_a_scene_that_moved_is_refused_unless_told_otherwise(tmp_path: Path):
    write_image(np.roll(read_photo(PAIR / "plus.png"), 25, axis=1), tmp_path / "moved.png")
    arguments = ["estimate", PAIR / "minus.png", tmp_path / "moved.png", "-o", tmp_path / "out"]
    arguments += ["--estimator", "evidence", "--photon-level", "190", "--read-noise", "2"]
    arguments += ["--camera", PAIR / "camera.toml"]
    assert_one_sentence(run(*arguments), "did the scene or the camera move")
    assert run(*arguments, "--no-check").returncode == 0


def test_a_camera_from_a_lens_asks_for_what_is_missing(tmp_path: Path):
    arguments = ["estimate", PAIR / "minus.png", PAIR / "plus.png", "-o", tmp_path / "out"]
    assert_one_sentence(run(*arguments, "--lens.f-number", "8"), "give --lens.focal-length-mm")
    both = run(*arguments, "--lens.f-number", "8", "--camera", PAIR / "camera.toml")
    assert_one_sentence(both, "both given; choose one")


def test_a_read_only_folder(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    result = estimate(tmp_path / "file" / "out", "--estimator", "evidence")
    assert_one_sentence(result, "cannot write to")


def test_swapped_photographs_are_detected_from_their_exif(tmp_path: Path):
    """The demo camera's plus is focused nearer; these files say the opposite."""
    for name, distance in (("minus", 0.8), ("plus", 1.2)):
        picture = Image.fromarray(np.round(255 * read_photo(PAIR / f"{name}.png")).astype(np.uint8))
        exif = picture.getexif()
        exif.get_ifd(0x8769)[0x9206] = distance
        picture.save(tmp_path / f"{name}.jpg", exif=exif, quality=95)
    photos = [tmp_path / "minus.jpg", tmp_path / "plus.jpg"]
    result = run("estimate", *photos, "--camera", PAIR / "camera.toml", "-o", tmp_path / "out")
    assert_one_sentence(result, "the photographs are swapped")


def test_photographs_swapped_beyond_the_range_are_detected_from_their_blur(tmp_path: Path):
    """With a range in which only one sign of the blur difference occurs, the pictures themselves tell."""
    camera = tmp_path / "near.toml"
    camera.write_text((PAIR / "camera.toml").read_text().replace("[0.75, 1.18]", "[0.75, 0.9]"))
    texture = rich_texture(np.random.default_rng(0), (160, 160))
    noise = np.random.default_rng(1)
    for name, sigma in zip(("minus", "plus"), blurry_edges.Camera.paper().blur_sigmas_px(0.77), strict=True):
        blurred = np.stack([gaussian_filter(texture[..., c], float(sigma)) for c in range(3)], -1)
        write_image((noise.poisson(400 * blurred) / 400).astype(np.float32), tmp_path / f"{name}.png")
    arguments = ["--camera", camera, "--estimator", "evidence", "-o", tmp_path / "out"]
    right = run("estimate", tmp_path / "minus.png", tmp_path / "plus.png", *arguments)
    assert right.returncode == 0, right.stderr
    swapped = run("estimate", tmp_path / "plus.png", tmp_path / "minus.png", *arguments, "--overwrite")
    assert_one_sentence(swapped, "seem to be swapped")
