"""Work that is shared: by processes of this machine, by the jobs of an array, and by a Ray cluster."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from blurry_edges.errors import BlurryEdgesError, DataError
from blurry_edges.workers import Backend, in_shard, worker_pool


def prepared(folder: Path, deadly: int) -> Callable[[int], int]:
    """Return work that squares a number; whoever gets the deadly one is killed, the first time."""

    def work(number: int) -> int:
        if number == deadly:
            killed = folder / f"killed-{number}"
            if not killed.exists():
                killed.touch()
                os.kill(os.getpid(), signal.SIGKILL)
        return number**2

    return work


def always_killed(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def refusing() -> Callable[[int], None]:
    def work(number: int) -> None:
        raise DataError(f"number {number} cannot be used")

    return work


def check_backend(backend: Backend, folder: Path) -> None:
    """Two workers, one of which is killed; work that fails; nothing to do."""
    done = dict(backend.map(prepared, (folder, 3), range(8), 2))
    assert done == {number: number**2 for number in range(8)}
    assert (folder / "killed-3").exists()
    with pytest.raises(DataError, match=r"^number 0 cannot be used$"):
        list(backend.map(refusing, (), [0], 1))
    assert list(backend.map(prepared, (folder, 3), [], 2)) == []


def test_what_a_killed_process_was_at_is_done_by_another(tmp_path: Path):
    check_backend(Backend(), tmp_path)


def test_shards_are_all_of_it_and_nothing_twice():
    shards = [in_shard(range(11), f"{part}/4") for part in (1, 2, 3, 4)]
    assert sorted(number for shard in shards for number in shard) == list(range(11))
    assert max(map(len, shards)) - min(map(len, shards)) <= 1
    assert in_shard([1, 2], None) == [1, 2]
    for wrong in ("0/4", "5/4", "2", "a/b", "1/0", "-1/2"):
        with pytest.raises(DataError, match="say i/n"):
            in_shard([1], wrong)


def test_wrong_numbers_and_addresses_are_refused():
    with pytest.raises(BlurryEdgesError, match="0 workers"):
        Backend().map(prepared, (Path(), 0), [1], 0)
    with pytest.raises(BlurryEdgesError, match="--backend ray"):
        Backend("local", "somewhere:6379")


def test_a_lost_worker_is_one_sentence():
    with pytest.raises(BlurryEdgesError, match="a worker process died"), worker_pool(1) as pool:
        pool.submit(os._exit, 9).result()
