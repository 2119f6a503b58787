"""JSON about the service and its jobs."""

from datetime import UTC, datetime
from typing import Any

from pydantic import BaseModel, Field

from blurry_edges.serve.queue import Job, JobQueue, State

__all__ = ["About", "JobView", "view_of"]


class JobView(BaseModel):
    """A job as clients see it."""

    id: str
    state: State
    before: int | None = Field(description="Jobs that come first, while it waits.")
    stage: str = Field(description="What is being done.")
    share: float = Field(description="Share of this stage that is done, 0 to 1.")
    error: str | None = Field(description="What went wrong, in one sentence.")
    verdict: dict[str, Any] = Field(description="Its grade, its line, and the share of the pixels that can be trusted.")
    lines: list[str] = Field(description="What was found, as the command line says it.")
    warnings: list[str] = Field(description="Reasons to be careful with the result.")
    files: dict[str, int] = Field(description="Names of the files of the result, and their bytes.")
    expires: str | None = Field(description="When it will be deleted (ISO 8601).")


class About(BaseModel):
    """Facts about the service that a client needs."""

    version: str
    estimators: list[str]
    suffixes: list[str] = Field(description="Names of files that can be photographs.")
    upload_mb: float
    megapixels: float
    files: int
    keep_hours: float


def view_of(queue: JobQueue, job: Job) -> JobView:
    """Return a job as it is now."""
    until = queue.expires_at(job)
    return JobView(
        id=job.folder.id,
        state=job.state,
        before=queue.position(job.folder.id),
        stage=job.progress.stage,
        share=job.progress.share,
        error=job.outcome.error,
        verdict=job.outcome.verdict,
        lines=job.outcome.lines,
        warnings=job.outcome.warnings,
        files={name: path.stat().st_size for name, path in job.folder.results().items()} if job.has_ended else {},
        expires=None if until is None else datetime.fromtimestamp(until, UTC).isoformat(timespec="seconds"),
    )
