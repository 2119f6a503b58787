"""The bundled pair: a scene drawn by this package, photographed in the dark, with its true depth."""

from dataclasses import dataclass
from pathlib import Path

from blurry_edges.optics import Camera, read_camera
from blurry_edges.photos.photo import read_photo
from blurry_edges.photos.png import read_depth_png
from blurry_edges.typing import Array, Float

__all__ = ["DEMO_FOLDER", "DemoPair", "demo_pair"]

DEMO_FOLDER = Path(__file__).parent.parent / "assets" / "demo"
"""Where its files are: minus.png, plus.png, camera.toml and depth.png."""


@dataclass(frozen=True)
class DemoPair:
    """Two photographs to try things on, their camera and the true depth."""

    minus: Float[Array, "H W 3"]
    """I₋ in linear light, 0..1."""
    plus: Float[Array, "H W 3"]
    """I₊ in linear light, 0..1."""
    camera: Camera
    """The camera that took them."""
    depth_m: Float[Array, "H W"]
    """True depth in metres."""


def demo_pair() -> DemoPair:
    """Return the bundled pair of 200 x 280 px, taken with about 190 photons of white.

    Examples:
        >>> import blurry_edges
        >>> demo = blurry_edges.demo_pair()
        >>> demo.minus.shape, demo.camera.name
        ((200, 280, 3), 'demo')
        >>> bool(0.75 < demo.depth_m.min() < demo.depth_m.max() < 1.18)
        True

    """
    minus, plus = (read_photo(DEMO_FOLDER / f"{name}.png") for name in ("minus", "plus"))
    return DemoPair(minus, plus, read_camera(DEMO_FOLDER / "camera.toml"), read_depth_png(DEMO_FOLDER / "depth.png"))
