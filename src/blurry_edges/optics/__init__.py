"""Optics: the camera, its noise and its light."""

from blurry_edges.optics.camera import Camera, FocusSetting
from blurry_edges.optics.camera_file import camera_from_toml, camera_to_toml, read_camera, write_camera
from blurry_edges.optics.lens import camera_from_lens
from blurry_edges.optics.light import LightMeter, photon_level_from_noise
from blurry_edges.optics.noise import capture, counts, noise_variance
from blurry_edges.optics.noise_estimate import NoiseEstimate, estimate_noise
from blurry_edges.optics.psf import Psf, PsfKind

__all__ = [
    "Camera",
    "FocusSetting",
    "LightMeter",
    "NoiseEstimate",
    "Psf",
    "PsfKind",
    "camera_from_lens",
    "camera_from_toml",
    "camera_to_toml",
    "capture",
    "counts",
    "estimate_noise",
    "noise_variance",
    "photon_level_from_noise",
    "read_camera",
    "write_camera",
]
