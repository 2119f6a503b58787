"""The layers of the page, their colours and their scale."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from blurry_edges.viz.viewer import viewer_page
from browser import needs_browser
from result_page import Seen


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
def test_the_scale_is_that_of_the_layer_that_is_seen(seen: Seen):
    def ends() -> str:
        return seen.page.inner_text("#near") + seen.page.inner_text("#far")

    seen.page.select_option("#first", "sharp")
    seen.page.select_option("#second", "sd")
    seen.slide("blend", 0)
    assert seen.page.is_hidden("#scale")
    seen.slide("blend", 1)
    assert ends().count(" cm") == 2
    seen.page.select_option("#first", "sd")
    seen.page.select_option("#second", "depth")
    assert ends().count(" m") == 2
    seen.slide("blend", 0)
    assert ends().count(" cm") == 2


@needs_browser
def test_long_error_bars_are_written_without_powers_of_ten(browser, made, tmp_path: Path):
    _, result, images = made
    sd_m = 200 * result.depth_sd_m
    page = tmp_path / "report.html"
    long = replace(result, depth_sd_m=sd_m)
    page.write_text(viewer_page(long, images[0], images[1], truth_m=result.depth_m + 3), encoding="utf-8")
    shown = Seen(browser, page)
    shown.page.select_option("#first", "sd")
    assert int(shown.page.inner_text("#far").removesuffix(" cm")) == pytest.approx(
        100 * np.quantile(sd_m, 0.99), rel=0.1
    )
    assert "by 300 cm or more" in shown.page.inner_text("#first")
    shown.page.click("#tab-cloud")
    shown.slide("limit", 0.98)
    assert re.fullmatch(r"\d{3} cm", shown.page.inner_text("#limit-value"))
    assert not shown.complaints
    shown.page.close()


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
    assert "error: red too far by 2.0 cm or more, blue too near" in shown.page.inner_text("#first")
    shown.page.mouse.move(*shown.at(2, 2))
    text = shown.page.inner_text("#reading")
    assert text.startswith("(2, 2) depth unknown")
    assert text.endswith("true unknown")
    assert not shown.complaints
    shown.page.close()
