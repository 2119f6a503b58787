"""The command `blurry-edges scenes`."""

import json

import cv2
import numpy as np
import pytest
import tyro

from blurry_edges.cli.scenes import Scenes
from blurry_edges.errors import CameraError, DataError
from blurry_edges.optics import Camera, write_camera
from blurry_edges.scenes.store import SceneFolder
from command import run_process

SIZE = (24, 32)


def parse(*arguments):
    return tyro.cli(Scenes, args=[str(argument) for argument in arguments])


@pytest.mark.parametrize("kind", ["shapes", "textured"])
def test_scenes_are_written(tmp_path, capsys, kind):
    output = tmp_path / "set"
    command = parse(kind, "--output", output, "--count", 2, "--size", *SIZE, "--workers", 1, "--preview", 1)
    assert command.run() == 0
    folder = SceneFolder.open(output)
    folder.verify()
    assert len(folder) == 2
    assert folder[0].counts.shape == (2, *SIZE, 3)
    assert 180 <= folder[0].photon_level <= 200
    assert cv2.imread(str(output / "preview.png")) is not None
    printed = capsys.readouterr().out
    assert f"2 scenes in {output} (2 made, 0 kept)" in printed
    assert "scenes per second" in printed
    assert "preview.png" in printed


def test_the_command_as_a_shell_runs_it(tmp_path):
    done = run_process("scenes", "shapes", "-o", tmp_path / "set", "--count", 1, "--size", *SIZE)
    assert done.returncode == 0, done.stderr
    assert len(SceneFolder.open(tmp_path / "set")) == 1


def test_a_second_run_keeps_the_scenes(tmp_path, capsys):
    for _ in range(2):
        parse("shapes", "--output", tmp_path, "--count", 1, "--size", *SIZE, "--workers", 1, "--preview", 1).run()
    assert "(0 made, 1 kept)" in capsys.readouterr().out


def test_all_options_arrive(tmp_path, capsys):
    write_camera(Camera.paper().resized(0.5), tmp_path / "camera.toml")
    options = ["--camera", tmp_path / "camera.toml", "--stack", 3, "--photon-level", 20, 2000, "--read-noise", 1.5]
    output = tmp_path / "set"
    command = parse(
        "shapes", "--output", output, "--count", 1, "--seed", 7, "--size", *SIZE, "--workers", 1, *options, "--json"
    )
    assert command.run() == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["output"] == str(output)
    assert (summary["scenes"], summary["made"], summary["preview"]) == (1, 1, None)
    assert summary["scenes_per_second"] > 0
    folder = SceneFolder.open(output)
    assert folder.camera == Camera.paper().resized(0.5)
    assert folder.settings == folder.camera.focus_stack(3)
    assert folder[0].read_noise == 1.5
    assert 20 <= folder[0].photon_level <= 2000
    assert folder.manifest["seed"] == 7


def pictures(folder, channels, count=2):
    folder.mkdir()
    rng = np.random.default_rng(0)
    for index in range(count):
        picture = rng.integers(0, 255, (40, 50, channels)).astype(np.uint8)
        if channels == 4:
            picture[..., 3] = 0
            picture[10:30, 10:40, 3] = 255
        cv2.imwrite(str(folder / f"{index}.png"), picture)
    return folder


def test_realistic_scenes_are_written(tmp_path):
    folders = ["--foregrounds", pictures(tmp_path / "f", 4), "--backgrounds", pictures(tmp_path / "b", 3)]
    output = tmp_path / "set"
    parse("realistic", *folders, "--output", output, "--count", 1, "--size", *SIZE, "--workers", 1).run()
    folder = SceneFolder.open(output)
    assert folder.manifest["recipe"] == "RealisticScenes"
    assert folder[0].depth_m.shape == SIZE


def test_rgbd_scenes_are_written(tmp_path):
    folder = pictures(tmp_path / "p", 3, count=1)
    depth = np.full((40, 50), 2000, np.uint16)
    depth[10:30, 10:40] = 1500
    cv2.imwrite(str(folder / "0_depth_mm.png"), depth)
    output = tmp_path / "set"
    parse("rgbd", "--pictures", folder, "--output", output, "--count", 1, "--size", *SIZE, "--workers", 1).run()
    scenes = SceneFolder.open(output)
    assert scenes.manifest["recipe"] == "RgbdScenes"
    assert scenes[0].depth_m.shape == SIZE


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rgbd"], "rgbd scenes need --pictures"),
        (["textured", "--pictures", "x"], "--pictures is for rgbd"),
        (["realistic"], "need --foregrounds and --backgrounds"),
        (["shapes", "--coco-annotations", "x.json"], "--coco-annotations is for realistic"),
        (["shapes", "--size", "0", "5"], "size is 0 x 5"),
        (["shapes", "--count", "0"], "ask for one or more"),
        (["shapes", "--preview", "-1"], "cannot preview -1"),
        (["shapes", "--photon-level", "9", "3"], "photon level is 9.0 to 3.0"),
    ],
)
def test_wrong_options_are_explained(tmp_path, arguments, message):
    with pytest.raises(DataError, match=message):
        parse(*arguments, "--output", tmp_path / "set").run()
    assert not (tmp_path / "set").exists()


def test_effects_arrive(tmp_path):
    options = ["--effects.jpeg-quality", 92, "--effects.vignetting", 0.15, "--effects.shift-px", 0.4, 0]
    output = tmp_path / "set"
    parse("textured", "--output", output, "--count", 1, "--size", *SIZE, "--workers", 1, *options).run()
    folder = SceneFolder.open(output)
    assert folder.manifest["effects"] == {"shift_px": [0.4, 0.0], "vignetting": 0.15, "jpeg_quality": 92}
    assert folder[0].white_level == 65535


def test_random_effects_arrive(tmp_path):
    output = tmp_path / "set"
    arguments = ("shapes", "--output", output, "--count", 2, "--size", *SIZE, "--workers", 1, "--effects.random")
    parse(*arguments).run()
    assert SceneFolder.open(output).manifest["effects"] == "random"
    with pytest.raises(DataError, match=r"leave out --effects\.gain"):
        parse(*arguments, "--effects.gain", 1.1).run()


def test_a_missing_camera_file_is_explained(tmp_path):
    with pytest.raises(CameraError, match="cannot read camera file"):
        parse("shapes", "--output", tmp_path / "set", "--camera", tmp_path / "none.toml").run()


def test_help_explains_every_option(capsys):
    with pytest.raises(SystemExit) as stop:
        parse("--help")
    assert stop.value.code == 0
    text = capsys.readouterr().out
    for option in (
        "shapes,textured,relief,interior,realistic,rgbd",
        "--output",
        "--photon-level",
        "--stack",
        "--preview",
        "--json",
        "--effects.jpeg-quality",
    ):
        assert option in text


def test_a_stack_behind_the_pair(tmp_path):
    arguments = ("shapes", "--output", tmp_path / "out", "--count", 1, "--size", *SIZE, "--workers", 1)
    assert parse(*arguments, "--stack", 5, "--pair").run() == 0
    folder = SceneFolder.open(tmp_path / "out")
    assert folder[0].counts.shape == (7, *SIZE, 3)
    assert folder.settings[:2] == folder.camera.settings
    with pytest.raises(DataError, match="--pair goes with --stack"):
        parse(*arguments, "--pair").run()
