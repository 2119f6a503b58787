"""Shipped weights: one safetensors file and one JSON card each, checked by their hash before use."""

from blurry_edges.weights.registry import WeightsCard, load_tensors, save_weights, shipped_weights

__all__ = ["WeightsCard", "load_tensors", "save_weights", "shipped_weights"]
