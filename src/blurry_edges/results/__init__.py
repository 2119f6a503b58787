"""Results as files, in a folder that appears whole or not at all. Depth is in metres, unknown is NaN."""

from blurry_edges.results.cloud import point_cloud, surface_triangles, write_ply
from blurry_edges.results.folder import output_folder
from blurry_edges.results.order import depth_order, write_order
from blurry_edges.results.write import write_result

__all__ = [
    "depth_order",
    "output_folder",
    "point_cloud",
    "surface_triangles",
    "write_order",
    "write_ply",
    "write_result",
]
