"""Pictures with depth maps: equal to layers where layers can say the same, and free of seams."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from blurry_edges.optics import Camera, Psf
from blurry_edges.render.boxes import Box
from blurry_edges.render.depth_maps import find_edges
from blurry_edges.scenes.depth_render import render_depth_map
from blurry_edges.scenes.layers import Layer, canvas_margin_px, render_layers
from blurry_edges.scenes.planes import DepthPlane, tilted_plane
from blurry_edges.scenes.textures import rich_texture

SIZE = (90, 100)
CAMERAS = [replace(Camera.paper(), psf=psf) for psf in (Psf(), Psf("disc"))]


def render(colour, depth_m, camera, margin=0):
    inverse = (1 / depth_m).astype(np.float32)
    edges = find_edges(inverse, 0.05 * float(np.ptp(inverse)) + 1e-9)
    return render_depth_map(colour, inverse, edges, camera, camera.settings, margin)


def full(colour, plane, coverage=None):
    size = colour.shape[:2]
    coverage = np.ones(size, np.float32) if coverage is None else coverage
    return Layer.paint(colour, coverage, Box.of(size), plane)


def disc_mask(size, radius=25):
    mask = np.zeros(size, np.float32)
    cv2.circle(mask, (size[1] // 2, size[0] // 2), radius, 1.0, -1)
    return mask


@pytest.mark.parametrize("camera", CAMERAS, ids=lambda camera: camera.psf.kind)
@pytest.mark.parametrize("seed", [0, 1])
def test_a_slanted_plane_is_that_of_the_layers(camera, seed):
    rng = np.random.default_rng(seed)
    margin = canvas_margin_px(camera, camera.settings)
    size = (SIZE[0] + 2 * margin, SIZE[1] + 2 * margin)
    texture, plane = rich_texture(rng, size), tilted_plane(rng, size, (0.76, 1.17))
    by_layers = render_layers([full(texture, plane)], SIZE, camera, camera.settings, margin)
    by_map = render(texture, plane.over(Box.of(size)), camera, margin)
    assert np.sqrt(((by_map.images - by_layers.images) ** 2).mean()) < 0.004
    assert np.array_equal(by_map.all_in_focus, by_layers.all_in_focus)
    assert np.allclose(by_map.depth_m, by_layers.depth_m, atol=1e-5)
    assert not by_map.boundary.any()


@pytest.mark.parametrize("camera", CAMERAS, ids=lambda camera: camera.psf.kind)
@pytest.mark.parametrize("depths_m", [(0.8, 1.1), (0.78, 0.95), (1.0, 1.15)])
def test_two_planes_are_those_of_the_layers(camera, depths_m):
    near, far = depths_m
    mask, texture = disc_mask(SIZE), rich_texture(np.random.default_rng(0), SIZE)
    plain = np.full((*SIZE, 3), 0.4, np.float32)  # what is hidden is then known
    by_layers = render_layers(
        [full(plain, DepthPlane(far)), full(texture, DepthPlane(near), mask)], SIZE, camera, camera.settings
    )
    picture = np.where(mask[..., None] > 0, texture, plain)
    by_map = render(picture, np.where(mask > 0, near, far), camera)
    assert np.abs(by_map.images - by_layers.images).max() < 1e-3
    assert np.allclose(by_map.depth_m, by_layers.depth_m)
    assert np.array_equal(by_map.boundary, by_layers.boundary)


@pytest.mark.parametrize("camera", CAMERAS, ids=lambda camera: camera.psf.kind)
def test_a_slanted_object_before_a_slanted_plane_is_that_of_the_layers(camera):
    rng, mask = np.random.default_rng(2), disc_mask(SIZE)
    planes = tilted_plane(rng, SIZE, (1.0, 1.17)), tilted_plane(rng, SIZE, (0.76, 0.9))
    texture, plain = rich_texture(rng, SIZE), np.full((*SIZE, 3), 0.4, np.float32)
    by_layers = render_layers([full(plain, planes[0]), full(texture, planes[1], mask)], SIZE, camera, camera.settings)
    back_m, front_m = (plane.over(Box.of(SIZE)) for plane in planes)
    by_map = render(np.where(mask[..., None] > 0, texture, plain), np.where(mask > 0, front_m, back_m), camera)
    assert np.sqrt(((by_map.images - by_layers.images) ** 2).mean()) < 0.004
    assert np.array_equal(by_map.boundary, by_layers.boundary)


@pytest.mark.parametrize("camera", CAMERAS, ids=lambda camera: camera.psf.kind)
@pytest.mark.parametrize("seed", range(3))
def test_a_plain_world_stays_plain_whatever_its_depths(camera, seed):
    rng = np.random.default_rng(seed)
    depth_m = tilted_plane(rng, SIZE, (0.95, 1.17)).over(Box.of(SIZE))
    for near in (0.93, 0.86, 0.77):  # overlapping, slanted, at several depths: seams or halos would show as grey
        mask = np.zeros(SIZE, np.uint8)
        cv2.ellipse(mask, rng.integers(10, 80, 2).tolist(), (40, 12), float(rng.uniform(0, 180)), 0, 360, 1, -1)
        depth_m = np.where(mask > 0, tilted_plane(rng, SIZE, (near - 0.02, near)).over(Box.of(SIZE)), depth_m)
    scene = render(np.full((*SIZE, 3), 0.7, np.float32), depth_m, camera)
    assert np.abs(scene.images - 0.7).max() < 2e-3


def test_a_blurred_object_before_a_sharp_plane_has_no_dark_rim():
    camera = CAMERAS[1]
    settings = camera.focus_stack(2)[:1]  # the far end is sharp
    mask, texture = disc_mask(SIZE), rich_texture(np.random.default_rng(0), SIZE)
    picture = np.where(mask[..., None] > 0, np.float32(0.8), 0.3 + 0.4 * texture)
    inverse = np.where(mask > 0, 1 / 0.76, 1 / 1.18).astype(np.float32)
    scene = render_depth_map(picture, inverse, find_edges(inverse, 0.01), camera, settings)
    assert scene.images.min() > picture.min() - 0.01
    assert np.allclose(scene.images[0][:10], picture[:10], atol=0.02)


def test_one_depth_is_one_blur():
    camera, texture = CAMERAS[0], rich_texture(np.random.default_rng(0), SIZE)
    by_layers = render_layers([full(texture, DepthPlane(0.9))], SIZE, camera, camera.settings)
    by_map = render(texture, np.full(SIZE, 0.9), camera)
    assert np.abs(by_map.images - by_layers.images).max() < 1e-3
