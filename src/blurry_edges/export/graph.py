"""Evidence, network, and metres in one module without FFTs or complex numbers, for one camera and size of tile."""

import torch
from torch import nn

from blurry_edges.errors import BlurryEdgesError
from blurry_edges.estimator.fused import FusedEstimator
from blurry_edges.estimator.fused_inputs import H_PX, PairOrder, t_hypotheses_px
from blurry_edges.estimator.fused_maps import Surfaces
from blurry_edges.estimator.hypotheses import DepthHypotheses
from blurry_edges.evidence import blur_reach_px, evidence_features
from blurry_edges.export.misfit import MatrixMisfit
from blurry_edges.nets.fused import MULTIPLE
from blurry_edges.optics import Camera
from blurry_edges.stack import network_scale
from blurry_edges.typing import Float, Tensor

__all__ = ["OUTPUTS", "TileGraph"]

OUTPUTS = {
    "depth_m": "depth in metres",
    "depth_sd_m": "its standard deviation in metres",
    "front_m": "depth of the nearer of two surfaces in metres",
    "back_m": "depth of the farther of two surfaces in metres",
    "front_probability": "probability that a pixel shows the nearer surface",
    "boundary": "probability of a boundary",
    "sharp": "the image without blur, linear light in 0..1",
    "denoised": "I- and I+ without noise, linear light in 0..1",
}
"""Outputs of the graph."""
_SMALLEST_PX, _LARGEST_PX = 64, 512


class TileGraph(nn.Module):
    """A tile of a pair, and its light, become depth in metres and pictures; all that is unknown is NaN.

    The photographs must be at the camera's own scale, `TileGraph.scale` times their size, and balanced in brightness: a
    program around the graph does that, as `estimator.fused` does here.
    """

    def __init__(self, estimator: FusedEstimator, camera: Camera, tile_px: int) -> None:
        super().__init__()
        if tile_px % MULTIPLE or not _SMALLEST_PX <= tile_px <= _LARGEST_PX:
            raise BlurryEdgesError(
                f"a tile of {tile_px} px cannot be exported; choose a multiple of {MULTIPLE} from {_SMALLEST_PX} to "
                f"{_LARGEST_PX}"
            )
        self.scale = network_scale(camera)
        """By how much photographs must be resized before they come here."""
        self.camera, self.sd_scale, self.tile_px = camera, estimator.sd_scale, tile_px
        self.net = estimator.net
        self.order = PairOrder.of(camera)
        hypotheses = DepthHypotheses.at(4 * H_PX * t_hypotheses_px(), self.order.camera.resized(self.scale))
        self.misfit = MatrixMisfit(tile_px, hypotheses.sigmas_px, hypotheses.psf)
        self.register_buffer("reach_px", blur_reach_px(hypotheses.sigmas_px))
        self.register_buffer("t_px", t_hypotheses_px())

    def forward(
        self, pair: Float[Tensor, "1 2 3 H W"], photon_level: Float[Tensor, "1"], read_noise: Float[Tensor, "1"]
    ) -> tuple[Tensor, ...]:
        """Compute the `OUTPUTS`."""
        named = dict(self.named_buffers(recurse=False))
        pair = self.order.pair(pair)
        misfit = self.misfit(pair, photon_level, read_noise)
        evidence, t_px = evidence_features(misfit, named["reach_px"], named["t_px"], photon_level, 3)
        features = self.net.fine(self.net.trunk(pair, evidence, t_px))
        layers, pictures = self.net.layers(features), self.net.pictures(features)
        raw = torch.cat([layers.t_px, layers.log_scale, layers.membership.unsqueeze(1)], 1)[0]
        surfaces = Surfaces.of(raw, 4 * H_PX / self.scale**2, self.sd_scale, self.order.camera)
        denoised = self.order.pair(pictures.denoised)[0]
        shown = (torch.sigmoid(pictures.boundary[0]), pictures.sharp[0].clamp(0, 1), denoised.clamp(0, 1))
        return (*surfaces.mean_and_sd(), *surfaces.in_order(), *shown)
