"""The page about one result, as a file."""

from pathlib import Path

from blurry_edges.estimator import DepthResult
from blurry_edges.typing import Array, Float
from blurry_edges.viz.viewer import About, viewer_page

__all__ = ["write_report"]


def write_report(
    result: DepthResult,
    minus: Float[Array, "H W 3"],
    plus: Float[Array, "H W 3"],
    about: About,
    path: Path,
    truth_m: Float[Array, "H W"] | None = None,
) -> None:
    """Write the page: what was found, how sure it is, from what it was made, and the truth where it is known."""
    path.write_text(viewer_page(result, minus, plus, about, truth_m), encoding="utf-8")
