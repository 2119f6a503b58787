"""A verdict with every estimate: whether to trust it, why, and what to do about it."""

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from blurry_edges.align import Alignment
from blurry_edges.estimator import DepthResult

__all__ = ["Verdict", "judge"]

_TRUSTED_SHARE_OF_GUESS = 0.5
"""A depth is trusted when its sd is below this share of what a guess anywhere in the range would have."""
_NOTABLE_BRIGHTNESS = 0.02
_NOTABLE_SHIFT_PX = 0.4
_FAIR, _GOOD = 0.25, 0.6


@dataclass(frozen=True)
class Verdict:
    """How far an estimate is to be trusted."""

    trusted_share: float
    """Share of the pixels whose sd is below half of what a guess within the working range would have."""
    misfit: float | None
    """How well the best depth explains the photographs, in units of photon noise; about 1 is perfect."""
    is_photon_limited: bool
    """Whether blur and photon noise explain them; if not, the photon level is no photon count."""
    effective_photon_level: float | None
    """Photons of white whose noise is as large as what no depth explains."""
    alignment_left_px: float | None
    """Residual displacement after alignment in px; None if they were not aligned."""
    brightness_differed: float
    """By how much the local brightness of the photographs differed before it was balanced."""
    method: str
    """The estimator that gave the depth."""
    advice: tuple[str, ...]
    """Advice on what is wrong."""

    @property
    def grade(self) -> str:
        """One word for the share that can be trusted."""
        return "good" if self.trusted_share >= _GOOD else "fair" if self.trusted_share >= _FAIR else "poor"

    def line(self) -> str:
        """Say it in one line."""
        parts = [f"{self.grade}: {self.trusted_share:.0%} of the pixels can be trusted"]
        if self.misfit is not None and self.is_photon_limited:
            parts.append(f"blur and photon noise explain the photographs (misfit {self.misfit:.2g})")
        elif self.misfit is not None:
            parts.append(
                f"the photographs differ by {self.misfit:.3g} times more than blur and photon noise explain, as "
                f"developed or moved ones do: as if there were {self.effective_photon_level:.0f} photons"
            )
        if self.alignment_left_px is not None and math.isfinite(self.alignment_left_px):
            parts.append(f"{self.alignment_left_px:.2f} px of misalignment left")
        if self.brightness_differed > _NOTABLE_BRIGHTNESS:
            parts.append(f"brightness differed by {self.brightness_differed:.0%} and was balanced")
        return "; ".join(parts + list(self.advice))

    def as_facts(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return asdict(self) | {"grade": self.grade, "line": self.line()}


def judge(result: DepthResult, alignment: Alignment | None, moved_px: float | None) -> Verdict:
    """Judge a result.

    Args:
        result: the estimate.
        alignment: how the photographs were aligned, if they were.
        moved_px: by how much the photographs are displaced, if they were not aligned and it was measured.

    """
    fit = result.fit
    near, far = (1 / z for z in result.camera.depth_range_m)
    with np.errstate(divide="ignore", invalid="ignore"):
        sd_dpt = result.depth_sd / result.depth**2
    trusted = float((sd_dpt < _TRUSTED_SHARE_OF_GUESS * (near - far) / math.sqrt(12)).mean())
    lows, highs = zip(*(b.local_ratio for b in result.balances), strict=True) if result.balances else ((1.0,), (1.0,))
    advice = []
    if moved_px is not None and moved_px > _NOTABLE_SHIFT_PX:
        advice.append(f"the photographs are displaced by {moved_px:.1f} px: pass --align")
    if trusted < _FAIR:
        advice.append("more light, a wider aperture, focus settings further apart or more texture would help")
    return Verdict(
        trusted_share=trusted,
        misfit=None if fit is None else fit.misfit,
        is_photon_limited=fit is None or fit.is_photon_limited,
        effective_photon_level=None if fit is None else fit.photon_level,
        alignment_left_px=None if alignment is None else alignment.residual_px,
        brightness_differed=max(1 - min(lows), max(highs) - 1, 0.0) if result.balances else 0.0,
        method=result.method,
        advice=tuple(advice),
    )
