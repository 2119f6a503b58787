"""Scenes of the paper's model and of its rivals: plain shapes, or textured scenes beside them."""

from pathlib import Path

from blurry_edges.optics import Camera
from blurry_edges.scenes.generate import Plan, generate
from blurry_edges.scenes.shape_scenes import ShapeScenes
from blurry_edges.scenes.textured_scenes import TexturedScenes
from blurry_edges.train.data import SceneMemory

__all__ = ["VALIDATION_SEED", "paper_scenes"]

VALIDATION_SEED = 1_000_000
"""Added to the seed of the scenes for those that are not learned from."""


def paper_scenes(
    camera: Camera, count: int, textured_share: float, seed: int, folder: Path, stack_images: int = 0
) -> SceneMemory:
    """Render the scenes of a run, or those that are missing, and load them.

    Args:
        camera: the camera that takes them.
        count: how many.
        textured_share: share of textured scenes; the others are the paper's shapes.
        seed: seed of the scenes.
        folder: where they are kept.
        stack_images: images of a focus stack behind each pair.

    """
    shapes = round(count * (1 - textured_share))
    settings = (*camera.settings, *camera.focus_stack(stack_images)) if stack_images else None
    recipes = (("shapes", ShapeScenes(), shapes), ("textured", TexturedScenes(portrait_share=0.5), count - shapes))
    folders = []
    for name, recipe, wanted in recipes:
        if wanted > 0:
            generate(Plan(recipe, camera, settings, seed=seed), wanted, folder / name, wait=True)
            folders.append(folder / name)
    return SceneMemory(folders)
