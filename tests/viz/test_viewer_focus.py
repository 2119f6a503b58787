"""The page refocuses as the package does, and as a lens would have."""

import re
from dataclasses import replace

import numpy as np
import pytest

from blurry_edges.bench.metrics import psnr_db
from blurry_edges.estimator.refocus import refocused
from blurry_edges.viz.viewer import display_bytes
from browser import needs_browser
from result_page import CAMERA, OTHER, Seen


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
    def moved(focus: float, last_took_ms: float) -> tuple[str, np.ndarray]:
        # In one go: on a busy computer, the slider could have come to rest before a second question.
        quality, pixels = seen.page.evaluate(
            """([focus, time]) => {
                viewer.focus.fineTime = time;
                const slider = document.getElementById("focus");
                slider.value = focus;
                slider.dispatchEvent(new Event("input"));
                return [viewer.focus.quality, Array.from(viewer.stage.refocusedPixels())];
            }""",
            [focus, last_took_ms],
        )
        return quality, np.array(pixels, np.uint8) / 255

    seen.slide("aperture", 1)
    quality, fine = moved(100, 0)  # as on a fast graphics card
    assert quality == "fine"
    assert moved(300, 1000)[0] == "coarse"
    quality, coarse = moved(100, 1000)
    assert quality == "coarse"
    assert 25 < psnr_db(coarse, fine) < 60
    seen.page.wait_for_function("viewer.focus.quality === 'fine'")
    rested = np.array(seen.page.evaluate("Array.from(viewer.stage.refocusedPixels())"), np.uint8) / 255
    np.testing.assert_array_equal(rested, fine)


@needs_browser
def test_a_wide_aperture_leaves_no_halos(seen: Seen, made):
    """A surface in front of the focus is soft at its edges, as the package itself refocuses it."""
    _, result, _ = made
    seen.slide("aperture", 1)
    farthest = float(np.nanmax(result.crisp_depth))
    seen.page.evaluate("depth => viewer.focus.set(depth)", farthest)
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
