"""Networks: tensors in, tensors out; they know nothing of cameras, files or metres."""
