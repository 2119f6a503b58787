"""Processes that share work: started afresh, told once what they need, and gone when their parent is."""

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

__all__ = ["worker_pool"]


@contextmanager
def worker_pool(
    workers: int, start: Callable[..., object] | None = None, given: tuple[Any, ...] = ()
) -> Iterator[ProcessPoolExecutor]:
    """Give a pool of new processes, each of which calls `start(*given)` first; work not begun is dropped at the end."""
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _start, (start, given))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _start(start: Callable[..., object] | None, given: tuple[Any, ...]) -> None:
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    if start is not None:
        start(*given)


def _exit_with_parent() -> None:
    """Leave no orphans: the pool's own workers would wait for ever for a parent that was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
