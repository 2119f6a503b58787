"""The global stage of the paper: a Transformer Encoder over the wedges of all patch pairs (Table S2)."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

import torch
from torch import nn

from blurry_edges.typing import Float, Tensor

__all__ = ["GLOBAL_INPUTS", "GLOBAL_OUTPUTS", "GlobalConfig", "GlobalStage", "position_code"]

GLOBAL_INPUTS = 38
"""Numbers of a patch pair: for each image 4 of vertices, 4 of angles, 2 of smoothness and 9 of colours."""
GLOBAL_OUTPUTS = 12
"""Numbers of a patch pair: 4 of vertices, 4 of angles and, for each image, 2 of smoothness."""

_FIRST_GAIN = 0.1
_FIRST_CENTRE_PX, _STRIDE_PX = 10.0, 2.0


@dataclass(frozen=True)
class GlobalConfig:
    """Size of the network; stored in the card of its weights."""

    channels: int = 128
    layers: int = 8
    heads: int = 8
    feedforward: int = 256
    dropout: float = 0.1
    position: Literal["px", "patch"] = "px"
    """Unit of the position code. px is the paper's; patch, the number of the patch, is that of version 0.1."""


def position_code(
    y: Float[Tensor, "*n rows"], x: Float[Tensor, "*n cols"], channels: int
) -> Float[Tensor, "*n rows cols channels"]:
    """E of the supplement at rows `y` and columns `x`, coded by the first and the second half of the channels.

    Channels are numbered q = 1..v: an odd q and the even one after it are cosine and sine of the same frequency.
    """
    pair = torch.arange(channels // 4, dtype=torch.float64)
    frequency = 10000.0 ** -(4 * (pair + 1) / channels)

    def along(places: Tensor) -> Tensor:
        phase = places.double()[..., None] * frequency
        return torch.stack([phase.cos(), phase.sin()], -1).flatten(-2)

    row, col = along(y).unsqueeze(-2), along(x).unsqueeze(-3)
    size = torch.broadcast_shapes(row.shape, col.shape)
    return torch.cat([row.expand(size), col.expand(size)], -1).float()


@contextmanager
def _fused_attention() -> Iterator[None]:
    """Keep torch from its own fast path, which on processors writes out the whole attention matrix: 3 times as slow."""
    enabled = torch.backends.mha.get_fastpath_enabled()
    torch.backends.mha.set_fastpath_enabled(False)
    try:
        yield
    finally:
        torch.backends.mha.set_fastpath_enabled(enabled)


class GlobalStage(nn.Module):
    """Refines what the local stage found, patch pair by patch pair, seeing all of them.

    What it adds is a correction to `base`, the mean of the two local estimates; it starts as zero.
    """

    def __init__(self, config: GlobalConfig | None = None) -> None:
        super().__init__()
        self.config = GlobalConfig() if config is None else config
        layer = nn.TransformerEncoderLayer(
            self.config.channels,
            self.config.heads,
            self.config.feedforward,
            self.config.dropout,
            batch_first=True,
        )
        self.inputs = nn.Linear(GLOBAL_INPUTS, self.config.channels)
        self.encoder = nn.TransformerEncoder(
            layer, self.config.layers, nn.LayerNorm(self.config.channels), enable_nested_tensor=False
        )
        self.outputs = nn.Linear(self.config.channels, GLOBAL_OUTPUTS)
        for name, parameter in self.named_parameters():
            if parameter.dim() > 1:
                # What a layer adds starts small: with the norm behind the sum, eight layers of full size would make
                # all patches look alike, and training has to undo that first.
                starts_small = name.endswith(("out_proj.weight", "linear2.weight"))
                nn.init.xavier_normal_(parameter, gain=_FIRST_GAIN if starts_small else 1.0)
        nn.init.zeros_(self.outputs.weight)
        nn.init.zeros_(self.outputs.bias)

    def forward(
        self,
        features: Float[Tensor, "b rows cols 38"],
        base: Float[Tensor, "b rows cols 12"],
        origin_px: Float[Tensor, "b 2"] | None = None,
    ) -> Float[Tensor, "b rows cols 12"]:
        """Refine the wedges of all patch pairs of images; `origin_px` is the centre (y, x) of the first patch.

        Without it, the first patch is in the upper left corner, and of 21 px.
        """
        _, rows, cols, _ = features.shape
        position = self._position(rows, cols, origin_px).to(features)
        tokens = (self.inputs(features) + position).flatten(1, 2)
        with _fused_attention():
            corrections: Tensor = self.outputs(self.encoder(tokens))
        refined: Tensor = base + corrections.unflatten(1, (rows, cols)).to(base)
        return refined

    def _position(
        self, rows: int, cols: int, origin_px: Float[Tensor, "b 2"] | None
    ) -> Float[Tensor, "b rows cols channels"]:
        first = torch.full((1, 2), _FIRST_CENTRE_PX) if origin_px is None else origin_px.cpu()
        y, x = (first[:, k, None] + _STRIDE_PX * torch.arange(count) for k, count in enumerate((rows, cols)))
        if self.config.position == "patch":
            y, x = ((places - _FIRST_CENTRE_PX) / _STRIDE_PX for places in (y, x))
        return position_code(y, x, self.config.channels)
