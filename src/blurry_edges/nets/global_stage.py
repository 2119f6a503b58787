"""The global stage of the paper: a Transformer Encoder over the wedges of all patch pairs (Table S2)."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import torch
from torch import nn

from blurry_edges.typing import Float, Tensor

__all__ = ["GLOBAL_INPUTS", "GLOBAL_OUTPUTS", "GlobalConfig", "GlobalStage", "position_code"]

GLOBAL_INPUTS = 38
"""Numbers of a patch pair: for each image 4 of vertices, 4 of angles, 2 of smoothness and 9 of colours."""
GLOBAL_OUTPUTS = 12
"""Numbers of a patch pair: 4 of vertices, 4 of angles and, for each image, 2 of smoothness."""

_FIRST_GAIN = 0.1


@dataclass(frozen=True)
class GlobalConfig:
    """Size of the network; stored in the card of its weights."""

    channels: int = 128
    layers: int = 8
    heads: int = 8
    feedforward: int = 256
    dropout: float = 0.1


def position_code(
    rows: int, cols: int, channels: int, origin: tuple[int, int] = (0, 0)
) -> Float[Tensor, "rows cols channels"]:
    """E of the supplement, for a grid of any size: the first half of the channels codes the row, the second the column.

    `origin` is the place of the first patch, for a part of a larger grid. Channels are numbered q = 1..v: an odd q and
    the even one after it are cosine and sine of the same frequency.
    """
    pair = torch.arange(channels // 4, dtype=torch.float64)
    exponent = 4 * (pair + 1) / channels
    frequency = 10000.0**-exponent

    def along(start: int, count: int) -> Tensor:
        phase = torch.arange(start, start + count, dtype=torch.float64)[:, None] * frequency
        return torch.stack([phase.cos(), phase.sin()], -1).flatten(-2)

    row, col = along(origin[0], rows), along(origin[1], cols)
    code = torch.cat([row[:, None].expand(-1, cols, -1), col.expand(rows, -1, -1)], -1)
    return code.float()


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
        origin: tuple[int, int] = (0, 0),
    ) -> Float[Tensor, "b rows cols 12"]:
        """Refine the wedges of all patch pairs of images; `origin` is where they lie in a larger grid."""
        _, rows, cols, _ = features.shape
        position = position_code(rows, cols, self.config.channels, origin).to(features)
        tokens = (self.inputs(features) + position).flatten(1, 2)
        with _fused_attention():
            corrections: Tensor = self.outputs(self.encoder(tokens))
        refined: Tensor = base + corrections.unflatten(1, (rows, cols)).to(base)
        return refined
