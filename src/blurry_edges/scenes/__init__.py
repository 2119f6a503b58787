"""Synthetic scenes with known depth: shapes, textured objects, cut-outs over paintings, pictures with depth maps.

A recipe draws a `Scene`; a `Plan` adds the camera, its effects, the light and the seed; `generate` writes a folder.
"""
