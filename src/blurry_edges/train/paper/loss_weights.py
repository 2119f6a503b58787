"""Weights of the losses of the paper's two stages at key epochs: the paper's, and those of short training."""

from collections.abc import Mapping

__all__ = ["Keys", "global_weight_keys", "local_weight_keys"]

Keys = tuple[tuple[float, Mapping[str, float]], ...]


def local_weight_keys(*, short: bool) -> Keys:
    """Weights of l1 to l3 at key epochs; short training also learns from known blur."""
    start = {"color": 1.0, "smoothness": 0.0, "localization": 0.0, "blur": 0.0, "blur_difference": 0.0}
    if short:
        known = {"smoothness": 0.01, "blur": 0.1, "blur_difference": 0.05}
        return ((0, start | known | {"localization": 0.003}), (60, start | known | {"localization": 0.015}))
    return ((0, start), (200, start | {"smoothness": 0.0005, "localization": 0.001}))


_GLOBAL_NAMES = (
    "color",
    "color_consistency",
    "boundary_consistency",
    "smoothness",
    "smoothness_consistency",
    "localization",
    "depth",
)
_GLOBAL_KEYS = {
    1: (1.0, 0.2, 0.05, 0.005, 0.005, 0.0001, 0.0001),
    30: (0.1, 0.1, 0.05, 0.1, 0.1, 0.05, 0.05),
    200: (0.1, 0.05, 0.02, 0.002, 0.002, 0.0001, 0.5),
}
# γ2 and γ7 at the key epochs: the rows of the ablation table.
_CONFIGURATIONS = {
    1: {1: (0.2, 0.0001), 30: (0.1, 0.05), 200: (0.05, 0.5)},
    2: {1: (0.2, 0.0001), 30: (0.1, 0.1), 200: (0.05, 0.8)},
    3: {1: (0.1, 0.0001), 30: (0.05, 0.1), 200: (0.02, 0.8)},
}
# Short training begins where colours are nearly right, so that it needs no more than the ramp of localisation. The
# consistency of colours and of smoothness takes a third of the time and says little that others do not.
_SHORT_KEYS = {
    0: (0.1, 0.0, 0.02, 0.005, 0.0, 0.005, 0.5),
    40: (0.1, 0.0, 0.02, 0.005, 0.0, 0.02, 0.5),
}
_SHORT_STROKE_DEPTH = 0.4
"""Weight of a loss that only short training has; see `stroke_depth_error`."""
_DENSE_DEPTH_WEIGHT = 1.0


def global_weight_keys(configuration: int, *, short: bool, dense_depth: bool) -> Keys:
    """Weights of g1 to g8 at key epochs; short training also learns where strokes belong."""
    dense = {"dense_depth": _DENSE_DEPTH_WEIGHT} if dense_depth else {}
    if short:
        more = dense | {"stroke_depth": _SHORT_STROKE_DEPTH}
        return tuple((x, dict(zip(_GLOBAL_NAMES, values, strict=True)) | more) for x, values in _SHORT_KEYS.items())
    keys = {}
    for epoch, values in _GLOBAL_KEYS.items():
        consistency, depth = _CONFIGURATIONS[configuration][epoch]
        weights = dict(zip(_GLOBAL_NAMES, values, strict=True))
        keys[epoch] = weights | {"color_consistency": consistency, "depth": depth} | dense
    return ((1, keys[1]), (30, keys[30]), (100, keys[30]), (200, keys[200]))
