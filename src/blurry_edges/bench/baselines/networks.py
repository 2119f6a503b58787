"""The rival networks as methods of the benchmark.

They know one camera, that of the paper, and the light it was trained in. On data with a stack behind the pair, the
networks for stacks see the stack; on pairs alone, they see the pair, which they were trained for as well.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from blurry_edges.bench.methods import FocusStack
from blurry_edges.errors import DataError
from blurry_edges.estimator import DepthResult
from blurry_edges.nets.rivals import RivalConfig, build_rival
from blurry_edges.optics import Camera
from blurry_edges.typing import Array, Float, Tensor
from blurry_edges.weights import load_tensors, shipped_weights

__all__ = ["NetworkRival", "network_rival", "network_rival_names"]

_PREFIX = "rival-"


@dataclass(frozen=True)
class NetworkRival:
    """A trained rival network."""

    net: nn.Module
    config: RivalConfig
    name: str

    def images_used(self, given: int) -> int:
        """PhaseCam3D sees the pair; the others see the stack behind it, if there is one."""
        return 2 if given == 2 or self.config.network == "phasecam3d" else given - 2

    def estimate(self, stack: FocusStack, camera: Camera) -> DepthResult:
        """Estimate the depth of one stack."""
        given = len(stack.images)
        chosen = range(2) if self.images_used(given) == 2 else range(2, given)
        distance_m = [camera.focus_distance_m(setting) for setting in stack.settings]
        order = sorted(chosen, key=lambda index: distance_m[index])
        images = torch.from_numpy(np.ascontiguousarray(stack.images[order])).permute(0, 3, 1, 2)
        focus_m = torch.tensor([distance_m[index] for index in order])
        with torch.inference_mode():
            depth, sd = self._run(self._padded(images.unsqueeze(0)), focus_m, camera)
        height, width = stack.images.shape[1:3]
        return DepthResult(
            depth[:height, :width],
            sd[:height, :width],
            camera,
            stack.photon_level or np.nan,
            stack.read_noise or np.nan,
        )

    def _run(
        self, images: Float[Tensor, "1 k 3 H W"], focus_m: Float[Tensor, "k"], camera: Camera
    ) -> tuple[Float[Array, "H W"], Float[Array, "H W"]]:
        """Depth and standard deviation in metres; most networks have none of the latter."""
        near, far = camera.depth_range_m
        sd: Tensor | None = None
        if self.config.network == "phasecam3d":
            depth = 1 / (1 / far + (1 / near - 1 / far) * self.net(images))
        elif self.config.network == "dfv":
            depth, sd = self.net(images, focus_m)[0]
        else:
            depth = near + (far - near) * self.net(images, focus_m / focus_m.max())[1]
        known = depth[0].numpy().astype(np.float32)
        return known, np.full_like(known, np.nan) if sd is None else sd[0].numpy().astype(np.float32)

    def _padded(self, images: Float[Tensor, "1 k 3 h w"]) -> Float[Tensor, "1 k 3 H W"]:
        """Mirror the images to a multiple of what the network needs."""
        height, width = images.shape[-2:]
        multiple = int(self.net.multiple)  # type: ignore[arg-type]
        pads = (0, -width % multiple, 0, -height % multiple)
        return F.pad(images.flatten(0, 1), pads, mode="reflect").unsqueeze(0)


def network_rival_names() -> tuple[str, ...]:
    """Names of the networks whose weights are shipped, such as `defocusnet-textured`."""
    names = (card.name for card in shipped_weights())
    return tuple(name.removeprefix(_PREFIX) for name in names if name.startswith(_PREFIX))


def network_rival(name: str) -> NetworkRival:
    """Load a rival network by name, or from a weights file."""
    is_file = name.endswith(".safetensors")
    tensors, facts = load_tensors(name if is_file else _PREFIX + name)
    try:
        config = RivalConfig(**facts["config"])
        net = build_rival(config)
        net.load_state_dict(tensors)
    except (RuntimeError, TypeError, KeyError) as error:
        raise DataError(f"weights '{name}' do not fit a network of this version: {error}") from error
    shown = Path(name).stem.removeprefix(_PREFIX) if is_file else name
    return NetworkRival(net.eval().requires_grad_(False), config, shown)
