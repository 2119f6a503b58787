"""Clients that mean no good, or know no better: each gets one sentence, and the service goes on."""

import io
import json
import struct
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from service import Service, multipart


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Give a service that allows little."""
    limits = ("--waiting", 2, "--files", 4, "--upload-mb", 12, "--megapixels", 3, "--stalled-seconds", 2)
    running = Service(tmp_path_factory.mktemp("strict") / "folder", *limits)
    yield running
    assert {path.name for path in running.folder.iterdir()} == {".blurry-edges-serve", "jobs", "uploads"}
    # Locks of folders that were written to are kept among the temporary files, which are the service's own.
    left = [path for path in (running.folder / "uploads").iterdir() if not path.name.startswith("blurry-edges-")]
    assert left == []
    complaints = running.stop().replace("blurry-edges: stopped", "").replace("Invalid HTTP request received.", "")
    assert "Traceback" not in complaints


def png(width: int, height: int) -> bytes:
    """Return a small PNG file that asks for much memory."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress(bytes(1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def npy(shape: tuple[int, ...]) -> bytes:
    file = io.BytesIO()
    np.lib.format.write_array_header_1_0(file, {"descr": "<f4", "fortran_order": False, "shape": shape})
    return file.getvalue()


def tiff(width: int, height: int, samples: int) -> bytes:
    tags = [(256, width), (257, height), (258, 8), (259, 1), (262, 1), (273, 8), (277, samples), (279, 8)]
    entries = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags)
    return b"II*\x00" + struct.pack("<I", 8) + struct.pack("<H", len(tags)) + entries + bytes(4)


BOMBS = {
    "large.png": png(60_000, 60_000),
    "large.npy": npy((50_000, 50_000, 3)),
    "deep.npy": npy((1000, 1000, 5000)),
    "large.tif": tiff(60_000, 60_000, 3),
    "deep.tif": tiff(1000, 1000, 60_000),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_refused_by_their_headers(strict: Service, name: str):
    photos = [("photos", f"{number}{name}", BOMBS[name]) for number in range(2)]
    status, answer, _ = strict.post(photos, "/estimate?wait=true")
    assert status == 422
    assert "megapixels together, more than the 3 that are taken" in answer["detail"]


@pytest.mark.parametrize(
    ("files", "status", "sentence"),
    [
        ([("a.exe", b"MZ"), ("b.png", b"")], 422, "a.exe is no photograph by its name"),
        ([("a.png", b"GIF89a nonsense"), ("b.png", b"")], 422, "image a.png is damaged or not what its name says"),
        ([("a.exr", b"v/1\x01" + bytes(99)), ("b.exr", b"")], 422, "image a.exr is damaged or not what its name says"),
        ([("a.dng", b"II*\x00" + bytes(99)), ("b.dng", b"")], 422, "image a.dng is damaged or not what its name says"),
        ([("a.heic", b"\x00\x00\x00\x18ftypheic" + bytes(99)), ("b.heic", b"")], 422, "image a.heic is damaged"),
        ([("../../../etc/cron.d/a.png", b"x"), ("..\\b.png", b"x")], 422, "image a.png is damaged"),
        (
            [("<img src=x onerror=alert(1)>.png", b"x"), ("b.png", b"")],
            422,
            "image <img src=x onerror=alert(1)>.png is",
        ),
        ([("\x01\x1b[31m.png", b"x"), ("b.png", b"")], 422, "image [31m.png is damaged"),
        ([("a" * 3000 + ".png", b"x"), ("b.png", b"")], 422, "image " + "a" * 80 + ".png is damaged"),
        ([("a.png", b"x")], 422, "give two photographs or more; 1 arrived"),
        ([("a.png", b"x")] * 5, 413, "give 4 photographs or fewer; 5 arrived"),
        ([("a.png", b"x")] * 50, 422, "the form cannot be read: Too many files"),
        ([("a.png", bytes(7_000_000)), ("b.png", bytes(7_000_000))], 413, "the files are larger than the 12 MB"),
    ],
)
def test_wrong_files_get_one_sentence(strict: Service, files, status: int, sentence: str):
    before = set((strict.folder / "jobs").iterdir())
    answered, content, _ = strict.post([("photos", *file) for file in files], "/estimate?wait=true")
    assert (answered, content["detail"][: len(sentence)]) == (status, sentence)
    assert set((strict.folder / "jobs").iterdir()) == before
    assert str(strict.folder) not in content["detail"]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("align", b"perhaps", "the option 'align' cannot be used: input should be a valid boolean"),
        ("lens.focus_m", b"near", "the option 'lens.focus_m' cannot be used: input should be a valid number"),
        ("estimator", b"/etc/passwd.safetensors", "no estimator is called '/etc/passwd.safetensors'"),
        ("device", b"cuda", "no option is called 'device'"),
        ("output", b"/elsewhere", "no option is called 'output'"),
        ("camera", b"/etc/passwd", "'camera' must be a file"),
        ("tile", b"1", "tiles of 1 px are too small"),
        ("lens.f_number", b"nan", "the f-number"),
        ("align", b"x" * 20_000, "the form cannot be read: Part exceeded maximum size"),
    ],
)
def test_wrong_options_get_one_sentence(strict: Service, quick, name: str, value: bytes, sentence: str):
    form = [part for part in quick if part[0] not in (name, "camera")]
    known = [("lens.focal_length_mm", None, b"50"), ("lens.sensor_width_mm", None, b"36")]
    known += [] if name == "lens.f_number" else [("lens.f_number", None, b"2")]
    if name != "lens.focus_m":
        known += [("lens.focus_m", None, b"1.1"), ("lens.focus_m", None, b"0.9")]
    status, answer, _ = strict.post([*form, *known, (name, None, value)], "/estimate?wait=true")
    assert (status, answer["detail"][: len(sentence)]) == (422, sentence)


def test_a_camera_file_that_is_none(strict: Service, quick):
    for content in (b"\xff\xfe", b"name = 3", b"[" * 500):
        form = [*quick[:2], ("camera", "../camera.toml", content), *quick[3:]]
        status, answer, _ = strict.post(form, "/estimate?wait=true")
        assert status == 422
        assert str(strict.folder) not in answer["detail"]
        assert "camera" in answer["detail"]


def test_files_of_others_are_not_given_away(strict: Service, quick):
    _, job, _ = strict.post(quick)
    strict.until(job["id"], "done")
    for path in (
        f"/jobs/{job['id']}/files/..%2fjob.json",
        f"/jobs/{job['id']}/files/../job.json",
        f"/jobs/{job['id']}/files/.blurry-edges.json",
        f"/jobs/{job['id']}/files/%2fetc%2fpasswd",
        "/jobs/..%2f..%2f/zip",
        "/jobs/%00",
        "/page/..%2fapp.py",
        "/page/index.html",
        "/example/depth.png",
    ):
        assert strict.get(path)[0] == 404, path


def test_forms_that_are_cut_short_are_no_jobs(strict: Service, quick):
    body, headers = multipart(quick)
    before = set((strict.folder / "jobs").iterdir())
    without_end = body[: -len(b"--boundary-of-a-test--\r\n")]
    status, answer, _ = strict.ask("POST", "/estimate", without_end, headers)
    assert (status, answer["detail"]) == (422, "the form is not complete: its end is missing")
    status, answer, _ = strict.ask("POST", "/estimate", b"nonsense", headers)
    assert status == 422
    status, answer, _ = strict.ask("POST", "/estimate", body, {"Content-Type": "multipart/form-data"})
    assert status == 422
    status, answer, _ = strict.ask("POST", "/estimate", b"{}", {"Content-Type": "application/json"})
    assert status == 422
    with strict.connect() as connection:
        connection.sendall(_head("POST", strict, headers, len(body)) + body[:1000])
    assert strict.get("/about")[0] == 200
    assert set((strict.folder / "jobs").iterdir()) == before


def _head(method: str, service: Service, headers: dict[str, str], length: int) -> bytes:
    lines = [f"{method} /estimate HTTP/1.1", f"Host: {service.host}", f"Content-Length: {length}"]
    return "\r\n".join([*lines, *(f"{name}: {value}" for name, value in headers.items()), "", ""]).encode()


def test_slow_clients_are_not_waited_for(strict: Service, quick):
    body, headers = multipart(quick)
    in_body, in_head, silent = (strict.connect() for _ in range(3))
    in_body.sendall(_head("POST", strict, headers, len(body)) + body[:1000])
    in_head.sendall(b"GET / HT")
    assert strict.get("/about")[0] == 200  # others are answered meanwhile
    assert in_body.recv(1000).startswith(b"HTTP/1.1 408 ")
    assert in_head.recv(1000) == b""
    assert silent.recv(1000) == b""
    for connection in (in_body, in_head, silent):
        connection.close()


def test_a_body_without_end_is_cut_off(strict: Service):
    """Its length is not announced, so only counting helps."""
    head = (
        f"POST /estimate HTTP/1.1\r\nHost: {strict.host}\r\nTransfer-Encoding: chunked\r\n"
        "Content-Type: multipart/form-data; boundary=b\r\n\r\n"
    )
    start = b'--b\r\nContent-Disposition: form-data; name="photos"; filename="a.png"\r\n\r\n'
    with strict.connect() as connection:
        connection.sendall(head.encode() + b"%x\r\n%s\r\n" % (len(start), start))
        megabyte = b"%x\r\n%s\r\n" % (1_000_000, bytes(1_000_000))
        sent = 0
        try:
            while sent < 100:
                connection.sendall(megabyte)
                sent += 1
        except OSError:
            pass  # it hung up
        assert sent >= 12
        assert (strict.folder / "uploads").exists()
    assert strict.get("/about")[0] == 200


def test_the_line_is_short(strict: Service, slow):
    _, running, _ = strict.post(slow)
    strict.until(running["id"], "running")
    waiting = [strict.post(slow)[1]["id"] for _ in range(2)]
    status, answer, headers = strict.post(slow)
    assert (status, answer["detail"]) == (503, "2 jobs are waiting already; try again in a while")
    assert headers["Retry-After"] == "30"
    for job in [*waiting, running["id"]]:
        assert strict.ask("DELETE", f"/jobs/{job}")[1]["state"] == "cancelled"


def test_a_hundred_at_once(strict: Service, quick):
    body, headers = multipart(quick)
    with ThreadPoolExecutor(100) as clients:
        answers = list(clients.map(lambda _: strict.ask("POST", "/estimate", body, headers), range(100)))
    accepted = [content["id"] for status, content, _ in answers if status == 202]
    assert {status for status, _, _ in answers} <= {202, 503}
    assert 2 <= len(accepted) < 100
    assert len(set(accepted)) == len(accepted)
    for job in accepted:
        strict.ask("DELETE", f"/jobs/{job}")
    status, content, _ = strict.post(quick, "/estimate?wait=true")
    assert status == 200, json.dumps(content)


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({}, True),
        ({"Host": "localhost"}, True),
        ({"Host": "localhost:9000", "Origin": "http://localhost:9000"}, True),
        ({"Host": "evil.example"}, False),
        ({"Host": "127.0.0.1.evil.example"}, False),
        ({"Host": "192.168.1.2"}, False),
        ({"Host": ""}, False),
        ({"Host": "[::1"}, False),
        ({"Origin": "http://evil.example"}, False),
        ({"Origin": "http://127.0.0.1:1"}, False),
        ({"Origin": "null"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
    ],
)
def test_other_sites_cannot_use_it(strict: Service, headers: dict[str, str], allowed: bool):
    body, kind = multipart([])
    for method, path in (("POST", "/estimate"), ("DELETE", "/jobs/x")):
        status, _, _ = strict.ask(method, path, body if method == "POST" else None, kind | headers)
        assert (status != 403) == allowed
    if "Host" in headers:
        assert (strict.ask("GET", "/", headers=headers)[0] == 200) == allowed


def test_every_answer_says_what_browsers_may_do_with_it(strict: Service):
    for path in ("/", "/about", "/page/page.js", "/nothing", "/jobs/x"):
        _, _, headers = strict.get(path)
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "Server" not in headers
    assert "'unsafe-inline'" not in strict.get("/")[2]["Content-Security-Policy"]
    assert Path(strict.folder).is_dir()
