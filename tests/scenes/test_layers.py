"""Layers: compositing, truth maps, boxes and depth planes."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from blurry_edges.errors import DataError
from blurry_edges.optics import Camera, Psf
from blurry_edges.render.boxes import Box
from blurry_edges.render.defocus import blur
from blurry_edges.scenes.layers import Layer, canvas_margin_px, render_layers
from blurry_edges.scenes.planes import DepthPlane, draw_intervals, finite_range_m, tilted_plane

CAMERA = Camera.paper()
SHAPES = [Psf(), Psf("disc"), Psf("disc", soft_rim=0.15), Psf("disc", obstruction=0.4)]
SIZE = (41, 53)
CANVAS = Box.of(SIZE)


def plain_layer(grey, box=CANVAS, depth=1.1):
    colour = np.full((*box.size, 3), grey, np.float32)
    return Layer.paint(colour, np.ones(box.size, np.float32), box, DepthPlane(depth))


def textured_layer(plane, seed=0):
    colour = np.random.default_rng(seed).random((*SIZE, 3), np.float32)
    return Layer.paint(colour, np.ones(SIZE, np.float32), CANVAS, plane)


@settings(max_examples=20, deadline=None)
@given(st.floats(0.75, 1.18))
def test_a_layer_of_one_depth_is_one_convolution(depth):
    layer = textured_layer(DepthPlane(depth))
    scene = render_layers([layer], SIZE, CAMERA, CAMERA.settings)
    for image, sigma in zip(scene.images, CAMERA.blur_sigmas_px(float(np.float32(depth))), strict=True):
        assert np.allclose(image, blur(layer.rgba[..., :3], sigma**2), atol=2e-4)


def test_a_tilted_plane_with_equal_ends_is_flat():
    plane = tilted_plane(np.random.default_rng(0), SIZE, (0.9, 0.9))
    tilted = render_layers([textured_layer(plane)], SIZE, CAMERA, CAMERA.settings)
    flat = render_layers([textured_layer(DepthPlane(0.9))], SIZE, CAMERA, CAMERA.settings)
    assert np.array_equal(tilted.images, flat.images)


def test_in_focus_the_image_is_the_all_in_focus_image():
    stack = CAMERA.focus_stack(3)
    depth = CAMERA.focus_distance_m(stack[1])
    layers = [textured_layer(DepthPlane(depth)), plain_layer(0.3, Box(10, 10, 20, 30), depth)]
    scene = render_layers(layers, SIZE, CAMERA, stack)
    assert np.allclose(scene.images[1], scene.all_in_focus, atol=1e-5)
    assert np.abs(scene.images[0] - scene.all_in_focus).max() > 0.1


def test_the_nearer_object_hides_the_farther():
    back, front = Box(5, 5, 30, 30), Box(15, 15, 38, 48)
    layers = [plain_layer(0.0), plain_layer(0.5, back, 1.0), plain_layer(1.0, front, 0.9)]
    scene = render_layers(layers, SIZE, CAMERA, CAMERA.settings)
    assert np.all(scene.all_in_focus[front.slices] == 1)
    assert scene.all_in_focus[10, 10, 0] == 0.5
    assert np.all(scene.depth_m[front.slices] == np.float32(0.9))
    assert scene.depth_m[10, 10] == np.float32(1.0)
    assert scene.depth_m[0, 0] == np.float32(1.1)


def test_an_outline_that_is_hidden_is_no_boundary():
    layers = [plain_layer(0.0), plain_layer(0.5, Box(5, 5, 30, 30), 1.0), plain_layer(1.0, Box(15, 15, 38, 48), 0.9)]
    boundary = render_layers(layers, SIZE, CAMERA, CAMERA.settings).boundary
    assert boundary[5, 5:30].all()
    assert boundary[15, 15:48].all()
    assert not boundary[16:37, 16:47].any()
    assert not boundary[6:15, 6:29].any()
    assert not boundary[4].any()


def test_image_borders_are_no_boundary():
    scene = render_layers([plain_layer(0.0), plain_layer(1.0, Box(0, 0, 20, 53), 0.9)], SIZE, CAMERA, CAMERA.settings)
    assert np.array_equal(np.flatnonzero(scene.boundary.any(1)), [19])


def test_without_boundary_its_distance_is_infinite():
    scene = render_layers([plain_layer(0.2)], SIZE, CAMERA, CAMERA.settings)
    assert not scene.boundary.any()
    assert np.isinf(scene.boundary_distance_px).all()
    assert np.isnan(scene.boundary_depth_m).all()


@pytest.mark.parametrize("psf", SHAPES)
def test_light_is_neither_lost_nor_made(psf):
    camera = replace(CAMERA, psf=psf)
    white = Layer.paint(
        np.ones((9, 9, 3), np.float32), np.ones((9, 9), np.float32), Box(30, 30, 39, 39), DepthPlane(0.8)
    )
    black = plain_layer(0.0, Box.of((69, 69)))
    scene = render_layers([black, white], (69, 69), camera, camera.settings)
    assert scene.images.sum((1, 2, 3)) == pytest.approx([3 * 81] * 2, rel=1e-4)


def test_margin_is_cut_off_and_blurs_in():
    margin = canvas_margin_px(CAMERA, CAMERA.settings)
    assert margin >= 3.5 * max(CAMERA.blur_sigmas_px(0.75))
    canvas = Box(0, 0, SIZE[0] + 2 * margin, SIZE[1] + 2 * margin)
    outside = plain_layer(1.0, Box(0, 0, margin, canvas.right), 0.75)
    scene = render_layers([plain_layer(0.0, canvas), outside], SIZE, CAMERA, CAMERA.settings, margin)
    assert scene.images.shape == (2, *SIZE, 3)
    assert scene.all_in_focus.max() == 0
    assert scene.images[0, 0].min() > 0.4


@pytest.mark.parametrize("psf", SHAPES)
def test_the_margin_holds_all_light_that_blurs_in(psf):
    camera = replace(CAMERA, psf=psf)
    margin = canvas_margin_px(camera, camera.settings)
    assert margin >= min(psf.reach_per_sigma, 3.5) * max(camera.blur_sigmas_px(0.75))


@pytest.mark.parametrize("psf", SHAPES)
@pytest.mark.parametrize("depth", [0.76, 0.83, 1.17])
def test_a_grating_fades_as_the_transfer_function_says(psf, depth):
    camera = replace(CAMERA, psf=psf)
    columns = np.arange(240)
    for omega in (0.2, 0.5, 0.9):
        wave = (0.5 + 0.4 * np.cos(omega * columns)).astype(np.float32)
        colour = np.broadcast_to(wave[None, :, None], (40, 240, 3))
        layer = Layer.paint(colour, np.ones((40, 240), np.float32), Box.of((40, 240)), DepthPlane(depth))
        scene = render_layers([layer], (40, 240), camera, camera.settings)
        middle = slice(60, 180)
        basis = np.stack([np.ones(120), np.cos(omega * columns[middle]), np.sin(omega * columns[middle])], -1)
        for image, sigma in zip(scene.images, camera.blur_sigmas_px(depth), strict=True):
            contrast = np.linalg.lstsq(basis, image[20, middle, 0], rcond=None)[0][1] / 0.4
            assert contrast == pytest.approx(psf.transfer(torch.tensor(omega * sigma)).item(), abs=0.025)


@pytest.mark.parametrize("psf", SHAPES)
def test_a_step_has_the_edge_profile(psf):
    camera, depth = replace(CAMERA, psf=psf), 0.76
    layers = [plain_layer(0.1, Box.of((40, 120))), plain_layer(0.9, Box(0, 60, 40, 120), depth)]
    scene = render_layers(layers, (40, 120), camera, camera.settings)
    from_edge = np.arange(120) + 0.5 - 60
    for image, sigma in zip(scene.images, camera.blur_sigmas_px(depth), strict=True):
        # Nearer, light grey lies over farther, dark grey: both plain, so that only the front's blur shows.
        expected = 0.1 + 0.8 * psf.edge_profile(from_edge / sigma)
        assert np.allclose(image[20, 30:90, 1], expected[30:90], atol=0.01)


@pytest.mark.parametrize("psf", SHAPES)
def test_light_of_what_is_hidden_stays_hidden(psf):
    camera = replace(CAMERA, psf=psf)
    settings = camera.focus_stack(2)  # the far end of the range is sharp in the first image
    layers = [plain_layer(0.2, Box.of((60, 120)), 1.18), plain_layer(1.0, Box(0, 57, 60, 120), 1.179)]
    layers.append(plain_layer(0.5, Box(0, 60, 60, 120), 0.76))
    image = render_layers(layers, (60, 120), camera, settings).images[0, 30, :, 0]
    reach = int(np.ceil(psf.reach_per_sigma * camera.blur_sigma_px(0.76, settings[0]))) + 1
    assert np.allclose(image[60 + reach :], 0.5, atol=2e-3)
    # White shines through the front's blurred rim in part, though the front's outline covers most of it.
    assert image[60:63].max() > 0.6


def test_an_object_off_the_canvas_leaves_no_trace():
    nothing = Layer(np.zeros((0, 0, 4), np.float32), Box(41, 53, 41, 53), DepthPlane(0.8))
    with_it = render_layers([textured_layer(DepthPlane(1.1)), nothing], SIZE, CAMERA, CAMERA.settings)
    without = render_layers([textured_layer(DepthPlane(1.1))], SIZE, CAMERA, CAMERA.settings)
    assert np.array_equal(with_it.images, without.images)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 40), st.integers(1, 40), st.floats(0.7, 1.0), st.floats(0, 0.4))
def test_a_tilted_plane_just_spans_its_interval(seed, height, width, near, extent):
    plane = tilted_plane(np.random.default_rng(seed), (height, width), (near, near + extent))
    depth = plane.over(Box.of((height, width)))
    least, greatest = plane.span_m(Box.of((height, width)))
    assert depth.min() == pytest.approx(least, abs=1e-6)
    assert depth.max() == pytest.approx(greatest, abs=1e-6)
    assert least == pytest.approx(near, abs=1e-6)
    if height > 1 and width > 1:
        assert greatest == pytest.approx(near + extent, abs=1e-6)


@given(st.integers(0, 10**6), st.integers(1, 22))
def test_intervals_are_disjoint_and_farthest_first(seed, count):
    intervals = draw_intervals(np.random.default_rng(seed), (0.75, 1.18), count)
    ends = [end for near, far in intervals for end in (far, near)]
    assert len(intervals) == count
    assert ends == sorted(ends, reverse=True)
    assert 0.75 <= ends[-1] <= ends[0] <= 1.18


def test_an_infinite_range_is_refused():
    with pytest.raises(DataError, match="finite"):
        finite_range_m(replace(CAMERA, depth_range_m=(0.75, np.inf)))


def test_boxes():
    box = Box.around(np.array([[1.5, 2.5], [4.2, 7.0]]))
    assert box == Box(2, 1, 7, 5)
    assert box.grow(3, Box.of((8, 8))) == Box(0, 0, 8, 8)
    assert Box(0, 0, 2, 2).intersect(Box(5, 5, 9, 9)).size == (0, 0)


def test_a_layer_outside_the_canvas_leaves_no_trace():
    camera = Camera.paper()
    background = Layer.paint(
        np.full((20, 30, 3), 0.5, np.float32), np.ones((20, 30), np.float32), Box.of((20, 30)), DepthPlane(1.1)
    )
    outside = Layer(np.zeros((0, 5, 4), np.float32), Box(40, 3, 40, 8), DepthPlane(0.8))
    alone = render_layers([background], (20, 30), camera, camera.settings)
    both = render_layers([background, outside], (20, 30), camera, camera.settings)
    assert both.images.tobytes() == alone.images.tobytes()
    assert both.depth_m.tobytes() == alone.depth_m.tobytes()
