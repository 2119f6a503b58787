"""The Blurry-Edges representation: wedges, their distance maps, opacity, colours and rendered maps."""

from blurry_edges.wedge.alpha import alpha_map, collective_alpha_maps, composite
from blurry_edges.wedge.color import ridge_colors, ridge_weight, shared_ridge_colors
from blurry_edges.wedge.distance import signed_distance, unoccluded_masks, unsigned_distance
from blurry_edges.wedge.params import (
    Wedges,
    angles_from_opening,
    code_from_eta,
    eta_from_code,
    opening_from_angles,
)
from blurry_edges.wedge.render import (
    BOUNDARY_WIDTH,
    LocalMaps,
    boundary_map,
    color_derivative,
    color_map,
    render_pair,
    wedge_boundary_maps,
)

__all__ = [
    "BOUNDARY_WIDTH",
    "LocalMaps",
    "Wedges",
    "alpha_map",
    "angles_from_opening",
    "boundary_map",
    "code_from_eta",
    "collective_alpha_maps",
    "color_derivative",
    "color_map",
    "composite",
    "eta_from_code",
    "opening_from_angles",
    "render_pair",
    "ridge_colors",
    "ridge_weight",
    "shared_ridge_colors",
    "signed_distance",
    "unoccluded_masks",
    "unsigned_distance",
    "wedge_boundary_maps",
]
