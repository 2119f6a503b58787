"""What the package writes into the page of a result."""

import base64
from dataclasses import replace

import numpy as np

from blurry_edges.estimator import DepthLayers, DepthResult, Pictures
from blurry_edges.viz.viewer import viewer_page
from result_page import CAMERA, page_data, truth


def test_what_users_wrote_cannot_become_part_of_the_page(made):
    text = made[0].read_text(encoding="utf-8")
    assert "</script><script>alert(1)" not in text
    data = page_data(text)
    assert data["facts"] == {"<b>name</b>": "</script><script>alert(1)</script>"}
    assert "http://" not in text.split("<script>")[0]


def test_results_without_pictures_error_bars_or_layers_have_a_page():
    result, images = truth()
    bare = replace(result, layers=None, pictures=None, depth_sd_m=np.full_like(result.depth_m, np.nan))
    text = viewer_page(bare, images[0], images[1])
    data = page_data(text)
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
    data = page_data(page)
    assert base64.b64decode(data["images"]["sharp"].split(",")[1])[:4] == b"\x89PNG"
