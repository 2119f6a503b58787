"""`blurry-edges bench real` on photographs that the tests render: a focus stack, and pairs with depth maps."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from blurry_edges.bench.real_data import find_pairs_with_depth, read_stack
from blurry_edges.errors import DataError
from blurry_edges.optics import Camera, FocusSetting, camera_from_lens
from blurry_edges.photos import write_image
from blurry_edges.render.boxes import Box
from blurry_edges.scenes.layers import Layer, render_layers
from blurry_edges.scenes.planes import DepthPlane
from blurry_edges.scenes.scene import Scene
from blurry_edges.scenes.textures import fractal
from command import assert_one_sentence, run

SIZE = (120, 160)
PHONE = ("--lens.focal-length-mm", 4.3, "--lens.f-number", 1.9, "--lens.pixel-pitch-um", 7.3,
         "--lens.range-m", 0.15, 1.5, "--lens.stack-names", "dpt")  # fmt: skip
APERTURES = ("--lens.focal-length-mm", 35, "--lens.focus-m", 1.64, "--lens.pixel-pitch-um", 32.1,
             "--lens.range-m", 1.7, 8)  # fmt: skip


def _photograph(camera: Camera, settings: tuple[FocusSetting, ...], plane: DepthPlane, seed: int) -> Scene:
    """Photograph a textured plane, with the noise of 5000 photons."""
    rng = np.random.default_rng(seed)
    texture = (0.45 + 0.12 * fractal(rng, SIZE, 3, 0.8)).clip(0.05, 0.95).astype(np.float32)
    layer = Layer.paint(texture, np.ones(SIZE, np.float32), Box(0, 0, *SIZE), plane)
    scene = render_layers([layer], SIZE, camera, settings)
    scene.images[:] = rng.normal(scene.images, np.sqrt(scene.images / 5000)).clip(0, 1)
    return scene


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Photographs of a tilted plane, each named by its focus in dioptres."""
    folder = tmp_path_factory.mktemp("stack")
    camera = camera_from_lens(0.0043, 1.9, 7.3e-6, 1.0, 0.2, (0.15, 1.5))
    focus_dpt = np.linspace(0.5, 6.5, 7)
    settings = tuple(FocusSetting(1 / camera.sensor_distance_m + x, camera.minus.aperture_sigma_m) for x in focus_dpt)
    scene = _photograph(camera, settings, DepthPlane(0.22, 0.0, 0.004), 1)
    for dpt, image in zip(focus_dpt, scene.images, strict=True):
        write_image(image, folder / f"{dpt:.3f}.png")
    valid = np.ones(SIZE, bool)
    valid[:10] = False
    np.savez(folder / "truth.npz", depth_dpt=(1 / scene.depth_m).astype(np.float16), valid=valid, reference_dpt=3.5)
    return folder


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two views at two apertures with depth maps; parts of these are unknown."""
    folder = tmp_path_factory.mktemp("pairs")
    camera = camera_from_lens(0.035, (8.0, 2.8), 32.1e-6, 1.64, 1.64, (1.7, 8.0))
    for index in range(2):
        scene = _photograph(camera, camera.settings, DepthPlane(1.9, 0.0, 0.008), index)
        for number, image in zip(("8", "2.8"), scene.images, strict=True):
            write_image(image, folder / f"{index:02d}_f{number}.png")
        depth_mm = np.rint(1000 * scene.depth_m).astype(np.uint16)
        depth_mm[:, :12] = 0
        cv2.imwrite(str(folder / f"{index:02d}_depth_mm.png"), depth_mm)
    return folder


def test_a_stack_beats_the_constant_and_frames_help(stack: Path, tmp_path: Path):
    command = ("bench", "real", "--data", stack, *PHONE, "--focus-dpt", 1.4, 4.6, "--frames", 5, 7)
    result = run(*command, "--estimators", "evidence", "focus", "--pictures", tmp_path, "--json")
    assert result.returncode == 0, result.stderr
    facts = json.loads(result.stdout)
    assert facts["truth"].endswith("truth.npz")
    assert list(facts["scenes"]) == ["1.50 and 4.50 dpt", "5 frames", "7 frames"]
    pair, five, seven = facts["scenes"].values()
    assert "focus" not in pair
    for row in (pair["evidence"], five["evidence"], seven["evidence"], seven["focus"]):
        assert row["median_error_dpt"] < 0.5 * pair["constant"]["median_error_dpt"]
        assert row["spearman"] > 0.85
        assert row["known"] > 0.8
    assert pair["evidence"]["within_2sd"] > 0.6
    assert pair["constant"]["known"] == 1
    assert facts["median"]["evidence"]["spearman"] == pytest.approx(
        np.median([x["evidence"]["spearman"] for x in (pair, five, seven)])
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "1.50-and-4.50-dpt.png", "5-frames.png", "7-frames.png"
    ]  # fmt: skip


def test_without_a_truth_depth_from_focus_stands_in(stack: Path, tmp_path: Path):
    for path in stack.glob("*.png"):
        (tmp_path / path.name).symlink_to(path)
    result = run("bench", "real", "--data", tmp_path, *PHONE, "--estimators", "evidence")
    assert result.returncode == 0, result.stderr
    assert "truth: depth from focus over all 7 photographs" in result.stdout
    own = read_stack(tmp_path, "dpt")
    image = cv2.imread(str(own.files[2]), cv2.IMREAD_UNCHANGED)[..., ::-1].astype(np.float32) / 65535
    truth_dpt, true = own.truth_dpt(own.files[2], image), np.load(stack / "truth.npz")["depth_dpt"]
    known = np.isfinite(truth_dpt)
    assert known.mean() > 0.2
    assert np.median(np.abs(truth_dpt - true)[known]) < 0.15


def test_pairs_with_depth_maps_beat_the_constant(pairs: Path):
    command = ("bench", "real", "--data", pairs, *APERTURES, "--estimators", "evidence")
    result = run(*command, "--json")
    assert result.returncode == 0, result.stderr
    facts = json.loads(result.stdout)
    assert list(facts["scenes"]) == ["00", "01"]
    for scene in facts["scenes"].values():
        assert scene["evidence"]["abs_rel"] < 0.7 * scene["constant"]["abs_rel"]
        assert scene["pixels"] < 0.55 * SIZE[0] * SIZE[1]  # half has texture, and some has no truth
    table = run(*command, "--limit", 1)
    assert "Spearman" in table.stdout
    assert "01" not in table.stdout.split()


def test_the_smaller_aperture_comes_first(pairs: Path):
    found = find_pairs_with_depth(pairs)
    assert [pair.f_numbers for pair in found] == [(8.0, 2.8)] * 2
    assert found[1].files == (pairs / "01_f8.png", pairs / "01_f2.8.png")
    truth_dpt = found[0].truth_dpt(np.random.default_rng(0).uniform(0, 1, (*SIZE, 3)), (1.7, 8.0))
    assert np.isnan(truth_dpt[:, :12]).all()
    assert np.nanmax(truth_dpt) < 1 / 1.7


def test_mistakes_get_one_sentence(stack: Path, pairs: Path, tmp_path: Path):
    bare = tmp_path / "bare"
    bare.mkdir()
    lonely = tmp_path / "lonely"
    lonely.mkdir()
    (lonely / "a_depth_mm.png").write_bytes((pairs / "00_depth_mm.png").read_bytes())
    for arguments, message in (
        ((tmp_path / "none", *PHONE), "not a folder"),
        ((bare, *PHONE), "neither a focus stack nor pairs"),
        ((lonely, *APERTURES), "needs two photographs named by their f-numbers"),
        ((stack, *PHONE[:-2]), "--lens.stack-names dpt"),
        ((stack, "--lens.stack-names", "dpt"), "metres need a camera"),
        ((stack, *PHONE, "--focus-dpt", 2.4, 2.5), "both photographs of the pair would be 2.500.png"),
        ((pairs, *APERTURES[:-2], 20, 30), "too few pixels have a truth"),
    ):
        assert_one_sentence(run("bench", "real", "--data", *arguments), message)


def test_a_damaged_truth_is_refused(stack: Path, tmp_path: Path):
    for path in stack.glob("*.png"):
        (tmp_path / path.name).symlink_to(path)
    (tmp_path / "truth.npz").write_bytes(b"nothing")
    own = read_stack(tmp_path, "dpt")
    with pytest.raises(DataError, match=r"truth\.npz is damaged"):
        own.truth_dpt(own.files[0], np.zeros((*SIZE, 3), np.float32))


def test_depth_from_focus_is_an_estimator_of_stacks(stack: Path, tmp_path: Path):
    command = ("estimate", *PHONE, "--estimator", "focus", "--output", tmp_path / "out")
    result = run(*command, "--stack", stack, "--align", "--maps", "depth")
    assert result.returncode == 0, result.stderr
    assert "by 'focus'" in result.stdout
    depth_m, truth = np.load(tmp_path / "out" / "depth.npz")["depth_m"], np.load(stack / "truth.npz")
    assert np.nanmedian(np.abs(1 / depth_m - truth["depth_dpt"])) < 0.2
    focus = ("--lens.focus-dpt", 1.5, 4.5)
    pair = run(*command, *focus, "--overwrite", stack / "1.500.png", stack / "4.500.png")
    assert_one_sentence(pair, "depth from focus needs three or more photographs")
