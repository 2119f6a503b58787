"""The page of a result inside a notebook."""

import html
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import blurry_edges
from blurry_edges.errors import BlurryEdgesError
from blurry_edges.estimator import DepthResult
from blurry_edges.photos import DemoPair
from browser import needs_browser


@pytest.fixture(scope="module")
def demo() -> DemoPair:
    whole = blurry_edges.demo_pair()
    return replace(whole, minus=whole.minus[:64, :80], plus=whole.plus[:64, :80], depth_m=whole.depth_m[:64, :80])


@pytest.fixture(scope="module")
def result(demo: DemoPair) -> DepthResult:
    return blurry_edges.load("fused").estimate(demo.minus, demo.plus, camera=demo.camera)


def test_the_frame_holds_the_page_that_save_writes(demo: DemoPair, result: DepthResult, tmp_path: Path):
    shown = blurry_edges.show(result, demo.minus, demo.plus, height_px=500)
    frame = shown._repr_html_()
    assert "height:500px" in frame
    held = html.unescape(re.fullmatch(r'<iframe srcdoc="([^"]*)".*</iframe>', frame, re.DOTALL)[1])
    assert held == shown.save(tmp_path / "page.html").read_text(encoding="utf-8")
    data = json.loads(re.search(r'id="data">(.*?)</script>', held, re.DOTALL)[1])
    assert data["size"] == [64, 80]


def test_without_photographs_it_shows_those_without_noise(demo: DemoPair, result: DepthResult):
    own = blurry_edges.show(result).page
    assert own == blurry_edges.show(result, result.denoised_minus, result.denoised_plus).page
    assert own != blurry_edges.show(result, demo.minus, demo.plus).page


def test_grey_photographs_are_shown_too(demo: DemoPair, result: DepthResult):
    grey = [np.asarray(image.mean(-1)) for image in (demo.minus, demo.plus)]
    colored = [np.repeat(image[..., None], 3, -1) for image in grey]
    assert blurry_edges.show(result, *grey).page == blurry_edges.show(result, *colored).page


def test_what_cannot_be_shown_is_refused(demo: DemoPair, result: DepthResult):
    with pytest.raises(BlurryEdgesError, match="give the photographs"):
        blurry_edges.show(replace(result, pictures=None))
    with pytest.raises(BlurryEdgesError, match="plus and the result differ in size: 60 x 80 px and 64 x 80 px"):
        blurry_edges.show(result, demo.minus, demo.plus[:60])


def test_the_bundled_pair_has_one_size_and_a_depth_in_its_range():
    demo = blurry_edges.demo_pair()
    assert demo.minus.shape == demo.plus.shape == (*demo.depth_m.shape, 3)
    near, far = demo.camera.depth_range_m
    assert near < demo.depth_m.min() < demo.depth_m.max() < far


@needs_browser
def test_the_frame_reads_depth_in_a_browser(demo: DemoPair, result: DepthResult, tmp_path: Path, browser: Any):
    """A notebook puts the frame into a page of its own, which must not change what it can do."""
    page_file = tmp_path / "notebook.html"
    frame = blurry_edges.show(result, demo.minus, demo.plus)._repr_html_()
    page_file.write_text(f"<!doctype html><body>{result._repr_html_()}{frame}</body>", encoding="utf-8")
    complaints: list[str] = []
    page = browser.new_page(viewport={"width": 1000, "height": 1400})
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(page_file.as_uri())
    inside = page.frame_locator("iframe")
    inside.locator("body[data-ready=true]").wait_for(timeout=60_000)
    box = inside.locator("#picture").bounding_box()
    page.mouse.move(box["x"] + 40.5 / 80 * box["width"], box["y"] + 30.5 / 64 * box["height"])
    depth = float(re.search(r"depth ([\d.]+) m", inside.locator("#reading").inner_text())[1])
    widths = page.evaluate("[...document.images].map(image => image.naturalWidth)")
    assert depth == pytest.approx(float(result.depth_m[30, 40]), abs=1e-4)
    assert widths == [80, 80, 80]
    assert not complaints
