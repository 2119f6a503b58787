"""Compare the exported file in ONNX Runtime with PyTorch: in one process, alternating, since machines drift.

python scripts/onnx_speed.py --tile-px 144 --threads 1
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnxruntime
import torch

import blurry_edges
from blurry_edges.estimator.fit import balance_and_fit
from blurry_edges.export import TileGraph, export_onnx
from blurry_edges.optics import Camera
from blurry_edges.stack import FocusStack


def main() -> None:
    """Measure and print one line for the graph alone, and one for all that an estimate does."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tile-px", type=int, default=144)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--repetitions", type=int, default=15)
    asked = parser.parse_args()
    torch.set_num_threads(asked.threads)
    estimator, camera, tile_px = blurry_edges.load("fused"), Camera.paper(), asked.tile_px
    images = np.random.default_rng(0).uniform(0.2, 0.8, (2, tile_px, tile_px, 3)).astype(np.float32)
    pair = torch.from_numpy(images).permute(0, 3, 1, 2)[None].contiguous()
    light = torch.tensor([190.0]), torch.tensor([2.0])
    graph, session = TileGraph(estimator, camera, tile_px).eval(), _session(tile_px, asked.threads)
    given = {"pair": pair.numpy(), "photon_level": light[0].numpy(), "read_noise": light[1].numpy()}
    known = {"photon_level": 190.0, "read_noise": 2.0}

    def graph_in_torch() -> None:
        with torch.no_grad():
            graph(pair, *light)

    def estimate_with_onnx() -> None:
        balance_and_fit(FocusStack.of(images, **known), camera)
        session.run(None, given)

    what = f"{tile_px} px, {asked.threads} threads"
    _compare(f"{what}, graph alone", graph_in_torch, lambda: session.run(None, given), asked.repetitions)
    estimate = lambda: estimator.estimate(*images, camera=camera, **known)  # noqa: E731
    _compare(f"{what}, all of an estimate", estimate, estimate_with_onnx, asked.repetitions)


def _session(tile_px: int, threads: int) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fused.onnx"
        export_onnx(blurry_edges.load("fused"), Camera.paper(), path, tile_px, overwrite=False)
        return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def _compare(what: str, torch_work: Callable[[], object], onnx_work: Callable[[], object], repetitions: int) -> None:
    seconds = np.empty((repetitions + 1, 2))
    for turn in seconds:
        for index, work in enumerate((torch_work, onnx_work)):
            began = time.perf_counter()
            work()
            turn[index] = time.perf_counter() - began
    seconds = seconds[1:]  # the first turn warms up
    ratio, least = np.median(seconds[:, 0] / seconds[:, 1]), seconds.min(0)
    sys.stdout.write(
        f"{what}: torch {np.median(seconds[:, 0]):.3f} s, ONNX Runtime {np.median(seconds[:, 1]):.3f} s; "
        f"ratio {ratio:.2f} in the median of paired turns, {least[0] / least[1]:.2f} by the least of each\n"
    )


if __name__ == "__main__":
    main()
