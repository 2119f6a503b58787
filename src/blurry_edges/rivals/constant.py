"""The same depth everywhere: what any method must beat."""

from dataclasses import dataclass

import numpy as np

from blurry_edges.estimator import DepthResult, Estimator, Options, register
from blurry_edges.optics import Camera
from blurry_edges.stack import FocusStack

__all__ = ["Constant"]


@register("constant", kind="rival")
@dataclass(frozen=True)
class Constant(Estimator):
    """Answers the middle of the working range, or another depth that it is told."""

    depth_m: float | None = None
    name: str = "constant"

    def estimate_stack(self, stack: FocusStack, camera: Camera, options: Options = Options()) -> DepthResult:
        """Return the constant, with the spread of the working range as its error."""
        near, far = camera.depth_range_m
        depth_m = self.depth_m or (near + far) / 2
        depth = np.full(stack.size, depth_m, np.float32)
        sd = np.full_like(depth, (far - near) / np.sqrt(12))
        return DepthResult(depth, sd, camera, stack.photon_level, stack.read_noise, self.name)
