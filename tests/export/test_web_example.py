"""The page that computes depth by itself, in a real browser, from a server that only hands out files."""

import http.server
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import blurry_edges
from blurry_edges.photos import DEMO_FOLDER, write_image
from browser import needs_browser

EXAMPLE = Path(__file__).parents[2] / "examples" / "web"
RUNTIME = Path("node_modules") / "onnxruntime-web"
_LONG_MS = 240_000

pytestmark = needs_browser


class _Silent(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def address(model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the page with an exported file and ONNX Runtime beside it; without npm or its registry, skip."""
    if not (EXAMPLE / RUNTIME).exists():
        if shutil.which("npm") is None:
            pytest.skip("no ONNX Runtime Web here, and no npm to install it")
        install = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        if subprocess.run(install, cwd=EXAMPLE, capture_output=True).returncode:
            pytest.skip("no ONNX Runtime Web here: npm ci failed, so perhaps there is no network")
    site = tmp_path_factory.mktemp("site")
    for path in (*EXAMPLE.glob("*.js"), EXAMPLE / "index.html"):
        shutil.copy(path, site)
    shutil.copy(model, site / "fused.onnx")
    (site / "node_modules").symlink_to(EXAMPLE / "node_modules")
    server = http.server.ThreadingHTTPServer(("localhost", 0), partial(_Silent, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()


def test_two_photographs_become_the_depth_that_the_estimator_finds(browser, address: str, tmp_path: Path):
    page = browser.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "request", lambda x: x.url.startswith((address, "data:", "blob:")) or complaints.append(f"asked for {x.url}")
    )
    page.goto(address)

    wrong = tmp_path / "wrong.png"
    wrong.write_bytes(b"no picture")
    page.set_input_files("#minus", wrong)
    page.set_input_files("#plus", DEMO_FOLDER / "plus.png")
    page.click("#start")
    page.wait_for_function("document.querySelector('#error').textContent.includes('wrong.png is no photograph')")
    small = tmp_path / "small.png"
    write_image(np.full((40, 40, 3), 0.5, np.float32), small)
    page.set_input_files("#minus", small)
    page.click("#start")
    page.wait_for_function("document.querySelector('#error').textContent.includes('differ in size')", timeout=_LONG_MS)

    page.set_input_files("#minus", DEMO_FOLDER / "minus.png")
    page.uncheck("#srgb")  # the bundled pair is linear
    page.click("#start")
    page.wait_for_selector("#result:not([hidden])", timeout=_LONG_MS)
    assert page.inner_text("#error") == ""
    page.hover("#depth")
    assert re.search(r"here \d\.\d{3} m ± \d+\.\d cm", page.inner_text("#reading"))
    with page.expect_download() as download:
        page.click("#save")
    depth_m = np.load(download.value.path())
    assert not complaints
    page.close()

    demo = blurry_edges.demo_pair()
    mirrored = [np.pad(image, ((0, 120), (0, 40), (0, 0)), mode="reflect") for image in (demo.minus, demo.plus)]
    expected = blurry_edges.load("fused").estimate(*mirrored, camera=demo.camera, photon_level=190.0, read_noise=2.0)
    assert depth_m.shape == demo.depth_m.shape
    difference = np.abs(depth_m - expected.depth_m[:200, :280]) / expected.depth_sd_m[:200, :280]
    assert np.mean(difference) < 0.2  # the browser decodes 8 of the 16 bits
    assert np.sqrt(np.mean((depth_m - demo.depth_m) ** 2)) < 0.05
