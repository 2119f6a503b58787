"""Realistic scenes from small folders and COCO files made on the spot."""

import json
import pickle
import sys

import cv2
import numpy as np
import pytest

from blurry_edges.errors import DataError, MissingExtraError
from blurry_edges.optics.camera import Camera
from blurry_edges.scenes.realistic_scenes import RealisticScenes, fill_frame
from blurry_edges.scenes.sources import list_pictures, load_coco, read_cutout, read_picture

CAMERA = Camera.paper()


def write(path, picture):
    path.parent.mkdir(exist_ok=True)
    assert cv2.imwrite(str(path), picture)
    return path


def noise(rng, channels, size=(60, 80)):
    return rng.integers(0, 256, (*size, channels), np.uint8)


@pytest.fixture
def folders(tmp_path):
    rng = np.random.default_rng(0)
    for k in range(3):
        cutout = noise(rng, 4)
        cutout[..., 3] = 0
        cv2.circle(cutout, (40, 30), 18, (*cutout[0, 0, :3].tolist(), 255), -1)
        write(tmp_path / "cutouts" / f"{k}.png", cutout)
        write(tmp_path / "paintings" / f"{k}.jpg", noise(rng, 3))
    return tmp_path


@pytest.fixture
def coco(folders):
    """Two photographs with one usable square each, a crowd, a speck and an orphan."""
    rng = np.random.default_rng(1)
    for k in (1, 2):
        write(folders / "photographs" / f"{k}.jpg", noise(rng, 3))

    def annotation(k, image, x, y, side, crowd=0):
        corners = [x, y, x + side, y, x + side, y + side, x, y + side]
        return {"id": k, "image_id": image, "category_id": 1, "iscrowd": crowd, "area": side * side,
                "bbox": [x, y, side, side], "segmentation": [corners]}  # fmt: skip

    table = {
        "images": [{"id": k, "file_name": f"{k}.jpg", "height": 60, "width": 80} for k in (1, 2)],
        "categories": [{"id": 1, "name": "square"}],
        "annotations": [
            annotation(1, 1, 20, 10, 30),
            annotation(2, 2, 5, 5, 20),
            annotation(3, 1, 0, 0, 40, crowd=1),
            annotation(4, 2, 50, 50, 4),
            annotation(5, 99, 0, 0, 30),
        ],
    }
    path = folders / "instances.json"
    path.write_text(json.dumps(table))
    return path


def recipe_of(folders, **changes):
    return RealisticScenes(folders / "cutouts", folders / "paintings", **changes)


@pytest.mark.parametrize("size", [(147, 147), (51, 88)])
def test_a_scene_is_one_object_over_a_picture(folders, size):
    recipe = recipe_of(folders, size=size)
    scene = recipe.render(np.random.default_rng(0), CAMERA)
    centre = tuple(s // 2 for s in size)
    assert scene.images.shape == (2, *size, 3)
    assert scene.depth_m[centre] < min(scene.depth_m[0, 0], scene.depth_m[-1, -1])
    assert 0.75 - 1e-6 <= scene.depth_m.min() <= scene.depth_m.max() <= 1.18 + 1e-6
    assert np.array_equal(scene.boundary_depth_m[scene.boundary], scene.depth_m[scene.boundary])
    assert np.array_equal(scene.boundary_distance_px == 0, scene.boundary)


def test_the_same_seed_gives_the_same_bytes(folders):
    recipe = recipe_of(folders)
    first, again, other = (
        r.render(np.random.default_rng(seed), CAMERA)
        for r, seed in ((recipe, 5), (pickle.loads(pickle.dumps(recipe)), 5), (recipe, 6))
    )
    assert first.images.tobytes() == again.images.tobytes() != other.images.tobytes()


def test_five_focus_settings(folders):
    scene = recipe_of(folders).render(np.random.default_rng(0), CAMERA, CAMERA.focus_stack(5))
    assert scene.images.shape == (5, 147, 147, 3)


def test_coco_objects_serve_as_foregrounds(coco):
    recipe = RealisticScenes(coco.parent / "photographs", coco.parent / "paintings", coco)
    scene = recipe.render(np.random.default_rng(0), CAMERA)
    assert scene.boundary.any()
    assert len(load_coco(coco, coco.parent / "photographs")) == 2


def test_a_coco_cutout_is_its_window(coco, capsys):
    instances = load_coco(coco, coco.parent / "photographs")
    assert instances.cutout(0, context=1.0).shape == (30, 30, 4)
    assert instances.cutout(0, context=1.0)[..., 3].all()
    assert instances.cutout(0, context=1.2).shape == (36, 36, 4)
    assert instances.cutout(1, context=9.0).shape == (60, 80, 4)
    assert capsys.readouterr().out == ""


def test_coco_photographs_of_another_size_are_refused(coco):
    write(coco.parent / "photographs" / "1.jpg", np.zeros((30, 30, 3), np.uint8))
    with pytest.raises(DataError, match=r"1\.jpg is 30 x 30"):
        load_coco(coco, coco.parent / "photographs").cutout(0, context=1.0)


@pytest.mark.parametrize(
    ("text", "message"),
    [("{}", "no usable object"), ("[]", "not a COCO"), ("no json", "not a COCO"), (None, "cannot read")],
)
def test_bad_coco_files(tmp_path, text, message):
    path = tmp_path / "instances.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(DataError, match=message):
        load_coco(path, tmp_path)


def test_without_pycocotools_the_extra_is_named(coco, monkeypatch):
    monkeypatch.setitem(sys.modules, "pycocotools.coco", None)
    with pytest.raises(MissingExtraError, match=r"blurry-edges\[scenes\]"):
        load_coco(coco, coco.parent / "photographs")


def test_bad_folders(tmp_path):
    with pytest.raises(DataError, match="not a folder"):
        list_pictures(tmp_path / "missing")
    with pytest.raises(DataError, match="holds no pictures"):
        list_pictures(tmp_path)


def test_bad_files(tmp_path):
    rng = np.random.default_rng(0)
    clear = noise(rng, 4)
    clear[..., 3] = 0
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"not a picture")
    (tmp_path / "empty.png").write_bytes(b"")
    for path, message in (
        (write(tmp_path / "opaque.jpg", noise(rng, 3)), "no alpha channel"),
        (write(tmp_path / "grey.png", noise(rng, 1)), "no alpha channel"),
        (write(tmp_path / "clear.png", clear), "transparent everywhere"),
        (broken, "not a picture"),
        (tmp_path / "empty.png", "not a picture"),
        (tmp_path / "missing.png", "cannot read"),
    ):
        with pytest.raises(DataError, match=message) as raised:
            read_cutout(path)
        assert path.name in str(raised.value)


def test_colours_are_red_green_blue_in_unit_range(tmp_path):
    red = np.zeros((4, 4, 4), np.uint16)
    red[..., 2:] = 65535
    path = write(tmp_path / "red.png", red)
    assert read_cutout(path)[0, 0].tolist() == [1, 0, 0, 1]
    assert read_picture(path)[0, 0].tolist() == [1, 0, 0]


@pytest.mark.parametrize("size", [(147, 147), (50, 90), (90, 50)])
@pytest.mark.parametrize("shape", [(300, 450, 3), (61, 40, 4)])
def test_a_picture_fills_the_frame(shape, size):
    filled = fill_frame(np.full(shape, 0.5, np.float32), size)
    assert filled.shape == (*size, shape[2])
    assert np.allclose(filled, 0.5)
