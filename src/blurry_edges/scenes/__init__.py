"""Synthetic scenes with known depth: the paper's shapes, textured objects, real cut-outs over paintings."""
