"""Data sets in the layouts that people have."""

from pathlib import Path

import numpy as np
import pytest

from blurry_edges.errors import DataError
from blurry_edges.optics import Camera
from blurry_edges.scenes.datasets import read_dataset
from blurry_edges.scenes.generate import Plan, generate
from blurry_edges.scenes.shape_scenes import ShapeScenes


def write_authors(folder: Path, images: np.ndarray, depths: np.ndarray, levels: np.ndarray) -> None:
    for name, array in (("images_ny", images), ("depth_maps", depths), ("alphas", levels)):
        np.save(folder / f"{name}.npy", array)


@pytest.mark.parametrize("channels_first", [False, True])
@pytest.mark.parametrize("as_counts", [False, True])
def test_the_authors_layout(tmp_path: Path, channels_first: bool, as_counts: bool):
    counts = np.random.default_rng(0).integers(0, 190, (2, 2, 30, 32, 3))
    images = counts if as_counts else counts / 190
    write_authors(
        tmp_path, np.moveaxis(images, -1, 2) if channels_first else images, np.ones((2, 30, 32)), np.full(2, 190)
    )
    dataset = read_dataset(tmp_path)
    np.testing.assert_array_equal(dataset.scenes[1].counts, counts[1])
    assert dataset.scenes[1].photon_level == 190
    assert dataset.camera == Camera.paper()


def test_a_folder_of_scenes_keeps_its_camera_and_stack(tmp_path: Path):
    camera = Camera.paper()
    settings = (*camera.settings, *camera.focus_stack(3))
    generate(Plan(ShapeScenes(size=(30, 32)), camera, settings), 2, tmp_path / "five", workers=1)
    dataset = read_dataset(tmp_path / "five")
    assert (len(dataset.scenes), dataset.settings, dataset.name) == (2, settings, "five")
    generate(Plan(ShapeScenes(size=(30, 32)), camera, camera.focus_stack(3)), 1, tmp_path / "stack", workers=1)
    with pytest.raises(DataError, match="without the camera's pair"):
        read_dataset(tmp_path / "stack")


def test_what_does_not_fit_is_refused(tmp_path: Path):
    images, depths, levels = np.zeros((2, 2, 30, 32, 3)), np.ones((2, 30, 32)), np.full(2, 190)
    for wrong, message in (
        ((images[:, :1], depths, levels), "not .scenes, 2"),
        ((images, depths[:1], levels), "do not fit"),
        ((images, depths, levels[:1]), "do not fit"),
    ):
        write_authors(tmp_path, *wrong)
        with pytest.raises(DataError, match=message):
            read_dataset(tmp_path)
    (tmp_path / "alphas.npy").write_bytes(b"no array")
    with pytest.raises(DataError, match="damaged"):
        read_dataset(tmp_path)
