"""The service as a user starts it, and a client that can also misbehave."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

__all__ = ["Service", "multipart"]

_PATIENCE_S = 200
Part = tuple[str, str | None, bytes]
"""Name of a field, name of its file (None for plain fields), content."""


def multipart(parts: Sequence[Part], boundary: str = "boundary-of-a-test") -> tuple[bytes, dict[str, str]]:
    """Return the body and the headers of a form."""
    body = b""
    for name, filename, content in parts:
        file = "" if filename is None else f'; filename="{filename}"'
        body += (
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n'.encode() + content + b"\r\n"
        )
    body += f"--{boundary}--\r\n".encode()
    return body, {"Content-Type": f"multipart/form-data; boundary={boundary}"}


class Service:
    """`blurry-edges serve` in a process of its own, at a port that is free."""

    def __init__(self, folder: Path, *options: object) -> None:
        command = [sys.executable, "-m", "blurry_edges.cli", "serve", "--port", 0, "--folder", folder, *options]
        self._command = [str(word) for word in command]
        self.folder = folder
        self._start()

    def _start(self) -> None:
        self.process = subprocess.Popen(self._command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.said = self.process.stdout.readline()
        found = re.search(r"http://([\d.]+):(\d+)/", self.said)
        assert found, self.said + self.process.stderr.read()
        self.host, self.port = found[1], int(found[2])
        self.url = f"http://{self.host}:{self.port}"

    def kill_and_start_again(self) -> None:
        """Kill it without a warning, and start it anew with the same folder."""
        self.process.kill()
        self.process.communicate(timeout=_PATIENCE_S)
        self._start()

    def stop(self) -> str:
        """Stop it as Ctrl-C does; return what it complained about."""
        self.process.send_signal(signal.SIGINT)
        _, complaints = self.process.communicate(timeout=_PATIENCE_S)
        return complaints

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any, http.client.HTTPMessage]:
        """Send a request; return its status, its content (parsed if it is JSON), and its headers."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=_PATIENCE_S)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            content = answer.read()
            if content and answer.headers.get_content_type() == "application/json" and "/files/" not in path:
                return answer.status, json.loads(content), answer.headers
            return answer.status, content, answer.headers
        finally:
            connection.close()

    def get(self, path: str) -> tuple[int, Any, http.client.HTTPMessage]:
        return self.ask("GET", path)

    def post(self, parts: Sequence[Part], path: str = "/estimate") -> tuple[int, Any, http.client.HTTPMessage]:
        body, headers = multipart(parts)
        return self.ask("POST", path, body, headers)

    def connect(self) -> socket.socket:
        """Return a bare connection, for clients that keep no rules."""
        return socket.create_connection((self.host, self.port), timeout=_PATIENCE_S)

    def until(self, job_id: str, *states: str, stage: str | None = None) -> dict[str, Any]:
        """Wait until a job is in one of some states, and perhaps at a stage."""
        end = time.monotonic() + _PATIENCE_S
        while time.monotonic() < end:
            _, job, _ = self.get(f"/jobs/{job_id}")
            if job.get("state") in states and stage in (None, job["stage"]):
                return job
            assert job.get("state") in ("waiting", "running"), job
            time.sleep(0.05)
        raise AssertionError(f"{job_id} did not come to {states}: {job}")

    def workers(self) -> list[int]:
        """Return the processes that compute for it."""
        found = []
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                    found.append(int(child))
        return found

    def kill_workers(self) -> None:
        for worker in self.workers():
            os.kill(worker, signal.SIGKILL)
