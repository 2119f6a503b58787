"""The page's points in space."""

import numpy as np

from browser import needs_browser
from result_page import Seen


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
        const { points, camera } = viewer.cloudPanel.cloud;
        const position = points.geometry.attributes.position;
        const found = [];
        for (let k = 0; k < viewer.cloudPanel.cloud.count; k += 97) {
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
