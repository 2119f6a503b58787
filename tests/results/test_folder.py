"""Results out: nothing half-written, nothing lost."""

import hashlib
import json
from pathlib import Path

import pytest

from blurry_edges.errors import ImageError
from blurry_edges.results import output_folder
from blurry_edges.results.folder import _require_replaceable
from power_cut import SimulatedDisk

MARK = ".blurry-edges.json"


def write(target: Path, **files: str) -> None:
    """Write a result of some files, over an earlier one if there is one."""
    with output_folder(target, overwrite=True) as folder:
        for name, text in files.items():
            path = folder / name.replace("__", "/")
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)


def content(folder: Path) -> dict[str, str]:
    """What is below a folder, without the mark."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != MARK)
    return {path.relative_to(folder).as_posix(): path.read_text() for path in files}


def test_output_folder_appears_whole_or_not_at_all(tmp_path: Path):
    target = tmp_path / "out"

    def fail() -> None:
        with output_folder(target) as folder:
            (folder / "half.txt").write_text("half")
            raise ImageError("stop")

    with pytest.raises(ImageError, match="stop"):
        fail()
    assert list(tmp_path.iterdir()) == []
    with output_folder(target) as folder:
        (folder / "whole.txt").write_text("whole")
    assert (target / "whole.txt").read_text() == "whole"
    with pytest.raises(ImageError, match="exists"), output_folder(target):
        pass
    with output_folder(target, overwrite=True) as folder:
        (folder / "new.txt").write_text("new")
    assert sorted(path.name for path in target.iterdir()) == [".blurry-edges.json", "new.txt"]
    assert list(tmp_path.iterdir()) == [target]


def test_a_file_in_the_way_and_a_folder_that_cannot_be_written(tmp_path: Path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(ImageError, match="is a file"), output_folder(tmp_path / "file", overwrite=True):
        pass
    with pytest.raises(ImageError, match="cannot write to"), output_folder(tmp_path / "file" / "out"):
        pass


def test_a_full_disk_leaves_nothing(tmp_path: Path):
    def fill() -> None:
        with output_folder(tmp_path / "out") as folder:
            (folder / "half").write_text("half")
            raise OSError(28, "No space left on device")

    with pytest.raises(ImageError, match="No space left on device"):
        fill()
    assert list(tmp_path.iterdir()) == []


def test_only_what_was_written_is_replaced(tmp_path: Path):
    target = tmp_path / "out"
    write(target, a="old", b="old", maps__c="old", maps__d="old")
    (target / "maps" / "mine").write_text("mine")
    (target / "empty").mkdir()
    write(target, a="new", maps__c="new")
    assert content(target) == {"a": "new", "maps/c": "new", "maps/mine": "mine"}
    assert (target / "empty").is_dir()
    write(target, a="newer")
    assert content(target) == {"a": "newer", "maps/mine": "mine"}
    assert list(tmp_path.iterdir()) == [target]


def test_an_empty_folder_may_be_used_without_asking(tmp_path: Path):
    (tmp_path / "out").mkdir()
    with output_folder(tmp_path / "out") as folder:
        (folder / "a").write_text("new")
    assert content(tmp_path / "out") == {"a": "new"}


def test_a_file_that_was_changed_or_added_is_not_replaced(tmp_path: Path):
    target = tmp_path / "out"
    write(target, a="old")
    (target / "a").write_text("edited by hand")
    with pytest.raises(ImageError, match=r"out/a was changed or added by someone else"):
        write(target, a="new")
    assert content(target) == {"a": "edited by hand"}
    (target / "a").unlink()
    (target / "b").write_text("mine")
    with pytest.raises(ImageError, match=r"out/b was changed or added by someone else"):
        write(target, b="new")
    assert content(target) == {"b": "mine"}


def test_a_mark_that_lies_reaches_nothing_outside(tmp_path: Path):
    target = tmp_path / "out"
    write(target, a="old")
    (tmp_path / "victim").write_text("mine")
    (target / "link").symlink_to(tmp_path / "victim")
    sum_of_mine = hashlib.sha256(b"mine").hexdigest()
    sums = {"../victim": sum_of_mine, str(tmp_path / "victim"): sum_of_mine}
    (target / MARK).write_text(json.dumps({"files": sums}))
    (target / "a").unlink()
    write(target, a="new")
    assert (tmp_path / "victim").read_text() == "mine"
    (target / MARK).write_text(json.dumps({"files": {"link": sum_of_mine}}))
    with pytest.raises(ImageError, match=r"out/link was changed or added by someone else"):
        write(target, b="newer")
    (target / MARK).write_text("no JSON")
    with pytest.raises(ImageError, match="no result of this program"):
        write(target, a="newer")


def test_an_input_in_the_output_folder_is_refused(tmp_path: Path):
    write(tmp_path / "out", photo="a result that is a photograph as well")
    with (
        pytest.raises(ImageError, match="lies in the output folder"),
        output_folder(tmp_path / "out", overwrite=True, inputs=[tmp_path / "out" / "photo"]),
    ):
        pass
    assert "photo" in content(tmp_path / "out")


def test_a_link_to_a_folder_is_followed_and_stays(tmp_path: Path):
    (tmp_path / "real").mkdir()
    (tmp_path / "out").symlink_to(tmp_path / "real")
    write(tmp_path / "out", a="old")
    write(tmp_path / "out", a="new")
    assert content(tmp_path / "real") == {"a": "new"}
    assert (tmp_path / "out").is_symlink()


@pytest.mark.parametrize("when", range(6))
def test_a_failure_while_replacing_leaves_the_old_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: int):
    target = tmp_path / "out"
    write(target, a="old", b="old", maps__c="old")
    (target / "mine").write_text("mine")
    before = content(target) | {MARK: (target / MARK).read_text()}
    real, moves = Path.replace, 0

    def failing(self: Path, goal: Path) -> Path:
        nonlocal moves
        moves += 1
        if moves == when + 1:
            raise OSError(28, "No space left on device")
        return real(self, goal)

    monkeypatch.setattr(Path, "replace", failing)
    with pytest.raises(ImageError, match="No space left on device"):
        write(target, a="new", maps__c="new")
    assert content(target) | {MARK: (target / MARK).read_text()} == before
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("place", ["/", Path.cwd().anchor])
def test_the_root_is_refused(place: str):
    """Asks the check alone and never the command: should the check be missing, this test must not empty the machine."""
    with pytest.raises(ImageError, match="is the folder you are in, or one above it"):
        _require_replaceable(Path(place), Path(place), (), overwrite=True)


def test_what_a_killed_process_left_goes_and_a_result_that_was_moved_aside_stays_until_there_is_a_new_one(
    tmp_path: Path,
):
    begun, aside, other = (tmp_path / f".out{x}" for x in (".blurry-edges-x1", ".blurry-edges-old-x2", "-mine"))
    for folder in (begun, aside, other):
        folder.mkdir()
        (folder / "depth.npz").write_text("half")

    def fail() -> None:
        with output_folder(tmp_path / "out"):
            assert not begun.exists()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert aside.exists()
    write(tmp_path / "out", a="new")
    assert not aside.exists()
    assert content(other) == {"depth.npz": "half"}


def test_a_power_cut_finds_a_new_result_whole(tmp_path: Path, disk: SimulatedDisk):
    write(tmp_path / "out", depth="metres", maps__c="more")
    (path, left), *further = disk.named
    assert (path, further) == (tmp_path / "out", [])
    assert left.pop(MARK)
    assert left == {"depth": b"metres", "maps/c": b"more"}
    assert disk.knows_names_of(tmp_path)


def test_a_power_cut_while_replacing_leaves_nothing_that_passes_for_a_result(tmp_path: Path, disk: SimulatedDisk):
    target, facts = tmp_path / "out", "depth.json"
    names = {"depth.json": "facts", "a.png": "picture", "z.png": "picture"}
    write(target, **names)
    disk.named.clear()
    write(target, **{name: f"new {text}" for name, text in names.items()}, **{"more.png": "new picture"})
    moves = [path.name for path, _ in disk.named]
    assert moves[0] == moves[-1] == facts  # away before all others, back after them
    assert moves.count(facts) == 2
    assert all(next(iter(left.values())).startswith(b"new") for _, left in disk.named[-4:])
    assert disk.knows_names_of(target)
    assert list(tmp_path.iterdir()) == [target]


def test_a_signal_as_soon_as_the_temporary_folder_is_there_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    make = Path.mkdir

    def make_and_stop(path: Path, mode: int = 0o777, parents: bool = False, exist_ok: bool = False) -> None:
        make(path, mode, parents, exist_ok)
        if path.name.startswith(".out.blurry-edges-"):
            raise KeyboardInterrupt

    monkeypatch.setattr(Path, "mkdir", make_and_stop)
    with pytest.raises(KeyboardInterrupt), output_folder(tmp_path / "out"):
        pytest.fail("the folder was given although the run was stopped")
    assert list(tmp_path.iterdir()) == []
