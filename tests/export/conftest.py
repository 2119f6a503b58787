"""One exported file for all tests of programs that load it: exporting takes longer than running them."""

from pathlib import Path

import pytest

from command import run


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Export the default estimator for the paper's camera, with tiles that just overlap."""
    path = tmp_path_factory.mktemp("model") / "fused.onnx"
    done = run("export", "fused", "-o", path, "--tile-px", 320)
    assert done.returncode == 0, done.stderr
    return path
