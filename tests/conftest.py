"""Settings of all tests."""

import torch
from hypothesis import settings

# Two workers share the machine: a deadline would fail on load, and more threads would wait for each other.
settings.register_profile("blurry_edges", deadline=None, max_examples=50)
settings.load_profile("blurry_edges")
torch.set_num_threads(1)
