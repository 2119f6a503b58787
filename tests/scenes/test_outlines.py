"""Outlines and textures: what is drawn covers what it should."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blurry_edges.render.boxes import Box
from blurry_edges.scenes import textures
from blurry_edges.scenes.objects import random_outline
from blurry_edges.scenes.outlines import Part, circle, draw_coverage, place, rectangle, triangle

CANVAS = Box.of((90, 100))


@settings(max_examples=30, deadline=None)
@given(st.floats(30, 60), st.floats(30, 60), st.floats(6, 40), st.floats(0, 7))
def test_coverage_is_the_area(x, y, size, angle):
    for unit, area in ((circle(), math.pi / 4), (rectangle(0.5), 0.5)):
        coverage, _ = draw_coverage([Part(place(unit, (x, y), size, angle))], CANVAS)
        # Each side may be off by half a fine pixel, 1/8 px, over a perimeter of at most 3.2 sizes.
        assert coverage.sum() == pytest.approx(area * size**2, abs=0.4 * size)
        assert coverage.min() >= 0
        assert coverage.max() <= 1


def test_an_aligned_rectangle_is_where_it_should_be():
    coverage, box = draw_coverage([Part(place(rectangle(1.0), (50.0, 40.0), 20.0, 0.0))], CANVAS, 8)
    whole = np.zeros(CANVAS.size)
    whole[box.slices] = coverage
    expected = np.zeros(CANVAS.size)
    expected[30:50, 40:60] = 1
    assert np.abs(whole - expected).max() < 0.13  # one of the eight fine pixels


def test_parts_are_added_and_cut():
    square = Part(place(rectangle(1.0), (50.0, 40.0), 40.0, 0.0))
    hole = Part(place(circle(), (50.0, 40.0), 20.0, 0.0), add=False)
    coverage, box = draw_coverage([square, hole], CANVAS)
    assert coverage[40 - box.top, 50 - box.left] == 0
    assert coverage.sum() == pytest.approx(1600 - 100 * math.pi, rel=0.02)


def test_an_outline_off_the_canvas_has_no_pixels():
    coverage, box = draw_coverage([Part(place(circle(), (500.0, 40.0), 20.0, 0.0))], CANVAS)
    assert 0 in box.size
    assert coverage.shape == box.size


def test_triangles_lie_on_the_circle():
    corners = triangle(np.random.default_rng(0))
    assert np.hypot(*corners.T) == pytest.approx([0.5] * 3)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6))
def test_random_objects_are_finite_and_near_their_place(seed):
    parts = random_outline(np.random.default_rng(seed), (50.0, 45.0), 40.0)
    points = np.concatenate([part.points for part in parts])
    assert parts[0].add
    assert np.isfinite(points).all()
    assert np.abs(points - (50, 45)).max() < 160


KINDS = ["plain", "gradient", "clouds", "dead_leaves", "marble", "checks", "rich_texture", "random_texture"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [(1, 1), (3, 70), (64, 41)])
def test_textures_are_colours_of_the_size_asked_for(kind, size):
    for seed in range(8):
        texture = getattr(textures, kind)(np.random.default_rng(seed), size)
        assert texture.shape == (*size, 3)
        assert texture.dtype == np.float32
        assert texture.min() >= 0
        assert texture.max() <= 1


def test_fractal_noise_is_normalised_and_rougher_with_persistence():
    rng = np.random.default_rng(0)
    smooth, rough = (textures.fractal(rng, (100, 120), 3, persistence) for persistence in (0.3, 0.9))
    for noise in (smooth, rough):
        assert noise.mean() == pytest.approx(0, abs=1e-4)
        assert noise.std() == pytest.approx(1, abs=1e-3)
    assert np.diff(rough, axis=0).std() > 2 * np.diff(smooth, axis=0).std()
