"""`blurry-edges doctor`: what is installed here, and whether it is whole."""

import json as json_module
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from typing import Any

__all__ = ["Doctor"]

_CORE = ("torch", "numpy", "scipy", "opencv-python-headless", "matplotlib", "safetensors", "tyro")
_EXTRAS = {
    "train": ("lightning_fabric", "tensorboard"),
    "scenes": ("pycocotools",),
    "raw": ("rawpy",),
    "exr": ("OpenEXR",),
    "heic": ("pillow_heif",),
    "web": ("fastapi", "python_multipart", "uvicorn"),
    "onnx": ("onnx", "onnxruntime", "onnxscript"),
    "docs": ("mkdocs", "material", "mkdocstrings", "latex2mathml"),
    "dev": ("pytest", "hypothesis", "ruff", "mypy"),
}


@dataclass(frozen=True)
class Doctor:
    """Print versions, devices, threads, precision of training, extras, shipped weights and their hashes."""

    json: bool = False
    """Print JSON for scripts instead of text."""

    def run(self) -> int:
        """Print the report; fails when shipped weights are damaged."""
        report = examine()
        print(json_module.dumps(report, indent=2) if self.json else _as_text(report))
        return 0 if all(weights["intact"] for weights in report["weights"].values()) else 1


def examine() -> dict[str, Any]:
    """Collect the report."""
    import platform

    import torch

    from blurry_edges._version import __version__
    from blurry_edges.train.precision import bfloat16_here
    from blurry_edges.weights import shipped_weights

    return {
        "version": __version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "packages": {name: metadata.version(name) for name in _CORE},
        "devices": _devices(),
        "threads": torch.get_num_threads(),
        "bfloat16": {"verdict": bfloat16_here().verdict, "sentence": bfloat16_here().sentence},
        "extras": {extra: all(map(find_spec, modules)) for extra, modules in _EXTRAS.items()},
        "weights": {
            card.name: {
                "sha256": card.sha256,
                "megabytes": round(card.size_mb, 2),
                "intact": card.is_intact(),
            }
            for card in shipped_weights()
        },
    }


def _devices() -> list[str]:
    import torch

    devices = ["cpu"]
    if torch.cuda.is_available():
        devices += [f"cuda:{i} ({torch.cuda.get_device_name(i)})" for i in range(torch.cuda.device_count())]
    if torch.backends.mps.is_available():
        devices.append("mps")
    return devices


def _as_text(report: dict[str, Any]) -> str:
    lines = [f"blurry-edges {report['version']}, Python {report['python']}, {report['platform']}", ""]
    lines += ["packages"] + [f"  {name:24} {version}" for name, version in report["packages"].items()]
    lines += ["devices"] + [f"  {device}" for device in report["devices"]]
    lines += [f"threads\n  {report['threads']}", f"training\n  {report['bfloat16']['sentence']}", "extras"]
    for extra, present in report["extras"].items():
        state = "yes" if present else f"no: pip install 'blurry-edges[{extra}]'"
        lines.append(f"  {extra:26} {state}")
    lines.append("shipped weights")
    for name, weights in report["weights"].items():
        state = "intact" if weights["intact"] else "DAMAGED: install the package again"
        lines.append(f"  {name:26} {weights['megabytes']} MB  sha256 {weights['sha256'][:16]}  {state}")
    if not report["weights"]:
        lines.append("  none")
    return "\n".join(lines)
