"""Jobs in line: what takes too long is stopped, and what is too old is forgotten."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from blurry_edges.options import EstimateOptions
from blurry_edges.pairs import Task
from blurry_edges.serve.limits import Limits
from blurry_edges.serve.queue import BusyError, JobQueue
from blurry_edges.serve.store import Store

OUTCOME = {"error": None, "lines": ["verdict: good"], "warnings": [], "verdict": {}}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path / "folder")
    yield made
    made.close()


def test_time_is_limited_and_results_are_forgotten(store: Store, slow):
    ended = {}
    for hours in (1, 25):
        folder = store.new_job()
        folder.write_record({"state": "done", "outcome": OUTCOME, "ended_at": time.time() - 3600 * hours})
        ended[hours] = folder
    half_done = store.new_job()
    queue = JobQueue(store, Limits(seconds=0.5, keep_hours=24, kept=2))
    try:
        assert queue.get(ended[1].id).outcome.lines == ["verdict: good"]
        assert queue.get(ended[25].id) is None
        assert not ended[25].path.exists()
        assert not half_done.path.exists()
        folder = store.new_job()
        paths = []
        for name, content in [(part[1], part[2]) for part in slow if part[1]]:
            (folder.inputs / name).write_bytes(content)
            paths.append(folder.inputs / name)
        options = EstimateOptions(estimator="paper", check=False)
        with queue.arriving():
            queue.add(folder, Task(tuple(paths[:2]), folder.output, options, paths[2]))
        with pytest.raises(BusyError, match="the results of 2 jobs are kept already"), queue.arriving():
            pass
        end = time.monotonic() + 200
        while not queue.get(folder.id).has_ended and time.monotonic() < end:
            time.sleep(0.05)
        job = queue.get(folder.id)
        assert (job.state, job.outcome.error) == ("failed", "it took longer than the 0.5 seconds that a job may take")
        assert not folder.inputs.exists()
    finally:
        queue.close()
