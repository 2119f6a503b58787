"""Pairs of photographs on disk: finding them, and turning each into a folder of results."""

from blurry_edges.pairs.find import PairFiles, find_pairs, photos_in, read_table
from blurry_edges.pairs.run import Development, estimate_pair
from blurry_edges.pairs.stack import best_of_stack

__all__ = ["Development", "PairFiles", "best_of_stack", "estimate_pair", "find_pairs", "photos_in", "read_table"]
