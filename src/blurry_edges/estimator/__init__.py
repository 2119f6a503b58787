"""Estimators: `load(name)` gives one, its `estimate` turns two photographs into a `DepthResult`."""

from typing import Protocol, runtime_checkable

from blurry_edges.errors import BlurryEdgesError
from blurry_edges.estimator.pair import ImagePair
from blurry_edges.estimator.result import DepthResult
from blurry_edges.optics import Camera
from blurry_edges.typing import Array
from blurry_edges.weights import shipped_weights

__all__ = ["DepthResult", "Estimator", "estimator_names", "load"]


@runtime_checkable
class Estimator(Protocol):
    """Turns two photographs into depth."""

    @property
    def name(self) -> str:
        """Name of the estimator in tables."""
        ...

    def estimate(
        self,
        minus: Array,
        plus: Array,
        *,
        camera: Camera,
        photon_level: float | None = None,
        read_noise: float | None = None,
    ) -> DepthResult:
        """Estimate the depth of one pair.

        Args:
            minus: I₋, height x width x 3 floats in 0..1: linear light divided by the white level.
            plus: I₊, the same view with the camera's other setting.
            camera: the camera that took them.
            photon_level: photons of white; estimated from the images when left out.
            read_noise: read noise in photons; estimated from the images when left out.

        """
        ...

    def estimate_images(self, images: ImagePair, camera: Camera) -> DepthResult:
        """Estimate the depth of a pair or stack that was read and aligned; see `read_pair`."""
        ...


def estimator_names() -> tuple[str, ...]:
    """Names that `load` knows; the paper's model is among them when its weights are shipped."""
    shipped = {card.name for card in shipped_weights()}
    return ("fused", "evidence", "focus", *(("paper", "paper-w") if "paper-local" in shipped else ()))


def load(name: str = "fused", device: str = "cpu") -> Estimator:
    """Load an estimator by name: `fused` is the default, `evidence` is closed-form and has no weights.

    `paper` is the paper's model with its dense depth by post-processing (PP), `paper-w` that with wedge depth (W).
    `focus` is depth from focus, for stacks of three or more photographs.
    """
    if name == "evidence":
        from blurry_edges.estimator.evidence import EvidenceEstimator

        return EvidenceEstimator(device=device)
    if name == "focus":
        from blurry_edges.estimator.focus import FocusEstimator

        return FocusEstimator()
    if name == "fused" or name.endswith(".safetensors"):
        from blurry_edges.estimator.fused import FusedEstimator

        return FusedEstimator.load(name, device=device)
    if name in ("paper", "paper-w"):
        from blurry_edges.estimator.paper import PaperEstimator

        return PaperEstimator.load(name, device=device)
    known = ", ".join(f"'{known}'" for known in estimator_names())
    raise BlurryEdgesError(f"no estimator is called '{name}'; known are {known}, or a path to a .safetensors file")
