"""Depth maps: holes, occlusion edges, rims, what is hidden, and registration with the picture."""

import cv2
import numpy as np
import pytest

from blurry_edges.render.depth_maps import (
    clean_rims,
    farthest_on_surface,
    fill_holes,
    find_edges,
    hidden_surface,
)
from blurry_edges.scenes.registration import depth_shift_px, shift_depth
from blurry_edges.scenes.textures import rich_texture

SIZE = (40, 60)


def square_over_plane(near=1.0, far=0.0, size=SIZE):
    nearness = np.full(size, far, np.float32)
    nearness[10:30, 20:40] = near
    return nearness


def test_a_hole_beside_an_object_belongs_to_what_is_behind_it():
    nearness = square_over_plane()
    known = np.ones(SIZE, bool)
    known[12:28, 14:26] = False  # over the left edge of the object
    filled = fill_holes(np.where(known, nearness, 7.0).astype(np.float32), known)
    assert np.array_equal(filled[:, :20], nearness[:, :20])
    assert (filled[15:25, 20:26] == 0).all()
    assert np.array_equal(filled[known], nearness[known])


def test_a_hole_inside_an_object_belongs_to_the_object():
    nearness, known = square_over_plane(), np.ones(SIZE, bool)
    known[15:20, 25:35] = False
    assert np.array_equal(fill_holes(np.where(known, nearness, 0).astype(np.float32), known), nearness)


def test_rows_without_any_depth_are_filled_from_their_neighbours():
    nearness, known = np.full(SIZE, 3.0, np.float32), np.ones(SIZE, bool)
    known[5:9], known[-2:] = False, False
    assert (fill_holes(np.where(known, nearness, 0).astype(np.float32), known) == 3).all()


def test_steps_are_edges_and_slopes_are_not():
    edges = find_edges(square_over_plane(), 0.1)
    assert edges.across_columns.sum() == 2 * 20
    assert edges.across_rows.sum() == 2 * 20
    slope = np.broadcast_to(np.linspace(0, 20, 60, dtype=np.float32), SIZE)
    assert not find_edges(slope, 0.1).across_columns.any()


def test_a_pixel_between_two_surfaces_does_not_hide_the_edge():
    nearness = np.zeros(SIZE, np.float32)
    nearness[:, 30], nearness[:, 31:] = 0.5, 1.0
    columns = np.flatnonzero(find_edges(nearness, 0.1).across_columns.any(0))
    assert columns.tolist() == [29, 30]


def test_the_rim_is_the_nearer_side_corners_included():
    nearness = square_over_plane()
    rim = find_edges(nearness, 0.1).rim(nearness)
    solid = nearness > 0
    inner = cv2.erode(solid.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    assert np.array_equal(rim, solid & ~inner)


def test_the_farthest_point_of_a_surface_is_found_without_crossing_edges():
    nearness = square_over_plane()
    nearness[10:30, 20:40] += np.linspace(0, 0.1, 20, dtype=np.float32)
    farthest = farthest_on_surface(nearness, find_edges(nearness, 0.5), 5)
    assert np.allclose(farthest[20, 20:26], 1.0)
    assert farthest[20, 39] == nearness[20, 34]
    assert (farthest[:10] == 0).all()


def test_the_hidden_surface_goes_on_as_texture_at_its_own_depth():
    nearness = square_over_plane(far=0.2)
    colour = np.random.default_rng(0).random((*SIZE, 3), np.float32)
    edges = find_edges(nearness, 0.1)
    hidden = hidden_surface(colour, nearness, edges, farthest_on_surface(nearness, edges, 6), 6)
    assert np.isnan(hidden.nearness[nearness < 0.5]).all()
    assert np.allclose(hidden.nearness[20, 20:25], 0.2)
    assert np.isnan(hidden.nearness[20, 30])  # farther inside than blur reaches
    assert np.array_equal(hidden.colour[20, 20:24], colour[20, 18:14:-1])


def test_without_edges_nothing_is_hidden():
    nearness = np.zeros(SIZE, np.float32)
    edges = find_edges(nearness, 0.1)
    colour = np.ones((*SIZE, 3), np.float32)
    assert np.isnan(hidden_surface(colour, nearness, edges, nearness, 6).nearness).all()


def test_rims_take_the_colour_of_their_own_surface():
    nearness = square_over_plane()
    colour = np.repeat(nearness[..., None], 3, -1)
    mixed = cv2.blur(colour, (3, 3))
    edges = find_edges(nearness, 0.1)
    assert np.abs(mixed - colour).max() > 0.3
    assert np.allclose(clean_rims(mixed, nearness, edges, 2), colour, atol=1e-5)


def test_surfaces_too_narrow_for_an_inside_keep_their_colours():
    nearness = np.zeros(SIZE, np.float32)
    nearness[:, 30] = 1
    colour = np.random.default_rng(0).random((*SIZE, 3), np.float32)
    cleaned = clean_rims(colour, nearness, find_edges(nearness, 0.1), 2)
    assert np.array_equal(cleaned[:, 30], colour[:, 30])


@pytest.mark.parametrize("shift", [(0, 0), (2, -3), (-1, 4)])
def test_a_shifted_depth_map_is_brought_back(shift):
    rng = np.random.default_rng(0)
    nearness = np.zeros((200, 300), np.float32)
    for centre in ((70, 60), (200, 90), (150, 150)):
        cv2.circle(nearness, centre, 35, 1.0, -1)
    inside, outside = rich_texture(rng, (200, 300)) * 0.4, 0.6 + rich_texture(rng, (200, 300)) * 0.4
    picture = np.where(nearness[..., None] > 0, inside, outside).astype(np.float32)
    seen = shift_depth(nearness, (-shift[0], -shift[1]))
    assert depth_shift_px(picture, seen) == shift


def test_a_map_without_edges_stays_where_it_is():
    assert depth_shift_px(np.zeros((*SIZE, 3), np.float32), np.zeros(SIZE, np.float32)) == (0, 0)
