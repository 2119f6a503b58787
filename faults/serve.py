"""The service, killed at random moments while jobs run: those that had ended are there when it starts again."""

import random
import shutil
import signal
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.service import Part, Service

from blurry_edges.photos import read_photo, write_image
from blurry_edges.serve.store import JobFolder
from faults.victim import Broken, Files, digests, hidden, require
from faults.victims import DEMO, check_result

__all__ = ["serve_kills"]

_JOBS = 3
"""Jobs that are given before each kill."""
_SIDE_PX = 64
_OFTEN_S = 0.05


def serve_kills(work: Path, count: int, rng: random.Random, found: Path) -> Iterator[str | None]:
    """Kill the service so often; yields for each what is broken, or None. What failed is kept in `found`."""
    place = work / "serve"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    form = _form(place)
    service = Service(place / "folder")
    began = time.monotonic()
    first = _ended_job(service, form)
    undisturbed = digests(place / "folder" / "jobs" / first / "out")
    _ended_job(service, form)
    seconds = 0.5 * (time.monotonic() - began)
    finished: dict[str, Files] = {}
    for number in range(1, count + 1):
        try:
            finished = _kill(service, form, rng.uniform(0, _JOBS * seconds), rng, finished)
            service = Service(place / "folder")
            _after(service, undisturbed, finished)
            for job in list(finished)[:-_JOBS]:  # so that the folder does not grow without end
                service.ask("DELETE", f"/jobs/{job}")
                del finished[job]
        except (Broken, AssertionError, OSError) as broken:
            service.process.kill()
            service.process.communicate()
            kept = found / f"serve-{number}"
            shutil.rmtree(kept, ignore_errors=True)
            found.mkdir(parents=True, exist_ok=True)
            shutil.move(place / "folder", kept)
            (kept / "broken.txt").write_text(f"{broken}\n", encoding="utf-8")
            yield f"{kept.name}: {broken}"
            service, finished = Service(place / "folder"), {}
        else:
            yield None
    service.process.terminate()
    service.process.communicate()


def _form(place: Path) -> list[Part]:
    parts: list[Part] = [("camera", "camera.toml", (DEMO / "camera.toml").read_bytes())]
    for name in ("minus.png", "plus.png"):
        write_image(read_photo(DEMO / name)[:_SIDE_PX, :_SIDE_PX], place / name)
        parts.append(("photos", name, (place / name).read_bytes()))
    return parts


def _ended_job(service: Service, form: Sequence[Part]) -> str:
    status, job, _ = service.post(form)
    require(status < 300, f"the service refuses a job: {job}")
    require(service.until(job["id"], "done", "failed")["state"] == "done", "a job failed")
    return str(job["id"])


def _kill(
    service: Service, form: Sequence[Part], moment_s: float, rng: random.Random, before: dict[str, Files]
) -> dict[str, Files]:
    """Give jobs, kill the service or its worker at a moment; returns the jobs that had ended, as far as it said so."""
    jobs = [str(service.post(form)[1]["id"]) for _ in range(_JOBS)]
    until, ended = time.monotonic() + moment_s, dict(before)
    while time.monotonic() < until:
        for job in jobs:
            if job not in ended and service.get(f"/jobs/{job}")[1].get("state") == "done":
                ended[job] = digests(service.folder / "jobs" / job / "out")
        time.sleep(_OFTEN_S)
    how = rng.choice((signal.SIGKILL, signal.SIGTERM))
    service.process.send_signal(how)
    _, complaints = service.process.communicate(timeout=60)
    require("Traceback" not in complaints, f"it ended with a traceback: {complaints}")
    jobs_now = [JobFolder(path) for path in (service.folder / "jobs").iterdir()]
    for folder in jobs_now:
        record = folder.read_record()
        if record is not None and record["state"] == "done":
            check_result(folder.output)
    return ended


def _after(service: Service, undisturbed: Files, finished: dict[str, Files]) -> None:
    """Check a service that was started again."""
    for job, files in finished.items():
        status, told, _ = service.get(f"/jobs/{job}")
        require(status == 200 and told["state"] == "done", f"job {job} had ended, and is gone")
        require(digests(service.folder / "jobs" / job / "out") == files, f"job {job} has changed")
        require(files == undisturbed, f"job {job} differs from the undisturbed one")
    litter = hidden(service.folder / "jobs")
    require(not litter, f"left behind: {', '.join(litter)}")
