"""Colours of still pictures: what is uncertain fades, and steps of colour are steps of blur."""

import numpy as np
import pytest

from blurry_edges.colors import certainty
from blurry_edges.optics import Camera
from blurry_edges.viz.colors import depth_scale


def test_a_guess_keeps_little_of_its_colour_and_a_finding_all():
    depth = np.full((1, 4), 1.0, np.float32)
    sd = np.array([[0.001, 0.05, 3.0, np.nan]], np.float32)
    kept = certainty(depth, sd, (0.8, 1.25))[0]
    assert kept[0] == 1
    assert 0.15 < kept[1] < 1
    assert kept[2] == pytest.approx(0.15)
    assert kept[3] == 1  # nothing is known of its error


def test_colours_of_depth_are_even_in_inverse_depth():
    scale = depth_scale(Camera.paper(), np.array([[0.75, 1.18]], np.float32))
    near, far = scale["norm"].vmin, scale["norm"].vmax
    middle = 2 / (1 / near + 1 / far)
    assert float(scale["norm"](middle)) == pytest.approx(0.5)
