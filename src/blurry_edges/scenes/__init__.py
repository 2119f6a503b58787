"""Synthetic scenes with known depth: the paper's shapes, textured objects, real cut-outs over paintings,
pictures with depth maps.

A recipe draws a `Scene`; a `Plan` adds the camera, the light and the seed; `generate` writes a folder of them.
"""
