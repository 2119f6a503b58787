"""The contact sheet."""

import dataclasses
import math

import cv2
import numpy as np
import pytest

from blurry_edges.errors import DataError
from blurry_edges.optics import Camera
from blurry_edges.scenes.preview import contact_sheet, write_preview
from blurry_edges.scenes.store import SceneFolder, StoredScene, file_sha256, scene_name, write_scene

HEIGHT, WIDTH, GAP = 6, 8, 4
RANGE = Camera.paper().depth_range_m


def plain_scene(images=2):
    size = (HEIGHT, WIDTH)
    boundary = np.zeros(size, dtype=bool)
    boundary[2, 3] = True
    return StoredScene(
        counts=np.full((images, *size, 3), 100, np.uint8),
        clean=np.full((images, *size, 3), 0.5, np.float32),
        depth_m=np.full(size, RANGE[0], np.float32),
        photon_level=200.0,
        read_noise=2.0,
        all_in_focus=np.full((*size, 3), 0.25, np.float32),
        boundary=boundary,
        boundary_depth_m=np.full(size, np.nan, np.float32),
    )


def test_a_row_shows_the_scene():
    sheet = contact_sheet([plain_scene()], RANGE)
    assert sheet.shape == (HEIGHT, 5 * WIDTH + 4 * GAP, 3)
    cells = [sheet[:, i * (WIDTH + GAP) :][:, :WIDTH] for i in range(5)]
    assert (cells[0] == 128).all()  # 100 of 200 photons
    assert (cells[1] == 128).all()
    assert (cells[2] == 64).all()
    assert np.ptp(cells[3], axis=(0, 1)).max() == 0  # one depth, one colour: the dark blue end of turbo
    assert cells[3][0, 0, 2] > cells[3][0, 0, 1]
    assert (cells[4] == 0).all(-1).sum() == 1
    assert (sheet[:, WIDTH : WIDTH + GAP] == 255).all()


@pytest.mark.parametrize(("scenes", "images"), [(1, 1), (3, 2), (2, 5)])
def test_the_sheet_grows_with_scenes_and_images(scenes, images):
    sheet = contact_sheet([plain_scene(images)] * scenes, RANGE)
    columns = images + 3
    assert sheet.shape == (scenes * (HEIGHT + GAP) - GAP, columns * (WIDTH + GAP) - GAP, 3)


def test_an_infinite_range_ends_at_the_farthest_scene():
    scene = plain_scene()
    far = dataclasses.replace(scene, depth_m=scene.depth_m * 3)
    np.testing.assert_array_equal(
        contact_sheet([scene, far], (0.75, math.inf)), contact_sheet([scene, far], (0.75, 2.25))
    )


def test_an_empty_sheet_is_refused():
    with pytest.raises(DataError, match="no scenes"):
        contact_sheet([], RANGE)


def a_folder(path):
    for index in range(2):
        write_scene(plain_scene(), path / scene_name(index))
    hashes = {scene_name(i): file_sha256(path / scene_name(i)) for i in range(2)}
    return SceneFolder(path, {"camera": dataclasses.asdict(Camera.paper()), "sha256": hashes})


@pytest.mark.parametrize(("asked", "rows"), [(1, 1), (9, 2)])
def test_the_sheet_is_written_as_png(tmp_path, asked, rows):
    write_preview(a_folder(tmp_path), asked, tmp_path / "preview.png")
    picture = cv2.cvtColor(cv2.imread(str(tmp_path / "preview.png")), cv2.COLOR_BGR2RGB)
    np.testing.assert_array_equal(picture, contact_sheet([plain_scene()] * rows, RANGE))


def test_a_preview_that_cannot_be_written(tmp_path):
    with pytest.raises(DataError, match="cannot write preview"):
        write_preview(a_folder(tmp_path), 1, tmp_path / "missing" / "preview.png")
