"""Scene files, folders and frozen benchmarks."""

import dataclasses
import json

import numpy as np
import pytest

from blurry_edges.errors import DataError
from blurry_edges.optics import Camera, Psf
from blurry_edges.scenes.store import (
    SceneFolder,
    StoredScene,
    camera_fields,
    file_sha256,
    read_benchmark,
    read_scene,
    scene_name,
    write_scene,
)


def a_scene(size=(6, 8), photon_level=190.5, images=2, seed=0):
    rng = np.random.default_rng(seed)
    boundary = rng.random(size) < 0.2
    boundary[2, 3] = True
    depth = rng.uniform(0.75, 1.18, size).astype(np.float32)
    dtype = np.uint8 if photon_level < 256 else np.uint16
    return StoredScene(
        counts=rng.integers(0, int(photon_level), (images, *size, 3)).astype(dtype),
        clean=rng.random((images, *size, 3), np.float32),
        depth_m=depth,
        photon_level=photon_level,
        read_noise=2.0,
        all_in_focus=rng.random((*size, 3), np.float32),
        boundary=boundary,
        boundary_depth_m=np.where(boundary, depth, np.float32(np.nan)),
    )


def a_folder(path, count=2):
    camera = Camera.paper()
    for index in range(count):
        write_scene(a_scene(seed=index), path / scene_name(index))
    manifest = {
        "format_version": 1,
        "camera": dataclasses.asdict(camera),
        "settings": [dataclasses.asdict(setting) for setting in camera.settings],
        "sha256": {scene_name(i): file_sha256(path / scene_name(i)) for i in range(count)},
    }
    (path / "manifest.json").write_text(json.dumps(manifest))
    return path


@pytest.mark.parametrize(("photon_level", "images"), [(190.5, 2), (255.9, 5), (2000.25, 1)])
def test_a_scene_survives_the_disk(tmp_path, photon_level, images):
    scene = a_scene(photon_level=photon_level, images=images)
    write_scene(scene, tmp_path / "s.npz")
    read = read_scene(tmp_path / "s.npz")
    for name in ("counts", "depth_m", "boundary", "boundary_depth_m"):
        np.testing.assert_array_equal(getattr(read, name), getattr(scene, name))
        assert getattr(read, name).dtype == getattr(scene, name).dtype
    for name in ("clean", "all_in_focus"):
        np.testing.assert_allclose(getattr(read, name), getattr(scene, name), atol=0.51 / 65535)
    assert (read.photon_level, read.read_noise) == (photon_level, 2.0)
    np.testing.assert_allclose(read.noisy, scene.counts / photon_level, rtol=1e-6)
    assert [p.name for p in tmp_path.iterdir()] == ["s.npz"]


def test_a_developed_scene_survives_the_disk(tmp_path):
    values = np.random.default_rng(0).integers(0, 65535, (2, 6, 8, 3)).astype(np.uint16)
    write_scene(dataclasses.replace(a_scene(), counts=values, white_level=65535.0), tmp_path / "s.npz")
    read = read_scene(tmp_path / "s.npz")
    assert (read.photon_level, read.white_level) == (190.5, 65535)
    np.testing.assert_allclose(read.noisy, values / 65535, rtol=1e-6)


def test_the_boundary_distance_is_exact():
    scene = a_scene()
    rows, columns = np.indices(scene.boundary.shape)
    distances = [np.hypot(rows - y, columns - x) for y, x in np.argwhere(scene.boundary)]
    np.testing.assert_allclose(scene.boundary_distance_px, np.min(distances, axis=0), rtol=1e-5)


def test_without_boundaries_the_distance_is_infinite():
    scene = dataclasses.replace(a_scene(), boundary=np.zeros((6, 8), dtype=bool))
    assert np.isposinf(scene.boundary_distance_px).all()


def test_equal_scenes_are_equal_files(tmp_path):
    for name in ("a.npz", "b.npz"):
        write_scene(a_scene(), tmp_path / name)
    assert file_sha256(tmp_path / "a.npz") == file_sha256(tmp_path / "b.npz")


def test_damage_never_passes_unnoticed(tmp_path):
    path = tmp_path / "s.npz"
    write_scene(a_scene(), path)
    whole = path.read_bytes()
    truth = read_scene(path)
    for position in range(0, len(whole), 23):
        path.write_bytes(whole[:position] + bytes([whole[position] ^ 0xFF]) + whole[position + 1 :])
        try:
            read = read_scene(path)
        except DataError:
            continue
        # What may change unseen are bytes of the archive that carry nothing, such as dates.
        for field in dataclasses.fields(truth):
            np.testing.assert_array_equal(getattr(read, field.name), getattr(truth, field.name))


@pytest.mark.parametrize("length", [0, 10, 500])
def test_a_file_cut_short_is_refused(tmp_path, length):
    path = tmp_path / "s.npz"
    write_scene(a_scene(), path)
    path.write_bytes(path.read_bytes()[:length])
    with pytest.raises(DataError, match=r"s\.npz is damaged"):
        read_scene(path)


def test_other_files_are_refused(tmp_path):
    with pytest.raises(DataError, match="does not exist"):
        read_scene(tmp_path / "nothing.npz")
    np.savez(tmp_path / "foreign.npz", x=np.zeros(3))
    with pytest.raises(DataError, match="lacks the array 'format_version'"):
        read_scene(tmp_path / "foreign.npz")
    np.savez(tmp_path / "newer.npz", format_version=2)
    with pytest.raises(DataError, match="has format 2"):
        read_scene(tmp_path / "newer.npz")
    np.save(tmp_path / "plain.npy", np.zeros(3))
    with pytest.raises(DataError, match=r"no \.npz file"):
        read_scene(tmp_path / "plain.npy")


def test_a_missing_target_folder_is_reported(tmp_path):
    with pytest.raises(DataError, match="cannot write scene"):
        write_scene(a_scene(), tmp_path / "missing" / "s.npz")


def test_a_folder_is_a_sequence(tmp_path):
    folder = SceneFolder.open(a_folder(tmp_path, 3))
    assert len(folder) == 3
    np.testing.assert_array_equal(folder[1].counts, a_scene(seed=1).counts)
    np.testing.assert_array_equal(folder[-1].counts, a_scene(seed=2).counts)
    assert [scene.photon_level for scene in folder] == [190.5] * 3
    with pytest.raises(IndexError):
        folder[3]
    folder.verify()


def test_a_folder_knows_its_camera(tmp_path):
    folder = SceneFolder.open(a_folder(tmp_path, 1))
    assert folder.camera == Camera.paper()
    assert folder.settings == Camera.paper().settings


def test_the_psf_of_the_camera_is_kept_and_a_gaussian_goes_without_saying(tmp_path):
    camera = dataclasses.replace(Camera.paper(), psf=Psf("disc", soft_rim=0.1))
    path = a_folder(tmp_path, 1)
    manifest = json.loads((path / "manifest.json").read_text())
    manifest["camera"] = camera_fields(camera)
    (path / "manifest.json").write_text(json.dumps(manifest))
    assert SceneFolder.open(path).camera == camera
    assert "psf" not in camera_fields(Camera.paper())


def test_verify_finds_the_damaged_file(tmp_path):
    folder = SceneFolder.open(a_folder(tmp_path))
    write_scene(a_scene(seed=9), tmp_path / scene_name(1))
    with pytest.raises(DataError, match=r"scene-000001\.npz is damaged"):
        folder.verify()


def test_folders_that_cannot_be_opened(tmp_path):
    with pytest.raises(DataError, match="no complete set of scenes"):
        SceneFolder.open(tmp_path)
    a_folder(tmp_path)
    (tmp_path / scene_name(1)).unlink()
    with pytest.raises(DataError, match=r"scene-000001\.npz is missing"):
        SceneFolder.open(tmp_path)
    for text, message in (("{", "cannot read"), ("[]", "not a manifest"), ('{"format_version": 9}', "not a manifest")):
        (tmp_path / "manifest.json").write_text(text)
        with pytest.raises(DataError, match=message):
            SceneFolder.open(tmp_path)


def test_a_manifest_without_camera(tmp_path):
    with pytest.raises(DataError, match="describes no camera"):
        _ = SceneFolder(tmp_path, {"sha256": {}}).camera


def benchmark_arrays(count=3, size=(5, 7)):
    rng = np.random.default_rng(0)
    return {
        "counts": rng.integers(0, 180, (count, 2, *size, 3)).astype(np.uint8),
        "alpha": rng.uniform(180, 200, count),
        "depth": rng.uniform(0.75, 1.18, (count, *size)).astype(np.float32),
        "clean": rng.integers(0, 255, (count, 2, *size, 3)).astype(np.uint8),
    }


def test_a_benchmark_is_read(tmp_path):
    arrays = benchmark_arrays()
    np.savez_compressed(tmp_path / "frozen.npz", **arrays)
    scenes = read_benchmark(tmp_path / "frozen.npz")
    assert len(scenes) == 3
    for index, scene in enumerate(scenes):
        np.testing.assert_allclose(scene.noisy, arrays["counts"][index] / arrays["alpha"][index], rtol=1e-6)
        np.testing.assert_allclose(scene.clean, arrays["clean"][index] / 255, rtol=1e-6)
        np.testing.assert_array_equal(scene.depth_m, arrays["depth"][index])
        assert scene.photon_level == arrays["alpha"][index]
        assert scene.read_noise == 2.0


def test_benchmarks_that_cannot_be_read(tmp_path):
    path = tmp_path / "frozen.npz"
    arrays = benchmark_arrays()
    np.savez(path, **{name: array for name, array in arrays.items() if name != "depth"})
    with pytest.raises(DataError, match="lacks the array 'depth'"):
        read_benchmark(path)
    for name, array in (("depth", arrays["depth"][:, 1:]), ("alpha", arrays["alpha"][1:]), ("counts", arrays["alpha"])):
        np.savez(path, **arrays | {name: array})
        with pytest.raises(DataError, match="sizes that do not fit"):
            read_benchmark(path)
