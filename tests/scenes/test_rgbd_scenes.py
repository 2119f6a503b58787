"""Scenes from pictures with depth maps, in small folders made on the spot."""

import pickle

import cv2
import numpy as np
import pytest

from blurry_edges.errors import DataError
from blurry_edges.optics import Camera
from blurry_edges.scenes.rgbd_scenes import RgbdScenes, list_rgbd
from blurry_edges.scenes.textures import rich_texture

CAMERA = Camera.paper()


def write_pair(folder, name, size=(150, 200), near_mm=1000, suffix=".png", seed=0):
    """A textured disc before a slanted wall, with a hole beside the disc."""
    rng = np.random.default_rng(seed)
    depth = np.broadcast_to(np.linspace(2000, 2500, size[1]), size).copy()
    mask = np.zeros(size, np.uint8)
    cv2.circle(mask, (size[1] // 2, size[0] // 2), min(size) // 3, 1, -1)
    depth[mask > 0] = near_mm
    depth[size[0] // 2 : size[0] // 2 + 5, size[1] // 2 - min(size) // 3 - 6 : size[1] // 2] = 0
    colour = np.where(mask[..., None] > 0, 0.5 * rich_texture(rng, size), 0.5 + 0.5 * rich_texture(rng, size))
    assert cv2.imwrite(str(folder / f"{name}{suffix}"), (255 * colour).astype(np.uint8))
    assert cv2.imwrite(str(folder / f"{name}_depth_mm.png"), depth.astype(np.uint16))


@pytest.fixture
def folder(tmp_path):
    for index, suffix in enumerate([".png", ".jpg"]):
        write_pair(tmp_path, f"scene {index}", suffix=suffix, seed=index)
    return tmp_path


def draw(recipe, seed=0, settings=None):
    return recipe.render(np.random.default_rng(seed), CAMERA, settings)


@pytest.mark.parametrize("size", [(64, 64), (40, 90)])
def test_depths_are_within_the_range_and_jump_at_boundaries_only(folder, size):
    recipe = RgbdScenes(folder, size)
    for seed in range(4):
        scene = draw(recipe, seed)
        assert scene.images.shape == (2, *size, 3)
        assert 0.75 - 1e-5 <= scene.depth_m.min() <= scene.depth_m.max() <= 1.18 + 1e-5
        assert 0 <= scene.images.min() <= scene.images.max() <= 1
        jump = np.abs(np.diff(scene.depth_m, axis=1)) > 0.02
        assert not (jump & ~scene.boundary[:, 1:] & ~scene.boundary[:, :-1]).any()
        assert np.array_equal(scene.boundary_depth_m[scene.boundary], scene.depth_m[scene.boundary])


def test_the_object_stays_in_front(folder):
    scene = draw(RgbdScenes(folder, (100, 130)), 1)
    bright = scene.all_in_focus.mean(-1) > 0.3  # the wall; the disc is dark
    assert scene.boundary.any()
    assert np.median(scene.depth_m[bright]) > scene.depth_m[~bright].min()


def test_the_same_seed_gives_the_same_bytes(folder):
    recipe = RgbdScenes(folder, (50, 60))
    first, again, other = draw(recipe, 5), draw(pickle.loads(pickle.dumps(recipe)), 5), draw(recipe, 6)
    assert first.images.tobytes() == again.images.tobytes() != other.images.tobytes()


def test_colours_are_linear_light(tmp_path):
    grey = np.full((80, 90, 3), 128, np.uint8)
    cv2.imwrite(str(tmp_path / "grey.png"), grey)
    cv2.imwrite(str(tmp_path / "grey_depth_mm.png"), np.full((80, 90), 1500, np.uint16))
    scene = draw(RgbdScenes(tmp_path, (32, 32)))
    assert scene.images.mean() == pytest.approx(0.2159, abs=1e-3)
    assert np.ptp(scene.depth_m) < 1e-3  # a wall seen face on stays one


def test_small_pictures_are_enlarged(tmp_path):
    write_pair(tmp_path, "small", size=(30, 40))
    assert draw(RgbdScenes(tmp_path, (60, 50))).images.shape == (2, 60, 50, 3)


def test_five_focus_settings(folder):
    assert draw(RgbdScenes(folder, (40, 40)), 0, CAMERA.focus_stack(5)).images.shape == (5, 40, 40, 3)


def test_bad_folders_are_explained(tmp_path):
    with pytest.raises(DataError, match="not a folder"):
        list_rgbd(tmp_path / "missing")
    with pytest.raises(DataError, match="holds no depth maps"):
        list_rgbd(tmp_path)
    (tmp_path / "lonely").mkdir()
    cv2.imwrite(str(tmp_path / "lonely" / "a_depth_mm.png"), np.ones((9, 9), np.uint16))
    with pytest.raises(DataError, match=r"a_depth_mm\.png has no picture: put a\.png or a\.jpg beside it"):
        list_rgbd(tmp_path / "lonely")


@pytest.mark.parametrize(
    ("depth", "message"),
    [
        (np.ones((150, 200), np.uint8), "16 bits"),
        (np.ones((150, 200, 3), np.uint16), "one channel"),
        (np.ones((150, 199), np.uint16), r"is 200 x 150 px, but bad_depth_mm\.png is 199 x 150"),
        (np.zeros((150, 200), np.uint16), "knows no depth at all"),
    ],
)
def test_bad_depth_maps_are_explained(tmp_path, depth, message):
    write_pair(tmp_path, "bad")
    cv2.imwrite(str(tmp_path / "bad_depth_mm.png"), depth)
    with pytest.raises(DataError, match=message):
        draw(RgbdScenes(tmp_path, (40, 40)))


@pytest.mark.parametrize(("fields", "message"), [({"size": (0, 4)}, "size"), ({"least_range": 0.0}, "least_range")])
def test_impossible_recipes_are_refused(tmp_path, fields, message):
    with pytest.raises(DataError, match=message):
        RgbdScenes(tmp_path, **fields)
