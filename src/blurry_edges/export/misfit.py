"""The misfit by matrix products: what `evidence.misfit_volume` computes with FFTs, for runtimes that have none.

For one size of tile, mirroring the image, its Fourier transform and the frequencies that are kept are one matrix
for the rows and one for the columns, and so is the way back. Complex numbers are kept as two real ones.
"""

import math

import torch
from torch import nn

from blurry_edges.evidence import (
    mirrored_places,
    mirrored_size,
    noise_gain,
    pixel_variance,
    residual_smoothing_px,
    transfer_directions,
)
from blurry_edges.optics.psf import Psf
from blurry_edges.typing import Complex, Float, Tensor

__all__ = ["MatrixMisfit"]

_STEP_PX = 2
"""As in training: the misfit of squares of 2 x 2 px."""


class MatrixMisfit(nn.Module):
    """Misfit of each hypothesis at each square of 2 x 2 px of a pair of one size."""

    def __init__(self, tile_px: int, sigmas_px: Float[Tensor, "k 2"], psf: Psf) -> None:
        super().__init__()
        margin, size = mirrored_size(tile_px, tile_px, sigmas_px, _STEP_PX)
        length = size[0]
        few = length // _STEP_PX
        to_rows, omega_y = _forward_matrix(tile_px, margin, length, _kept_rows(few, length))
        to_columns, omega_x = _forward_matrix(tile_px, margin, length, torch.arange(few // 2 + 1))
        omega2 = omega_y.square()[:, None] + omega_x.square()
        inside = torch.arange(margin // _STEP_PX, margin // _STEP_PX + tile_px // _STEP_PX)
        from_rows = _backward_matrix(few, torch.arange(few), inside) / few
        # Of the columns, half are kept: the others are their conjugates. The first one, and the one in the middle if
        # there is one, are conjugates of themselves.
        twice = torch.full((few // 2 + 1,), 2.0, dtype=torch.float64)
        twice[0] = 1
        if few % 2 == 0:
            twice[-1] = 1
        from_columns = _backward_matrix(few, torch.arange(few // 2 + 1), inside) * twice / few
        self._keep("to_rows", to_rows)
        self._keep("to_columns", to_columns.T)
        self._keep("from_rows", from_rows)
        self._keep("from_columns", from_columns.T)
        self.register_buffer("omega2", omega2.float())
        self.register_buffer("directions", transfer_directions(sigmas_px.double(), psf, omega2).float())

    def _keep(self, name: str, matrix: Complex[Tensor, "n m"]) -> None:
        for part, values in (("real", matrix.real), ("imaginary", matrix.imag)):
            self.register_buffer(f"{name}_{part}", values.float().contiguous())

    def forward(
        self, pair: Float[Tensor, "1 2 3 H W"], photon_level: Float[Tensor, "1"], read_noise: Float[Tensor, "1"]
    ) -> Float[Tensor, "1 k h w"]:
        """Compute the misfit."""
        named = dict(self.named_buffers())
        smoothing_px = residual_smoothing_px(photon_level)
        low_pass = torch.exp(-named["omega2"] * smoothing_px.square() / 2)
        real, imaginary = _product(
            (named["to_rows_real"], named["to_rows_imaginary"]),
            (pair @ named["to_columns_real"], pair @ named["to_columns_imaginary"]),
        )
        towards_minus, towards_plus = named["directions"].unsqueeze(2).unbind(1)
        parts = []
        for spectrum in (real * low_pass, imaginary * low_pass):
            minus, plus = spectrum[0].unsqueeze(1).unbind(0)
            parts.append(towards_plus * minus - towards_minus * plus)
        real, imaginary = _product((named["from_rows_real"], named["from_rows_imaginary"]), (parts[0], parts[1]))
        residual = real @ named["from_columns_real"] - imaginary @ named["from_columns_imaginary"]
        gain = noise_gain(smoothing_px, _STEP_PX).view(-1, 1, 1, 1)
        variance = pixel_variance(pair, photon_level, read_noise, _STEP_PX) * gain
        return (residual.square() / variance).mean(1).unsqueeze(0)


def _product(left: tuple[Tensor, Tensor], right: tuple[Tensor, Tensor]) -> tuple[Tensor, Tensor]:
    """Real and imaginary part of a product of complex matrices."""
    return left[0] @ right[0] - left[1] @ right[1], left[0] @ right[1] + left[1] @ right[0]


def _kept_rows(few: int, length: int) -> Tensor:
    """Return the frequencies below half of the highest one, in the order of a transform of that length."""
    return torch.cat([torch.arange((few + 1) // 2), torch.arange(length - few // 2, length)])


def _forward_matrix(
    tile_px: int, margin: int, length: int, kept: Tensor
) -> tuple[Complex[Tensor, "n m"], Float[Tensor, "n"]]:
    """Mirroring, transform, and the shift to the centres of the squares; and the frequencies in rad/px."""
    cycles = torch.where(kept <= length // 2, kept, kept - length).double()
    omega = 2 * math.pi * cycles / length
    phase = -omega[:, None] * torch.arange(length, dtype=torch.float64) + (_STEP_PX - 1) / 2 * omega[:, None]
    transform = torch.polar(torch.full_like(phase, 1 / _STEP_PX), phase)
    mirroring = torch.zeros(length, tile_px, dtype=torch.complex128)
    mirroring[torch.arange(length), mirrored_places(tile_px, margin, length)] = 1
    return transform @ mirroring, omega


def _backward_matrix(length: int, frequencies: Tensor, places: Tensor) -> Complex[Tensor, "n m"]:
    """Return the inverse transform at some places, up to a factor."""
    phase = 2 * math.pi * places.double()[:, None] * frequencies.double() / length
    return torch.polar(torch.ones_like(phase), phase)
