"""Shipped weights: one safetensors file and one JSON card each, checked by their hash before use."""

from blurry_edges.weights.registry import (
    WEIGHTS_VARIABLE,
    WeightsCard,
    load_tensors,
    save_weights,
    shipped_weights,
    weights_folders,
)

__all__ = ["WEIGHTS_VARIABLE", "WeightsCard", "load_tensors", "save_weights", "shipped_weights", "weights_folders"]
