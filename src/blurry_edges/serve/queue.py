"""Jobs in line for one worker: they wait, run, are cancelled, end, and are forgotten after a time."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from blurry_edges.errors import BlurryEdgesError
from blurry_edges.pairs import Task
from blurry_edges.serve.limits import Limits
from blurry_edges.serve.store import JobFolder, Store
from blurry_edges.serve.worker import Lost, Outcome, Progress, Worker

__all__ = ["BusyError", "Job", "JobQueue", "State"]

State = Literal["waiting", "running", "done", "failed", "cancelled"]
_ENDED = ("done", "failed", "cancelled")
_LOOK_EVERY_S = 5.0
"""How often results that are too old are looked for while nothing else happens."""

_STARTING = "starting"
_START_WITHIN_S = 120.0
"""Time for a new process to load everything, which is not the job's."""


class BusyError(BlurryEdgesError):
    """The service has as much to do as it may have."""


@dataclass
class Job:
    """Work for a client, and what became of it."""

    folder: JobFolder
    task: Task | None
    """Task of the job; None when it has ended."""
    state: State = "waiting"
    progress: Progress = field(default_factory=lambda: Progress("waiting", 0.0))
    outcome: Outcome = field(default_factory=Outcome)
    ended_at: float | None = None
    """Seconds since 1970."""

    @property
    def has_ended(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.state in _ENDED

    @classmethod
    def from_record(cls, folder: JobFolder, record: dict[str, Any]) -> "Job":
        """Return a job that ended before the service was started, from what `record` gave."""
        outcome, ended_at = Outcome(**record["outcome"]), float(record["ended_at"])
        return cls(folder, None, record["state"], Progress("", 1.0), outcome, ended_at)

    def record(self) -> dict[str, Any]:
        """Return what outlives the service."""
        return {"state": self.state, "outcome": asdict(self.outcome), "ended_at": self.ended_at}


class JobQueue:
    """All jobs of the service; every method may be called from any thread."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store, self._limits = store, limits
        self._changed = threading.Condition()
        self._jobs: dict[str, Job] = {}
        self._arriving = 0
        self._closing = False
        for folder, record in store.old_jobs():
            try:
                self._jobs[folder.id] = Job.from_record(folder, record)
            except (KeyError, TypeError):  # of another version, or damaged
                folder.remove()
        self._worker = Worker()
        self._thread = threading.Thread(target=self._work, name="jobs", daemon=True)
        self._thread.start()

    @contextmanager
    def arriving(self) -> Iterator[None]:
        """Hold a place in the line while the files of a job arrive; refused when there is none."""
        with self._changed:
            self._forget_old()
            if self._arriving + len(self._line()) >= self._limits.waiting:
                raise BusyError(f"{self._limits.waiting} jobs are waiting already; try again in a while")
            if self._arriving + len(self._jobs) >= self._limits.kept:
                raise BusyError(f"the results of {self._limits.kept} jobs are kept already; delete some first")
            self._arriving += 1
        try:
            yield
        finally:
            with self._changed:
                self._arriving -= 1

    def add(self, folder: JobFolder, task: Task) -> Job:
        """Put a job at the end of the line, within `arriving`."""
        with self._changed:
            job = self._jobs[folder.id] = Job(folder, task)
            self._changed.notify_all()
            return replace(job)

    def get(self, job_id: str) -> Job | None:
        """Return a job as it is now; None if there is none, or if it is too old."""
        with self._changed:
            self._forget_old()
            job = self._jobs.get(job_id)
            return None if job is None else replace(job)

    def position(self, job_id: str) -> int | None:
        """Return how many jobs are before this one, 0 for the next; None if it does not wait."""
        with self._changed:
            line = [job.folder.id for job in self._line()]
            return line.index(job_id) if job_id in line else None

    def expires_at(self, job: Job) -> float | None:
        """Return when an ended job will be forgotten, in seconds since 1970."""
        return None if job.ended_at is None else job.ended_at + 3600 * self._limits.keep_hours

    def cancel(self, job_id: str) -> Job | None:
        """Cancel a job that waits or runs; return it as it is then."""
        with self._changed:
            job = self._jobs.get(job_id)
            if job is not None and not job.has_ended:
                was_running = job.state == "running"
                self._end(job, "cancelled", Outcome("it was cancelled"))
                if was_running:
                    self._worker.kill()  # its thread finds it gone, and starts another
            return None if job is None else replace(job)

    def delete(self, job_id: str) -> None:
        """Forget a job and remove its files."""
        self.cancel(job_id)
        with self._changed:
            job = self._jobs.pop(job_id, None)
        if job is not None:
            job.folder.remove()

    def close(self) -> None:
        """Stop everything; what has not ended is lost."""
        with self._changed:
            self._closing = True
            for job in self._jobs.values():
                if not job.has_ended:
                    self._end(job, "cancelled", Outcome("the service was stopped"))
            self._worker.kill()
            self._changed.notify_all()
        self._thread.join()

    def _line(self) -> list[Job]:
        return [job for job in self._jobs.values() if job.state == "waiting"]

    def _forget_old(self) -> None:
        now = time.time()
        for job_id, job in list(self._jobs.items()):
            until = self.expires_at(job)
            if until is not None and until <= now:
                del self._jobs[job_id]
                job.folder.remove()

    def _end(self, job: Job, state: State, outcome: Outcome) -> None:
        """Note how a job ended; its photographs are not needed any more."""
        job.state, job.outcome, job.ended_at, job.task = state, outcome, time.time(), None
        job.folder.drop_inputs()
        with suppress(OSError):  # a full disk: the job is known until the service is stopped
            job.folder.write_record(job.record())

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._closing and not self._line():
                    self._changed.wait(_LOOK_EVERY_S)
                    self._forget_old()
                if self._closing:
                    return
                job = self._line()[0]
                job.state = "running"
                job.progress = Progress(_STARTING, 0.0)
                task = job.task
            if task is not None:
                self._run(job, task)

    def _run(self, job: Job, task: Task) -> None:
        """Let the worker do a job, and see to it that there is a worker afterwards."""
        self._worker.start(task)
        report = self._follow(job)
        if isinstance(report, Lost) and not self._has_begun(job):  # it had ended before it could begin
            self._renew()
            self._worker.start(task)
            report = self._follow(job)
        with self._changed:
            if isinstance(report, Outcome) and not job.has_ended:
                self._end(job, "failed" if report.error else "done", report)
            elif isinstance(report, Lost) and not job.has_ended:
                lost = f"the process that computed it ended ({report.cause}), perhaps for lack of memory"
                self._end(job, "failed", Outcome(lost))
            job.folder.drop_inputs()  # also what a killed worker left
        if not isinstance(report, Outcome):
            self._renew()

    def _has_begun(self, job: Job) -> bool:
        return job.progress.stage != _STARTING or job.has_ended

    def _renew(self) -> None:
        """Replace the worker by a new one, at once: it takes seconds to start."""
        with self._changed:
            self._worker.kill()
            if not self._closing:
                self._worker = Worker()

    def _follow(self, job: Job) -> Outcome | Lost | None:
        """Listen to the worker until it is done with a job, or gone; None if it takes too long."""
        deadline = time.monotonic() + self._limits.seconds + _START_WITHIN_S
        while True:
            report = self._worker.report()
            if isinstance(report, (Outcome, Lost)):
                return report
            with self._changed:
                if isinstance(report, Progress):
                    if not self._has_begun(job):
                        deadline = time.monotonic() + self._limits.seconds
                    job.progress = report
                if time.monotonic() > deadline and not job.has_ended:
                    too_long = f"it took longer than the {self._limits.seconds:g} seconds that a job may take"
                    self._end(job, "failed", Outcome(too_long))
                    return None
