"""The rivals of the paper: analytic ones see the pair, networks for stacks see the stack where there is one."""

from blurry_edges.bench.baselines.analytic import AnalyticRival
from blurry_edges.bench.baselines.focal_track import FocalTrack, PublishedFocalTrack
from blurry_edges.bench.baselines.networks import NetworkRival, network_rival, network_rival_names
from blurry_edges.bench.baselines.tang import Tang

__all__ = [
    "AnalyticRival",
    "FocalTrack",
    "NetworkRival",
    "PublishedFocalTrack",
    "Tang",
    "analytic_rivals",
    "network_rival",
    "network_rival_names",
]


def analytic_rivals() -> dict[str, AnalyticRival]:
    """All rivals without weights, by name; `-published` is the method as its authors describe it."""
    methods: list[AnalyticRival] = [PublishedFocalTrack(), FocalTrack(), Tang.published(), Tang()]
    return {method.name: method for method in methods}
