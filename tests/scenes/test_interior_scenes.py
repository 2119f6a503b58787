"""Rooms: planes in perspective, furniture that one sees through, and what stands in front of what."""

import numpy as np
import pytest

from blurry_edges.errors import DataError
from blurry_edges.optics.camera import Camera
from blurry_edges.scenes.furniture import Board, random_furniture
from blurry_edges.scenes.interior_scenes import InteriorScenes, _put_room, _View

SIZE = (60, 80)


@pytest.fixture
def view() -> _View:
    return _View.draw(np.random.default_rng(0), SIZE)


def test_inverse_depth_of_an_empty_room_is_linear_on_each_of_its_planes(view: _View):
    _put_room(np.random.default_rng(1), view, floor=0.4)
    assert view.nearness.min() > 0
    bends = np.abs(np.diff(view.nearness, 2, axis=1)) > 1e-9
    corners_a_row = bends.sum(1)
    assert (corners_a_row <= 2 * 3).all()  # a row crosses at most four planes, and each change of plane bends twice


def test_the_nearer_of_two_faces_hides_the_other_whichever_is_drawn_first(view: _View):
    square = np.array([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]) * 0.2
    red, blue = (np.broadcast_to(np.array(c, np.float32), (*SIZE, 3)) for c in ((1, 0, 0), (0, 0, 1)))
    for order in ((0.5, 0.8), (0.8, 0.5)):
        drawn = _View.draw(np.random.default_rng(0), SIZE)
        for z in order:
            drawn.put_face(square + np.array((0, 0, z)), red if z == 0.5 else blue, shading=0.0)
        assert drawn.nearness[30, 40] == pytest.approx(1 / 0.5)
        assert drawn.colour[30, 40].tolist() == [1, 0, 0]


def test_one_sees_through_a_gap(view: _View):
    texture = np.ones((*SIZE, 3), np.float32)
    for x in (-0.12, 0.12):
        for face in Board((x, 0, 0.6), (0.04, 0.5, 0.04)).faces():
            view.put_face(face, texture, shading=0.0)
    row = view.nearness[30] > 0
    assert not row[40]
    assert row[:40].any()
    assert row[40:].any()


def test_corners_of_a_board_are_its_centre_and_half_sizes_apart():
    faces = Board((1, 2, 3), (0.5, 0.25, 0.125)).faces()
    assert faces.shape == (6, 4, 3)
    assert np.allclose(np.abs(faces - (1, 2, 3)), (0.5, 0.25, 0.125))
    for face in faces:  # each is flat: one coordinate is the same at all corners
        assert (np.ptp(face, axis=0) == 0).sum() == 1


def test_furniture_stands_on_the_floor_and_is_about_one_high():
    for seed in range(40):
        corners = np.concatenate([b.faces().reshape(-1, 3) for b in random_furniture(np.random.default_rng(seed))])
        assert -0.06 <= -corners[:, 1].max() <= 0.06
        assert 0.55 < -corners[:, 1].min() < 1.1


def test_a_room_may_be_empty_and_has_no_edges_then():
    scene = InteriorScenes(SIZE, most_things=0).render(np.random.default_rng(2), Camera.paper())
    assert not scene.boundary.any()
    assert np.ptp(scene.depth_m) > 0.01


@pytest.mark.parametrize("field", [{"most_things": -1}, {"least_range": 0.0}, {"size": (0, 5)}])
def test_what_cannot_be_is_refused(field: dict[str, object]):
    with pytest.raises(DataError):
        InteriorScenes(**field)  # type: ignore[arg-type]
