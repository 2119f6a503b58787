"""Overlapping patches of an image: taking them apart, and putting maps of patches together again.

All folding is linear and exact: `fold_sum` is the adjoint of `unfold`. Both work on *bands*, runs of patch rows,
so that the maps of a large image need not be in memory at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch
from torch.nn import functional

from blurry_edges.errors import ShapeError
from blurry_edges.typing import Float, Tensor

__all__ = ["PatchGrid"]

_PATCHES_PER_BAND = 1024
"""Patches that are fastest to render at once: their maps still fit in the processor's cache."""


@dataclass(frozen=True)
class PatchGrid:
    """Where the patches of an image lie.

    When the stride does not divide what the first patch leaves over, the image is extended at its bottom and right
    by repeating its last row and column, less than one stride, so that patches cover every pixel.
    """

    height: int
    """Rows of the image in px."""
    width: int
    """Columns of the image in px."""
    patch_size: int = 21
    """R, side of a patch in px."""
    stride: int = 2
    """Distance between neighbouring patches in px."""

    def __post_init__(self) -> None:
        R = self.patch_size
        if R < 3 or not 1 <= self.stride <= R:
            raise ShapeError(
                f"patches of {R} px with a stride of {self.stride} px cannot cover an image; "
                "use a patch_size of 3 or more and a stride from 1 to patch_size"
            )
        if self.height < R or self.width < R:
            raise ShapeError(
                f"an image of {self.width} x {self.height} px is smaller than one patch of {R} x {R} px; "
                "use a larger image, or resize it"
            )

    @classmethod
    def of(cls, images: Float[Tensor, "*n H W"], patch_size: int = 21) -> "PatchGrid":
        """Return the grid of images, 2 px between patches."""
        return cls(images.shape[-2], images.shape[-1], patch_size)

    @property
    def rows(self) -> int:
        """H′, rows of patches."""
        return -(-(self.height - self.patch_size) // self.stride) + 1

    @property
    def cols(self) -> int:
        """W′, columns of patches."""
        return -(-(self.width - self.patch_size) // self.stride) + 1

    @property
    def padded_height(self) -> int:
        """Rows in px that the patches cover."""
        return _span(self.rows, self.patch_size, self.stride)

    @property
    def padded_width(self) -> int:
        """Columns in px that the patches cover."""
        return _span(self.cols, self.patch_size, self.stride)

    @property
    def half_patch_px(self) -> float:
        """Length in px of one half patch, the unit of wedges."""
        return (self.patch_size - 1) / 2

    def centres_px(self) -> Float[Tensor, "rows cols 2"]:
        """Centre (x, y) of each patch in px; pixel centres have whole numbers."""
        y, x = (torch.arange(n) * float(self.stride) + self.half_patch_px for n in (self.rows, self.cols))
        return torch.stack(torch.meshgrid(x, y, indexing="xy"), -1)

    def bands(self, chunk_rows: int | None = None) -> Iterator[range]:
        """Split the rows of patches into runs of `chunk_rows`; by default of about a thousand patches."""
        step = max(1, _PATCHES_PER_BAND // self.cols) if chunk_rows is None else chunk_rows
        if step < 1:
            raise ShapeError(f"chunk_rows is {chunk_rows}; it must be 1 or more")
        return (range(top, min(top + step, self.rows)) for top in range(0, self.rows, step))

    def unfold(
        self, images: Float[Tensor, "*n C H W"], band: range | None = None
    ) -> Float[Tensor, "*n rows cols C R R"]:
        """Patches of images, all or those of one band: a view where nothing has to be extended."""
        self._require_size("images", images, (self.height, self.width))
        top, bottom = self._lines(band)
        strip = images[..., top:bottom, :]
        missing = (bottom - top - strip.shape[-2], self.padded_width - self.width)
        if any(missing):
            flat = strip.reshape(-1, *strip.shape[-3:])
            flat = functional.pad(flat, (0, missing[1], 0, missing[0]), mode="replicate")
            strip = flat.reshape(*strip.shape[:-2], *flat.shape[-2:])
        return _unfold(strip, self.patch_size, self.stride)

    def fold_sum(self, patches: Float[Tensor, "*n rows cols C R R"]) -> Float[Tensor, "*n C H W"]:
        """Sum of all patches that cover each pixel."""
        if patches.shape[-5:-3] != (self.rows, self.cols):
            raise ShapeError(
                f"{patches.shape[-5]} x {patches.shape[-4]} patches do not fit a grid of {self.rows} x "
                f"{self.cols}; fold parts of it with `add_band`"
            )
        return self.crop(_fold(patches, self.stride))

    def fold_mean(self, patches: Float[Tensor, "*n rows cols C R R"]) -> Float[Tensor, "*n C H W"]:
        """Mean of all patches that cover each pixel."""
        return self.fold_sum(patches) / self.count().to(patches)

    def add_band(
        self,
        accumulator: Float[Tensor, "*n C Hp Wp"],
        patches: Float[Tensor, "*n rows cols C R R"],
        band: range,
    ) -> None:
        """Add the patches of one band to an accumulator of the padded size, in place; `crop` it at the end."""
        self._require_size("accumulator", accumulator, (self.padded_height, self.padded_width))
        top, bottom = self._lines(band)
        accumulator[..., top:bottom, :] += _fold(patches, self.stride)

    def crop(self, padded: Float[Tensor, "*n Hp Wp"]) -> Float[Tensor, "*n H W"]:
        """Drop what the image was extended by."""
        return padded[..., : self.height, : self.width]

    def count(self) -> Float[Tensor, "H W"]:
        """Return the number of patches that cover each pixel."""
        along_y = _cover(self.height, self.rows, self.patch_size, self.stride)
        along_x = _cover(self.width, self.cols, self.patch_size, self.stride)
        return along_y[:, None] * along_x

    def _lines(self, band: range | None) -> tuple[int, int]:
        """First and last-plus-one line in px of a band of patches."""
        band = range(self.rows) if band is None else band
        top = band.start * self.stride
        return top, top + _span(len(band), self.patch_size, self.stride)

    def _require_size(self, name: str, tensor: Tensor, size: tuple[int, int]) -> None:
        if tuple(tensor.shape[-2:]) != size:
            raise ShapeError(
                f"{name} of {tensor.shape[-1]} x {tensor.shape[-2]} px given to a grid for {size[1]} x {size[0]} px; "
                "make a PatchGrid of the image's own size"
            )


class _Fold(torch.autograd.Function):
    """Sum of overlapping patches; its gradient is `_unfold`, a view."""

    @staticmethod
    def forward(ctx: Any, patches: Tensor, stride: int) -> Tensor:
        ctx.patch_size, ctx.stride = patches.shape[-1], stride
        *n, rows, cols, C, R, _ = patches.shape
        height, width = _span(rows, R, stride), _span(cols, R, stride)
        # Whole lines at a time, first down then across: several times faster than torch's col2im.
        columns = patches.new_zeros(*n, cols, C, height, R)
        for row, part in enumerate(patches.unbind(-5)):
            columns[..., row * stride : row * stride + R, :] += part
        image = patches.new_zeros(*n, C, height, width)
        for col, part in enumerate(columns.unbind(-4)):
            image[..., col * stride : col * stride + R] += part
        return image

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor, None]:
        return _unfold(grads[0], ctx.patch_size, ctx.stride), None


def _fold(patches: Float[Tensor, "*n rows cols C R R"], stride: int) -> Float[Tensor, "*n C h w"]:
    image: Tensor = _Fold.apply(patches, stride)  # type: ignore[no-untyped-call]
    return image


def _unfold(images: Float[Tensor, "*n C h w"], patch_size: int, stride: int) -> Float[Tensor, "*n rows cols C R R"]:
    """Take patches as a view; −5, −4 and −3 are C, rows and columns before they are put in order."""
    windows = images.unfold(-2, patch_size, stride).unfold(-2, patch_size, stride)
    return windows.movedim(-5, -3)


def _span(patches: int, patch_size: int, stride: int) -> int:
    """Px that a line of patches covers."""
    return (patches - 1) * stride + patch_size


def _cover(pixels: int, patches: int, patch_size: int, stride: int) -> Float[Tensor, " pixels"]:
    """Return how many patches of a line cover each of its pixels."""
    pixel = torch.arange(pixels)
    first = ((pixel - patch_size) // stride + 1).clamp_min(0)
    last = (pixel // stride).clamp_max(patches - 1)
    return (last - first + 1).float()
