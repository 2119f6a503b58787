"""The rivals of the paper, one file each, with the protocol of our own estimators."""

from blurry_edges.bench.baselines.focal_track import FocalTrack, PublishedFocalTrack
from blurry_edges.bench.baselines.tang import Tang
from blurry_edges.estimator import Estimator

__all__ = ["FocalTrack", "PublishedFocalTrack", "Tang", "baselines"]


def baselines() -> dict[str, Estimator]:
    """All rivals that run here, by name; `-published` is the method as its authors describe it."""
    methods: list[Estimator] = [PublishedFocalTrack(), FocalTrack(), Tang.published(), Tang()]
    return {method.name: method for method in methods}
