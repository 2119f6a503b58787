"""Rendering of defocus: blur that varies from pixel to pixel, and surfaces that hide each other."""
