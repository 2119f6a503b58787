"""Estimators: `load(name)` gives one, its `estimate` turns two photographs into a `DepthResult`."""

from blurry_edges.estimator.base import Estimator, Maps, Options
from blurry_edges.estimator.registry import load, method_names, register, register_architecture
from blurry_edges.estimator.result import DepthLayers, DepthResult, Pictures

__all__ = [
    "DepthLayers",
    "DepthResult",
    "Estimator",
    "Maps",
    "Options",
    "Pictures",
    "load",
    "method_names",
    "register",
    "register_architecture",
]
