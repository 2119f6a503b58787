"""Alignment of frames: focus breathing changes the magnification, and a hand moves the camera."""

from blurry_edges.align.alignment import Alignment
from blurry_edges.align.estimate import estimate_alignment
from blurry_edges.align.frames import align, align_stack

__all__ = ["Alignment", "align", "align_stack", "estimate_alignment"]
