"""One page of a result for all tests that need no special one."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from blurry_edges.estimator import DepthResult
from blurry_edges.viz.viewer import About, viewer_page
from result_page import Seen, truth


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, DepthResult, np.ndarray]:
    result, images = truth()
    about = About(
        "good", {"<b>name</b>": "</script><script>alert(1)</script>"}, "blurry-edges estimate", ("depth.npz",)
    )
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(viewer_page(result, images[0], images[1], about), encoding="utf-8")
    return path, result, images


@pytest.fixture
def seen(browser, made) -> Iterator[Seen]:
    found = Seen(browser, made[0])
    yield found
    assert not found.complaints
    found.page.close()
