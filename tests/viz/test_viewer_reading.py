"""Pointing, clicking and keys: what the page says is what the result holds."""

import re

import numpy as np
import pytest

from browser import needs_browser
from result_page import CAMERA, Seen


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
    seen.page.keyboard.press("Escape")
    assert seen.page.inner_text("#reading").startswith("(100, 80) depth")
    assert "between" not in seen.page.inner_text("#reading")
    assert seen.page.locator("#marks line").count() == 0


@needs_browser
def test_a_button_that_opens_a_menu_neither_marks_nor_drags(seen: Seen):
    seen.page.click("#zoom-in")
    before = seen.page.evaluate("viewer.view.x")
    for button in ("right", "middle"):
        seen.page.mouse.move(*seen.at(60, 50))
        seen.page.mouse.down(button=button)
        seen.page.mouse.up(button=button)
        assert seen.page.locator("#marks circle[r='6']").count() == 0
        seen.page.mouse.down(button=button)
        seen.page.mouse.move(*seen.at(40, 50))
        assert seen.page.evaluate("viewer.view.x") == before
        seen.page.mouse.up(button=button)
    seen.page.mouse.click(*seen.at(60, 50))
    assert seen.page.locator("#marks circle[r='6']:not(.under)").count() == 1


@needs_browser
def test_the_browser_keeps_its_own_keys(seen: Seen):
    seen.page.evaluate("window.addEventListener('keydown', event => { window.taken = event.defaultPrevented; })")
    seen.page.focus("#picture")
    for key, taken in (("Control+=", False), ("Control+-", False), ("Alt+ArrowLeft", False), ("=", True)):
        seen.page.evaluate("window.taken = undefined")
        seen.page.keyboard.press(key)
        assert seen.page.evaluate("window.taken") is taken


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
    before = seen.page.evaluate(
        "viewer.cloudPanel.cloud.camera.position.distanceTo(viewer.cloudPanel.cloud.controls.target)"
    )
    seen.page.focus("#cloud")
    seen.page.keyboard.press("+")
    after = seen.page.evaluate(
        "viewer.cloudPanel.cloud.camera.position.distanceTo(viewer.cloudPanel.cloud.controls.target)"
    )
    assert after == pytest.approx(0.8 * before)
