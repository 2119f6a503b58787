"""The fused network over one pair, tile by tile where it is large."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import torch
import torch.nn.functional as F
from tqdm import tqdm

from blurry_edges.estimator.fused_inputs import fused_inputs
from blurry_edges.estimator.hypotheses import DepthHypotheses
from blurry_edges.estimator.pair import ImagePair
from blurry_edges.memory import return_freed_memory
from blurry_edges.nets.fused import MULTIPLE, FusedFeatures, FusedNet
from blurry_edges.tiles import Tile
from blurry_edges.typing import Float, Tensor

__all__ = ["FusedPass", "Readings"]

_CODE_STRIDE_PX = 2


@dataclass(frozen=True)
class Readings:
    """Output of the denoising and the wedge head over the whole image, 40 bytes a pixel."""

    denoised: Float[Tensor, "2 3 h w"]
    """I₋ and I₊ without noise."""
    wedge_code: Float[Tensor, "rows cols 16"]
    """Codes of the patches centred on every second pixel; index (j, k) is the patch around pixel (2j, 2k)."""

    @classmethod
    def empty(cls, size: tuple[int, int]) -> "Readings":
        """Make room for an image of some height and width."""
        rows, columns = (-(-length // _CODE_STRIDE_PX) for length in size)
        return cls(torch.empty(2, 3, *size), torch.empty(rows, columns, 16))

    def read(self, net: FusedNet, tile: Tile, features: FusedFeatures) -> None:
        """Fill in the part of one tile."""
        with torch.inference_mode():
            denoised = net.denoised(features)[0].clamp(0, 1)
            self.denoised[..., *tile.inner] = denoised[..., *tile.within_outer(tile.inner)].cpu()
            code = net.wedge_code(features)[0]
            # Tiles begin at even pixels.
            here, there = (
                [slice(s.start // _CODE_STRIDE_PX, -(-s.stop // _CODE_STRIDE_PX)) for s in part]
                for part in (tile.inner, tile.within_outer(tile.inner))
            )
            self.wedge_code[*here] = code[*there].cpu()


@dataclass(frozen=True)
class FusedPass:
    """The network over one pair; the features of a single tile are kept, those of many tiles are not."""

    net: FusedNet
    pair: ImagePair
    """The pair at the network's scale; of a stack, the network sees the first two images and the evidence of all."""
    hypotheses: DepthHypotheses
    """The depths that the network's hypotheses of t stand for."""
    tiles: list[Tile]
    device: str
    progress: bool
    _kept: list[FusedFeatures] = field(default_factory=list, repr=False)
    _readings: list[Readings] = field(default_factory=list, repr=False)

    def tiles_with_features(self, what: str, *, read_all_heads: bool = False) -> Iterator[tuple[Tile, FusedFeatures]]:
        """Give each tile with its features, computed on the way; `readings` can be filled in the same pass."""
        many = len(self.tiles) > 1
        if many:
            return_freed_memory()
        readings = Readings.empty(self.pair.size) if read_all_heads else None
        for tile in tqdm(self.tiles, desc=what, unit="tile", disable=None if many and self.progress else True):
            if many:
                features = self._features(tile)
            else:
                if not self._kept:
                    self._kept.append(self._features(tile))
                features = self._kept[0]
            if readings is not None:
                readings.read(self.net, tile, features)
            yield tile, features
            del features  # the next tile is computed before they would be replaced
        if readings is not None:
            self._readings.append(readings)

    def readings(self) -> Readings:
        """Read the denoising and the wedge head everywhere; computed once."""
        if not self._readings:
            for _ in self.tiles_with_features("wedges", read_all_heads=True):
                pass
        return self._readings[0]

    def _features(self, tile: Tile) -> FusedFeatures:
        """Run the network on a tile of any size, which is mirrored to a multiple of 8."""
        images = self.pair.images[..., *tile.outer].to(self.device)
        height, width = images.shape[-2:]
        padded = F.pad(images, (0, -width % MULTIPLE, 0, -height % MULTIPLE), mode="reflect").unsqueeze(0)
        light, dark = (torch.tensor([x], device=padded.device) for x in (self.pair.photon_level, self.pair.read_noise))
        with torch.inference_mode():
            evidence = fused_inputs(padded, light, dark, self.hypotheses.sigmas_px, self.hypotheses.psf)
            return self.net.features(padded[:, :2], *evidence)
