"""The page in a real browser: drop photographs, see progress, see the viewer."""

import io
import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

from browser import needs_browser
from service import Service

pytestmark = needs_browser
_LONG_MS = 120_000
HOSTILE = "<img src=x onerror=window.hacked=1>.png"


class Seen:
    """The page of a service, and all that it complained about, or asked of others."""

    def __init__(self, browser, service: Service, **options) -> None:
        self.page = browser.new_page(**{"viewport": {"width": 1100, "height": 800}} | options)
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self._noted(request.url, service.url))
        self.page.goto(service.url)
        self.page.wait_for_selector("body[data-ready=true]")

    def _noted(self, url: str, own: str) -> None:
        if not url.startswith((own, "data:", "blob:")):
            self.complaints.append(f"asked for {url}")

    def drop(self, files: dict[str, bytes]) -> None:
        """Drop files on the page, as a hand does."""
        given = [[name, list(content)] for name, content in files.items()]
        transfer = self.page.evaluate_handle(
            "files => { const data = new DataTransfer(); for (const [name, bytes] of files)"
            " data.items.add(new File([new Uint8Array(bytes)], name)); return data; }",
            given,
        )
        self.page.dispatch_event("#drop", "drop", {"dataTransfer": transfer})

    def no_wider_than(self, width: int) -> bool:
        return self.page.evaluate("document.documentElement.scrollWidth") <= width

    def close(self) -> None:
        assert not self.complaints
        self.page.close()


@pytest.fixture
def pair(photos: tuple[Path, Path], camera: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (*photos, camera)}


def test_from_two_dropped_photographs_to_the_viewer_and_away(browser, service: Service, pair):
    seen = Seen(browser, service)
    page = seen.page
    assert page.is_disabled("#start")
    seen.drop(pair)
    page.wait_for_selector("#photos li:nth-child(2)")
    assert re.findall("first|second", page.inner_text("#photos")) == ["first", "second"]
    expect(page.locator("#photos")).to_contain_text("112 × 96 px")
    assert page.is_checked("[name=by][value=file]")
    page.click("#start")
    stages = set()
    while page.is_hidden("#result"):
        stages.add(page.inner_text("#stage"))
        assert page.is_hidden("#error"), page.inner_text("#error")
        page.wait_for_timeout(20)
    assert stages & {"reading the photographs", "comparing the photographs", "estimating depth", "writing files"}
    assert page.inner_text("#grade") in ("good", "fair", "poor")
    assert "of the pixels can be trusted" in page.inner_text("#verdict-line")
    viewer = page.frame_locator("#viewer")
    viewer.locator("body[data-ready=true]").wait_for(timeout=_LONG_MS)
    viewer.locator("#picture").hover()
    assert re.search(r"depth [\d.]+ m ± [\d.]+ cm", viewer.locator("#reading").inner_text())
    with page.expect_download() as download:
        page.click("#zip")
    assert download.value.suggested_filename == "blurry-edges.zip"
    with page.expect_download() as download:
        viewer.get_by_role("button", name="depth_m.npy").click()
    assert Path(download.value.path()).read_bytes().startswith(b"\x93NUMPY")
    page.reload()
    page.wait_for_selector("#result:not([hidden])")  # it is still there
    job = page.url.partition("#")[2]
    page.click("#again")
    assert "minus.png, plus.png" in page.inner_text("#earlier-list")
    page.click("#earlier-list button")
    page.wait_for_selector("#result:not([hidden])")
    page.click("#delete")
    page.wait_for_selector("#form:not([hidden])")
    assert page.is_hidden("#earlier")
    assert service.get(f"/jobs/{job}")[0] == 404
    seen.close()


def test_the_script_of_a_report_can_ask_the_service_nothing(browser, service: Service, quick):
    _, job, _ = service.post(quick)
    service.until(job["id"], "done")
    page = browser.new_page()
    page.goto(f"{service.url}/jobs/{job['id']}/files/report.html")
    page.wait_for_selector("body[data-ready=true]")
    assert page.evaluate("self.origin") == "null"
    tried = page.evaluate(f"fetch('{service.url}/jobs/{job['id']}', {{method: 'DELETE'}}).then(() => 1, () => 0)")
    assert tried == 0
    assert service.get(f"/jobs/{job['id']}")[0] == 200
    page.close()


def test_exif_fills_in_the_form_on_a_phone_and_swapping_swaps_it(browser, service: Service, photos):
    files = {}
    for path, focus_m in zip(photos, (1.5, 1.0), strict=True):
        exif, file = Image.Exif(), io.BytesIO()
        exif.get_ifd(0x8769).update({0x920A: 50.0, 0x829D: 2.0, 0xA405: 50, 0x9206: focus_m})
        Image.open(path).convert("RGB").save(file, "JPEG", exif=exif)
        files[f"{path.stem}.jpg"] = file.getvalue()
    phone = Seen(browser, service, viewport={"width": 390, "height": 800}, has_touch=True, color_scheme="dark")
    page = phone.page

    def values(name: str) -> list[str]:
        return page.eval_on_selector_all(f'[name="lens.{name}"]', "fields => fields.map((field) => field.value)")

    phone.drop(files)
    page.wait_for_selector("[data-known]")
    assert values("focal_length_mm") == ["50"]
    assert values("f_number") == ["2", ""]
    assert values("sensor_width_mm") == ["28"]
    assert values("focus_m") == ["1.5", "1"]
    assert phone.no_wider_than(390)
    page.fill('[name="lens.f_number"] >> nth=0', "2,8")
    page.tap("#swap")
    expect(page.locator('[name="lens.focus_m"]').first).to_have_value("1")
    assert values("focus_m") == ["1", "1.5"]
    assert values("f_number")[0] == "2,8"  # what was typed stays
    page.locator("summary", has_text="More options").click()
    page.select_option("#estimator", "evidence")
    page.select_option("[name=maps]", "depth")
    page.check("[name=check]")
    page.tap("#start")
    page.wait_for_selector("#result:not([hidden])", timeout=_LONG_MS)
    found = page.locator("#lines").text_content()
    assert "f/2.8 as told" in found
    assert "focus at 1 m and 1.5 m from the EXIF" in found
    page.frame_locator("#viewer").locator("body[data-ready=true]").wait_for(timeout=_LONG_MS)
    assert phone.no_wider_than(390)
    phone.close()


def test_names_are_shown_and_not_run_and_errors_speak_of_the_page(browser, service: Service, photos, camera):
    seen = Seen(browser, service)
    page = seen.page
    seen.drop({"notes.txt": b"x"})
    assert page.inner_text("#error") == "notes.txt cannot be a photograph by its name."
    seen.drop({HOSTILE: b"x", "b.png": b"x", "camera.toml": camera.read_bytes()})
    page.wait_for_selector("#photos li:nth-child(2)")
    assert HOSTILE in page.inner_text("#photos")
    page.click("#start")
    page.wait_for_selector("#error:not([hidden])", timeout=_LONG_MS)
    assert HOSTILE in page.inner_text("#error")
    assert page.evaluate("window.hacked") is None
    page.click("#clear")
    seen.drop({"minus.png": photos[0].read_bytes(), "plus.png": _moved(photos[1])})
    page.wait_for_selector("#photos li:nth-child(2)")
    page.click("#start")
    page.wait_for_selector("#error:not([hidden])", timeout=_LONG_MS)
    assert "“align the photographs”" in page.inner_text("#error")
    assert "--" not in page.inner_text("#error")
    assert page.locator("[name=align].wanted").count() == 1
    # The pictures that are none are the only ones that a browser complains about.
    seen.complaints = [text for text in seen.complaints if "blob:" not in text]
    seen.close()


def _moved(path: Path) -> bytes:
    """Return a photograph, displaced by some pixels."""
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    return cv2.imencode(".png", np.roll(image, (3, 5), (0, 1)))[1].tobytes()


def test_by_keyboard_alone_and_cancelled(browser, service: Service, slow):
    seen = Seen(browser, service)
    page = seen.page
    page.focus("#choose")
    contents = {part[1]: part[2] for part in slow if part[1]}
    page.set_input_files(
        "#choose", [{"name": name, "mimeType": "", "buffer": content} for name, content in contents.items()]
    )
    page.wait_for_selector("#photos li:nth-child(2)")
    page.locator("summary", has_text="More options").press("Enter")
    page.select_option("#estimator", "paper")
    page.locator("[name=check]").press("Space")
    page.locator("#start").press("Enter")
    expect(page.locator("#stage")).to_have_text("estimating depth", timeout=_LONG_MS)
    page.locator("#cancel").press("Enter")
    page.wait_for_selector("#form:not([hidden])", timeout=_LONG_MS)
    assert page.is_hidden("#error")
    assert page.is_hidden("#earlier")
    seen.close()
