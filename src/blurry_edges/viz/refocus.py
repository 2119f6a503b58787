"""A sweep of the focus through a scene, as an animation."""

from pathlib import Path

import numpy as np

from blurry_edges.colors import display
from blurry_edges.estimator import DepthResult

__all__ = ["refocus_gif"]

_FRAMES = 9
_LARGEST_SIDE_PX = 480
_MILLISECONDS = 120


def refocus_gif(result: DepthResult, path: Path) -> None:
    """Write an animated GIF, at most 480 px wide or high, whose focus goes from far to near and back."""
    from PIL import Image

    camera = result.camera
    near, far = camera.depth_range_m
    vergence = np.linspace(0 if np.isinf(far) else 1 / far, 1 / near, _FRAMES)
    powers = 1 / camera.sensor_distance_m + vergence
    frames = []
    for power in powers:
        frame = Image.fromarray(np.round(255 * display(result.refocus(float(power)))).astype(np.uint8))
        frame.thumbnail((_LARGEST_SIDE_PX, _LARGEST_SIDE_PX))
        frames.append(frame)
    there_and_back = [*frames, *frames[-2:0:-1]]
    there_and_back[0].save(
        path, save_all=True, append_images=there_and_back[1:], duration=_MILLISECONDS, loop=0, optimize=True
    )
