"""Make the bundled demo pair: our own renderer, our own textures, no third-party picture.

python scripts/make_demo_pair.py
"""

from dataclasses import replace
from pathlib import Path

import numpy as np

from blurry_edges.optics import Camera, write_camera
from blurry_edges.photos import write_depth_png, write_image
from blurry_edges.scenes.plan import Light, Plan, make_sample
from blurry_edges.scenes.relief_scenes import ReliefScenes

SEED, INDEX = 2026, 1
"""Curved and flat things, near and far, with fine and coarse texture: chosen by eye for that, not for its error."""


def main() -> None:
    """Render one scene, photograph it with 190 photons of white and write the pair with its truth."""
    folder = Path(__file__).parent.parent / "src" / "blurry_edges" / "assets" / "demo"
    folder.mkdir(parents=True, exist_ok=True)
    camera = replace(Camera.paper(), name="demo")
    plan = Plan(ReliefScenes(size=(200, 280), most_objects=6), camera, light=Light((190, 190)), seed=SEED)
    scene = make_sample(plan, INDEX)
    for name, image in zip(("minus", "plus"), scene.noisy, strict=True):
        write_image(np.asarray(image), folder / f"{name}.png")
    write_depth_png(scene.depth_m, folder / "depth.png")
    write_camera(camera, folder / "camera.toml", overwrite=True)


if __name__ == "__main__":
    main()
