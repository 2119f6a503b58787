"""Photographs: files of many kinds in linear light, upright, and what they say of focus and camera; pictures as PNG."""

from blurry_edges.photos.demo import DEMO_FOLDER, DemoPair, demo_pair
from blurry_edges.photos.exif import Exif, read_exif
from blurry_edges.photos.focus import PairFocus, StackFocus, focus_of_files
from blurry_edges.photos.photo import PHOTO_SUFFIXES, Gamma, Photo, load_photo, load_photos, read_photo
from blurry_edges.photos.png import DEPTH_PNG_STEP_M, read_depth_png, write_depth_png, write_image, write_png
from blurry_edges.photos.size import announced_pixels, announced_size

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
    "focus_of_files",
    "load_photo",
    "load_photos",
    "read_depth_png",
    "read_exif",
    "read_photo",
    "write_depth_png",
    "write_image",
    "write_png",
]
