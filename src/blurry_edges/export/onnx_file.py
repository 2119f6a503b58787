"""Writing the graph as an ONNX file, and making sure that it computes what PyTorch does."""

import hashlib
import json
import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from blurry_edges._version import __version__
from blurry_edges.errors import BlurryEdgesError, ImageError
from blurry_edges.estimator.fused import HALO_PX, FusedEstimator
from blurry_edges.export.graph import OUTPUTS, TileGraph
from blurry_edges.files import atomic_write
from blurry_edges.optics import Camera, camera_to_toml
from blurry_edges.typing import Array, Float, Tensor

__all__ = ["Exported", "export_onnx"]

_INPUTS = {
    "pair": "I- and I+, 1 x 2 x 3 x tile x tile, linear light divided by the white level",
    "photon_level": "photons of white",
    "read_noise": "read noise in photons",
}
_TOLERANCE = 1e-4
"""Largest difference from PyTorch that is accepted, in metres and in shares of white."""


@dataclass(frozen=True)
class Exported:
    """An ONNX file that was written."""

    path: Path
    largest_difference: dict[str, float]
    """Largest difference of each output from what PyTorch computes, on a pair drawn at random."""
    sha256: str


def export_onnx(estimator: FusedEstimator, camera: Camera, path: Path, tile_px: int, *, overwrite: bool) -> Exported:
    """Export the estimator for a camera; the file is written only if onnxruntime computes the same with it."""
    try:
        import onnx
        import onnxruntime
    except ImportError as error:
        raise BlurryEdgesError("export needs ONNX: pip install 'blurry-edges[onnx]'") from error
    if path.exists() and not overwrite:
        raise ImageError(f"{path} exists; choose another output or pass --overwrite")
    graph = TileGraph(estimator, camera, tile_px).eval()
    example = _example(tile_px)
    with torch.no_grad(), _quietly():
        expected = graph(*example)
        program = torch.onnx.export(
            graph, example, dynamo=True, input_names=list(_INPUTS), output_names=list(OUTPUTS), verbose=False
        )
    if program is None:
        raise BlurryEdgesError("PyTorch gave no ONNX program")
    model = program.model_proto
    onnx.helper.set_model_props(model, _metadata(graph, estimator))
    content = model.SerializeToString()
    session = onnxruntime.InferenceSession(content, providers=["CPUExecutionProvider"])
    found = session.run(list(OUTPUTS), {name: x.numpy() for name, x in zip(_INPUTS, example, strict=True)})
    differences = _differences(
        dict(zip(OUTPUTS, found, strict=True)), {name: x.numpy() for name, x in zip(OUTPUTS, expected, strict=True)}
    )
    if wrong := [name for name, difference in differences.items() if difference > _TOLERANCE]:
        raise BlurryEdgesError(
            f"the exported graph differs from PyTorch in {', '.join(wrong)}, by up to {max(differences.values()):.2g}; "
            "nothing was written"
        )
    with atomic_write(path) as file:
        file.write(content)
    return Exported(path, differences, hashlib.sha256(content).hexdigest())


@contextmanager
def _quietly() -> Iterator[None]:
    """Keep back what the exporter says of packages that are not needed here and of its own future."""
    logger = logging.getLogger("torch.onnx")
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)
            yield
    finally:
        logger.setLevel(level)


def _differences(found: dict[str, Array], expected: dict[str, Array]) -> dict[str, float]:
    """Largest difference of each output.

    Where both surfaces are at the same depth, rounding decides which of them is called the nearer one, and with it
    whether its probability is p or 1 - p.
    """
    coincide = expected["back_m"] - expected["front_m"] <= _TOLERANCE
    name = "front_probability"
    either = [{**maps, name: np.where(coincide, np.abs(maps[name] - 0.5), maps[name])} for maps in (found, expected)]
    return {name: _largest_difference(either[0][name], either[1][name]) for name in expected}


def _largest_difference(found: Float[Array, "..."], expected: Float[Array, "..."]) -> float:
    """Largest difference where either is known; infinite if one of them is known where the other is not."""
    if not np.array_equal(np.isfinite(found), np.isfinite(expected)):
        return float("inf")
    return float(np.nanmax(np.abs(found - expected), initial=0.0))


def _example(tile_px: int) -> tuple[Tensor, Tensor, Tensor]:
    """Return a pair of smooth noise, and its light."""
    from blurry_edges.filters import gaussian_smooth

    generator = torch.Generator().manual_seed(0)
    texture = gaussian_smooth(torch.randn(3, tile_px, tile_px, generator=generator), 1.0)
    texture = (0.5 + 0.5 * texture).clamp(0.05, 0.95)
    blurred = torch.stack([gaussian_smooth(texture, sigma) for sigma in (1.8, 1.0)])
    noise = 0.03 * torch.randn(blurred.shape, generator=generator)
    return (blurred + noise).clamp(0, 1).unsqueeze(0), torch.tensor([190.0]), torch.tensor([2.0])


def _metadata(graph: TileGraph, estimator: FusedEstimator) -> dict[str, str]:
    """Return what a program must know that loads the file."""
    facts: dict[str, Any] = {
        "blurry_edges_version": __version__,
        "estimator": estimator.name,
        "camera": camera_to_toml(graph.camera),
        "tile_px": graph.tile_px,
        "halo_px": HALO_PX,
        "scale": graph.scale,
        "inputs": _INPUTS,
        "outputs": OUTPUTS,
        "licence": "Apache-2.0",
    }
    return {name: value if isinstance(value, str) else json.dumps(value) for name, value in facts.items()}
