"""Training: scenes, losses, the loop and its presets."""
