"""Results without a camera: the order of depths, and nothing that looks like metres."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from blurry_edges._version import __version__
from blurry_edges.photos import write_image
from blurry_edges.typing import Array, Float

__all__ = ["depth_order", "write_order"]


def depth_order(depth_m: Float[Array, "H W"]) -> Float[Array, "H W"]:
    """Return the rank of each pixel's depth, from 0 (nearest) to 1 (farthest); unknown is NaN.

    Ranks do not depend on the camera as long as blur difference and depth rise and fall together.
    """
    order = np.full(depth_m.shape, np.nan, np.float32)
    known = np.isfinite(depth_m)
    values, places = np.unique(depth_m[known], return_inverse=True)
    if len(values):
        order[known] = (places / max(1, len(values) - 1)).astype(np.float32)
    return order


def write_order(order: Float[Array, "H W"], folder: Path, facts: dict[str, Any]) -> None:
    """Write the order of depths into an existing folder: order.npz, order.png (16 bit, 0 is unknown) and order.json."""
    about = {
        "depth_order": "0 is nearest, 1 is farthest, NaN is unknown; ranks, no metres",
        "order_png": "1 to 65535 from nearest to farthest, 0 is unknown",
        "blurry_edges_version": __version__,
    } | facts
    text = json.dumps(about, indent=2)
    np.savez_compressed(folder / "order.npz", depth_order=order, about=np.array(text))
    write_image(np.where(np.isfinite(order), (1 + 65534 * np.nan_to_num(order)) / 65535, 0.0), folder / "order.png")
    (folder / "order.json").write_text(text + "\n", encoding="utf-8")
