"""The service on a port of this machine."""

import asyncio
import os
import socket
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from blurry_edges.devices import find_device
from blurry_edges.errors import BlurryEdgesError
from blurry_edges.serve.app import make_app
from blurry_edges.serve.guard import Guard, is_loopback
from blurry_edges.serve.limits import Limits
from blurry_edges.serve.queue import JobQueue
from blurry_edges.serve.store import Store

__all__ = ["announcement", "run_service"]

_MOST_CONNECTIONS = 500
_STOP_WITHIN_S = 5


class _Impatient(H11Protocol):
    """HTTP that does not wait for ever for a client to say what it wants."""

    patience_s = 20.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn's own
        super().connection_made(transport)
        self._expect_request()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._expect_request()

    def _expect_request(self) -> None:
        self.loop.call_later(self.patience_s, self._close_unless_asked, self.cycle)

    def _close_unless_asked(self, last: RequestResponseCycle | None) -> None:
        if self.cycle is last and not self.transport.is_closing():
            self.transport.close()


def run_service(
    host: str,
    port: int,
    folder: Path | None,
    limits: Limits,
    device: str,
    names: Sequence[str],
    say: Callable[[str], None],
) -> None:
    """Serve until stopped.

    Args:
        host: address to listen at; others than this machine's own let others in.
        port: port; 0 is any that is free.
        folder: where jobs are kept; without it, a temporary folder that goes with the service.
        limits: what is taken on at the most.
        device: where to compute.
        names: names of this machine by which the service may be called.
        say: where to say what there is to say.

    """
    device = find_device(device)
    listening = _listen(host, port)
    store = Store(folder)
    # Whatever is written on the way, in this process or the worker, is written there.
    os.environ["TMPDIR"] = str(store.temporary)
    tempfile.tempdir = None
    queue = JobQueue(store, limits)
    try:
        app = Guard(make_app(store, queue, limits, device), bound_to=host, names=names)
        for line in announcement(host, listening.getsockname()[1], store.folder):
            say(line)
        config = uvicorn.Config(
            app,
            http=type("_Impatient", (_Impatient,), {"patience_s": limits.stalled_seconds}),
            ws="none",
            lifespan="off",
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            limit_concurrency=_MOST_CONNECTIONS,
            timeout_graceful_shutdown=_STOP_WITHIN_S,
        )
        uvicorn.Server(config).run(sockets=[listening])
    finally:
        queue.close()
        store.close()


def announcement(host: str, port: int, folder: Path) -> list[str]:
    """Say where the service is, and warn when others can reach it."""
    shown = f"[{host}]" if ":" in host else host
    lines = [f"serving at http://{shown}:{port}/ (results in {folder}); stop with Ctrl-C"]
    if not is_loopback(host):
        lines.append(
            "warning: others can reach this service, which asks for no password; use it only in a network you trust"
        )
    return lines


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=256)
    except (OSError, OverflowError) as error:
        reason = error.strerror if isinstance(error, OSError) else "there is no such port"
        raise BlurryEdgesError(f"cannot listen at {host}, port {port}: {reason}; choose another --port") from error
