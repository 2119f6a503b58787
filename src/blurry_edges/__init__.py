"""Depth in metres, boundaries and a refocusable image from two defocused photographs taken in the dark.

import blurry_edges

estimator = blurry_edges.load("fused")
result = estimator.estimate(minus, plus, camera=blurry_edges.Camera.paper())
result.depth, result.depth_sd  # metres
"""

from typing import TYPE_CHECKING, Any

from blurry_edges._version import __version__

__all__ = [
    "Camera",
    "DepthResult",
    "Estimator",
    "FocusSetting",
    "FocusStack",
    "__version__",
    "align_stack",
    "camera_from_lens",
    "demo_pair",
    "load",
    "method_names",
    "read_camera",
    "read_photo",
    "show",
    "write_camera",
]

if TYPE_CHECKING:
    from blurry_edges.align import align_stack
    from blurry_edges.estimator import DepthResult, Estimator, load, method_names
    from blurry_edges.optics import Camera, FocusSetting, camera_from_lens, read_camera, write_camera
    from blurry_edges.photos import demo_pair, read_photo
    from blurry_edges.stack import FocusStack
    from blurry_edges.viz import show

_HOMES = {
    "DepthResult": "estimator",
    "Estimator": "estimator",
    "FocusStack": "stack",
    "align_stack": "align",
    "demo_pair": "photos",
    "load": "estimator",
    "method_names": "estimator",
    "read_photo": "photos",
    "show": "viz",
}


def __getattr__(name: str) -> Any:
    """Import public names when they are first used: torch takes seconds, and `blurry-edges --help` should not."""
    if name not in __all__:
        raise AttributeError(f"module 'blurry_edges' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(f"blurry_edges.{_HOMES.get(name, 'optics')}"), name)


def __dir__() -> list[str]:
    return list(__all__)
