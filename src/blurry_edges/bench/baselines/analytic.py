"""Common part of the rivals without weights: they see the pair, and know its noise."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from blurry_edges.bench.methods import FocusStack
from blurry_edges.estimator import DepthResult
from blurry_edges.estimator.pair import read_pair
from blurry_edges.optics import Camera
from blurry_edges.typing import Array, Float

__all__ = ["AnalyticRival", "Photographs"]


@dataclass(frozen=True)
class Photographs:
    """I₋ and I₊ with their noise."""

    minus: Float[Array, "H W 3"]
    plus: Float[Array, "H W 3"]
    photon_level: float
    """Photons of white."""
    read_noise: float
    """Standard deviation of the read noise in photons."""

    def variance(self, brightness: Float[Array, "*n"]) -> Float[Array, "*n"]:
        """Return the variance of the noise at a brightness."""
        variance: Array = np.maximum(brightness, 0) / self.photon_level + (self.read_noise / self.photon_level) ** 2
        return variance


class AnalyticRival(ABC):
    """A method that computes depth from the pair alone."""

    name: str

    def images_used(self, given: int) -> int:
        """Return two: the pair is all that it looks at."""
        return 2

    def estimate(self, stack: FocusStack, camera: Camera) -> DepthResult:
        """Estimate the depth of the pair, the first two images of a stack."""
        minus, plus = stack.images[:2]
        pair = read_pair(minus, plus, stack.photon_level, stack.read_noise)
        depth, sd = self.depth_with_sd(Photographs(minus, plus, pair.photon_level, pair.read_noise), camera)
        return DepthResult(depth, sd, camera, pair.photon_level, pair.read_noise)

    @abstractmethod
    def depth_with_sd(self, pair: Photographs, camera: Camera) -> tuple[Float[Array, "H W"], Float[Array, "H W"]]:
        """Return depth and its standard deviation in metres, NaN where they are not known."""
