"""How weights are stored: in 32, 16 or 8 bits; once loaded, they are 32 bits again.

Kernels and matrices are most of a network, and need the fewest digits: in 8 bits each of their rows (all that makes one
output) is whole numbers from −127 to 127 times a number of its own. Vectors keep 32 bits.
"""

from collections.abc import Mapping
from typing import Literal

from blurry_edges.typing import Tensor

__all__ = ["Bits", "packed", "unpacked"]

Bits = Literal[8, 16, 32]
_LARGEST = 127
_ROW_SCALE = ".row_scale"
"""Ending of the name of the numbers that the rows of an 8-bit tensor are multiplied by."""


def packed(tensors: Mapping[str, Tensor], bits: Bits) -> dict[str, Tensor]:
    """Return tensors as they are stored."""
    stored: dict[str, Tensor] = {}
    for name, tensor in tensors.items():
        if bits == 32 or tensor.dim() < 2 or not tensor.dtype.is_floating_point:
            stored[name] = tensor.contiguous()
        elif bits == 16:
            stored[name] = tensor.half().contiguous()
        else:
            rows = tensor.flatten(1)
            scale = rows.abs().amax(1).clamp_min(1e-30) / _LARGEST
            stored[name] = (rows / scale[:, None]).round().char().view(tensor.shape).contiguous()
            stored[name + _ROW_SCALE] = scale
    return stored


def unpacked(stored: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Return stored tensors in 32 bits."""
    tensors: dict[str, Tensor] = {}
    for name, tensor in stored.items():
        if name.endswith(_ROW_SCALE):
            continue
        scale = stored.get(name + _ROW_SCALE)
        if scale is not None:
            tensors[name] = tensor.float() * scale.view(-1, *[1] * (tensor.dim() - 1))
        else:
            tensors[name] = tensor.float() if tensor.dtype.is_floating_point else tensor
    return tensors
