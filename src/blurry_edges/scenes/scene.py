"""A synthetic scene: the clean images of each focus setting, and the truth behind them."""

from dataclasses import dataclass

from blurry_edges.typing import Array, Bool, Float

__all__ = ["Scene"]


@dataclass(frozen=True)
class Scene:
    """A rendered scene without noise; all arrays are float32 but for the boundary mask."""

    images: Float[Array, "k H W 3"]
    """Clean defocused images in 0..1, one for each focus setting; for a pair, I₋ then I₊."""
    all_in_focus: Float[Array, "H W 3"]
    """The pinhole image Q in 0..1."""
    depth_m: Float[Array, "H W"]
    """True depth in metres of the front surface at each pixel."""
    boundary: Bool[Array, "H W"]
    """Pixels on the inner rim of a visible object outline."""
    boundary_distance_px: Float[Array, "H W"]
    """Distance to the nearest boundary pixel; infinite in a scene without boundaries."""
    boundary_depth_m: Float[Array, "H W"]
    """Depth in metres of the object that owns the boundary pixel; NaN off the boundary."""
