"""The recipes for shapes and textured objects: what holds for every scene."""

import pickle
from dataclasses import fields, replace

import numpy as np
import pytest

from blurry_edges.errors import DataError
from blurry_edges.optics.camera import Camera
from blurry_edges.scenes.interior_scenes import InteriorScenes
from blurry_edges.scenes.relief_scenes import ReliefScenes
from blurry_edges.scenes.scene import Scene
from blurry_edges.scenes.shape_scenes import ShapeScenes
from blurry_edges.scenes.textured_scenes import TexturedScenes

CAMERA = Camera.paper()
RECIPES = [
    ShapeScenes(),
    ShapeScenes(size=(61, 90)),
    TexturedScenes(),
    TexturedScenes(size=(95, 64)),
    TexturedScenes(portrait_share=1.0, crowd_share=0.0),
    TexturedScenes(portrait_share=0.0, crowd_share=1.0),
    ReliefScenes(size=(95, 64)),
    InteriorScenes(size=(95, 64)),
]
SEEDS = [0, 1, 2]


def draw(recipe, seed, settings=None):
    return recipe.render(np.random.default_rng(seed), CAMERA, settings)


@pytest.fixture(scope="module", params=RECIPES, ids=str)
def scenes(request):
    return request.param, [draw(request.param, seed) for seed in SEEDS]


def test_shapes_types_and_ranges(scenes):
    recipe, drawn = scenes
    for scene in drawn:
        assert scene.images.shape == (2, *recipe.size, 3)
        for field in fields(Scene):
            array = getattr(scene, field.name)
            assert array.dtype == (bool if field.name == "boundary" else np.float32)
            assert array.flags.c_contiguous
        for image in (scene.images, scene.all_in_focus):
            assert 0 <= image.min() <= image.max() <= 1


def test_depth_is_within_the_working_range(scenes):
    for scene in scenes[1]:
        assert scene.depth_m.min() >= 0.75 - 1e-6
        assert scene.depth_m.max() <= 1.18 + 1e-6


def test_boundary_depth_is_the_depth_of_the_boundary(scenes):
    assert any(scene.boundary.any() for scene in scenes[1])  # a room may be empty
    for scene in scenes[1]:
        assert np.array_equal(scene.boundary_depth_m[scene.boundary], scene.depth_m[scene.boundary])
        assert np.isnan(scene.boundary_depth_m[~scene.boundary]).all()


def test_distance_is_zero_on_the_boundary_and_lipschitz(scenes):
    for scene in scenes[1]:
        distance = scene.boundary_distance_px
        assert np.array_equal(distance == 0, scene.boundary)
        if not scene.boundary.any():
            assert np.isinf(distance).all()
            continue
        for axis in (0, 1):
            assert np.abs(np.diff(distance, axis=axis)).max() <= 1 + 1e-4


def test_depth_jumps_only_at_boundaries(scenes):
    recipe, drawn = scenes
    steepest_m = 0.05 if isinstance(recipe, InteriorScenes) else 0.01  # of a pixel; boards are seen edge-on
    for scene in drawn:
        jump = np.abs(np.diff(scene.depth_m, axis=1)) > steepest_m
        assert not (jump & ~scene.boundary[:, 1:] & ~scene.boundary[:, :-1]).any()


def test_the_same_seed_gives_the_same_bytes(scenes):
    recipe, drawn = scenes
    again = draw(pickle.loads(pickle.dumps(recipe)), SEEDS[0])
    for field in fields(Scene):
        assert getattr(again, field.name).tobytes() == getattr(drawn[0], field.name).tobytes()
    assert drawn[0].images.tobytes() != drawn[1].images.tobytes()


@pytest.mark.parametrize("recipe", [ShapeScenes(size=(64, 80)), TexturedScenes(size=(64, 80))], ids=str)
def test_the_image_focused_nearest_is_the_sharpest(recipe):
    stack = CAMERA.focus_stack(5)
    focus_m = np.array([CAMERA.focus_distance_m(setting) for setting in stack])
    errors, hits = np.zeros((5, 5)), np.zeros((5, 1))
    for seed in range(30):
        scene = draw(recipe, seed, stack)
        assert scene.images.shape == (5, 64, 80, 3)
        # On outlines only: elsewhere, what blurs most may be a nearer object beside the pixel.
        depth_m = scene.depth_m[scene.boundary]
        nearest = np.abs(1 / depth_m[:, None] - 1 / focus_m).argmin(-1)
        squared = ((scene.images - scene.all_in_focus) ** 2).sum(-1)[:, scene.boundary]
        for k in range(5):
            hits[k] += (nearest == k).sum()
            errors[k] += squared[:, nearest == k].sum(1)
    assert hits.min() > 100
    assert np.array_equal(errors.argmin(1), np.arange(5))


def test_shapes_are_flat_and_the_background_is_farthest():
    scene = draw(ShapeScenes(shapes=(1, 1), largest=0.3), 3)
    assert len(np.unique(scene.depth_m)) <= 2
    assert scene.depth_m.max() == np.float32(1.18)


def test_portraits_are_tilted_and_hold_one_object():
    scene = draw(TexturedScenes(portrait_share=1.0, crowd_share=0.0), 0)
    curvature = np.abs(np.diff(scene.depth_m, 2, axis=0)) < 1e-5
    assert curvature.mean() > 0.9
    assert np.abs(np.diff(scene.depth_m, axis=0))[:-1][curvature].mean() > 1e-5


def test_object_counts_follow_the_shares():
    rng = np.random.default_rng(0)
    recipe = TexturedScenes()
    counts = np.array([recipe._object_count(rng) for _ in range(2000)])
    assert (counts.min(), counts.max()) == (1, 20)
    assert (counts > 8).mean() == pytest.approx(0.2 / 0.65, abs=0.04)
    assert TexturedScenes(most_objects=3)._object_count(rng) <= 3


@pytest.mark.parametrize("recipe", [ShapeScenes(), TexturedScenes()], ids=str)
def test_a_camera_with_an_infinite_range_is_refused(recipe):
    camera = replace(CAMERA, depth_range_m=(0.75, np.inf))
    with pytest.raises(DataError, match="infinite"):
        recipe.render(np.random.default_rng(0), camera)


@pytest.mark.parametrize(
    ("recipe", "fields"),
    [
        (ShapeScenes, {"size": (0, 5)}),
        (ShapeScenes, {"shapes": (5, 2)}),
        (ShapeScenes, {"largest": 0.0}),
        (TexturedScenes, {"size": (5, 0)}),
        (TexturedScenes, {"most_objects": 0}),
        (TexturedScenes, {"portrait_share": 0.9, "crowd_share": 0.3}),
    ],
)
def test_impossible_recipes_are_refused(recipe, fields):
    with pytest.raises(DataError, match=next(iter(fields))):
        recipe(**fields)


@pytest.mark.parametrize("recipe", [ShapeScenes, TexturedScenes])
@pytest.mark.parametrize("size", [(1, 1), (3, 40)])
def test_tiny_scenes(recipe, size):
    for seed in range(5):
        assert draw(recipe(size=size), seed).images.shape == (2, *size, 3)
