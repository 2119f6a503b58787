"""The scenes that the fused network learns from: five cameras, four kinds of scenes, nothing but a seed needed.

The network works at the blur of the paper's camera, and so do these cameras: other photographs are resized to it. What
is left to differ is the shape of the blur, how far the two settings are apart (h), and what changes between them, focus
or aperture.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from blurry_edges.optics import Camera, FocusSetting, Psf
from blurry_edges.scenes.generate import Plan, Recipe, generate
from blurry_edges.scenes.interior_scenes import InteriorScenes
from blurry_edges.scenes.relief_scenes import ReliefScenes
from blurry_edges.scenes.shape_scenes import ShapeScenes
from blurry_edges.scenes.textured_scenes import TexturedScenes
from blurry_edges.train.camera import training_camera
from blurry_edges.train.data import SceneMemory

__all__ = ["SceneSet", "fused_scenes", "scene_sets"]


@dataclass(frozen=True)
class SceneSet:
    """Scenes of one kind, taken with one camera."""

    name: str
    """Name of its folder."""
    camera: Camera
    recipe: Recipe
    share: float
    """Share of all scenes."""


def scene_sets(portrait_share: float) -> Iterator[SceneSet]:
    """Give all sets; `portrait_share` is that of textured scenes with one large object over a background."""
    textured, relief, shapes = TexturedScenes(portrait_share=portrait_share), ReliefScenes(), ShapeScenes()
    interior = InteriorScenes()
    paper = training_camera()
    yield SceneSet("paper-shapes", paper, shapes, 0.04)
    yield SceneSet("paper-textured", paper, textured, 0.30)
    yield SceneSet("paper-relief", paper, relief, 0.05)
    yield SceneSet("paper-interior", paper, interior, 0.22)
    hard, soft = (
        replace(paper, psf=Psf("disc", soft_rim=rim), name=name) for rim, name in ((0.0, "hard"), (0.1, "soft"))
    )
    yield SceneSet("hard-textured", hard, textured, 0.06)
    yield SceneSet("hard-interior", hard, interior, 0.05)
    yield SceneSet("soft-textured", soft, textured, 0.05)
    yield SceneSet("soft-relief", soft, relief, 0.03)
    wide = _wide_camera()
    yield SceneSet("wide-textured", wide, textured, 0.06)
    yield SceneSet("wide-relief", wide, relief, 0.03)
    yield SceneSet("wide-interior", wide, interior, 0.06)
    yield SceneSet("aperture-textured", _aperture_camera(), textured, 0.05)


def fused_scenes(count: int, seed: int, portrait_share: float, folder: Path) -> list[SceneMemory]:
    """Render the scenes of a run, or those that are missing, and load them: one memory for each camera."""
    folders: dict[Camera, list[Path]] = {}
    for number, scenes in enumerate(scene_sets(portrait_share)):
        wanted = max(1, round(count * scenes.share))
        # Seeds of their own: the same scene taken with two cameras would teach less than two scenes.
        generate(Plan(scenes.recipe, scenes.camera, seed=seed + 1000 * number), wanted, folder / scenes.name, wait=True)
        folders.setdefault(scenes.camera, []).append(folder / scenes.name)
    return [SceneMemory(paths) for paths in folders.values()]


def _wide_camera() -> Camera:
    """Return a camera whose settings are half as far apart again, as those of phones are at this blur."""
    paper = training_camera()
    minus, plus = (replace(paper.minus, optical_power_dpt=power) for power in (9.95, 10.25))
    psf = Psf("disc", soft_rim=0.25)
    return replace(paper, minus=minus, plus=plus, depth_range_m=(0.797, 1.117), psf=psf, name="wide")


def _aperture_camera() -> Camera:
    """Return a camera that changes its aperture, not its focus: every depth is behind the focus."""
    paper = training_camera()
    minus, plus = (FocusSetting(10.1, sigma_m) for sigma_m in (0.003, 0.00105))
    psf = Psf("disc", soft_rim=0.1)
    return replace(paper, minus=minus, plus=plus, depth_range_m=(0.99, 1.5), psf=psf, name="aperture")
