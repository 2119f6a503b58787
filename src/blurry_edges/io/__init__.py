"""Photographs in, results out. Depth is in metres, unknown is NaN; a result folder appears whole or not at all."""

from blurry_edges.io.cloud import point_cloud, surface_triangles, write_ply
from blurry_edges.io.demo import DEMO_FOLDER, DemoPair, demo_pair
from blurry_edges.io.exif import Exif, read_exif
from blurry_edges.io.focus import PairFocus, StackFocus, focus_of_files
from blurry_edges.io.output import DEPTH_PNG_STEP_M, output_folder, read_depth_png, write_depth_png, write_image
from blurry_edges.io.photo import PHOTO_SUFFIXES, Gamma, Photo, load_photo, load_photos, read_photo
from blurry_edges.io.relative import depth_order, write_order
from blurry_edges.io.result import write_result
from blurry_edges.io.size import announced_pixels, announced_size

__all__ = [
    "DEMO_FOLDER",
    "DEPTH_PNG_STEP_M",
    "PHOTO_SUFFIXES",
    "DemoPair",
    "Exif",
    "Gamma",
    "PairFocus",
    "Photo",
    "StackFocus",
    "announced_pixels",
    "announced_size",
    "demo_pair",
    "depth_order",
    "focus_of_files",
    "load_photo",
    "load_photos",
    "output_folder",
    "point_cloud",
    "read_depth_png",
    "read_exif",
    "read_photo",
    "surface_triangles",
    "write_depth_png",
    "write_image",
    "write_order",
    "write_ply",
    "write_result",
]
