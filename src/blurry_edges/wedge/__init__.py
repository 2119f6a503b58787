"""The Blurry-Edges representation of a patch: stacked wedges with smooth boundaries."""
