"""The interface of every method: a focus stack and a camera go in, a `DepthResult` comes out."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from blurry_edges.devices import find_device
from blurry_edges.errors import BlurryEdgesError, CameraError
from blurry_edges.estimator.result import DepthResult
from blurry_edges.optics import Camera
from blurry_edges.stack import FocusStack

__all__ = ["Estimator", "Maps", "Options", "require_resolvable"]

Maps = Literal["depth", "all"]
_SMALLEST_TILE_PX = 64


@dataclass(frozen=True)
class Options:
    """How an estimate is computed; the depth is the same for any of them, up to rounding."""

    maps: Maps = "all"
    """depth: depth alone; all: also boundaries and pictures, if the estimator has them."""
    device: str = "cpu"
    """Where to compute: auto, cpu, cuda or mps."""
    tile_px: int | None = None
    """Side of the parts in which a large image is computed; by default what memory allows."""
    progress: bool = False
    """Show a progress bar when there is more than one part."""
    tell: Callable[[float], None] | None = None
    """Called after each part with the share that is done."""

    def __post_init__(self) -> None:
        if self.maps not in ("depth", "all"):
            raise BlurryEdgesError(f"maps is {self.maps!r}; choose 'depth' or 'all'")
        if self.tile_px is not None and self.tile_px < _SMALLEST_TILE_PX:
            raise BlurryEdgesError(f"tiles of {self.tile_px} px are too small; use {_SMALLEST_TILE_PX} px or more")
        object.__setattr__(self, "device", find_device(self.device))


class Estimator(ABC):
    """Turns photographs into depth. Subclasses implement `estimate_stack`."""

    name: str
    """Name in tables and of `load`."""
    fewest_images: int = 2
    """Photographs that it needs at least."""

    def estimate(
        self,
        minus: Any,
        plus: Any,
        *,
        camera: Camera,
        photon_level: float | None = None,
        read_noise: float | None = None,
        maps: Maps = "all",
        device: str = "cpu",
        tile_px: int | None = None,
        progress: bool = False,
    ) -> DepthResult:
        """Estimate the depth of one pair.

        Args:
            minus: I₋, height x width x 3 floats in 0..1: linear light divided by the white level.
            plus: I₊, the same view with the camera's other setting.
            camera: the camera that took them.
            photon_level: photons of white; estimated from the images when left out.
            read_noise: read noise in photons; estimated from the images when left out.
            maps: `depth` for depth alone, which is faster.
            device: where to compute: auto, cpu, cuda or mps.
            tile_px: side of the parts in which a large image is computed; by default what memory allows.
            progress: show a progress bar when there is more than one part.

        Examples:
            >>> import blurry_edges
            >>> demo = blurry_edges.demo_pair()
            >>> minus, plus = demo.minus[100:164, 60:124], demo.plus[100:164, 60:124]
            >>> result = blurry_edges.load("fused").estimate(minus, plus, camera=demo.camera)
            >>> result.depth.shape, result.depth_sd.shape
            ((64, 64), (64, 64))
            >>> bool(abs(result.depth[32, 24] - demo.depth_m[132, 84]) < 0.05)  # metres
            True

        """
        options = Options(maps, device, tile_px, progress)
        # Not kept here: the estimator can let go of the stack when it has balanced it, which for 12 MP is 0.3 GB.
        return self.estimate_stack(
            FocusStack.of([minus, plus], photon_level=photon_level, read_noise=read_noise), camera, options
        )

    @abstractmethod
    def estimate_stack(self, stack: FocusStack, camera: Camera, options: Options = Options()) -> DepthResult:
        """Estimate the depth of a pair or stack whose photographs are aligned."""

    @property
    def identity(self) -> str:
        """Name, and whatever else of its settings changes the depths that it gives."""
        return self.name

    def images_used(self, given: int) -> int:
        """Return how many of the `given` photographs the benchmark shows it: two, if it is not for stacks."""
        return 2


def require_resolvable(camera: Camera) -> None:
    """Refuse a camera that cannot tell any two depths of its working range apart."""
    if not isinstance(camera, Camera):
        raise CameraError(f"camera is a {type(camera).__name__}; give a Camera, such as read_camera('camera.toml')")
    near, far = camera.depth_range_m
    low, high = camera.resolvable_range_m()
    if high <= near or low >= far:
        raise CameraError(
            f"camera '{camera.name}' can tell depths apart from {low:.3g} to {high:.3g} m, but its range is "
            f"{near:g}..{far:g} m: everything would be too blurred; correct depth_range_m or the optics"
        )
