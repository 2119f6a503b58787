"""The interactive page of a result inside a notebook."""

import html
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from blurry_edges.errors import BlurryEdgesError
from blurry_edges.estimator import DepthResult
from blurry_edges.typing import Array
from blurry_edges.viz.viewer import About, viewer_page

__all__ = ["Shown", "show"]


@dataclass(frozen=True)
class Shown:
    """A page that a notebook shows in a frame, and that can be kept as a file."""

    page: str = field(repr=False)
    """The whole page as HTML; it needs nothing else."""
    height_px: int = 760
    """Height of the frame."""

    def save(self, path: Path | str) -> Path:
        """Write the page to a file that any browser opens; returns the file."""
        path = Path(path)
        path.write_text(self.page, encoding="utf-8")
        return path

    def _repr_html_(self) -> str:
        frame = f'title="depth, to touch" style="width:100%;height:{self.height_px}px;border:0"'
        return f'<iframe srcdoc="{html.escape(self.page)}" {frame}></iframe>'


def show(result: DepthResult, minus: Any = None, plus: Any = None, *, height_px: int = 760) -> Shown:
    """Return the interactive page of a result: in a notebook it shows itself, elsewhere `save` writes it.

    Args:
        result: the estimate.
        minus: I₋ as it was given to `estimate`; by default I₋ without noise.
        plus: I₊ likewise.
        height_px: height of the frame in a notebook.

    Examples:
        >>> import blurry_edges
        >>> demo = blurry_edges.demo_pair()
        >>> minus, plus = demo.minus[:64, :64], demo.plus[:64, :64]
        >>> result = blurry_edges.load("fused").estimate(minus, plus, camera=demo.camera)
        >>> page = blurry_edges.show(result, minus, plus)
        >>> page
        Shown(height_px=760)
        >>> page.page[:15]
        '<!doctype html>'

    """
    if (minus is None or plus is None) and result.pictures is None:
        raise BlurryEdgesError("this result is depth alone; give the photographs, too: show(result, minus, plus)")
    first = _colored(result.denoised_minus if minus is None else minus)
    second = _colored(result.denoised_plus if plus is None else plus)
    for name, image in (("minus", first), ("plus", second)):
        if image.shape[:2] != result.depth_m.shape:
            sizes = " and ".join(f"{x[0]} x {x[1]} px" for x in (image.shape, result.depth_m.shape))
            raise BlurryEdgesError(
                f"{name} and the result differ in size: {sizes}; give the photographs it was made of"
            )
    return Shown(viewer_page(result, first, second, About(facts={"estimator": result.method})), height_px)


def _colored(image: Any) -> Array:
    array = np.asarray(image, np.float32)
    return np.repeat(array[..., None], 3, -1) if array.ndim == 2 else array
