"""Result of an estimate: depth in metres with its error bar, and the maps of the paper."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol, runtime_checkable

import numpy as np

from blurry_edges.brightness import Balance
from blurry_edges.errors import BlurryEdgesError
from blurry_edges.estimator.fit import PairFit
from blurry_edges.optics import Camera
from blurry_edges.typing import Array, Bool, Float

__all__ = ["DepthLayers", "DepthResult", "PaperMaps", "WedgeMaps"]

_FAR_OUTSIDE = 1.5


@dataclass(frozen=True)
class PaperMaps:
    """The global maps of the paper, at the size of the images."""

    boundary: Float[Array, "H W"]
    color_minus: Float[Array, "H W 3"]
    color_plus: Float[Array, "H W 3"]
    color_derivative: Float[Array, "H W 3"]
    sparse_depth: Float[Array, "H W"]
    confidence: Float[Array, "H W"]
    sharp: Float[Array, "H W 3"]


@dataclass(frozen=True)
class DepthLayers:
    """The surfaces on both sides of each occlusion edge, continued across it; away from edges they agree."""

    front: Float[Array, "H W"]
    """Depth of the nearer surface in metres."""
    back: Float[Array, "H W"]
    """Depth of the farther surface in metres."""
    front_probability: Float[Array, "H W"]
    """Probability that a pixel shows the nearer one."""

    @property
    def crisp(self) -> Float[Array, "H W"]:
        """Depth of the likelier surface in metres: no value between two surfaces."""
        return np.where(self.front_probability >= 0.5, self.front, self.back)

    def where(self, known: Bool[Array, "H W"]) -> "DepthLayers":
        """Return the same with depth unknown wherever `known` is not true."""
        front, back = (np.where(known, x, np.float32(np.nan)) for x in (self.front, self.back))
        return replace(self, front=front, back=back)


@runtime_checkable
class WedgeMaps(Protocol):
    """Wedges of an image, which can be rendered in many ways."""

    def denoised(self) -> tuple[Float[Array, "H W 3"], Float[Array, "H W 3"]]:
        """I₋ and I₊ without noise."""
        ...

    def paper_maps(self) -> PaperMaps:
        """Render the maps of the paper."""
        ...

    def refocus(self, optical_power_dpt: float) -> Float[Array, "H W 3"]:
        """Render the image that the camera would have taken with another optical power."""
        ...


@dataclass(frozen=True)
class DepthResult:
    """Estimate of one pair; all maps are float32 arrays of the image's own size, unknown depth is NaN.

    Depth is there at once; images and the maps of the paper are rendered when they are first asked for.
    """

    depth: Float[Array, "H W"]
    """Depth in metres at every pixel."""
    depth_sd: Float[Array, "H W"]
    """Standard deviation of the depth in metres."""
    camera: Camera
    """The camera that turned blur into metres."""
    photon_level: float
    """Photons of white, as given or estimated."""
    read_noise: float
    """Read noise in photons, as given or estimated."""
    wedges: WedgeMaps | None = field(default=None, repr=False)
    """The wedges, if the estimator has them."""
    layers: DepthLayers | None = field(default=None, repr=False)
    """The surfaces on both sides of occlusion edges, if the estimator tells them apart."""
    fit: PairFit | None = None
    """How well blur and photon noise explain the photographs, if the estimator has measured it."""
    balances: tuple[Balance, ...] = ()
    """How the brightness of each photograph but the first differed, which was undone."""
    method: str | None = None
    """The estimator that gave the depth: `evidence` also where `fused` was asked, but is outside of what it learned."""

    @property
    def crisp_depth(self) -> Float[Array, "H W"]:
        """Depth in metres of the likelier surface at each pixel: no value between two surfaces."""
        return self.depth if self.layers is None else self.layers.crisp

    @property
    def front_depth(self) -> Float[Array, "H W"]:
        """Depth in metres of the nearer surface, at occlusion edges continued across them."""
        return self._require_layers().front

    @property
    def back_depth(self) -> Float[Array, "H W"]:
        """Depth in metres of the farther surface, at occlusion edges continued across them."""
        return self._require_layers().back

    @property
    def front_probability(self) -> Float[Array, "H W"]:
        """Probability that a pixel shows the nearer surface."""
        return self._require_layers().front_probability

    @property
    def boundary(self) -> Float[Array, "H W"]:
        """B, centres of boundaries, 0..1."""
        return self._paper_maps.boundary

    @property
    def color_minus(self) -> Float[Array, "H W 3"]:
        """C₋, I₋ as rendered by the wedges."""
        return self._paper_maps.color_minus

    @property
    def color_plus(self) -> Float[Array, "H W 3"]:
        """C₊, I₊ as rendered by the wedges."""
        return self._paper_maps.color_plus

    @property
    def color_derivative(self) -> Float[Array, "H W 3"]:
        """C′, Sobel magnitude of the mean of C₋ and C₊; the outermost pixels repeat their neighbours."""
        return self._paper_maps.color_derivative

    @property
    def sparse_depth(self) -> Float[Array, "H W"]:
        """Z, depth in metres along boundaries, NaN elsewhere."""
        return self._paper_maps.sparse_depth

    @property
    def confidence(self) -> Float[Array, "H W"]:
        """F, share of the patches at a pixel that see a boundary there; of `fused`, times how sure the depth is."""
        return self._paper_maps.confidence

    @property
    def sharp(self) -> Float[Array, "H W 3"]:
        """The image with all blur taken away."""
        return self._paper_maps.sharp

    @property
    def denoised_minus(self) -> Float[Array, "H W 3"]:
        """I₋ without noise."""
        return self._denoised[0]

    @property
    def denoised_plus(self) -> Float[Array, "H W 3"]:
        """I₊ without noise."""
        return self._denoised[1]

    @property
    def warning(self) -> str | None:
        """Warning if the result as a whole cannot be right, else None."""
        near, far = self.camera.depth_range_m
        inside = np.isfinite(self.depth) & (self.depth > near / _FAR_OUTSIDE) & (self.depth < far * _FAR_OUTSIDE)
        if inside.any():
            return None
        return (
            f"no pixel has a depth near {near:g}..{far:g} m, the range of camera '{self.camera.name}': "
            "check that the camera file belongs to these images and that minus and plus are not swapped"
        )

    def where(self, known: Bool[Array, "H W"]) -> "DepthResult":
        """Return the same result with depth unknown wherever `known` is not true."""
        if known.all():
            return self
        depth, sd = (np.where(known, x, np.float32(np.nan)) for x in (self.depth, self.depth_sd))
        layers = None if self.layers is None else self.layers.where(known)
        return replace(self, depth=depth, depth_sd=sd, layers=layers)

    def refocus(self, optical_power: float) -> Float[Array, "H W 3"]:
        """Return the image that the camera would have taken with another optical power in dioptres."""
        if not (np.isfinite(optical_power) and optical_power > 0):
            raise BlurryEdgesError(f"optical_power is {optical_power}; it must be a positive number of dioptres")
        return self._require_wedges().refocus(optical_power)

    def refocus_at(self, depth_m: float) -> Float[Array, "H W 3"]:
        """Return the image that the camera would have taken if it had been focused at a depth in metres."""
        if not depth_m > 0:
            raise BlurryEdgesError(f"depth_m is {depth_m}; it must be a positive number of metres")
        return self.refocus(1 / self.camera.sensor_distance_m + 1 / depth_m)

    @cached_property
    def _denoised(self) -> tuple[Float[Array, "H W 3"], Float[Array, "H W 3"]]:
        return self._require_wedges().denoised()

    @cached_property
    def _paper_maps(self) -> PaperMaps:
        return self._require_wedges().paper_maps()

    def _require_layers(self) -> DepthLayers:
        if self.layers is None:
            raise BlurryEdgesError("this estimator gives one depth at each pixel; load('fused') gives both surfaces")
        return self.layers

    def _require_wedges(self) -> WedgeMaps:
        if self.wedges is None:
            raise BlurryEdgesError("this estimator gives depth alone; load('fused') also gives boundaries and images")
        return self.wedges
