"""Methods that the benchmark compares: each takes a focus stack and a camera and gives a `DepthResult`."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from blurry_edges.errors import BlurryEdgesError
from blurry_edges.estimator import DepthResult, Estimator, estimator_names
from blurry_edges.optics import Camera, FocusSetting
from blurry_edges.typing import Array, Float

__all__ = ["Constant", "FocusStack", "Method", "PairMethod", "as_method", "method_names"]


@dataclass(frozen=True)
class FocusStack:
    """Photographs of one scene: the camera's pair, and any further images behind it."""

    images: Float[Array, "k H W 3"]
    settings: tuple[FocusSetting, ...]
    photon_level: float | None
    """Photons of white; None when the method is to find out."""
    read_noise: float | None

    def __post_init__(self) -> None:
        if len(self.images) != len(self.settings) or len(self.images) < 2:
            raise BlurryEdgesError(
                f"a stack of {len(self.images)} images with {len(self.settings)} focus settings cannot be used"
            )


@runtime_checkable
class Method(Protocol):
    """Turns a focus stack into depth."""

    @property
    def name(self) -> str:
        """Name of the method in tables."""
        ...

    def images_used(self, given: int) -> int:
        """How many of `given` images the method looks at."""
        ...

    def estimate(self, stack: FocusStack, camera: Camera) -> DepthResult:
        """Estimate the depth of one stack."""
        ...


@dataclass(frozen=True)
class PairMethod:
    """An estimator of pairs: it sees the first two images of a stack."""

    estimator: Estimator

    @property
    def name(self) -> str:
        """Name of the estimator."""
        return self.estimator.name

    def images_used(self, given: int) -> int:
        """Return two: the pair is all that it looks at."""
        return 2

    def estimate(self, stack: FocusStack, camera: Camera) -> DepthResult:
        """Estimate the depth of the pair."""
        light = {"photon_level": stack.photon_level, "read_noise": stack.read_noise}
        return self.estimator.estimate(stack.images[0], stack.images[1], camera=camera, **light)


@dataclass(frozen=True)
class Constant:
    """Answers the same depth everywhere: what any method must beat."""

    depth_m: float = 0.95
    name: str = "constant"

    def images_used(self, given: int) -> int:
        """Two, as what it is compared with."""
        return 2

    def estimate(self, stack: FocusStack, camera: Camera) -> DepthResult:
        """Return the constant, with the spread of the working range as its error."""
        near, far = camera.depth_range_m
        depth = np.full(stack.images.shape[1:3], self.depth_m, np.float32)
        sd = np.full_like(depth, (far - near) / np.sqrt(12))
        return DepthResult(depth, sd, camera, stack.photon_level or np.nan, stack.read_noise or np.nan)


def as_method(name: str) -> Method:
    """Return a method by name: `constant`, an estimator of this package, a rival, or the path of a weights file."""
    from blurry_edges.bench.baselines import analytic_rivals, network_rival, network_rival_names
    from blurry_edges.estimator import load

    analytic = analytic_rivals()
    if name == "constant":
        return Constant()
    if name in analytic:
        return analytic[name]
    if name in network_rival_names() or ("rival-" in name and name.endswith(".safetensors")):
        return network_rival(name)
    if name in estimator_names() or name.endswith(".safetensors"):
        return PairMethod(load(name))
    known = ", ".join(method_names())
    raise BlurryEdgesError(f"no method is called '{name}'; known are {known}, or a path to a weights file")


def method_names() -> tuple[str, ...]:
    """Names of all methods that run here, the constant predictor first."""
    from blurry_edges.bench.baselines import analytic_rivals, network_rival_names

    return ("constant", *analytic_rivals(), *network_rival_names(), *estimator_names())
