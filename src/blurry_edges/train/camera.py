"""The camera that takes most of the training scenes."""

from dataclasses import replace

from blurry_edges.optics import Camera

__all__ = ["training_camera"]


def training_camera() -> Camera:
    """Return the paper's camera with a slightly wider range, so that the ends of the range are not favoured."""
    return replace(Camera.paper(), depth_range_m=(0.735, 1.215))
