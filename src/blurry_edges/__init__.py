"""Depth in metres, boundaries and a refocusable image from two defocused photographs taken in the dark."""

__version__ = "0.1.0"
