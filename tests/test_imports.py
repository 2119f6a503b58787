"""`import blurry_edges` stays light."""

import subprocess
import sys

HEAVY = "cv2 gradio jinja2 lightning_fabric matplotlib onnx pycocotools scipy skimage tensorboard tifffile trimesh"


def test_import_loads_nothing_heavy():
    code = f"import blurry_edges, sys; print([m for m in '{HEAVY}'.split() if m in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
