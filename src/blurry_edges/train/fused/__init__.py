"""Training of the default network: settings, scenes, task, losses, and the recipe that joins them."""
