"""Cost of each effect of real cameras for a method: the scenes of a data set, photographed again with one at a time."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from blurry_edges.bench.runner import run_method
from blurry_edges.scenes.datasets import DataSet
from blurry_edges.scenes.effects import EFFECTS_TABLE, CameraEffects

__all__ = ["EFFECTS_PHOTON_LEVEL", "EffectsTable", "measure_effects"]

EFFECTS_PHOTON_LEVEL = 5000.0
"""Photons of white where nothing else is asked for: bright, so that the effect counts and not the noise."""


@dataclass(frozen=True)
class EffectsTable:
    """Dense RMSE in cm, mean over the images of a data set."""

    rmse_cm: dict[str, dict[str, float]]
    """By effect, then by method."""
    left_out: tuple[str, ...]
    """Effects that the data set cannot show: its images would have to be rendered anew."""
    photon_level: float
    """Photons of white."""


def measure_effects(
    names: Sequence[str],
    dataset: DataSet,
    photon_level: float = EFFECTS_PHOTON_LEVEL,
    cache: Path | None = None,
    *,
    effects: dict[str, CameraEffects] | None = None,
    seed: int = 0,
    **options: Any,
) -> EffectsTable:
    """Photograph the clean images of a data set with one effect after the other, and measure methods on them.

    Args:
        names: methods, as `load` knows them.
        dataset: scenes with clean images.
        photon_level: photons of white.
        cache: folder in which results are kept; without it, nothing is.
        effects: effects by name; by default those of `EFFECTS_TABLE`.
        seed: of the noise, which is the same for every effect.
        options: of `run_method`; photon level and read noise are told as if no effect had changed them.

    """
    from blurry_edges.scenes.photograph import rephotograph

    table = EFFECTS_TABLE if effects is None else effects
    shown = {name: effect for name, effect in table.items() if not effect.needs_rendering}
    scenes = [
        rephotograph(scene, effect, np.random.default_rng((seed, index)), photon_level)
        for effect in shown.values()
        for index, scene in enumerate(dataset.scenes)
    ]
    rmse: dict[str, dict[str, float]] = {name: {} for name in shown}
    for method in names:
        # All effects in one run: starting processes and loading weights takes longer than some methods do.
        found = run_method(method, replace(dataset, scenes=scenes), cache, **options)
        values = found.values("dense_rmse_cm").reshape(len(shown), len(dataset.scenes))
        for name, mean in zip(shown, values.mean(1), strict=True):
            rmse[name][found.name] = float(mean)
    return EffectsTable(rmse, tuple(name for name in table if name not in shown), photon_level)
