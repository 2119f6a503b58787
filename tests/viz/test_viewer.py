"""The page of a result in a real browser: it reads what the file holds, refocuses, measures, and asks nobody."""

import base64
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from blurry_edges.bench.metrics import psnr_db
from blurry_edges.estimator import DepthLayers, DepthResult, Pictures
from blurry_edges.estimator.refocus import refocused
from blurry_edges.optics import Camera, Psf, read_camera
from blurry_edges.scenes.textured_scenes import TexturedScenes
from blurry_edges.viz.viewer import About, display_bytes, viewer_page
from browser import needs_browser

CAMERA = replace(Camera.paper(), psf=Psf("disc"))
OTHER = replace(CAMERA.minus, optical_power_dpt=10.3)

_WITHOUT_WEBGL = """
const get = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
  return kind.startsWith("webgl") ? null : get.call(this, kind, ...rest);
};
"""


def truth() -> tuple[DepthResult, np.ndarray]:
    """Return a scene as a perfect result, and three photographs of it, the last with another focus."""
    scene = TexturedScenes(portrait_share=1.0, crowd_share=0.0, size=(96, 120)).render(
        np.random.default_rng(5), CAMERA, (*CAMERA.settings, OTHER)
    )
    depth = scene.depth_m.astype(np.float32)
    sd = (0.002 + 0.01 * np.random.default_rng(0).random(depth.shape)).astype(np.float32)
    front, back = depth.copy(), depth.copy()
    back[40:50] += 0.1
    front[:5, :5] = back[:5, :5] = np.nan
    probability = np.full(depth.shape, 0.75, np.float32)
    unknown = depth.copy()
    unknown[:5, :5] = np.nan
    empty = np.zeros(depth.shape, np.float32)
    pictures = Pictures(
        empty, scene.images[0], scene.images[1], scene.images[0], unknown, empty, scene.all_in_focus.astype(np.float32)
    )
    layers = DepthLayers(front, back, probability)
    result = DepthResult(unknown, sd, CAMERA, 190.0, 2.0, "fused", layers=layers, pictures=pictures)
    return result, scene.images


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, DepthResult, np.ndarray]:
    result, images = truth()
    about = About(
        "good", {"<b>name</b>": "</script><script>alert(1)</script>"}, "blurry-edges estimate", ("depth.npz",)
    )
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(viewer_page(result, images[0], images[1], about), encoding="utf-8")
    return path, result, images


class Seen:
    """A page, and all that it complained about or asked for."""

    def __init__(self, browser, path: Path, query: str = "", *, without_webgl: bool = False, **options) -> None:
        self.page = browser.new_page(**{"viewport": {"width": 1100, "height": 800}} | options)
        if without_webgl:
            self.page.add_init_script(_WITHOUT_WEBGL)
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self._noted(request.url))
        self.page.goto(path.as_uri() + query)
        self.page.wait_for_selector("body[data-ready=true]", timeout=60_000)

    def _noted(self, url: str) -> None:
        if not url.startswith(("file:", "data:", "blob:")):
            self.complaints.append(f"asked for {url}")

    def at(self, x: int, y: int) -> tuple[float, float]:
        box = self.page.locator("#picture").bounding_box()
        return box["x"] + (x + 0.5) / 120 * box["width"], box["y"] + (y + 0.5) / 96 * box["height"]

    def slide(self, name: str, value: float, *, released: bool = True) -> None:
        events = ["input", "change"] if released else ["input"]
        self.page.evaluate(
            "([name, value, events]) => { const x = document.getElementById(name); x.value = value;"
            " for (const event of events) x.dispatchEvent(new Event(event)); }",
            [name, value, events],
        )


@pytest.fixture
def seen(browser, made) -> Iterator[Seen]:
    found = Seen(browser, made[0])
    yield found
    assert not found.complaints
    found.page.close()


@needs_browser
def test_pointing_reads_the_depth_that_the_result_holds(seen: Seen, made):
    _, result, _ = made
    for x, y in ((30, 20), (60, 70), (119, 95), (7, 90)):
        seen.page.mouse.move(*seen.at(x, y))
        text = seen.page.inner_text("#reading")
        depth, sd = re.search(r"depth ([\d.]+) m ± ([\d.]+) cm", text).groups()
        assert float(depth) == pytest.approx(float(result.depth_m[y, x]), abs=1e-4)
        assert float(sd) == pytest.approx(100 * float(result.depth_sd_m[y, x]), rel=0.03)
    seen.page.mouse.move(*seen.at(2, 2))
    assert "depth unknown" in seen.page.inner_text("#reading")
    seen.page.mouse.move(*seen.at(60, 45))
    assert re.search(r"front .* \(75 %\), back .* \(25 %\)", seen.page.inner_text("#reading"))


@needs_browser
def test_uncertain_depth_fades_and_can_be_shown_in_full(seen: Seen):
    def shown() -> str:
        return seen.page.evaluate("document.getElementById('picture').toDataURL()")

    seen.page.select_option("#first", "depth")
    seen.slide("blend", 0)
    near, far = (float(seen.page.input_value(f"#{end}")) for end in ("from", "to"))
    seen.page.fill("#to", f"{near + 0.02 * (far - near):.4f}")  # a scale as wide as error bars are
    seen.page.dispatch_event("#to", "change")
    faded = shown()
    seen.page.uncheck("#fade")
    assert shown() != faded
    seen.page.check("#fade")
    assert shown() == faded


@needs_browser
def test_the_truth_is_shown_beside_what_was_found(browser, made, tmp_path: Path):
    _, result, images = made
    true_m = np.where(np.isfinite(result.depth_m), result.depth_m - 0.02, np.nan).astype(np.float32)
    page = tmp_path / "report.html"
    page.write_text(viewer_page(result, images[0], images[1], truth_m=true_m), encoding="utf-8")
    shown = Seen(browser, page)
    shown.page.mouse.move(*shown.at(30, 20))
    text = shown.page.inner_text("#reading")
    assert float(re.search(r"true ([\d.]+) m", text)[1]) == pytest.approx(float(true_m[20, 30]), abs=1e-4)
    assert "off by +2.0 cm" in text
    assert "by 2.0 cm or more" in shown.page.inner_text("#first")
    assert not shown.complaints
    shown.page.close()


@needs_browser
def test_two_clicks_measure_a_distance_in_space(seen: Seen, made):
    _, result, _ = made
    ends = ((20, 60), (100, 80))
    for place in ends:
        seen.page.mouse.click(*seen.at(*place))
    length, sd = re.search(r"between the marks ([\d.]+) m ± ([\d.]+) cm", seen.page.inner_text("#reading")).groups()
    focal_px = CAMERA.sensor_distance_m / CAMERA.image_pitch_m
    places = []
    for x, y in ends:
        z = float(result.depth_m[y, x])
        places.append(np.array([(x - 59.5) / focal_px * z, (y - 47.5) / focal_px * z, z]))
    assert float(length) == pytest.approx(np.linalg.norm(places[1] - places[0]), abs=2e-4)
    spread = np.hypot(*(result.depth_sd_m[y, x] for x, y in ends))
    assert float(sd) == pytest.approx(100 * spread, rel=0.3)


@needs_browser
def test_dragging_the_focus_gives_the_picture_with_that_focus(seen: Seen, made):
    """Towards the true photograph of another focus, far closer than the sharp picture is."""
    _, result, images = made
    power = OTHER.optical_power_dpt
    low, high = seen.page.evaluate("[viewer.data.low, viewer.data.high]")
    margin = 0.15 * (high - low)
    q = power - 1 / CAMERA.sensor_distance_m
    seen.slide("focus", 1000 * (q - low + margin) / (high - low + 2 * margin))
    pixels = np.array(seen.page.evaluate("Array.from(viewer.stage.refocusedPixels())"), np.uint8)
    shown = pixels.reshape(96, 120, 4)[..., :3] / 255
    white = max(float(np.quantile(result.sharp, 0.995)), 1e-3)
    wanted = (images[2] / white).clip(0, 1) ** (1 / 2.2)
    inside = (slice(12, -12), slice(12, -12))
    assert psnr_db(shown[inside], wanted[inside]) > 30
    assert psnr_db(display_bytes(result.sharp)[inside] / 255, wanted[inside]) < 26


@needs_browser
def test_a_picture_that_takes_long_is_coarse_while_a_slider_moves_and_fine_when_it_rests(seen: Seen):
    def shown() -> np.ndarray:
        return np.array(seen.page.evaluate("Array.from(viewer.stage.refocusedPixels())"), np.uint8) / 255

    seen.slide("aperture", 1)
    seen.page.evaluate("viewer.fineTime = 0")  # as on a fast graphics card
    seen.slide("focus", 100, released=False)
    assert seen.page.evaluate("viewer.quality") == "fine"
    fine = shown()
    seen.page.evaluate("viewer.fineTime = 1000")
    seen.slide("focus", 300, released=False)
    seen.page.evaluate("viewer.fineTime = 1000")
    seen.slide("focus", 100, released=False)
    assert seen.page.evaluate("viewer.quality") == "coarse"
    coarse = shown()
    assert 25 < psnr_db(coarse, fine) < 60
    seen.page.wait_for_function("viewer.quality === 'fine'")
    np.testing.assert_array_equal(shown(), fine)


@needs_browser
def test_a_wide_aperture_leaves_no_halos(seen: Seen, made):
    """A surface in front of the focus is soft at its edges, as the package itself refocuses it."""
    _, result, _ = made
    seen.slide("aperture", 1)
    farthest = float(np.nanmax(result.crisp_depth))
    seen.page.evaluate("depth => viewer.setFocus(depth)", farthest)
    seen.page.select_option("#first", "refocused")
    pixels = np.array(seen.page.evaluate("Array.from(viewer.stage.refocusedPixels())"), np.uint8)
    setting = replace(
        CAMERA.minus,
        optical_power_dpt=1 / CAMERA.sensor_distance_m + 1 / farthest,
        aperture_sigma_m=2 * CAMERA.minus.aperture_sigma_m,
    )
    white = max(float(np.quantile(result.sharp, 0.995)), 1e-3)
    wanted = (refocused(result.sharp, result.crisp_depth, CAMERA, setting) / white).clip(0, 1) ** (1 / 2.2)
    inside = (slice(12, -12), slice(12, -12))
    assert psnr_db(pixels.reshape(96, 120, 4)[inside][..., :3] / 255, wanted[inside]) > 36


@needs_browser
def test_a_click_focuses_there(seen: Seen, made):
    _, result, _ = made
    seen.page.check("#focus-here")
    seen.page.mouse.click(*seen.at(60, 70))
    assert seen.page.is_hidden("#scale")  # a photograph has no scale of colours
    focus = float(re.search(r"[\d.]+", seen.page.inner_text("#focus-value"))[0])
    assert focus == pytest.approx(float(result.crisp_depth[70, 60]), rel=0.003)
    assert seen.page.evaluate("depth => viewer.blurSigma(depth)", focus) < 0.05


@needs_browser
def test_the_cloud_has_the_points_and_drops_the_uncertain_ones(seen: Seen, made):
    _, result, _ = made
    seen.page.click("#tab-cloud")
    assert seen.page.inner_text("#count") == f"{int(np.isfinite(result.crisp_depth).sum())} points"
    seen.slide("limit", 0.5)
    left = int(seen.page.inner_text("#count").split()[0])
    assert 0.05 * result.depth_m.size < left < 0.95 * result.depth_m.size
    before = seen.page.locator("#cloud").screenshot()
    seen.page.focus("#cloud")
    for _ in range(4):
        seen.page.keyboard.press("ArrowRight")
    assert seen.page.locator("#cloud").screenshot() != before


@needs_browser
def test_from_where_the_camera_was_flattening_cannot_be_seen(seen: Seen):
    """Points move along their rays: every one stays where it is on the screen."""
    seen.page.click("#tab-cloud")
    places = """() => {
        const { points, camera } = viewer.cloud;
        const position = points.geometry.attributes.position;
        const found = [];
        for (let k = 0; k < viewer.cloud.count; k += 97) {
            const place = camera.position.clone().fromBufferAttribute(position, k).project(camera);
            found.push([place.x, place.y]);
        }
        return found;
    }"""
    seen.slide("stretch", 0)
    flat = seen.page.evaluate(places)
    seen.slide("stretch", 1)
    np.testing.assert_allclose(seen.page.evaluate(places), flat, atol=1e-4)
    assert np.ptp(np.array(flat)[:, 0]) > 1


@needs_browser
def test_the_view_that_is_saved_is_the_one_that_is_seen(seen: Seen, tmp_path: Path):
    saved = []
    for tab in ("#tab-picture", "#tab-cloud"):
        seen.page.click(tab)
        with seen.page.expect_download() as download:
            seen.page.get_by_role("button", name="this view.png").click()
        download.value.save_as(tmp_path / "view.png")
        saved.append((tmp_path / "view.png").read_bytes())
    assert saved[0] != saved[1]


@needs_browser
def test_the_keyboard_reads_and_zooms(seen: Seen):
    seen.page.focus("#picture")
    seen.page.keyboard.press("ArrowRight")
    assert seen.page.inner_text("#reading").startswith("(61, 48) depth")
    for _ in range(3):
        seen.page.keyboard.press("+")
    assert seen.page.evaluate("viewer.view.zoom") == pytest.approx(1.5**3)
    for _ in range(4):
        seen.page.keyboard.press("Shift+ArrowRight")
    left = seen.page.evaluate("viewer.view.x")
    assert left <= (101 + 0.5) / 120 <= left + 1 / 1.5**3  # the view follows
    seen.page.click("#tab-cloud")
    before = seen.page.evaluate("viewer.cloud.camera.position.distanceTo(viewer.cloud.controls.target)")
    seen.page.focus("#cloud")
    seen.page.keyboard.press("+")
    after = seen.page.evaluate("viewer.cloud.camera.position.distanceTo(viewer.cloud.controls.target)")
    assert after == pytest.approx(0.8 * before)


@needs_browser
def test_colours_follow_the_range_and_the_map(seen: Seen):
    before = seen.page.locator("#picture").screenshot()
    seen.page.select_option("#map", "cividis")
    seen.page.fill("#to", "3")
    seen.page.dispatch_event("#to", "change")
    assert seen.page.locator("#picture").screenshot() != before
    assert seen.page.inner_text("#far") == "3.00 m"
    shown = seen.page.locator("#picture").screenshot()
    for typed in ("", "0", "-1", "0.1"):  # no range: the last one stays, and the page says which number is wrong
        seen.page.fill("#to", typed)
        seen.page.dispatch_event("#to", "change")
        assert seen.page.get_attribute("#to", "aria-invalid") == "true"
        assert seen.page.inner_text("#far") == "3.00 m"
        assert seen.page.locator("#picture").screenshot() == shown


@needs_browser
def test_files_can_be_saved_from_the_page_alone(seen: Seen, made, tmp_path: Path):
    _, result, _ = made
    for name in ("depth_m.npy", "depth_sd_m.npy"):
        with seen.page.expect_download() as download:
            seen.page.get_by_role("button", name=name).click()
        download.value.save_as(tmp_path / name)
    np.testing.assert_allclose(np.load(tmp_path / "depth_m.npy"), result.depth_m, atol=2e-5)
    with seen.page.expect_download() as download:
        seen.page.get_by_role("button", name="cloud.ply").click()
    download.value.save_as(tmp_path / "cloud.ply")
    with seen.page.expect_download() as download:
        seen.page.get_by_role("button", name="sharp.png").click()
    download.value.save_as(tmp_path / "sharp.png")
    assert (tmp_path / "sharp.png").read_bytes().startswith(b"\x89PNG")
    with seen.page.expect_download() as download:
        seen.page.get_by_role("button", name="boundary.png").click()
    download.value.save_as(tmp_path / "boundary.png")
    assert not np.asarray(Image.open(tmp_path / "boundary.png"))[..., :3].any()  # as in the result
    with seen.page.expect_download() as download:
        seen.page.get_by_role("button", name="camera.toml").click()
    download.value.save_as(tmp_path / "camera.toml")
    assert read_camera(tmp_path / "camera.toml") == CAMERA
    header = (tmp_path / "cloud.ply").read_bytes()[:200].decode("ascii", "replace")
    assert f"element vertex {int(np.isfinite(result.crisp_depth).sum())}" in header


@needs_browser
def test_on_the_screen_of_a_phone_nothing_sticks_out(browser, made):
    phone = Seen(browser, made[0], viewport={"width": 390, "height": 800}, has_touch=True, device_scale_factor=2)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
    phone.page.touchscreen.tap(*phone.at(60, 70))
    assert "depth" in phone.page.inner_text("#reading")
    assert not phone.complaints
    phone.page.close()


@needs_browser
@pytest.mark.parametrize("asked", [True, False], ids=["asked for", "no WebGL"])
def test_the_plain_form_says_so_and_still_reads(browser, made, asked: bool):
    plain = Seen(browser, made[0], "?plain" if asked else "", without_webgl=not asked)
    assert "plainer form" in plain.page.inner_text("#notice")
    plain.page.mouse.move(*plain.at(60, 70))
    assert "± " in plain.page.inner_text("#reading")
    assert plain.page.is_hidden("#focusing")
    assert plain.page.is_disabled("#tab-cloud")
    shown = plain.page.locator("#picture").screenshot()
    plain.page.select_option("#first", "sharp")
    assert plain.page.locator("#picture").screenshot() != shown
    assert not plain.complaints
    plain.page.close()


def test_what_users_wrote_cannot_become_part_of_the_page(made):
    text = made[0].read_text(encoding="utf-8")
    assert "</script><script>alert(1)" not in text
    data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.DOTALL)[1])
    assert data["facts"] == {"<b>name</b>": "</script><script>alert(1)</script>"}
    assert "http://" not in text.split("<script>")[0]


def test_results_without_pictures_error_bars_or_layers_have_a_page():
    result, images = truth()
    bare = replace(result, layers=None, pictures=None, depth_sd_m=np.full_like(result.depth_m, np.nan))
    text = viewer_page(bare, images[0], images[1])
    data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.DOTALL)[1])
    assert set(data["images"]) == {"minus", "plus"}
    assert data["sd"] is None
    assert "front" not in data


def test_a_megapixel_stays_below_12_mb():
    rng = np.random.default_rng(0)
    y, x = np.mgrid[0:1000, 0:1000] / 1000
    depth = (0.8 + 0.3 * x + 0.002 * rng.standard_normal(x.shape)).astype(np.float32)
    image = np.repeat((0.4 + 0.2 * np.sin(90 * x * y) + 0.03 * rng.standard_normal(x.shape))[..., None], 3, -1)
    image = image.clip(0, 1).astype(np.float32)
    smooth = np.repeat((0.4 + 0.2 * np.sin(90 * x * y))[..., None], 3, -1).astype(np.float32)
    sd = (0.01 + 0.003 * rng.random(x.shape)).astype(np.float32)
    # Where there is one surface, a network's two differ by a little, everywhere.
    back = np.where(np.abs(x - 0.5) < 0.02, depth + 0.1, depth + 0.005 * rng.random(x.shape)).astype(np.float32)
    maps = Pictures(sd, smooth, smooth, smooth, depth, sd, smooth)
    front = (depth - 0.003 * rng.random(x.shape)).astype(np.float32)
    layers = DepthLayers(front, back, (0.5 + 0.4 * rng.random(x.shape)).astype(np.float32))
    result = DepthResult(depth, sd, CAMERA, 190.0, 2.0, "fused", layers=layers, pictures=maps)
    page = viewer_page(result, image, image)
    assert len(page) < 12e6
    data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.DOTALL)[1])
    assert base64.b64decode(data["images"]["sharp"].split(",")[1])[:4] == b"\x89PNG"
