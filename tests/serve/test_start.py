"""Starting the service: where it listens, what it says, and what it needs."""

import socket
import sys
from pathlib import Path

import pytest

from blurry_edges.cli.serve import Serve
from blurry_edges.errors import BlurryEdgesError, MissingExtraError
from blurry_edges.serve.limits import Limits
from blurry_edges.serve.server import announcement


@pytest.mark.parametrize(
    ("host", "warned"),
    [("127.0.0.1", False), ("localhost", False), ("::1", False), ("0.0.0.0", True), ("lab.example", True)],
)
def test_a_warning_where_others_can_reach_it(host: str, warned: bool):
    lines = announcement(host, 8000, Path("folder"))
    assert (len(lines) == 2 and "no password" in lines[1]) == warned
    assert ("http://[::1]:8000/" if host == "::1" else f"http://{host}:8000/") in lines[0]


def test_a_port_that_is_taken_and_numbers_that_cannot_be(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(BlurryEdgesError, match=f"cannot listen at 127.0.0.1, port {port}"):
            Serve(port=port, folder=tmp_path / "folder").run()
    with pytest.raises(BlurryEdgesError, match="there is no such port"):
        Serve(port=99_999, folder=tmp_path / "folder").run()
    assert not (tmp_path / "folder").exists()
    with pytest.raises(BlurryEdgesError, match="seconds is -1"):
        Limits(seconds=-1)


def test_without_the_extra_it_says_which_one(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "blurry_edges.serve.server")
    with pytest.raises(MissingExtraError, match=r"the service needs uvicorn: pip install 'blurry-edges\[web\]'"):
        Serve().run()
