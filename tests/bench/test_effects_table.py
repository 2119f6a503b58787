"""What effects of real cameras cost methods: the table of `bench accuracy --effects`."""

from pathlib import Path

import numpy as np
import pytest

from blurry_edges.bench.accuracy import relit
from blurry_edges.bench.effects import measure_effects
from blurry_edges.bench.runner import run_method
from blurry_edges.optics import Camera
from blurry_edges.scenes.datasets import DataSet, read_dataset
from blurry_edges.scenes.effects import EFFECTS_TABLE, NO_EFFECTS, CameraEffects
from blurry_edges.scenes.generate import Plan, generate
from blurry_edges.scenes.textured_scenes import TexturedScenes


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> DataSet:
    folder: Path = tmp_path_factory.mktemp("scenes")
    generate(Plan(TexturedScenes(size=(72, 72)), Camera.paper()), 2, folder, workers=1)
    return read_dataset(folder)


def test_effects_cost_the_evidence_and_not_the_constant(dataset: DataSet):
    effects = {
        "none": NO_EFFECTS,
        "moved": CameraEffects(shift_px=(3.0, 0.0)),
        "disc": EFFECTS_TABLE["uniform disc of the same variance"],
    }
    table = measure_effects(("constant", "evidence"), dataset, 2000.0, effects=effects)
    assert list(table.rmse_cm) == ["none", "moved"]
    assert table.left_out == ("disc",)
    assert table.photon_level == 2000
    assert table.rmse_cm["none"]["constant"] == table.rmse_cm["moved"]["constant"]
    assert table.rmse_cm["moved"]["evidence"] > 1.1 * table.rmse_cm["none"]["evidence"]


def test_no_effect_is_other_light_alone(dataset: DataSet):
    table = measure_effects(("evidence",), dataset, 5000.0, effects={"none": NO_EFFECTS})
    again = DataSet(dataset.name, relit(dataset.scenes, 5000.0), dataset.camera, dataset.settings)
    expected = np.mean(run_method("evidence", again).values("dense_rmse_cm"))
    assert table.rmse_cm["none"]["evidence"] == pytest.approx(float(expected), rel=0.1)
