"""Files that are whole or not there."""

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from blurry_edges.errors import BlurryEdgesError
from blurry_edges.files import atomic_write, exclusive
from power_cut import SimulatedDisk


@pytest.mark.parametrize("durable", [True, False])
def test_a_file_appears_when_it_is_whole(tmp_path: Path, durable: bool):
    path = tmp_path / "a.bin"
    with atomic_write(path, durable=durable) as file:
        file.write(b"one")
        assert not path.exists()
    assert path.read_bytes() == b"one"
    assert [p.name for p in tmp_path.iterdir()] == ["a.bin"]


def write_half(path: Path) -> None:
    with atomic_write(path) as file:
        file.write(b"half")
        raise KeyboardInterrupt


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path):
    path = tmp_path / "a.bin"
    path.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt):
        write_half(path)
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.bin"]


def test_what_a_killed_process_left_is_overwritten(tmp_path: Path):
    (tmp_path / ".a.bin.tmp").write_bytes(b"left over, and longer than what comes")
    with atomic_write(tmp_path / "a.bin") as file:
        file.write(b"new")
    assert [(p.name, p.read_bytes()) for p in tmp_path.iterdir()] == [("a.bin", b"new")]


HOLDER = """
import sys, time
from pathlib import Path
from blurry_edges.files import exclusive
with exclusive(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_one_process_at_a_time_writes_to_a_folder_and_a_killed_one_holds_nothing(tmp_path: Path):
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(tmp_path / "a")], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline().strip() == b"held"
        with pytest.raises(BlurryEdgesError, match="another process is writing"), exclusive(tmp_path / "b/../a"):
            pass
        with exclusive(tmp_path / "b"):
            pass
        holder.kill()
        holder.wait()
    with exclusive(tmp_path / "a"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_parts_of_a_folder_do_not_meet_and_one_process_can_wait_for_another(tmp_path: Path):
    with exclusive(tmp_path, "1/2"), exclusive(tmp_path, "2/2"):
        with pytest.raises(BlurryEdgesError, match="another process is writing"), exclusive(tmp_path, "1/2"):
            pass
        with pytest.raises(BlurryEdgesError, match="another process is writing"), exclusive(tmp_path, "1/2", 0.05):
            pass


def test_a_full_disk_says_which_file_it_was(tmp_path: Path):
    def fill() -> None:
        with atomic_write(tmp_path / "a.bin"):
            raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(OSError, match=r"No space left on device: '.*a\.bin'"):
        fill()
    assert list(tmp_path.iterdir()) == []


def test_a_power_cut_finds_a_file_on_the_disk_before_its_name_and_its_name_before_the_end(
    tmp_path: Path, disk: SimulatedDisk
):
    with atomic_write(tmp_path / "a.bin") as file:
        file.write(b"one")
    assert disk.named == [(tmp_path / "a.bin", {"": b"one"})]
    assert disk.knows_names_of(tmp_path)


def test_a_folder_that_cannot_be_asked_to_wait_for_the_disk_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    real = os.fsync

    def refused(file: int) -> None:
        if stat.S_ISDIR(os.fstat(file).st_mode):
            raise OSError(errno.EINVAL, "Invalid argument")
        real(file)

    monkeypatch.setattr(os, "fsync", refused)
    with atomic_write(tmp_path / "a.bin") as file:
        file.write(b"one")
    assert (tmp_path / "a.bin").read_bytes() == b"one"
