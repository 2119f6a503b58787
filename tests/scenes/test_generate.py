"""Generation: the same bytes for any number of workers and interruptions."""

import dataclasses
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
import torch

from blurry_edges.errors import DataError
from blurry_edges.optics import Camera
from blurry_edges.scenes.effects import CameraEffects
from blurry_edges.scenes.generate import Light, Plan, generate, make_sample
from blurry_edges.scenes.scene import Scene
from blurry_edges.scenes.store import SceneFolder, scene_name

COUNT = 4


@dataclass(frozen=True)
class TinyScenes:
    """A random picture at one random depth."""

    size: tuple[int, int] = (12, 10)
    pause_s: float = 0.0

    def render(self, rng, camera, settings=None):
        time.sleep(self.pause_s)
        settings = camera.settings if settings is None else settings
        image = cv2.GaussianBlur(rng.random((*self.size, 3), np.float32), (0, 0), 1)
        boundary = rng.random(self.size) < 0.1
        depth = np.full(self.size, rng.uniform(*camera.depth_range_m), np.float32)
        return Scene(
            images=np.stack([image * rng.random(dtype=np.float32) for _ in settings]),
            all_in_focus=image,
            depth_m=depth,
            boundary=boundary,
            boundary_distance_px=np.ones(self.size, np.float32),
            boundary_depth_m=np.where(boundary, depth, np.float32(np.nan)),
        )


@dataclass(frozen=True)
class BrokenScenes:
    """A recipe whose process dies, as for lack of memory."""

    def render(self, rng, camera, settings=None):
        os._exit(9)


@dataclass(frozen=True)
class FailingScenes:
    """A recipe with an error."""

    def render(self, rng, camera, settings=None):
        raise ZeroDivisionError


def tiny_plan(**changes):
    return dataclasses.replace(Plan(TinyScenes(), Camera.paper(), seed=5), **changes)


def contents(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    """What an uninterrupted run writes."""
    folder = tmp_path_factory.mktemp("reference") / "set"
    generate(tiny_plan(), COUNT, folder, workers=1)
    return folder


def copy_of(reference, tmp_path):
    folder = tmp_path / "set"
    folder.mkdir()
    for name, content in contents(reference).items():
        (folder / name).write_bytes(content)
    return folder


def test_two_workers_write_the_same_bytes_as_one(reference, tmp_path):
    result = generate(tiny_plan(), COUNT, tmp_path / "set", workers=2)
    assert result.made == COUNT
    assert contents(tmp_path / "set") == contents(reference)


def test_the_folder_holds_samples_of_the_plan(reference):
    folder = SceneFolder.open(reference)
    folder.verify()
    assert len(folder) == COUNT
    for index, stored in enumerate(folder):
        sample = make_sample(tiny_plan(), index)
        np.testing.assert_array_equal(stored.counts, sample.counts)
        np.testing.assert_array_equal(stored.depth_m, sample.depth_m)
        assert stored.photon_level == sample.photon_level
    assert folder.camera == Camera.paper()


def test_the_manifest_tells_what_made_the_scenes(reference):
    manifest = json.loads((reference / "manifest.json").read_text())
    assert manifest["recipe"] == "TinyScenes"
    assert manifest["recipe_fields"] == {"size": [12, 10], "pause_s": 0.0}
    assert (manifest["seed"], manifest["count"]) == (5, COUNT)
    assert list(manifest["sha256"]) == [scene_name(index) for index in range(COUNT)]


def test_samples_differ_by_number_and_seed():
    first, second = make_sample(tiny_plan(), 0), make_sample(tiny_plan(), 1)
    other = make_sample(tiny_plan(seed=6), 0)
    assert not np.array_equal(first.counts, second.counts)
    assert not np.array_equal(first.counts, other.counts)
    assert len({first.photon_level, second.photon_level, other.photon_level}) == 3


def test_light_does_not_change_the_scene():
    dim, bright = (make_sample(tiny_plan(light=Light((n, n))), 0) for n in (50.0, 5000.0))
    np.testing.assert_array_equal(dim.clean, bright.clean)
    assert (dim.counts.dtype, bright.counts.dtype) == (np.uint8, np.uint16)
    # White noise of sd sqrt(I / 5000) < 0.015 about the clean image.
    np.testing.assert_allclose(bright.noisy, bright.clean, atol=0.08)


def test_a_focus_stack_has_its_settings(tmp_path):
    stack = Camera.paper().focus_stack(5)
    folder = generate(tiny_plan(settings=stack), 1, tmp_path, workers=1).folder
    assert folder.settings == stack
    assert folder[0].counts.shape == (5, 12, 10, 3)


def test_effects_are_in_the_manifest_and_in_the_pictures(tmp_path):
    effects = CameraEffects(gain=1.2, jpeg_quality=92, blur_factor=1.1)
    folder = generate(tiny_plan(effects=effects), 2, tmp_path / "set", workers=1).folder
    assert folder.manifest["effects"] == {"gain": 1.2, "jpeg_quality": 92, "blur_factor": 1.1}
    assert folder.camera == Camera.paper()  # the one that is said to have taken them
    scene, plain = folder[0], make_sample(tiny_plan(), 0)
    np.testing.assert_allclose(scene.clean, plain.clean, atol=1e-4)
    assert scene.white_level == 65535
    assert scene.noisy[1].mean() > 1.1 * plain.noisy[1].mean()
    with pytest.raises(DataError, match="another effects"):
        generate(tiny_plan(effects=CameraEffects(gain=1.1)), 2, tmp_path / "set", workers=1)


def test_without_effects_a_plan_says_nothing_of_them():
    assert "effects" not in tiny_plan().describe()


def test_the_said_camera_has_the_depths_of_the_scenes():
    plan = tiny_plan(effects=CameraEffects(depth_range_factor=1.5, blur_factor=1.2))
    near, far = plan.said_camera.depth_range_m
    assert near < 0.75 < 1.18 < far
    assert dataclasses.replace(plan.said_camera, depth_range_m=(0.75, 1.18)) == Camera.paper()
    assert plan.describe()["camera"]["depth_range_m"] == [near, far]


def test_random_effects_depend_on_the_plan_and_the_number_alone():
    plan = tiny_plan(effects="random")
    first, again, other = (make_sample(plan, index) for index in (0, 0, 1))
    assert first.counts.tobytes() == again.counts.tobytes() != other.counts.tobytes()
    assert plan.describe()["effects"] == "random"


def test_photon_levels_are_uniform_in_narrow_ranges_and_logarithmic_in_wide_ones():
    rng = np.random.default_rng(0)
    narrow = [Light((180.0, 200.0)).draw_photon_level(rng) for _ in range(2000)]
    wide = [Light((10.0, 1000.0)).draw_photon_level(rng) for _ in range(2000)]
    assert min(narrow) >= 180
    assert max(narrow) <= 200
    assert np.median(narrow) == pytest.approx(190, abs=1)
    assert np.median(wide) == pytest.approx(100, rel=0.15)


def test_a_complete_folder_is_left_alone(reference, tmp_path):
    folder = copy_of(reference, tmp_path)
    assert generate(tiny_plan(), COUNT, folder, workers=1).made == 0
    assert contents(folder) == contents(reference)


def test_missing_and_damaged_scenes_are_made_again(reference, tmp_path):
    folder = copy_of(reference, tmp_path)
    (folder / scene_name(0)).unlink()
    half = (folder / scene_name(2)).read_bytes()
    (folder / scene_name(2)).write_bytes(half[: len(half) // 2])
    assert generate(tiny_plan(), COUNT, folder, workers=1).made == 2
    assert contents(folder) == contents(reference)


def test_an_unfinished_folder_is_finished(reference, tmp_path):
    folder = copy_of(reference, tmp_path)
    (folder / "manifest.json").unlink()
    (folder / scene_name(3)).rename(folder / f".{scene_name(3)}.tmp")
    (folder / scene_name(1)).write_bytes(b"half")
    with pytest.raises(DataError, match="no complete set"):
        SceneFolder.open(folder)
    assert generate(tiny_plan(), COUNT, folder, workers=1).made == 2
    assert contents(folder) == contents(reference)


def test_a_folder_can_grow(reference, tmp_path):
    generate(tiny_plan(), 2, tmp_path / "set", workers=1)
    assert generate(tiny_plan(), COUNT, tmp_path / "set", workers=1).made == COUNT - 2
    assert contents(tmp_path / "set") == contents(reference)


def test_a_killed_run_continues_to_the_same_bytes(reference, tmp_path):
    folder = tmp_path / "set"
    script = tmp_path / "slow.py"
    script.write_text(
        "import dataclasses, sys\n"
        f"sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "from test_generate import TinyScenes, generate, tiny_plan\n"
        "if __name__ == '__main__':\n"
        f"    generate(tiny_plan(recipe=TinyScenes(pause_s=0.3)), 1000, {str(folder)!r}, workers=2)\n"
    )
    process = subprocess.Popen([sys.executable, str(script)], stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not (folder / scene_name(1)).exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    process.kill()
    process.wait()
    time.sleep(0.7)  # the workers see that their parent is gone
    before = set(contents(folder))
    time.sleep(0.7)
    assert set(contents(folder)) == before
    slow = tiny_plan(recipe=TinyScenes(pause_s=0.3))
    result = generate(slow, COUNT, folder, workers=1)
    assert result.made <= COUNT - 2
    for index in range(COUNT):
        assert (folder / scene_name(index)).read_bytes() == (reference / scene_name(index)).read_bytes()


def test_one_worker_leaves_the_callers_threads_alone(tmp_path):
    before = cv2.getNumThreads(), torch.get_num_threads()
    generate(tiny_plan(), 1, tmp_path, workers=1)
    assert (cv2.getNumThreads(), torch.get_num_threads()) == before


def test_another_plan_in_the_folder_is_refused(reference, tmp_path):
    folder = copy_of(reference, tmp_path)
    with pytest.raises(DataError, match=r"another seed \(5, not 6\); choose another folder"):
        generate(tiny_plan(seed=6), COUNT, folder, workers=1)
    with pytest.raises(DataError, match="another recipe fields"):
        generate(tiny_plan(recipe=TinyScenes(size=(9, 9))), COUNT, folder, workers=1)
    with pytest.raises(DataError, match="another light"):
        generate(tiny_plan(light=Light((10.0, 20.0))), COUNT, folder, workers=1)
    assert contents(folder) == contents(reference)


def test_a_folder_of_other_things_is_refused(tmp_path):
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(DataError, match=r"holds other files, such as thesis\.tex"):
        generate(tiny_plan(), 1, tmp_path, workers=1)
    assert list(contents(tmp_path)) == ["thesis.tex"]


def test_a_plan_that_made_no_scene_may_be_replaced(reference, tmp_path):
    with pytest.raises(ZeroDivisionError):
        generate(tiny_plan(recipe=FailingScenes()), 1, tmp_path, workers=1)
    generate(tiny_plan(), COUNT, tmp_path, workers=1)
    assert contents(tmp_path) == contents(reference)


def test_an_error_in_a_worker_reaches_the_caller(tmp_path):
    with pytest.raises(ZeroDivisionError):
        generate(tiny_plan(recipe=FailingScenes()), 2, tmp_path, workers=2)


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match="cannot make the folder"):
        generate(tiny_plan(), 1, tmp_path / "file" / "set", workers=1)


@pytest.mark.parametrize("text", ["{", "[]"])
def test_a_damaged_plan_file_is_reported(tmp_path, text):
    (tmp_path / "plan.json").write_text(text)
    (tmp_path / scene_name(0)).write_bytes(b"a scene")
    with pytest.raises(DataError, match="choose another folder"):
        generate(tiny_plan(), 1, tmp_path, workers=1)


def test_a_worker_that_dies_is_reported(tmp_path):
    with pytest.raises(DataError, match="a worker process died"):
        generate(tiny_plan(recipe=BrokenScenes()), 2, tmp_path, workers=2)


@pytest.mark.parametrize(("count", "workers"), [(0, 1), (-1, 1), (1, 0)])
def test_bad_numbers_are_refused(tmp_path, count, workers):
    with pytest.raises(DataError, match="ask for one or more"):
        generate(tiny_plan(), count, tmp_path, workers=workers)


@pytest.mark.parametrize("level", [(0.0, 10.0), (20.0, 10.0), (1.0, 1e6), (1.0, float("nan"))])
def test_bad_light_is_refused(level):
    with pytest.raises(DataError, match="photon level"):
        Light(level)


@pytest.mark.parametrize("read_noise", [-1.0, float("nan"), float("inf")])
def test_bad_read_noise_is_refused(read_noise):
    with pytest.raises(DataError, match="read noise"):
        Light(read_noise=read_noise)


def test_a_negative_seed_is_refused():
    with pytest.raises(DataError, match="seed is -1"):
        tiny_plan(seed=-1)
