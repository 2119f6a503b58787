"""Common part of the rivals without weights: they see the pair, and know its noise."""

from abc import abstractmethod

from blurry_edges.estimator import DepthResult, Estimator, Options
from blurry_edges.optics import Camera
from blurry_edges.stack import FocusStack
from blurry_edges.typing import Array, Float

__all__ = ["AnalyticRival"]


class AnalyticRival(Estimator):
    """A method that computes depth from the pair alone."""

    def estimate_stack(self, stack: FocusStack, camera: Camera, options: Options = Options()) -> DepthResult:
        """Estimate the depth of the pair, the first two photographs of a stack."""
        depth, sd = self.depth_with_sd(stack.pair, camera)
        return DepthResult(depth, sd, camera, stack.photon_level, stack.read_noise, self.name)

    @abstractmethod
    def depth_with_sd(self, pair: FocusStack, camera: Camera) -> tuple[Float[Array, "H W"], Float[Array, "H W"]]:
        """Return depth and its standard deviation in metres, NaN where they are not known."""
