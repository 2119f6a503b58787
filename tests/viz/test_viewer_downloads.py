"""Files that the page gives away without any server."""

from pathlib import Path

import numpy as np
from PIL import Image

from blurry_edges.optics import read_camera
from browser import needs_browser
from result_page import CAMERA, Seen


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
