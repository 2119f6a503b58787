"""The child process of the self-test of bfloat16: it may die, and prints what it found as JSON if it does not.

Run as `python -m blurry_edges.train.precision_probe`; `precision.py` reads the outcome.
"""

import json
import sys
import time
from collections.abc import Callable

import torch
from torch import nn

from blurry_edges.typing import Tensor

__all__ = ["LAYERS", "agreement", "probe", "seconds"]

_CHANNELS = 32
_REPEATS = 5


def _attention() -> nn.Module:
    return nn.TransformerEncoderLayer(_CHANNELS, 4, 2 * _CHANNELS, dropout=0.0, batch_first=True)


LAYERS: dict[str, tuple[Callable[[], nn.Module], tuple[int, ...]]] = {
    "conv2d": (lambda: nn.Conv2d(_CHANNELS, _CHANNELS, 3, padding=1), (4, _CHANNELS, 32, 32)),
    "conv2d_stride2": (lambda: nn.Conv2d(_CHANNELS, _CHANNELS, 3, 2, 1), (4, _CHANNELS, 32, 32)),
    "conv2d_dilated": (lambda: nn.Conv2d(_CHANNELS, _CHANNELS, 3, 1, 2, 2), (4, _CHANNELS, 32, 32)),
    "conv2d_on_1x1": (lambda: nn.Conv2d(_CHANNELS, _CHANNELS, 1), (4, _CHANNELS, 1, 1)),
    "conv3d_depth2": (lambda: nn.Conv3d(_CHANNELS, _CHANNELS, 3, padding=1), (2, _CHANNELS, 2, 12, 12)),
    "conv3d_depth3": (lambda: nn.Conv3d(_CHANNELS, _CHANNELS, 3, padding=1), (2, _CHANNELS, 3, 12, 12)),
    "linear": (lambda: nn.Linear(_CHANNELS, 2 * _CHANNELS), (64, _CHANNELS)),
    "attention": (_attention, (2, 64, _CHANNELS)),
}
"""The kinds of layers that training uses: how each is made, and the shape of what goes in."""


def probe() -> dict[str, dict[str, float]]:
    """Return, for each kind of layer, the cosine of its gradients in bfloat16 and float32; and seconds of both."""
    return {
        "cosine": {name: agreement(name) for name in LAYERS},
        "seconds": {name: seconds(short=name == "bfloat16") for name in ("float32", "bfloat16")},
    }


def agreement(name: str) -> float:
    """Return the smallest cosine of gradients in bfloat16 and float32, over input and parameters, in two layouts."""
    make, shape = LAYERS[name]
    layouts = [torch.contiguous_format, torch.channels_last] if len(shape) == 4 else [torch.contiguous_format]
    cosines = []
    for layout in layouts:
        exact, short = (_gradients(make, shape, layout, short=short) for short in (False, True))
        cosines += [_cosine(a, b) for a, b in zip(exact, short, strict=True)]
    return min(cosines)


def seconds(*, short: bool) -> float:
    """Return the shortest time of a forward and backward pass of convolutions, which take most of a training."""
    torch.manual_seed(0)
    net = nn.Sequential(*(nn.Conv2d(64, 64, 3, padding=1) for _ in range(3))).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    images = torch.randn(4, 64, 64, 64).contiguous(memory_format=torch.channels_last)
    times = []
    for _ in range(_REPEATS):
        began = time.perf_counter()
        with torch.autocast("cpu", torch.bfloat16, enabled=short):
            output = net(images)
        output.float().square().mean().backward()
        times.append(time.perf_counter() - began)
    return min(times)


def _gradients(
    make: Callable[[], nn.Module], shape: tuple[int, ...], layout: torch.memory_format, *, short: bool
) -> list[Tensor]:
    torch.manual_seed(0)
    layer = make()
    given = torch.randn(shape).contiguous(memory_format=layout).requires_grad_()
    with torch.autocast("cpu", torch.bfloat16, enabled=short):
        output = layer(given)
    (output.float() * torch.randn(output.shape)).sum().backward()
    return [x.grad for x in (given, *layer.parameters()) if x.grad is not None]


def _cosine(first: Tensor, second: Tensor) -> float:
    """Return the cosine; −1 when a gradient is not finite."""
    a, b = first.double().flatten(), second.double().flatten()
    cosine = float(a @ b / (a.norm() * b.norm()).clamp_min(1e-30))
    # Garbage may be parallel to the truth and far too long: its length counts as well.
    alike = 0.5 < float(b.norm() / a.norm().clamp_min(1e-30)) < 2 if cosine == cosine else False
    return cosine if alike else -1.0


if __name__ == "__main__":
    sys.stdout.write(json.dumps(probe()) + "\n")
