"""Training of the paper's model: settings, scenes, tasks, losses, and the recipes that join them."""
