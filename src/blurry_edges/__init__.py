"""Depth in metres, boundaries and a refocusable image from two defocused photographs taken in the dark.

import blurry_edges

estimator = blurry_edges.load("fused")
result = estimator.estimate(minus, plus, camera=blurry_edges.Camera.paper())
result.depth, result.depth_sd  # metres
"""

from typing import TYPE_CHECKING, Any

from blurry_edges._version import __version__

__all__ = ["Camera", "DepthResult", "FocusSetting", "__version__", "load", "read_camera", "write_camera"]

if TYPE_CHECKING:
    from blurry_edges.estimator import DepthResult, load
    from blurry_edges.optics import Camera, FocusSetting, read_camera, write_camera

_HOMES = {"DepthResult": "estimator", "load": "estimator"}


def __getattr__(name: str) -> Any:
    """Import public names when they are first used: torch takes seconds, and `blurry-edges --help` should not."""
    if name not in __all__:
        raise AttributeError(f"module 'blurry_edges' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(f"blurry_edges.{_HOMES.get(name, 'optics')}"), name)
