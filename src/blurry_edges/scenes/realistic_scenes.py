"""The paper's test scenes: a real object cut out and laid over a painting, each on its own tilted plane."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from blurry_edges.optics.camera import Camera, FocusSetting
from blurry_edges.render.boxes import Box, require_size
from blurry_edges.scenes.layers import Layer, render_layers
from blurry_edges.scenes.planes import draw_intervals, finite_range_m, tilted_plane
from blurry_edges.scenes.scene import Scene
from blurry_edges.scenes.sources import list_pictures, load_coco, read_cutout, read_picture
from blurry_edges.typing import Array, Float

__all__ = ["RealisticScenes", "fill_frame"]


@dataclass(frozen=True)
class RealisticScenes:
    """A foreground cut-out over a background picture."""

    foregrounds: Path
    """Folder of RGBA cut-outs; with `coco_annotations`, of the photographs that they describe."""
    backgrounds: Path
    """Folder of pictures, for example paintings."""
    coco_annotations: Path | None = None
    """COCO instances file whose objects are the foregrounds."""
    size: tuple[int, int] = (147, 147)
    """Height and width of the images."""

    def __post_init__(self) -> None:
        require_size(self.size)

    def render(self, rng: np.random.Generator, camera: Camera, settings: Sequence[FocusSetting] | None = None) -> Scene:
        """Draw one scene under each of `settings`; without them, under the camera's pair."""
        settings = camera.settings if settings is None else settings
        canvas = Box.of(self.size)
        behind, before = draw_intervals(rng, finite_range_m(camera), 2)
        picture = fill_frame(read_picture(_pick(rng, self.backgrounds)), self.size)
        cutout = fill_frame(self._cutout(rng), self.size)
        # A hard mask: a soft one would mix in the colours that surrounded the object.
        coverage = (cutout[..., 3] > 0.5).astype(np.float32)
        background = Layer.paint(picture, np.ones(self.size, np.float32), canvas, tilted_plane(rng, self.size, behind))
        foreground = Layer.paint(cutout[..., :3], coverage, canvas, tilted_plane(rng, self.size, before))
        return render_layers([background, foreground], self.size, camera, settings)

    def _cutout(self, rng: np.random.Generator) -> Float[Array, "h w 4"]:
        """Draw a foreground from the folder or from COCO."""
        if self.coco_annotations is None:
            return read_cutout(_pick(rng, self.foregrounds))
        instances = load_coco(self.coco_annotations, self.foregrounds)
        return instances.cutout(int(rng.integers(len(instances))), context=rng.uniform(1, 1.6))


def fill_frame(picture: Float[Array, "h w c"], size: tuple[int, int]) -> Float[Array, "H W c"]:
    """Scale a picture until it just fills `size`, and keep its centre."""
    scale = max(size[0] / picture.shape[0], size[1] / picture.shape[1])
    height = max(size[0], round(picture.shape[0] * scale))
    width = max(size[1], round(picture.shape[1] * scale))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    scaled = cv2.resize(picture, (width, height), interpolation=method)
    top, left = (height - size[0]) // 2, (width - size[1]) // 2
    return np.asarray(scaled[top : top + size[0], left : left + size[1]])


def _pick(rng: np.random.Generator, folder: Path) -> Path:
    """Draw one of the pictures in `folder`."""
    pictures = list_pictures(folder)
    return pictures[int(rng.integers(len(pictures)))]
