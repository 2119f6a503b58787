"""Common part of the rival networks: what one is, and how it becomes a method of the benchmark.

They know one camera, that of the paper, and the light it was trained in. On data with a stack behind the pair, the
networks for stacks see the stack; on pairs alone, they see the pair, which they were trained for as well.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from blurry_edges.errors import BlurryEdgesError, DataError
from blurry_edges.estimator import DepthResult, Estimator, Options, register_architecture
from blurry_edges.estimator.registry import find_methods
from blurry_edges.optics import Camera, FocusSetting
from blurry_edges.rivals.config import RivalTraining
from blurry_edges.stack import FocusStack
from blurry_edges.train.task import OnDevice
from blurry_edges.typing import Float, Tensor
from blurry_edges.weights import WeightsCard

__all__ = [
    "NetworkRival",
    "RivalNetwork",
    "Sample",
    "depth_in_range",
    "register_network",
    "rival_network",
    "rival_network_names",
]

Depth = Callable[[nn.Module, Tensor, Tensor, Camera], tuple[Tensor, Tensor | None]]


@dataclass(frozen=True)
class Sample(OnDevice):
    """Images of a step, ordered by focus distance, with their truth."""

    images: Float[Tensor, "b k 3 H W"]
    depth_m: Float[Tensor, "b H W"]
    settings: Sequence[FocusSetting]
    """Focus settings of the images."""
    camera: Camera

    @property
    def focus_m(self) -> Float[Tensor, "k"]:
        """Focus distance of each image."""
        distances_m = [self.camera.focus_distance_m(setting) for setting in self.settings]
        return torch.tensor(distances_m, device=self.images.device)

    @property
    def focus_share(self) -> Float[Tensor, "k"]:
        """Focus distances, 1 at the farthest."""
        focus_m = self.focus_m
        return focus_m / focus_m.max()

    def blur_px(self, depth_m: Float[Tensor, "b H W"]) -> Float[Tensor, "b k H W"]:
        """Blur of each image at depths."""
        return torch.stack([self.camera.blur_sigma_px(depth_m, setting) for setting in self.settings], 1)


@dataclass(frozen=True)
class RivalNetwork:
    """A network: how it is built, read and trained."""

    name: str
    """Its architecture, in the cards of its weights."""
    build: Callable[[], nn.Module]
    depth: Depth
    """Gives depth in metres, and its standard deviation if there is one, of images ordered by focus distance in m."""
    losses: Callable[[nn.Module, Sample], dict[str, Float[Tensor, ""]]]
    """Gives the losses of a sample, unweighted."""
    loss_weights: dict[str, float]
    training: RivalTraining
    """Settings for two cores and a quarter of an hour, far from what the paper of the method trains."""
    sees_stacks: bool = True
    """Whether it takes stacks of any length; else it sees the pair alone."""
    layer_kinds: tuple[str, ...] | None = None
    """Kinds of layers whose gradients must be right in bfloat16; all kinds if not said."""


_networks: dict[str, RivalNetwork] = {}


def register_network(network: RivalNetwork) -> None:
    """Make a network known: its weights are methods, and it can be trained."""
    _networks[network.name] = network

    @register_architecture(network.name, kind="rival")
    def load(card: WeightsCard) -> NetworkRival:
        net, tensors = network.build(), card.tensors()
        try:
            net.load_state_dict(tensors)
        except RuntimeError as error:
            raise DataError(f"weights {card.path} do not fit the network of this version: {error}") from error
        return NetworkRival(net.eval().requires_grad_(False), network, card.name)


def rival_network_names() -> tuple[str, ...]:
    """List the networks that can be trained."""
    find_methods()
    return tuple(sorted(_networks))


def rival_network(name: str) -> RivalNetwork:
    """Return a network by name."""
    known = rival_network_names()
    if name not in known:
        raise BlurryEdgesError(f"no rival network is called '{name}'; known are {', '.join(known)}")
    return _networks[name]


@dataclass(frozen=True)
class NetworkRival(Estimator):
    """A trained rival network."""

    net: nn.Module
    network: RivalNetwork
    name: str

    def images_used(self, given: int) -> int:
        """Networks for stacks see the stack behind the pair, if there is one."""
        return 2 if given == 2 or not self.network.sees_stacks else given - 2

    def estimate_stack(self, stack: FocusStack, camera: Camera, options: Options = Options()) -> DepthResult:
        """Estimate the depth of one stack."""
        chosen = range(2) if self.images_used(len(stack)) == 2 else range(2, len(stack))
        distance_m = [camera.focus_distance_m(setting) for setting in stack.settings or camera.settings]
        order = sorted(chosen, key=lambda index: distance_m[index])
        focus_m = torch.tensor([distance_m[index] for index in order], device=options.device)
        images = stack.images[order].to(options.device)
        height, width = stack.size
        multiple = int(self.net.multiple)  # type: ignore[arg-type]
        padded = F.pad(images, (0, -width % multiple, 0, -height % multiple), mode="reflect").unsqueeze(0)
        with torch.inference_mode():
            depth, sd = self.network.depth(self.net.to(options.device), padded, focus_m, camera)
        known = depth[0, :height, :width].float().cpu().numpy()
        spread = np.full_like(known, np.nan) if sd is None else sd[0, :height, :width].float().cpu().numpy()
        return DepthResult(known, spread, camera, stack.photon_level, stack.read_noise, self.name)


def depth_in_range(
    net: nn.Module, images: Float[Tensor, "b k 3 H W"], focus_m: Float[Tensor, "k"], camera: Camera
) -> tuple[Float[Tensor, "b H W"], None]:
    """Read a network whose second output is depth, 0 at the near and 1 at the far end of the working range."""
    near, far = camera.depth_range_m
    return near + (far - near) * net(images, focus_m / focus_m.max())[1], None
