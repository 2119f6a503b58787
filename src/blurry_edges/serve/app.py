"""The addresses of the service."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool

from blurry_edges._version import __version__
from blurry_edges.errors import BlurryEdgesError
from blurry_edges.estimator import method_names
from blurry_edges.photos import PHOTO_SUFFIXES
from blurry_edges.serve.describe import Description, describe
from blurry_edges.serve.form import form_schema
from blurry_edges.serve.guard import PAGE_POLICY, VIEWER_POLICY
from blurry_edges.serve.limits import Limits
from blurry_edges.serve.queue import BusyError, Job, JobQueue
from blurry_edges.serve.store import Store
from blurry_edges.serve.upload import GoneError, SlowError, TooLargeError, make_task, read_form, store_photos
from blurry_edges.serve.views import About, JobView, view_of

__all__ = ["make_app"]

_LOOK_EVERY_S = 0.1
_HEAD_BYTES = 5_000_000
"""Bytes of a photograph that are read for its EXIF, which is at the beginning."""
_EXAMPLE = ("minus.png", "plus.png", "camera.toml")
_PAGE = {"page.css": "text/css", "page.js": "text/javascript", "icon.svg": "image/svg+xml"}
_TYPES = {".html": "text/html", ".png": "image/png", ".gif": "image/gif", ".json": "application/json"}
_STATUS: tuple[tuple[type[BlurryEdgesError], int], ...] = (
    (BusyError, 503),
    (TooLargeError, 413),
    (SlowError, 408),
    (GoneError, 400),
)
_NO_JOB = "there is no such job; it was deleted, or is too old"
_PARTS = {"requestBody": {"required": True, "content": {"multipart/form-data": {"schema": form_schema()}}}}


def make_app(store: Store, queue: JobQueue, limits: Limits, device: str) -> FastAPI:
    """Return the service."""
    app = FastAPI(
        title="blurry-edges",
        version=__version__,
        summary="Depth in metres with its error bar from two photographs, or a focus stack",
        docs_url=None,  # the usual pages of documentation load scripts from elsewhere
        redoc_url=None,
    )
    app.add_exception_handler(BlurryEdgesError, _one_sentence)
    app.add_exception_handler(OSError, _disk)
    app.add_exception_handler(RequestValidationError, _invalid)
    _add_page(app, limits)
    _add_estimate(app, store, queue, limits, device)
    _add_jobs(app, queue)
    return app


async def _one_sentence(request: Request, error: Exception) -> Response:
    status = next((status for kind, status in _STATUS if isinstance(error, kind)), 422)
    headers = {"Retry-After": "30"} if status == 503 else None
    return JSONResponse({"detail": str(error)}, status, headers)


async def _invalid(request: Request, error: Exception) -> Response:
    first = error.errors()[0] if isinstance(error, RequestValidationError) else {"loc": ("request",), "msg": "wrong"}
    return JSONResponse({"detail": f"'{first['loc'][-1]}' cannot be used: {first['msg']}"}, 422)


async def _disk(request: Request, error: Exception) -> Response:
    reason = error.strerror if isinstance(error, OSError) else None
    return JSONResponse({"detail": f"the service cannot store files: {reason or 'the disk failed'}"}, 507)


def _add_page(app: FastAPI, limits: Limits) -> None:
    page = files("blurry_edges.serve") / "page"
    example = files("blurry_edges") / "assets" / "demo"

    @app.get("/", include_in_schema=False)
    async def index() -> Response:
        text = (page / "index.html").read_text(encoding="utf-8")
        return Response(text, media_type="text/html", headers={"Content-Security-Policy": PAGE_POLICY})

    @app.get("/page/{name}", include_in_schema=False)
    async def part(name: str) -> Response:
        if name not in _PAGE:
            return _missing("there is no such page")
        return Response((page / name).read_bytes(), media_type=_PAGE[name])

    @app.get("/example/{name}", include_in_schema=False)
    async def example_file(name: str) -> Response:
        if name not in _EXAMPLE:
            return _missing("there is no such example")
        return Response((example / name).read_bytes(), media_type="application/octet-stream")

    @app.get("/about", summary="Limits and methods")
    async def about() -> About:
        return About(
            version=__version__,
            estimators=list(method_names("estimator")),
            suffixes=sorted(PHOTO_SUFFIXES),
            upload_mb=limits.upload_mb,
            megapixels=limits.megapixels,
            files=limits.files,
            keep_hours=limits.keep_hours,
        )


def _add_estimate(app: FastAPI, store: Store, queue: JobQueue, limits: Limits, device: str) -> None:
    @app.post(
        "/exif", summary="What photographs, or their first megabytes, say about their camera", openapi_extra=_PARTS
    )
    async def exif(request: Request) -> Description:
        with queue.arriving():
            form = await read_form(request, limits, min(limits.upload_bytes, limits.files * _HEAD_BYTES))
            try:
                return await run_in_threadpool(_described, form, store.temporary, limits)
            finally:
                await form.close()

    @app.post(
        "/estimate",
        status_code=202,
        response_model=JobView,
        summary="Estimate depth: returns a job, or with wait=true the zip file of its results",
        openapi_extra=_PARTS,
    )
    async def estimate(
        request: Request,
        wait: Annotated[bool, Query(description="Return the zip file when it is done; nothing is kept then.")] = False,
    ) -> Response:
        with queue.arriving():
            form = await read_form(request, limits, limits.upload_bytes)
            folder = store.new_job()
            try:
                task = await run_in_threadpool(make_task, form, folder, limits, device)
            except BaseException:
                folder.remove()
                raise
            finally:
                await form.close()
            job = queue.add(folder, task)
        if wait:
            return await _when_done(request, queue, job)
        view = view_of(queue, job).model_dump()
        return JSONResponse(view, 202, headers={"Location": f"/jobs/{job.folder.id}"})


def _described(form: Any, folder: Path, limits: Limits) -> Description:
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        return describe(store_photos(form, Path(temporary), limits))


async def _when_done(request: Request, queue: JobQueue, job: Job) -> Response:
    """Wait for a job, and give its zip file; a client that goes away cancels it."""
    job_id = job.folder.id
    found: Job | None = job
    while found is not None and not found.has_ended:
        if await request.is_disconnected():
            await run_in_threadpool(queue.delete, job_id)
            raise GoneError("the client went away")
        await asyncio.sleep(_LOOK_EVERY_S)
        found = queue.get(job_id)
    if found is None:
        return _missing(_NO_JOB)
    if found.state != "done":
        await run_in_threadpool(queue.delete, job_id)
        return JSONResponse({"detail": found.outcome.error}, 422)
    archive = await run_in_threadpool(found.folder.archive)
    return _archive(archive, BackgroundTask(queue.delete, job_id))


def _add_jobs(app: FastAPI, queue: JobQueue) -> None:
    def found(use: Callable[[Job], Response]) -> Callable[[str], Awaitable[Response]]:
        """Do something with a job, if there is one."""

        async def answer(job_id: str) -> Response:
            job = queue.get(job_id)
            return _missing(_NO_JOB) if job is None else await run_in_threadpool(use, job)

        return answer

    @app.get("/jobs/{job_id}", response_model=JobView, summary="State and progress of a job")
    async def state(job_id: str) -> Response:
        return await found(lambda job: JSONResponse(view_of(queue, job).model_dump()))(job_id)

    @app.delete("/jobs/{job_id}", summary="Cancel a job that waits or runs; delete one that has ended")
    async def remove(job_id: str) -> Response:
        def cancel_or_delete(job: Job) -> Response:
            if not job.has_ended and (left := queue.cancel(job_id)) is not None:
                return JSONResponse(view_of(queue, left).model_dump())
            queue.delete(job_id)
            return Response(status_code=204)

        return await found(cancel_or_delete)(job_id)

    @app.get("/jobs/{job_id}/files/{name}", summary="One file of the result")
    async def file(job_id: str, name: str) -> Response:
        def one(job: Job) -> Response:
            path = job.folder.results().get(name)
            if path is None or job.state != "done":
                return _missing("there is no such file")
            kind = _TYPES.get(path.suffix, "application/octet-stream")
            if path.suffix == ".html":
                return FileResponse(path, media_type=kind, headers={"Content-Security-Policy": VIEWER_POLICY})
            return FileResponse(path, media_type=kind, filename=name)

        return await found(one)(job_id)

    @app.get("/jobs/{job_id}/zip", summary="All files of the result")
    async def everything(job_id: str) -> Response:
        def archived(job: Job) -> Response:
            return _archive(job.folder.archive()) if job.state == "done" else _missing("there is no result")

        return await found(archived)(job_id)


def _archive(path: Path, after: BackgroundTask | None = None) -> Response:
    return FileResponse(path, media_type="application/zip", filename="blurry-edges.zip", background=after)


def _missing(sentence: str) -> Response:
    return JSONResponse({"detail": sentence}, 404)
