"""Result of an estimate: arrays, the camera and facts. Depth is in metres, unknown is NaN."""

from dataclasses import dataclass, field, fields, replace
from pathlib import Path

import numpy as np
import torch

from blurry_edges.brightness import Balance
from blurry_edges.errors import BlurryEdgesError
from blurry_edges.estimator.fit import PairFit
from blurry_edges.estimator.refocus import refocused
from blurry_edges.estimator.resize import to_image
from blurry_edges.maps import Omega
from blurry_edges.optics import Camera
from blurry_edges.typing import Array, Bool, Float

__all__ = ["DepthLayers", "DepthResult", "Pictures"]

_FAR_OUTSIDE = 1.5
_UNRELATED_PHOTONS = 10.0
"""Images of different scenes differ by as much as if there were fewer photons of white than this."""


@dataclass(frozen=True)
class Pictures:
    """Boundaries and images, at the size of the photographs."""

    boundary: Float[Array, "H W"]
    """B, centres of boundaries, 0..1."""
    color_minus: Float[Array, "H W 3"]
    """C₋: I₋ without noise, of the paper's model as its wedges render it."""
    color_plus: Float[Array, "H W 3"]
    """C₊, the same of I₊."""
    color_derivative: Float[Array, "H W 3"]
    """C′, Sobel magnitude of the mean of C₋ and C₊; the outermost pixels repeat their neighbours."""
    sparse_depth_m: Float[Array, "H W"]
    """Z, depth along boundaries, NaN elsewhere."""
    confidence: Float[Array, "H W"]
    """F: of the paper's model the share of the patches at a pixel that see a boundary there; of `fused` how likely a
    boundary is times how sure its depth is."""
    sharp: Float[Array, "H W 3"]
    """The image with all blur taken away."""


@dataclass(frozen=True)
class DepthLayers:
    """The surfaces on both sides of each occlusion edge, continued across it; away from edges they agree."""

    front_m: Float[Array, "H W"]
    """Depth of the nearer surface."""
    back_m: Float[Array, "H W"]
    """Depth of the farther surface."""
    front_probability: Float[Array, "H W"]
    """Probability that a pixel shows the nearer one."""

    @property
    def crisp_m(self) -> Float[Array, "H W"]:
        """Depth of the likelier surface: no value between two surfaces."""
        return np.where(self.front_probability >= 0.5, self.front_m, self.back_m)


@dataclass(frozen=True)
class DepthResult:
    """Estimate of one pair or stack; all maps are float32 arrays of the first photograph's size.

    A notebook shows it as pictures; `blurry_edges.show` gives an interactive page.

    Examples:
        >>> from tempfile import TemporaryDirectory
        >>> import numpy as np
        >>> import blurry_edges
        >>> demo = blurry_edges.demo_pair()
        >>> result = blurry_edges.load("fused").estimate(demo.minus[:64, :64], demo.plus[:64, :64], camera=demo.camera)
        >>> result.refocus_at(0.9).shape
        (64, 64, 3)
        >>> bool((result.front_depth <= result.back_depth).all())
        True
        >>> with TemporaryDirectory() as folder:
        ...     path = result.save(folder)
        ...     again = blurry_edges.DepthResult.load(folder)
        >>> path.name, np.array_equal(again.depth, result.depth)
        ('depth.npz', True)

    """

    depth_m: Float[Array, "H W"]
    """Depth at every pixel."""
    depth_sd_m: Float[Array, "H W"]
    """Its standard deviation; NaN of methods without an error bar."""
    camera: Camera
    """The camera that turned blur into metres."""
    photon_level: float
    """Photons of white, as given or estimated."""
    read_noise: float
    """Read noise in photons, as given or estimated."""
    method: str = ""
    """Name of the estimator."""
    layers: DepthLayers | None = field(default=None, repr=False)
    """The surfaces on both sides of occlusion edges, if the estimator tells them apart."""
    pictures: Pictures | None = field(default=None, repr=False)
    """Boundaries and images, if the estimator has them and they were asked for."""
    wedges: Omega | None = field(default=None, repr=False)
    """The wedges of the paper's model and their colours, which refocusing renders again."""
    fit: PairFit | None = None
    """How well blur and photon noise explain the photographs, if the estimator has measured it."""
    balances: tuple[Balance, ...] = ()
    """How the brightness of each photograph but the first differed, which was undone."""

    @property
    def depth(self) -> Float[Array, "H W"]:
        """Depth in metres; the short name of `depth_m`."""
        return self.depth_m

    @property
    def depth_sd(self) -> Float[Array, "H W"]:
        """Standard deviation of depth in metres; the short name of `depth_sd_m`."""
        return self.depth_sd_m

    @property
    def crisp_depth_m(self) -> Float[Array, "H W"]:
        """Depth of the likelier surface at each pixel: no value between two surfaces."""
        return self.depth_m if self.layers is None else self.layers.crisp_m

    @property
    def crisp_depth(self) -> Float[Array, "H W"]:
        """Depth in metres of the likelier surface; the short name of `crisp_depth_m`."""
        return self.crisp_depth_m

    @property
    def front_depth_m(self) -> Float[Array, "H W"]:
        """Depth of the nearer surface, at occlusion edges continued across them."""
        return self._require_layers().front_m

    @property
    def front_depth(self) -> Float[Array, "H W"]:
        """Depth in metres of the nearer surface; the short name of `front_depth_m`."""
        return self.front_depth_m

    @property
    def back_depth_m(self) -> Float[Array, "H W"]:
        """Depth of the farther surface, at occlusion edges continued across them."""
        return self._require_layers().back_m

    @property
    def back_depth(self) -> Float[Array, "H W"]:
        """Depth in metres of the farther surface; the short name of `back_depth_m`."""
        return self.back_depth_m

    @property
    def front_probability(self) -> Float[Array, "H W"]:
        """Probability that a pixel shows the nearer surface."""
        return self._require_layers().front_probability

    @property
    def boundary(self) -> Float[Array, "H W"]:
        """B, centres of boundaries, 0..1."""
        return self._require_pictures().boundary

    @property
    def color_minus(self) -> Float[Array, "H W 3"]:
        """C₋, I₋ without noise."""
        return self._require_pictures().color_minus

    @property
    def color_plus(self) -> Float[Array, "H W 3"]:
        """C₊, I₊ without noise."""
        return self._require_pictures().color_plus

    @property
    def denoised_minus(self) -> Float[Array, "H W 3"]:
        """I₋ without noise: another name of `color_minus`."""
        return self.color_minus

    @property
    def denoised_plus(self) -> Float[Array, "H W 3"]:
        """I₊ without noise: another name of `color_plus`."""
        return self.color_plus

    @property
    def color_derivative(self) -> Float[Array, "H W 3"]:
        """C′, Sobel magnitude of the mean of C₋ and C₊."""
        return self._require_pictures().color_derivative

    @property
    def sparse_depth_m(self) -> Float[Array, "H W"]:
        """Z, depth along boundaries, NaN elsewhere."""
        return self._require_pictures().sparse_depth_m

    @property
    def sparse_depth(self) -> Float[Array, "H W"]:
        """Z in metres; the short name of `sparse_depth_m`."""
        return self.sparse_depth_m

    @property
    def confidence(self) -> Float[Array, "H W"]:
        """F, how far a depth along a boundary is to be trusted, 0..1."""
        return self._require_pictures().confidence

    @property
    def sharp(self) -> Float[Array, "H W 3"]:
        """The image with all blur taken away."""
        return self._require_pictures().sharp

    @property
    def warning(self) -> str | None:
        """Warning if the result as a whole cannot be right, else None."""
        if self.fit is not None and not self.fit.is_photon_limited and self.fit.photon_level < _UNRELATED_PHOTONS:
            return (
                f"no depth explains what differs between the images (misfit {self.fit.misfit:.2g}, about 1 is usual): "
                "check that they show the same scene from the same place"
            )
        near, far = self.camera.depth_range_m
        inside = np.isfinite(self.depth_m) & (self.depth_m > near / _FAR_OUTSIDE) & (self.depth_m < far * _FAR_OUTSIDE)
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
        depth, sd = (np.where(known, x, np.float32(np.nan)) for x in (self.depth_m, self.depth_sd_m))
        layers = self.layers
        if layers is not None:
            front, back = (np.where(known, x, np.float32(np.nan)) for x in (layers.front_m, layers.back_m))
            layers = replace(layers, front_m=front, back_m=back)
        return replace(self, depth_m=depth, depth_sd_m=sd, layers=layers)

    def refocus(self, optical_power_dpt: float, aperture_sigma_m: float | None = None) -> Float[Array, "H W 3"]:
        """Return the image that the camera would have taken with another setting.

        Args:
            optical_power_dpt: optical power of the lens in dioptres.
            aperture_sigma_m: standard deviation of the aperture, a quarter of a disc's diameter; by default minus's.

        """
        if not (np.isfinite(optical_power_dpt) and optical_power_dpt > 0):
            raise BlurryEdgesError(
                f"optical_power_dpt is {optical_power_dpt}; it must be a positive number of dioptres"
            )
        if aperture_sigma_m is not None and not (np.isfinite(aperture_sigma_m) and aperture_sigma_m > 0):
            raise BlurryEdgesError(f"aperture_sigma_m is {aperture_sigma_m}; it must be a positive number of metres")
        setting = replace(self.camera.minus, optical_power_dpt=optical_power_dpt)
        if aperture_sigma_m is not None:
            setting = replace(setting, aperture_sigma_m=aperture_sigma_m)
        if self.wedges is not None:
            with torch.inference_mode():
                return to_image(self.wedges.refocused(setting), self.depth_m.shape)
        return refocused(self.sharp, self.crisp_depth_m, self.camera, setting)

    def refocus_at(self, depth_m: float, aperture_sigma_m: float | None = None) -> Float[Array, "H W 3"]:
        """Return the image that the camera would have taken if it had been focused at a depth in metres."""
        if not depth_m > 0:
            raise BlurryEdgesError(f"depth_m is {depth_m}; it must be a positive number of metres")
        return self.refocus(1 / self.camera.sensor_distance_m + 1 / depth_m, aperture_sigma_m)

    def save(self, folder: Path | str) -> Path:
        """Write `depth.npz` into a folder, which `DepthResult.load` reads; returns the file."""
        from blurry_edges.estimator.storage import write_depth_npz

        Path(folder).mkdir(parents=True, exist_ok=True)
        return write_depth_npz(self, Path(folder) / "depth.npz")

    @classmethod
    def load(cls, folder: Path | str) -> "DepthResult":
        """Read the result in a folder that `save` or the command line wrote."""
        from blurry_edges.estimator.storage import read_depth_npz

        return read_depth_npz(Path(folder) / "depth.npz")

    def _repr_html_(self) -> str:
        """Show picture, depth and error bar in a notebook."""
        from blurry_edges.estimator.notebook import result_html

        return result_html(self)

    def _require_layers(self) -> DepthLayers:
        if self.layers is None:
            raise BlurryEdgesError("this estimator gives one depth at each pixel; load('fused') gives both surfaces")
        return self.layers

    def _require_pictures(self) -> Pictures:
        if self.pictures is None:
            raise BlurryEdgesError(
                "this result is depth alone; load('fused') and maps='all' also give boundaries and images"
            )
        return self.pictures


PICTURE_NAMES = tuple(x.name for x in fields(Pictures))
"""Names of the maps of `Pictures`."""
