"""Processes that share work: started afresh, told once what they need, and gone when their parent is."""

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from blurry_edges.errors import BlurryEdgesError, DataError

__all__ = ["Backend", "exit_with_parent", "in_shard", "worker_pool"]

Item = TypeVar("Item")
_RETRIES = 2
"""Workers may die so often before a run is given up."""
LOST = "a worker process died, perhaps for lack of memory; run again with fewer workers to continue"


@dataclass(frozen=True)
class Backend:
    """Who does the work: processes of this machine, or those of a Ray cluster."""

    kind: Literal["local", "ray"] = "local"
    address: str | None = None
    """Of the Ray cluster; without it, the one that this machine belongs to, otherwise one that is started on it."""

    def __post_init__(self) -> None:
        if self.address is not None and self.kind != "ray":
            raise BlurryEdgesError("--address is that of a Ray cluster; pass --backend ray with it, or leave it out")

    def threads(self, workers: int | None) -> int:
        """Return how many threads each of so many workers should use."""
        return 1 if self.kind == "ray" or workers is None else max(1, (os.cpu_count() or 1) // workers)

    def map(
        self,
        prepare: Callable[..., Callable[[Any], Any]],
        given: tuple[Any, ...],
        jobs: Sequence[Any],
        workers: int | None,
    ) -> Iterator[tuple[int, Any]]:
        """Do all jobs; gives the number of each and its result as they are done, in any order.

        What a worker was at when it died is done again by another one, so jobs must be such that this does no harm.

        Args:
            prepare: called with `given`, once in each worker; returns the function that does a job.
            given: what all jobs have in common.
            jobs: the jobs.
            workers: how many processes; without it, one for each core, of this machine or of the cluster.

        """
        if workers is not None and workers < 1:
            raise BlurryEdgesError(f"{workers} workers cannot do anything; use one or more")
        if not jobs:
            return iter(())
        if self.kind == "ray":
            from blurry_edges.ray_workers import map_on_ray

            return map_on_ray(self.address, prepare, given, jobs, workers, _RETRIES)
        return _map_here(prepare, given, jobs, workers or os.cpu_count() or 1)


def in_shard(items: Sequence[Item], shard: str | None) -> list[Item]:
    """Return one part of the items, `i/n` with i from 1 to n, as the jobs of an array share them out."""
    if shard is None:
        return list(items)
    first, slash, last = shard.partition("/")
    if not (slash and first.isdecimal() and last.isdecimal() and 1 <= int(first) <= int(last)):
        raise DataError(f"the shard is {shard!r}; say i/n, such as 2/10, with i from 1 to n")
    return list(items[int(first) - 1 :: int(last)])


def _map_here(
    prepare: Callable[..., Callable[[Any], Any]], given: tuple[Any, ...], jobs: Sequence[Any], workers: int
) -> Iterator[tuple[int, Any]]:
    left = set(range(len(jobs)))
    for deaths in range(_RETRIES + 1):
        with worker_pool(min(workers, len(left)), _prepare, (prepare, given)) as pool:
            running = {pool.submit(_do, jobs[index]): index for index in sorted(left)}
            try:
                for done in as_completed(running):
                    result, index = done.result(), running[done]
                    left.discard(index)
                    yield index, result
            except BrokenProcessPool as error:
                if deaths == _RETRIES:
                    raise DataError(LOST) from error
        if not left:
            return


# What a worker process does with a job: prepared once, so that what it loads is not loaded again for every job.
_work: list[Callable[[Any], Any]] = []


def _prepare(prepare: Callable[..., Callable[[Any], Any]], given: tuple[Any, ...]) -> None:
    _work[:] = [prepare(*given)]


def _do(job: Any) -> Any:
    return _work[0](job)


@contextmanager
def worker_pool(
    workers: int, start: Callable[..., object] | None = None, given: tuple[Any, ...] = ()
) -> Iterator[ProcessPoolExecutor]:
    """Give a pool of new processes, each of which calls `start(*given)` first; work not begun is dropped at the end."""
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _start, (start, given))
    try:
        yield pool
    except BrokenProcessPool as error:
        raise DataError(LOST) from error
    finally:
        pool.shutdown(cancel_futures=True)


def _start(start: Callable[..., object] | None, given: tuple[Any, ...]) -> None:
    exit_with_parent()
    if start is not None:
        start(*given)


def exit_with_parent() -> None:
    """Leave no orphan: let this process end when its parent does, which a killed parent would not see to."""
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
