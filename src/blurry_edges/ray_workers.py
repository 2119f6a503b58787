"""Workers on a Ray cluster: actors that are started again when they die, each with one job at a time."""

import logging
import os
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from blurry_edges.errors import BlurryEdgesError, DataError, MissingExtraError

__all__ = ["map_on_ray"]

_ANSWER_SECONDS = 10.0


class _Worker:
    """Actor of one worker on the cluster."""

    def __init__(
        self,
        folder: str,
        environment: dict[str, str],
        prepare: Callable[..., Callable[[Any], Any]],
        given: tuple[Any, ...],
    ) -> None:
        os.chdir(folder)  # so that paths mean what they mean where the command was typed
        os.environ.update(environment)
        self.work = prepare(*given)

    def do(self, job: Any) -> Any:
        """Run one job and return its result."""
        return self.work(job)


def map_on_ray(
    address: str | None,
    prepare: Callable[..., Callable[[Any], Any]],
    given: tuple[Any, ...],
    jobs: Sequence[Any],
    workers: int | None,
    retries: int,
) -> Iterator[tuple[int, Any]]:
    """Do all jobs on a cluster; see `Backend.map`."""
    with _cluster(address, workers) as ray:
        count = min(workers or int(ray.cluster_resources().get("CPU", 1)), len(jobs))
        options = {"num_cpus": 1, "max_restarts": retries, "max_task_retries": retries}
        own = {name: value for name, value in os.environ.items() if name.startswith("BLURRY_EDGES_")}
        actor = ray.remote(**options)(_Worker)
        actors = [actor.remote(Path.cwd(), own, prepare, given) for _ in range(count)]
        try:
            yield from _results(ray, actors, jobs)
        finally:
            for one in actors:
                ray.kill(one)


def _results(ray: Any, actors: list[Any], jobs: Sequence[Any]) -> Iterator[tuple[int, Any]]:
    """Give each worker its next job when it has done one."""
    waiting = iter(enumerate(jobs))
    running: dict[Any, tuple[int, Any]] = {}

    def feed(actor: Any) -> None:
        if (following := next(waiting, None)) is not None:
            running[actor.do.remote(following[1])] = following[0], actor

    for actor in actors:
        feed(actor)
    while running:
        (done, *_), _ = ray.wait(list(running))
        index, actor = running.pop(done)
        try:
            result = ray.get(done)
        except ray.exceptions.RayTaskError as error:
            raise error.cause from None  # as it was raised there, without Ray's traceback in its text
        except ray.exceptions.RayActorError as error:
            raise DataError(_why_lost(error)) from error
        feed(actor)
        yield index, result


def _why_lost(error: Exception) -> str:
    if "FileNotFoundError" in str(error):
        return f"a machine of the Ray cluster does not see the folder {Path.cwd()}; all need the same files"
    if "ModuleNotFoundError" in str(error):
        return "a machine of the Ray cluster lacks this package or a part of it; install the same on all of them"
    return "a worker of the Ray cluster died more often than it was started again, perhaps for lack of memory"


def _require_answer(address: str) -> None:
    """Refuse an address at which nothing listens: Ray itself would try for minutes."""
    host, _, port = address.rpartition("//")[2].rpartition(":")
    try:
        with socket.create_connection((host, int(port)), _ANSWER_SECONDS):
            pass
    except (OSError, ValueError) as error:
        raise BlurryEdgesError(f"no Ray cluster answers at {address}: {error}") from error


@contextmanager
def _cluster(address: str | None, workers: int | None) -> Iterator[Any]:
    """Join the cluster, or start one on this machine that ends with the work."""
    try:
        import ray
    except ImportError as error:
        raise MissingExtraError("ray", "ray", "--backend ray") from error
    if ray.is_initialized():
        yield ray
        return
    if address is not None:
        _require_answer(address)
    quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False, "configure_logging": False}
    try:
        ray.init(address=address or "auto", **quiet)
    except (ConnectionError, RuntimeError, ValueError) as error:
        if address is not None:
            raise BlurryEdgesError(f"no Ray cluster answers at {address}: {str(error).splitlines()[0]}") from error
        ray.init(address="local", num_cpus=workers, include_dashboard=False, **quiet)
    try:
        yield ray
    finally:
        ray.shutdown()
