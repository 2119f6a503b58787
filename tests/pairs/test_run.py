"""From photographs to a folder of results, without the command line."""

import json
from pathlib import Path

import numpy as np
import pytest

from blurry_edges import DepthResult, load
from blurry_edges.errors import ImageError
from blurry_edges.optics import Camera
from blurry_edges.pairs import Development, estimate_photos
from blurry_edges.photos import load_photos, write_image
from blurry_edges.scenes.plan import Light, Plan, make_sample
from blurry_edges.scenes.textured_scenes import TexturedScenes

CAMERA = Camera.paper()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("pair")
    scene = make_sample(Plan(TexturedScenes(size=(60, 72)), CAMERA, light=Light((400, 400)), seed=6), 0)
    for name, image in zip(("minus", "plus"), scene.noisy, strict=True):
        write_image(image, folder / f"{name}.png")
    return [folder / "minus.png", folder / "plus.png"]


def test_a_folder_holds_the_result_and_says_where_it_came_from(files: list[Path], tmp_path: Path):
    photos = load_photos(files, gamma="linear")
    how = Development(photon_level=400.0, read_noise=2.0, command="typed by hand")
    done = estimate_photos(photos, CAMERA, load("evidence"), how, tmp_path / "out")
    again = DepthResult.load(tmp_path / "out")
    np.testing.assert_array_equal(again.depth_m, done.result.depth_m)
    facts = json.loads((tmp_path / "out" / "depth.json").read_text())
    assert facts["files"] == [str(path) for path in files]
    assert facts["estimator"] == facts["method"] == "evidence"
    assert facts["verdict"]["grade"] in ("good", "fair", "poor")
    assert facts["units"]["depth_m"] == "m"
    assert "typed by hand" in (tmp_path / "out" / "report.html").read_text()


def test_equal_runs_give_equal_files(files: list[Path], tmp_path: Path):
    photos = load_photos(files, gamma="linear")
    for name in ("one", "two"):
        estimate_photos(photos, CAMERA, load("evidence"), Development(photon_level=400.0), tmp_path / name)
    for name in ("depth.npz", "depth.json", "depth.png", "cloud.ply", "mesh.ply", "camera.toml"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes(), name


def test_without_a_camera_only_the_order_is_written(files: list[Path], tmp_path: Path):
    photos = load_photos(files, gamma="linear")
    done = estimate_photos(photos, None, load("evidence"), Development(photon_level=400.0), tmp_path / "out")
    assert {path.name for path in (tmp_path / "out").glob("[!.]*")} == {"order.npz", "order.png", "order.json"}
    assert "only the order of depths" in done.warnings[-1]


def test_one_photograph_twice_is_refused_and_leaves_nothing(files: list[Path], tmp_path: Path):
    photos = load_photos([files[0], files[0]], gamma="linear")
    with pytest.raises(ImageError, match="same picture"):
        estimate_photos(photos, CAMERA, load("evidence"), Development(), tmp_path / "out")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("maps", "pixels", "asked"), [("auto", 1000, "all"), ("auto", 2000, "depth"), ("all", 9000, "all")]
)
def test_large_photographs_get_depth_alone_unless_asked(maps: str, pixels: int, asked: str):
    assert Development(maps=maps).options((pixels, 1000)).maps == asked
