"""Depth hypotheses of a camera: which depths are tried, and the blur of each photograph under each of them."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from blurry_edges.optics import Camera, FocusSetting
from blurry_edges.optics.psf import Psf
from blurry_edges.typing import Float, Tensor

__all__ = ["DepthHypotheses"]

_WIDER = 0.05  # hypotheses go a little beyond the working range, so that its ends are not favoured
_FEWEST, _MOST = 33, 97
_STEP_PX2 = 1.4
"""Greatest step of d between hypotheses, as long as there are not too many: about what one window can tell apart."""


@dataclass(frozen=True)
class DepthHypotheses:
    """Depths in front of a camera, uniform in d."""

    d_px2: Float[Tensor, "k"]
    """d of the camera's pair."""
    sigmas_px: Float[Tensor, "k K"]
    """Blur of each photograph."""
    psf: Psf
    camera: Camera

    @classmethod
    def of(cls, camera: Camera, settings: Sequence[FocusSetting] | None = None) -> "DepthHypotheses":
        """Spread hypotheses over the camera's working range; `settings` are those of the photographs, or its pair."""
        near, far = camera.depth_range_m
        low, high = sorted(float(camera.d_px2(z)) for z in (near, far))
        margin = _WIDER * (high - low)
        count = int(min(max(_FEWEST, (high - low) / _STEP_PX2), _MOST))
        return cls.at(torch.linspace(low - margin, high + margin, count), camera, settings)

    @classmethod
    def at(
        cls, d_px2: Float[Tensor, "k"], camera: Camera, settings: Sequence[FocusSetting] | None = None
    ) -> "DepthHypotheses":
        """Return the hypotheses with these values of d.

        Where no depth has such a d, beyond infinity or the turning point of an aperture pair, the sharpest blurs that
        differ by it stand in: for a Gaussian, d is all that counts.
        """
        d = d_px2.double()
        inverse_depth, known = camera.inverse_depth_from_d(d)
        settings = settings or camera.settings
        blurs = torch.stack([camera.blur_at_inverse_depth_px(inverse_depth, setting) for setting in settings], -1)
        sharpest = torch.stack([d.clamp_min(0).sqrt(), (-d).clamp_min(0).sqrt()], -1)
        if blurs.shape[-1] > 2:  # the frames of a stack behind its pair: as blurred as the farther one
            sharpest = torch.cat([sharpest, sharpest.amax(-1, keepdim=True).expand(-1, blurs.shape[-1] - 2)], -1)
        return cls(d_px2, torch.where(known[:, None], blurs, sharpest).to(d_px2), camera.psf, camera)

    def depth_with_sd(
        self, d_px2: Float[Tensor, "H W"], d_sd_px2: Float[Tensor, "H W"]
    ) -> tuple[Float[Tensor, "H W"], Float[Tensor, "H W"]]:
        """Depth in metres and its standard deviation to first order; NaN where no depth has such a d."""
        depth, valid = self.camera.depth_from_d(d_px2.double())
        depth = torch.where(valid, depth, torch.nan)
        sd = d_sd_px2.double() / self.camera.d_slope_px2_per_m(depth).abs()
        return depth.float(), sd.float()
