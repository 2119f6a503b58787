"""`import blurry_edges` stays light."""

import importlib.util
import subprocess
import sys

import pytest

HEAVY = ("cv2", "lightning_fabric", "matplotlib", "onnx", "scipy", "tensorboard", "tifffile")


def loaded_by(code: str) -> set[str]:
    """Return which heavy modules a new process has loaded after some code."""
    code += f"; import sys; print(*[m for m in {HEAVY} if m in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(result.stdout.split())


def test_import_loads_nothing_heavy():
    assert loaded_by("import blurry_edges") == set()


@pytest.mark.parametrize("module", HEAVY)
def test_heavy_modules_are_installed_here(module: str):
    """Else the test above could not fail."""
    assert importlib.util.find_spec(module) is not None


def test_a_heavy_module_would_be_noticed():
    assert "scipy" in loaded_by("import blurry_edges, scipy")
