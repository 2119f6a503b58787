"""Checks of every request, and headers of every answer."""

import ipaddress
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["PAGE_POLICY", "VIEWER_POLICY", "Guard", "is_loopback"]

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
    "frame-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
"""The page may use its own files and nothing else."""
VIEWER_POLICY = (
    "sandbox allow-scripts allow-downloads; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data: blob:; connect-src data: blob:; form-action 'none'; base-uri 'none'; "
    "frame-ancestors 'self'"
)
"""A report is one file with its script in it. In the sandbox it is of no origin: it can ask the service nothing."""
_NOTHING_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"
_HEADERS = {
    "Content-Security-Policy": _NOTHING_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach what is bound to `host`."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class Guard:
    """Refuses requests by other names than its own, and changes that other sites ask for; sets security headers.

    A page of another site can make a browser send requests to this machine, and by DNS rebinding even read the answers,
    but not without the name of that site in the headers Host or Origin.
    """

    def __init__(self, app: ASGIApp, *, bound_to: str, names: Collection[str] = ()) -> None:
        self._app = app
        self._only_here = is_loopback(bound_to)
        self._names = {"localhost", bound_to.lower(), *(name.lower() for name in names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = self._refusal(scope["method"], Headers(scope=scope))
        app = self._app if refusal is None else JSONResponse({"detail": refusal}, 403)
        await app(scope, receive, send_guarded)

    def _refusal(self, method: str, headers: Headers) -> str | None:
        host = headers.get("host", "")
        if not self._is_own(host):
            return "this service is not known by that name; use its address, or start it with --names"
        if method in _SAFE_METHODS:
            return None
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        is_foreign = origin is not None and urlsplit(origin).netloc.lower() != host.lower()
        if is_foreign or site not in (None, "same-origin", "none"):
            return "another site asked for this; use the service's own page"
        return None

    def _is_own(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in self._names:
            return True
        if self._only_here:
            return is_loopback(name)
        try:
            ipaddress.ip_address(name)  # an address cannot be another site's name
        except ValueError:
            return False
        return True
