"""Results are data: they can be stored, read again, sent and shown."""

import base64
import io
import pickle
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from blurry_edges import DepthResult, load
from blurry_edges.colors import depth_colors
from blurry_edges.errors import BlurryEdgesError, DataError
from blurry_edges.optics import Camera
from blurry_edges.scenes.plan import Plan, make_sample
from blurry_edges.scenes.textured_scenes import TexturedScenes

CAMERA = Camera.paper()


@pytest.fixture(scope="module", params=["fused", "evidence", "paper"])
def result(request: pytest.FixtureRequest) -> DepthResult:
    scene = make_sample(Plan(TexturedScenes(size=(60, 72)), CAMERA, seed=3), 0)
    return load(request.param).estimate(*scene.noisy, camera=CAMERA, photon_level=190.0, read_noise=2.0)


def test_what_is_saved_is_read_again(result: DepthResult, tmp_path: Path):
    path = result.save(tmp_path / "new" / "folder")
    again = DepthResult.load(path.parent)
    assert (again.camera, again.method, again.fit, again.balances) == (
        result.camera,
        result.method,
        result.fit,
        result.balances,
    )
    assert (again.photon_level, again.read_noise) == (result.photon_level, result.read_noise)
    np.testing.assert_array_equal(again.depth_m, result.depth_m)
    np.testing.assert_array_equal(again.depth_sd_m, result.depth_sd_m)
    assert (again.layers is None) == (result.layers is None)
    assert (again.pictures is None) == (result.pictures is None)
    if result.pictures is not None:
        np.testing.assert_allclose(again.sharp, result.sharp, atol=1e-3)  # 16 bits
        assert again.refocus(10.1).shape == result.sharp.shape
    if result.layers is not None:
        np.testing.assert_array_equal(again.front_depth, result.front_depth)


def test_a_result_is_little_more_than_its_arrays(result: DepthResult):
    maps = [x for part in (result, result.layers, result.pictures) if part for x in vars(part).values()]
    arrays = sum(x.nbytes for x in maps if isinstance(x, np.ndarray))
    wedges = 0 if result.wedges is None else 20 * 26 * 4 * (8 + 4 + 9)  # their geometry, smoothness and colours
    assert len(pickle.dumps(result)) < 1.1 * (arrays + wedges) + 8000
    again = pickle.loads(pickle.dumps(result))
    np.testing.assert_array_equal(again.depth, result.depth)


def test_short_names_are_the_same_arrays(result: DepthResult):
    assert result.depth is result.depth_m
    assert result.depth_sd is result.depth_sd_m
    np.testing.assert_array_equal(result.crisp_depth, result.crisp_depth_m)
    if result.layers is not None:
        assert result.front_depth is result.front_depth_m is result.layers.front_m
        assert result.back_depth is result.back_depth_m is result.layers.back_m
    if result.pictures is not None:
        assert result.sparse_depth is result.sparse_depth_m is result.pictures.sparse_depth_m


def decoded(text: str) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(base64.b64decode(text))))


def test_a_notebook_shows_it(result: DepthResult):
    html = result._repr_html_()
    pictures = [decoded(x) for x in re.findall(r'src="data:image/png;base64,([^"]+)"', html)]
    shown = 1 + (result.pictures is not None) + bool(np.isfinite(result.depth_sd).any())
    assert [x.shape[:2] for x in pictures] == [result.depth.shape] * shown
    depth = pictures[result.pictures is not None]
    np.testing.assert_array_equal(depth, depth_colors(result.depth, result.camera.depth_range_m))
    assert f"by '{result.method}'" in html
    assert "<script" not in html
    unknown = replace(result, depth_m=np.full_like(result.depth_m, np.nan))
    assert "no pixel has a known depth" in unknown._repr_html_()


def test_what_is_not_seen_becomes_unknown(result: DepthResult):
    known = np.zeros(result.depth.shape, bool)
    known[:30] = True
    cut = result.where(known)
    assert np.isnan(cut.depth[30:]).all()
    assert np.isnan(cut.crisp_depth[30:]).all()
    np.testing.assert_array_equal(cut.depth[:30], result.depth[:30])


@pytest.mark.parametrize("damage", ["nothing", "cut", "other"])
def test_files_that_are_no_result_are_refused(damage: str, tmp_path: Path, result: DepthResult):
    if damage == "cut":
        path = result.save(tmp_path)
        path.write_bytes(path.read_bytes()[:1000])
    elif damage == "other":
        np.savez(tmp_path / "depth.npz", depth=np.zeros(3))
    with pytest.raises(DataError, match=r"does not exist|is damaged|is not a result"):
        DepthResult.load(tmp_path)


def test_impossible_apertures(result: DepthResult):
    with pytest.raises(BlurryEdgesError, match="positive number of metres"):
        result.refocus(10.0, -1.0)
