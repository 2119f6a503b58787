"""Networks that the paper compares itself with, each from its own paper, sized as published."""

from dataclasses import dataclass
from typing import Literal, get_args

from torch import nn

from blurry_edges.nets.rivals.defocusnet import DefocusNet
from blurry_edges.nets.rivals.dered import DEReD
from blurry_edges.nets.rivals.dfv import DFV
from blurry_edges.nets.rivals.phasecam3d import PhaseCam3D

__all__ = ["DFV", "RIVAL_NAMES", "DEReD", "DefocusNet", "PhaseCam3D", "RivalConfig", "RivalName", "build_rival"]

RivalName = Literal["phasecam3d", "defocusnet", "dfv", "dered"]
RIVAL_NAMES: tuple[RivalName, ...] = get_args(RivalName)


@dataclass(frozen=True)
class RivalConfig:
    """Which network; stored in the card of its weights."""

    network: RivalName


def build_rival(config: RivalConfig) -> nn.Module:
    """Build a network by name. PhaseCam3D sees the pair; the others take stacks of any length."""
    networks = {"phasecam3d": PhaseCam3D, "defocusnet": DefocusNet, "dfv": DFV, "dered": DEReD}
    net: nn.Module = networks[config.network]()
    return net
