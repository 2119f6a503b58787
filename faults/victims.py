"""The commands that are disturbed, but the service."""

import csv
import json
import zipfile
from pathlib import Path

import numpy as np

import blurry_edges
from blurry_edges.errors import BlurryEdgesError
from blurry_edges.photos import read_photo, write_image
from blurry_edges.results.ownership import MARK, ownership
from blurry_edges.scenes.store import MANIFEST_NAME, SceneFolder, read_scene
from blurry_edges.weights import load_tensors
from faults.process import run
from faults.victim import Broken, Files, Victim, digests, require

__all__ = ["DEMO", "VICTIMS", "check_result"]

DEMO = Path(blurry_edges.__file__).parent / "assets" / "demo"
_PAIRS = 6
_PAIR_PX = 64
_MEASURED = ("minutes", "seconds", "steps_per_second")
"""Fields that differ between equal runs, since they are times."""


def check_result(folder: Path) -> None:
    """Require the folder of a result to hold all that its mark lists, as it was written."""
    require((folder / MARK).is_file(), f"{folder.name} is visible without its mark")
    listed = set(json.loads((folder / MARK).read_text(encoding="utf-8"))["files"])
    found = ownership(folder)
    require(not found.changed, f"{folder.name} holds what is not as it was written: {sorted(found.changed)}")
    require(listed <= found.own, f"{folder.name} lacks {sorted(listed - found.own)}")


def _give_pairs(given: Path) -> None:
    minus, plus = (read_photo(DEMO / f"{name}.png") for name in ("minus", "plus"))
    (given / "pairs").mkdir()
    for index in range(_PAIRS):
        top, left = (40 * place for place in divmod(index, 3))
        part = np.s_[top : top + _PAIR_PX, left : left + _PAIR_PX]
        write_image(minus[part], given / "pairs" / f"p{index}_minus.png")
        write_image(plus[part], given / "pairs" / f"p{index}_plus.png")
    (given / "camera.toml").write_bytes((DEMO / "camera.toml").read_bytes())


def _check_pairs(out: Path) -> None:
    for folder in out.iterdir():
        if folder.is_dir() and not folder.name.startswith("."):
            check_result(folder)
    if (out / "summary.csv").exists():
        with (out / "summary.csv").open(newline="", encoding="utf-8") as file:
            states = {row["state"] for row in csv.DictReader(file)}
        require(states <= {"done", "done before", "failed"}, f"summary.csv is cut: {states}")


def _pair_results(out: Path) -> Files:
    return digests(out, "p*/*")


def _give_nothing(given: Path) -> None:
    pass


def _check_scenes(out: Path) -> None:
    _read_all(read_scene, sorted(out.glob("scene-*.npz")))
    if (out / MANIFEST_NAME).exists():
        folder = SceneFolder.open(out)
        require(len(list(folder)) == len(folder), "the manifest lists scenes that are not there")


def _read_all(read: object, paths: list[Path]) -> None:
    for path in paths:
        try:
            read(path)  # type: ignore[operator]
        except BlurryEdgesError as error:
            raise Broken(f"{path.name} is not whole: {error}") from error


def _scenes_for(*train: str) -> object:
    def prepare(given: Path) -> None:
        """Render the scenes of a training ahead: their own victim is `scenes`."""
        (given / "once").mkdir()
        command = Victim("once", ("train", *train, "--steps", "1", "-o", "out"), _give_nothing, _check_run, digests)
        ended = command.run(given / "once")
        require(ended.code == 0, f"cannot prepare: {ended.said}")

    return prepare


def _check_run(out: Path) -> None:
    for path in out.glob("*.pt"):
        with zipfile.ZipFile(path) as archive:
            require(archive.testzip() is None, f"{path.name} is damaged")
    for path in out.glob("*.safetensors"):
        if path.with_suffix(".json").exists():  # the card comes last: weights without one are not loaded
            load_tensors(str(path))
    if (out / "log.jsonl").exists():
        for line in (out / "log.jsonl").read_text(encoding="utf-8").splitlines():
            json.loads(line)


def _run_results(out: Path) -> Files:
    """Return the weights bit by bit, and card and log without times."""
    found = digests(out, "*.safetensors")
    for path in out.glob("*.json"):
        card = json.loads(path.read_text(encoding="utf-8"))
        found[path.name] = json.dumps({key: value for key, value in card.items() if key not in _MEASURED})
    lines = [json.loads(line) for line in (out / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    found["log.jsonl"] = json.dumps([{key: x for key, x in line.items() if key not in _MEASURED} for line in lines])
    return found


def _give_scenes(given: Path) -> None:
    arguments = ("scenes", "shapes", "--count", "8", "--size", "64", "64", "-o", "out")
    ended = run(Victim("scenes", arguments, _give_nothing, _check_scenes, digests).command, given)
    require(ended.code == 0, f"cannot prepare: {ended.said}")


def _check_cache(out: Path) -> None:
    for path in out.glob("*/*.npz"):
        with zipfile.ZipFile(path) as archive:
            require(archive.testzip() is None, f"{path.name} is damaged")


def _bench_results(out: Path) -> Files:
    """Return the maps that are kept, and the figures that were printed."""
    found = {}
    for path in sorted(out.glob("*/*.npz")):
        with np.load(path) as arrays:
            figures = json.loads(str(arrays["facts"]))["figures"]
            found[path.name] = json.dumps(figures) + "".join(arrays[x].tobytes().hex() for x in ("depth", "depth_sd"))
    printed = (out.parent / "stdout.txt").read_text(encoding="utf-8")
    return found | {"what it prints": printed}


def _training(name: str, *model: str) -> Victim:
    scenes = ("--scene-folder", "../given/once/out/scenes")
    arguments = ("train", *model, "--preset", "smoke", "--steps", "8", *scenes, "-o", "out")
    return Victim(
        name,
        arguments,
        _scenes_for(*model, "--preset", "smoke"),  # type: ignore[arg-type]
        _check_run,
        _run_results,
        may_change=("checkpoint", "log.jsonl", "tensorboard", "paper-local.json", "fused.json"),
    )


VICTIMS = {
    "estimate": (
        Victim(
            "estimate",
            ("estimate", "../given/pairs", "--camera", "../given/camera.toml", "-o", "out"),
            _give_pairs,
            _check_pairs,
            _pair_results,
            may_change=("summary.csv",),
        ),
    ),
    "scenes": (
        Victim(
            "scenes",
            ("scenes", "textured", "--count", "24", "--size", "96", "96", "--workers", "2", "-o", "out"),
            _give_nothing,
            _check_scenes,
            digests,
            workers=True,
        ),
    ),
    "train": (_training("train-fused", "fused"), _training("train-local", "local")),
    "bench": (
        Victim(
            "bench",
            ("bench", "accuracy", "--data", "../given/out", "--json", "--workers", "2", "--cache", "out"),
            _give_scenes,
            _check_cache,
            _bench_results,
            workers=True,
        ),
    ),
}
