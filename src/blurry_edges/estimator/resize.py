"""From maps at a network's scale to arrays of the photograph's own size."""

import torch.nn.functional as F

from blurry_edges.typing import Array, Float, Tensor

__all__ = ["to_image", "to_map"]


def _resize(maps: Float[Tensor, "c h w"], size: tuple[int, int], mode: str = "bilinear") -> Float[Tensor, "c H W"]:
    if maps.shape[-2:] == size:
        return maps
    corners = None if mode == "nearest" else False
    return F.interpolate(maps.unsqueeze(0), size, mode=mode, align_corners=corners).squeeze(0)


def to_map(values: Float[Tensor, "h w"], size: tuple[int, int], mode: str = "bilinear") -> Float[Array, "H W"]:
    """Return a map at a size, as an array."""
    array: Array = _resize(values.unsqueeze(0), size, mode)[0].float().cpu().numpy()
    return array


def to_image(image: Float[Tensor, "3 h w"], size: tuple[int, int]) -> Float[Array, "H W 3"]:
    """Return an image at a size, as an array with colours last."""
    array: Array = _resize(image, size).permute(1, 2, 0).float().contiguous().cpu().numpy()
    return array
