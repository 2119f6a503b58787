"""Recipes: the scenes, settings and weights of a run, whoever asks for it."""

import json
from pathlib import Path

import pytest

from blurry_edges.errors import BlurryEdgesError
from blurry_edges.optics import Camera
from blurry_edges.rivals.network import rival_network
from blurry_edges.rivals.train import RivalRecipe
from blurry_edges.train.camera import training_camera
from blurry_edges.train.data import SceneMemory
from blurry_edges.train.fused.recipe import FusedRecipe
from blurry_edges.train.paper import recipes
from blurry_edges.train.paper.recipes import DensifyRecipe, GlobalRecipe, LocalRecipe
from blurry_edges.train.recipe import Place, Recipe


@pytest.mark.parametrize(("preset", "camera"), [("paper", Camera.paper()), ("cpu", training_camera())])
def test_scenes_to_choose_weights_by_are_not_those_that_are_learned_from(
    preset: str, camera: Camera, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    rendered = []

    def render(*given: object) -> SceneMemory:
        rendered.append(given)
        return SceneMemory.__new__(SceneMemory)

    monkeypatch.setattr(recipes, "paper_scenes", render)
    recipe = LocalRecipe()
    recipe.scenes(preset, recipe.settings(preset, {"scenes": 7, "validation_scenes": 3, "scene_seed": 5}), tmp_path)
    share = recipe.presets[preset].textured_share
    assert rendered == [(camera, 7, share, 5, tmp_path), (camera, 3, share, 1_000_005, tmp_path / "validation")]


@pytest.mark.parametrize("recipe", [FusedRecipe(), LocalRecipe(), GlobalRecipe(), DensifyRecipe()], ids=repr)
def test_a_preset_is_changed_where_that_is_asked_for(recipe: Recipe):
    settings = recipe.settings("smoke", {"steps": 3})
    assert settings.steps == 3
    assert settings.batch == recipe.presets["smoke"].batch
    with pytest.raises(BlurryEdgesError, match=r"no preset 'huge' here; choose one of .*smoke"):
        recipe.settings("huge", {})


def test_a_global_stage_has_the_patches_of_its_local_stage(tmp_path: Path):
    place = Place(tmp_path / "local", tmp_path / "scenes")
    short = {"steps": 1, "precision": "float32"}
    local = LocalRecipe().train("smoke", {"patch_size": 11, **short}, place)
    place = Place(tmp_path / "global", tmp_path / "scenes")
    weights = GlobalRecipe(str(local), dense=True).train("smoke", short, place)
    assert weights.name == "paper-global-dense.safetensors"
    training = json.loads(weights.with_suffix(".json").read_text())["training"]
    assert (training["patch_size"], training["dense_depth"], training["steps"]) == (11, True, 1)


def test_a_rival_learns_from_the_scenes_that_its_name_says(tmp_path: Path):
    network = rival_network("phasecam3d")
    for textured, kind in ((False, "shapes"), (True, "textured")):
        place = Place(tmp_path / kind, tmp_path / "scenes")
        weights = RivalRecipe(network, textured).train("smoke", {"steps": 1}, place)
        assert weights.name == f"phasecam3d-{kind}.safetensors"
        assert (tmp_path / "scenes" / kind).is_dir()
