"""The paper's model as an estimator: local stage, global stage, and one of its two ways to dense depth.

PP fills the sparse depth map with a U-Net; W lets every wedge bring its depth wherever it is seen, with a global stage
trained for that. The paper has no error bar, so `depth_sd` is NaN.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeVar

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from blurry_edges.errors import DataError
from blurry_edges.estimator.base import Estimator, Options, require_resolvable
from blurry_edges.estimator.blocks import BLOCK_PATCHES, MARGIN_PATCHES, Block, blocks
from blurry_edges.estimator.fit import balance_and_fit
from blurry_edges.estimator.paper_model import (
    dense_depth_m,
    global_inputs,
    global_maps_of,
    read_global,
    sparse_depth_m,
)
from blurry_edges.estimator.registry import register, register_folder
from blurry_edges.estimator.resize import to_image, to_map
from blurry_edges.estimator.result import DepthResult, Pictures
from blurry_edges.maps import GlobalMaps
from blurry_edges.nets.global_stage import GLOBAL_OUTPUTS, GlobalConfig, GlobalStage
from blurry_edges.nets.local_stage import LocalConfig, LocalStage
from blurry_edges.nets.unet import UNet, UNetConfig
from blurry_edges.optics import Camera
from blurry_edges.patches import PatchGrid
from blurry_edges.stack import FocusStack
from blurry_edges.typing import Float, Tensor
from blurry_edges.wedge import Wedges
from blurry_edges.weights import load_tensors, shipped_weights

__all__ = ["PaperEstimator", "load_densifier", "load_global", "load_local"]

Net = TypeVar("Net", bound=nn.Module)


@dataclass(frozen=True)
class PaperEstimator(Estimator):
    """Sparse depth along boundaries, dense depth, and every map of the paper."""

    local: LocalStage
    global_stage: GlobalStage
    densifier: UNet | None
    """PP; without it, dense depth is that of the wedges (W)."""
    evaluation: Literal["dense", "patchwise"] = "dense"
    """How the local stage is evaluated; `patchwise` is the paper's, and about 20 times slower."""
    block_patches: int | None = BLOCK_PATCHES
    """Side of the blocks of a large image; None for no blocks, whatever it costs."""
    name: str = "paper"

    @property
    def identity(self) -> str:
        """Name, and how the local stage is evaluated unless that is densely."""
        return self.name if self.evaluation == "dense" else f"{self.name}, {self.evaluation}"

    @classmethod
    def load(cls, name: str = "paper", folder: Path | None = None) -> "PaperEstimator":
        """Load the weights of `paper` (PP) or `paper-w` (W): those shipped, or those of a folder."""

        def find(part: str) -> str:
            return f"paper-{part}" if folder is None else str(folder / f"paper-{part}.safetensors")

        # A global stage that was trained for dense depth serves W alone; without one, W takes the other.
        dense = find("global-dense")
        has_dense = Path(dense).is_file() or dense in {card.name for card in shipped_weights()}
        stage = load_global(dense if name == "paper-w" and has_dense else find("global"))
        densifier = None if name == "paper-w" else load_densifier(find("densify"))
        return cls(load_local(find("local")), stage, densifier, name=name)

    def estimate_stack(self, stack: FocusStack, camera: Camera, options: Options = Options()) -> DepthResult:
        """Estimate the depth of a pair; see `Estimator`. Of a stack, the first two photographs are used."""
        require_resolvable(camera)
        pair, fit = balance_and_fit(stack.pair, camera)
        scaled = pair.for_camera(camera)
        images = scaled.images.to(options.device)
        seen = camera.resized(scaled.size[0] / pair.size[0])
        here = self._on(options.device)
        with torch.inference_mode():
            maps = global_maps_of(here.wedges(images), images, here._grid(images), seen)
            dense = maps.dense_depth_m if here.densifier is None else dense_depth_m(here.densifier, maps, seen)
            pictures = _pictures(maps, pair.size) if options.maps == "all" else None
        depth = to_map(dense, pair.size)
        return DepthResult(
            depth,
            np.full_like(depth, np.nan),
            camera,
            pair.photon_level,
            pair.read_noise,
            self.name,
            pictures=pictures,
            wedges=maps.omega if options.maps == "all" else None,
            fit=fit,
            balances=pair.balances,
        )

    def _on(self, device: str) -> "PaperEstimator":
        """Return the same with its networks on a device."""
        densifier = None if self.densifier is None else self.densifier.to(device)
        return replace(
            self, local=self.local.to(device), global_stage=self.global_stage.to(device), densifier=densifier
        )

    def wedges(self, images: Float[Tensor, "2 3 h w"]) -> Wedges:
        """Run both stages on a pair, block by block where it is large."""
        grid = self._grid(images)
        whole = images.new_empty(grid.rows, grid.cols, GLOBAL_OUTPUTS)
        for rows, cols in self._blocks(grid):
            block = images[..., _pixels(rows, grid, grid.height), _pixels(cols, grid, grid.width)]
            numbers = self._both_stages(block)
            keep = [slice(b.keep_start - b.start, b.keep_stop - b.start) for b in (rows, cols)]
            whole[rows.keep_start : rows.keep_stop, cols.keep_start : cols.keep_stop] = numbers[*keep]
        return read_global(whole)

    def _both_stages(self, images: Float[Tensor, "2 3 h w"]) -> Float[Tensor, "rows cols 12"]:
        grid = self._grid(images)
        inputs = global_inputs(self._codes(images, grid).unsqueeze(0), images.unsqueeze(0), grid)
        origin_px = torch.full((1, 2), grid.half_patch_px)
        numbers: Tensor = self.global_stage(*inputs, origin_px)
        return numbers[0]

    def _codes(self, images: Float[Tensor, "2 3 h w"], grid: PatchGrid) -> Float[Tensor, "2 rows cols 10"]:
        """Run the local stage on all patches: densely, or patch by patch."""
        if self.evaluation == "dense":
            return self.local.dense(images.contiguous(memory_format=torch.channels_last))
        patches = grid.unfold(images).flatten(0, 2)
        return torch.cat([self.local(part) for part in patches.split(256)]).view(2, grid.rows, grid.cols, 10)

    def _grid(self, images: Float[Tensor, "2 3 h w"]) -> PatchGrid:
        return PatchGrid.of(images, self.local.config.patch_size)

    def _blocks(self, grid: PatchGrid) -> Iterator[tuple[Block, Block]]:
        side = max(grid.rows, grid.cols) if self.block_patches is None else self.block_patches
        return ((rows, cols) for rows in blocks(grid.rows, side) for cols in blocks(grid.cols, side, MARGIN_PATCHES))


def _pictures(maps: GlobalMaps, size: tuple[int, int]) -> Pictures:
    """Bring the maps of the paper to the size of the photographs."""
    derivative = F.pad(maps.color_derivative.mean(0), (1, 1, 1, 1), mode="replicate")
    return Pictures(
        boundary=to_map(maps.boundary, size),
        color_minus=to_image(maps.color[0], size),
        color_plus=to_image(maps.color[1], size),
        color_derivative=to_image(derivative, size),
        sparse_depth_m=to_map(sparse_depth_m(maps), size, mode="nearest"),
        confidence=to_map(maps.confidence, size),
        sharp=to_image(maps.omega.sharpened(), size),
    )


@register_folder("paper-global.safetensors")
def _from_folder(folder: Path) -> PaperEstimator:
    """Load stages that were trained elsewhere; with PP if there is one, else with W."""
    part = "paper" if (folder / "paper-densify.safetensors").is_file() else "paper-w"
    return replace(PaperEstimator.load(part, folder), name=folder.name)


@register("paper", weights=("paper-local", "paper-global", "paper-densify"))
def _paper() -> PaperEstimator:
    return PaperEstimator.load("paper")


@register("paper-w", weights=("paper-local", "paper-global"))
def _paper_w() -> PaperEstimator:
    return PaperEstimator.load("paper-w")


def load_local(name: str) -> LocalStage:
    """Load a local stage: shipped weights or a file."""
    return _load(name, lambda config: LocalStage(LocalConfig(**config)))


def load_global(name: str) -> GlobalStage:
    """Load a global stage: shipped weights or a file."""
    older: dict[str, Any] = {"position": "patch"}  # cards of version 0.1 do not say how places are coded
    return _load(name, lambda config: GlobalStage(GlobalConfig(**older | config)))


def load_densifier(name: str) -> UNet:
    """Load the densifier PP: shipped weights or a file."""
    return _load(name, lambda config: UNet(UNetConfig(tuple(config["widths"]), config.get("inputs", "filled"))))


def _load(name: str, build: Callable[[dict[str, Any]], Net]) -> Net:
    tensors, facts = load_tensors(name)
    try:
        net = build(facts["config"])
        net.load_state_dict(tensors)
    except (RuntimeError, TypeError, KeyError) as error:
        raise DataError(f"weights '{name}' do not fit the network of this version: {error}") from error
    return net.eval().requires_grad_(False)


def _pixels(block: Block, grid: PatchGrid, length: int) -> slice:
    """Pixels that the patches of a block cover."""
    return slice(block.start * grid.stride, min(length, (block.stop - 1) * grid.stride + grid.patch_size))
