"""Where tensors are computed: the processor, or a graphics card where there is one."""

import torch

from blurry_edges.errors import BlurryEdgesError

__all__ = ["available_devices", "find_device"]


def available_devices() -> list[str]:
    """List the kinds of devices that this machine has, the fastest first."""
    found = {"cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available(), "cpu": True}
    return [name for name, is_there in found.items() if is_there]


def find_device(name: str) -> str:
    """Return a device that is there: `auto` is the fastest, a name such as `cuda` or `cuda:1` is that one."""
    devices = available_devices()
    if name == "auto":
        return devices[0]
    kind, _, number = name.partition(":")
    is_there = kind in devices and (not number or number.isdigit())
    if is_there and kind == "cuda" and number:
        is_there = int(number) < torch.cuda.device_count()
    if not is_there:
        raise BlurryEdgesError(f"there is no device '{name}' here; choose auto or one of {', '.join(devices)}")
    return name
