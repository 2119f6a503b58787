"""A few scenes of the paper's shapes in memory, for tests of training."""

from pathlib import Path

from blurry_edges.optics import Camera
from blurry_edges.scenes.generate import Plan, generate
from blurry_edges.scenes.shape_scenes import ShapeScenes
from blurry_edges.train.data import SceneMemory


def shape_memory(folder: Path, count: int, size: tuple[int, int], stack_images: int = 0) -> SceneMemory:
    """Render scenes of the paper's camera, each a pair with a focus stack of so many images behind it."""
    camera = Camera.paper()
    settings = (*camera.settings, *camera.focus_stack(stack_images)) if stack_images else None
    generate(Plan(ShapeScenes(size=size), camera, settings), count, folder, workers=1)
    return SceneMemory([folder])
