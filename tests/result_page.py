"""The page of a result in a browser, and a scene as a perfect result to be shown on it."""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np

from blurry_edges.estimator import DepthLayers, DepthResult, Pictures
from blurry_edges.optics import Camera, Psf
from blurry_edges.scenes.textured_scenes import TexturedScenes

__all__ = ["CAMERA", "OTHER", "Seen", "page_data", "truth"]

CAMERA = replace(Camera.paper(), psf=Psf("disc"))
OTHER = replace(CAMERA.minus, optical_power_dpt=10.3)

_WITHOUT_WEBGL = """
const get = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
  return kind.startsWith("webgl") ? null : get.call(this, kind, ...rest);
};
"""


def truth() -> tuple[DepthResult, np.ndarray]:
    """Return a scene as a perfect result, and three photographs of it, the last with another focus."""
    scene = TexturedScenes(portrait_share=1.0, crowd_share=0.0, size=(96, 120)).render(
        np.random.default_rng(5), CAMERA, (*CAMERA.settings, OTHER)
    )
    depth = scene.depth_m.astype(np.float32)
    sd = (0.002 + 0.01 * np.random.default_rng(0).random(depth.shape)).astype(np.float32)
    front, back = depth.copy(), depth.copy()
    back[40:50] += 0.1
    front[:5, :5] = back[:5, :5] = np.nan
    probability = np.full(depth.shape, 0.75, np.float32)
    unknown = depth.copy()
    unknown[:5, :5] = np.nan
    empty = np.zeros(depth.shape, np.float32)
    pictures = Pictures(
        empty, scene.images[0], scene.images[1], scene.images[0], unknown, empty, scene.all_in_focus.astype(np.float32)
    )
    layers = DepthLayers(front, back, probability)
    result = DepthResult(unknown, sd, CAMERA, 190.0, 2.0, "fused", layers=layers, pictures=pictures)
    return result, scene.images


def page_data(page: str) -> dict:
    """Return what the package wrote into a page for its script."""
    return json.loads(re.search(r'id="data">(.*?)</script>', page, re.DOTALL)[1])


class Seen:
    """A page, and all that it complained about or asked for."""

    def __init__(self, browser, path: Path, query: str = "", *, without_webgl: bool = False, **options) -> None:
        self.page = browser.new_page(**{"viewport": {"width": 1100, "height": 800}} | options)
        if without_webgl:
            self.page.add_init_script(_WITHOUT_WEBGL)
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self._noted(request.url))
        self.page.goto(path.as_uri() + query)
        self.page.wait_for_selector("body[data-ready=true]", timeout=60_000)

    def _noted(self, url: str) -> None:
        if not url.startswith(("file:", "data:", "blob:")):
            self.complaints.append(f"asked for {url}")

    def at(self, x: int, y: int) -> tuple[float, float]:
        box = self.page.locator("#picture").bounding_box()
        return box["x"] + (x + 0.5) / 120 * box["width"], box["y"] + (y + 0.5) / 96 * box["height"]

    def slide(self, name: str, value: float, *, released: bool = True) -> None:
        events = ["input", "change"] if released else ["input"]
        self.page.evaluate(
            "([name, value, events]) => { const x = document.getElementById(name); x.value = value;"
            " for (const event of events) x.dispatchEvent(new Event(event)); }",
            [name, value, events],
        )
