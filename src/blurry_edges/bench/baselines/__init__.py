"""The rivals of the paper: analytic ones as estimators of pairs, networks as methods for stacks."""

from blurry_edges.bench.baselines.focal_track import FocalTrack, PublishedFocalTrack
from blurry_edges.bench.baselines.networks import NetworkRival, network_rival, network_rival_names
from blurry_edges.bench.baselines.tang import Tang
from blurry_edges.estimator import Estimator

__all__ = [
    "FocalTrack",
    "NetworkRival",
    "PublishedFocalTrack",
    "Tang",
    "analytic_rivals",
    "network_rival",
    "network_rival_names",
]


def analytic_rivals() -> dict[str, Estimator]:
    """All rivals without weights, by name; `-published` is the method as its authors describe it."""
    methods: list[Estimator] = [PublishedFocalTrack(), FocalTrack(), Tang.published(), Tang()]
    return {method.name: method for method in methods}
