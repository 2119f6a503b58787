"""The page of a result inside a notebook."""

import html
import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import blurry_edges
from blurry_edges.errors import BlurryEdgesError
from blurry_edges.estimator import DepthResult
from blurry_edges.io import DemoPair


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
