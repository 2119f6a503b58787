"""The service over REST, as a program uses it: the same files as the command line, progress, cancelling, deleting."""

import io
import json
import time
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image
from starlette.applications import Starlette
from starlette.datastructures import Headers

from blurry_edges.errors import BlurryEdgesError, DataError
from blurry_edges.serve.guard import Guard, is_loopback
from blurry_edges.serve.store import Store
from command import run
from service import Service, multipart


def test_the_same_bytes_as_the_command_line(service: Service, parts, photos, camera, tmp_path: Path):
    status, job, headers = service.post(parts)
    assert status == 202
    assert headers["Location"] == f"/jobs/{job['id']}"
    result = run("estimate", *photos, "--camera", camera, "-o", tmp_path / "out")
    assert result.returncode == 0, result.stderr
    job = service.until(job["id"], "done")
    names = {path.name for path in (tmp_path / "out").iterdir() if not path.name.startswith(".")}
    assert set(job["files"]) == names
    for name in ("depth.png", "depth.tiff", "cloud.ply", "mesh.ply", "sharp.png", "boundary.png", "camera.toml"):
        _, content, _ = service.get(f"/jobs/{job['id']}/files/{name}")
        assert content == (tmp_path / "out" / name).read_bytes(), name
        assert len(content) == job["files"][name]
    _, zipped, headers = service.get(f"/jobs/{job['id']}/zip")
    assert headers["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(zipped)) as archive:
        assert set(archive.namelist()) == names
        arrays = np.load(io.BytesIO(archive.read("depth.npz")))
        facts = json.loads(archive.read("depth.json"))
        report = archive.read("report.html").decode()
    ours = np.load(tmp_path / "out" / "depth.npz")
    for name in ("depth_m", "depth_sd_m"):
        np.testing.assert_array_equal(arrays[name], ours[name])
    assert job["verdict"]["line"] == facts["verdict"]["line"]
    assert facts["files"] == ["minus.png", "plus.png"]
    assert "blurry-edges estimate minus.png plus.png --camera camera.toml -o out" in report
    assert str(service.folder) not in report + json.dumps(job) + json.dumps(facts)
    assert job["lines"][-1] in result.stdout
    assert list((service.folder / "jobs" / job["id"]).glob("input*")) == []


def test_waiting_gives_the_zip_and_keeps_nothing(service: Service, quick):
    before = set((service.folder / "jobs").iterdir())
    status, content, _ = service.post(quick, "/estimate?wait=true")
    assert status == 200
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert {"depth.npz", "report.html"} <= set(archive.namelist())
    end = time.monotonic() + 30
    while set((service.folder / "jobs").iterdir()) != before and time.monotonic() < end:
        time.sleep(0.05)  # it goes after the last byte was sent
    assert set((service.folder / "jobs").iterdir()) == before
    status, answer, _ = service.post([*quick, ("photon_level", None, b"-3")], "/estimate?wait=true")
    assert (status, answer["detail"][:18]) == (422, "photon_level is -3")


def test_a_stack_counts_by_the_names_that_its_owner_gave(service: Service, quick, photos):
    contents = (photos[0].read_bytes(), photos[1].read_bytes(), _other(photos[1]))
    stack = [("photos", f"{at}m.png", content) for at, content in zip((0.9, 1.2, 1.6), contents, strict=True)]
    lens = (("lens.focal_length_mm", b"50"), ("lens.f_number", b"2"), ("lens.sensor_width_mm", b"36"), ("check", b"0"))
    how = [*((name, None, value) for name, value in lens), *quick[3:]]
    table = ("focus", "focus.csv", b"file,focus_m\n0.9m.png,1.9\n1.2m.png,2.2\n1.6m.png,2.6\n")
    for more, focus in (([], "focus at 0.9 m and 1.6 m"), ([table], "focus at 1.9 m and 2.6 m")):
        _, job, _ = service.post([*stack, *how, *more])
        lines = service.until(job["id"], "done")["lines"]
        assert lines[0].startswith("3 of 3 photographs, focus from")
        assert {"0.9m.png", "1.2m.png", "1.6m.png"} <= set(lines[0].replace(",", "").split())
        assert any(sorted(line.split()[2:6:3]) == sorted(focus.split()[2:6:3]) for line in lines if "focus at" in line)
    _, job, _ = service.post([*stack[:2], ("photos", "1.6m.png", contents[2][:-20]), *how])
    assert service.until(job["id"], "failed")["error"].startswith("image 1.6m.png is damaged: the file ends too early")


def _other(path: Path) -> bytes:
    """Return a photograph that differs from another one a little."""
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    return cv2.imencode(".png", cv2.GaussianBlur(image, (0, 0), 1.0))[1].tobytes()


def test_without_a_camera_there_is_the_order_of_depths(service: Service, quick):
    _, job, _ = service.post([*quick[:2], *quick[3:]])
    done = service.until(job["id"], "done")
    assert "order.png" in done["files"]
    assert "report.html" not in done["files"]
    assert any("metres need a camera" in warning for warning in done["warnings"])


def test_what_photographs_say_of_their_camera(service: Service, photos):
    heads = []
    for path, focus_m in zip(photos, (1.5, 1.0), strict=True):
        exif = Image.Exif()
        exif[0x0110] = "Camera <b>1</b>"
        exif.get_ifd(0x8769).update({0x920A: 50.0, 0x829D: 2.0, 0xA405: 50, 0x9206: focus_m})
        file = io.BytesIO()
        Image.open(path).convert("RGB").save(file, "JPEG", exif=exif)
        heads.append(("photos", f"{path.stem}.jpg", file.getvalue()))
    status, found, _ = service.post(heads, "/exif")
    assert status == 200
    assert [float(x) for x in found["lens"]["focus_m"]] == [1.5, 1.0]
    assert float(found["lens"]["focal_length_mm"]) == pytest.approx(50)
    assert 112 * float(found["lens"]["pixel_pitch_um"]) / 1000 == pytest.approx(
        28
    )  # of 36 x 24 mm, what has the shape of the picture
    assert found["missing"] is None
    assert found["photos"][0]["width"] == 112


def test_a_job_that_runs_is_cancelled_at_once(service: Service, slow, quick):
    _, job, _ = service.post(slow)
    _, waiting, _ = service.post(quick)
    service.until(job["id"], "running", stage="estimating depth")
    assert service.get(f"/jobs/{waiting['id']}")[1]["before"] == 0
    (worker,) = service.workers()
    status, cancelled, _ = service.ask("DELETE", f"/jobs/{job['id']}")
    assert (status, cancelled["state"]) == (200, "cancelled")
    assert not Path(f"/proc/{worker}").exists() or worker not in service.workers()
    folder = service.folder / "jobs" / job["id"]
    assert [path.name for path in folder.iterdir()] == ["job.json"]
    assert service.ask("DELETE", f"/jobs/{job['id']}")[0] == 204
    assert service.get(f"/jobs/{job['id']}")[0] == 404
    assert not folder.exists()
    service.until(waiting["id"], "done")


def test_a_killed_worker_fails_one_job_and_not_the_service(service: Service, slow, quick):
    _, job, _ = service.post(slow)
    service.until(job["id"], "running", stage="estimating depth")
    service.kill_workers()
    failed = service.until(job["id"], "failed")
    assert "ended (signal 9)" in failed["error"]
    _, job, _ = service.post(quick)
    service.until(job["id"], "done")
    service.kill_workers()  # while it has nothing to do
    _, job, _ = service.post(quick)
    service.until(job["id"], "done")


def test_a_client_that_goes_away_cancels_what_it_waited_for(service: Service, slow):
    body, headers = multipart(slow)
    before = set((service.folder / "jobs").iterdir())
    with service.connect() as connection:
        lines = ["POST /estimate?wait=true HTTP/1.1", f"Host: {service.host}", f"Content-Length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        connection.sendall("\r\n".join([*lines, "", ""]).encode() + body)
        end = time.monotonic() + 100
        while set((service.folder / "jobs").iterdir()) == before and time.monotonic() < end:
            time.sleep(0.05)
        (new,) = set((service.folder / "jobs").iterdir()) - before
    while new.exists() and time.monotonic() < end:
        time.sleep(0.05)
    assert not new.exists()


def test_openapi_describes_the_options_of_the_command_line(service: Service):
    _, described, _ = service.get("/openapi.json")
    form = described["paths"]["/estimate"]["post"]["requestBody"]["content"]["multipart/form-data"]["schema"]
    assert {"photos", "camera", "align", "lens.focus_m", "estimator"} <= set(form["properties"])
    assert form["properties"]["lens.focal_length_mm"]["description"] == "Focal length."
    assert "device" not in form["properties"]
    assert {"/jobs/{job_id}", "/jobs/{job_id}/files/{name}", "/jobs/{job_id}/zip"} <= set(described["paths"])


def has_ended(process: int, within_s: float = 30.0) -> bool:
    """Whether a process ends; what its parent has not asked about yet, a zombie, has ended."""
    until = time.monotonic() + within_s
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state == "Z":
            return True
        time.sleep(0.1)
    return False


def test_results_outlive_the_service_and_half_done_jobs_do_not(service: Service, quick, slow):
    _, kept, _ = service.post(quick)
    service.until(kept["id"], "done")
    _, depth, _ = service.get(f"/jobs/{kept['id']}/files/depth.png")
    _, lost, _ = service.post(slow)
    service.until(lost["id"], "running")
    (worker,) = service.workers()
    service.kill_and_start_again()
    assert has_ended(worker)
    assert service.get(f"/jobs/{kept['id']}")[1]["state"] == "done"
    assert service.get(f"/jobs/{kept['id']}/files/depth.png")[1] == depth
    assert service.get(f"/jobs/{lost['id']}")[0] == 404
    assert not (service.folder / "jobs" / lost["id"]).exists()


def test_a_folder_has_one_service_and_nothing_of_others(tmp_path: Path):
    first = Store(tmp_path / "folder")
    with pytest.raises(BlurryEdgesError, match="another process is writing"):
        Store(tmp_path / "folder")
    first.close()
    Store(tmp_path / "folder").close()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("mine")
    with pytest.raises(DataError, match="holds files that are not of this service"):
        Store(tmp_path / "mine")
    temporary = Store(None)
    assert temporary.folder.is_dir()
    temporary.close()
    assert not temporary.folder.exists()


def test_bound_elsewhere_it_is_known_by_its_addresses_and_names():
    guard = Guard(Starlette(), bound_to="0.0.0.0", names=["Lab.example"])
    for host, own in (
        ("10.0.0.7:8000", True),
        ("lab.example", True),
        ("[fe80::1]:8000", True),
        ("evil.example", False),
    ):
        assert (guard._refusal("GET", Headers({"host": host})) is None) == own
    assert not is_loopback("0.0.0.0")
    assert is_loopback("127.0.0.1")
