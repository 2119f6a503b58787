"""Processes that share work: started afresh, told once what they need, and gone when their parent is."""

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any

from blurry_edges.errors import BlurryEdgesError

__all__ = ["exit_with_parent", "worker_pool"]


@contextmanager
def worker_pool(
    workers: int, start: Callable[..., object] | None = None, given: tuple[Any, ...] = ()
) -> Iterator[ProcessPoolExecutor]:
    """Give a pool of new processes, each of which calls `start(*given)` first; work not begun is dropped at the end."""
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _start, (start, given))
    try:
        yield pool
    except BrokenProcessPool as error:
        raise BlurryEdgesError(
            "a worker process died, perhaps for lack of memory; run again with fewer workers to continue"
        ) from error
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
