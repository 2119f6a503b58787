"""The best pair of a focus stack: brackets the scene, in the right order, within what the camera explains."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from scipy.ndimage import gaussian_filter

from blurry_edges.errors import DataError
from blurry_edges.optics import Camera
from blurry_edges.pairs import best_of_stack
from blurry_edges.pairs.stack import in_focus_quantiles
from blurry_edges.scenes.textures import rich_texture

CAMERA = Camera.paper()


def test_it_brackets_the_scene():
    """A scene whose left is sharp in image 2 and whose right is sharp in image 7."""
    texture = np.random.default_rng(0).random((80, 160, 3), np.float32)
    stack = []
    for index in range(10):
        left, right = (cv2.GaussianBlur(texture, (0, 0), 0.3 + 0.5 * abs(index - at)) for at in (2, 7))
        stack.append(np.concatenate([left[:, :80], right[:, 80:]], 1))
    assert in_focus_quantiles(stack, (0.25, 0.75)) == (2, 7)


def test_minus_is_the_one_that_the_camera_says():
    """A plane at 0.8 m under two optical powers: the camera's minus has the lower one, whatever the stack's order."""
    texture = rich_texture(np.random.default_rng(0), (160, 160))
    powers = [CAMERA.minus.optical_power_dpt, CAMERA.plus.optical_power_dpt]
    noise = np.random.default_rng(1)
    images = []
    for power in powers:
        sigma = CAMERA.blur_sigma_px(0.77, replace(CAMERA.minus, optical_power_dpt=power))
        blurred = np.stack([gaussian_filter(texture[..., c], float(sigma)) for c in range(3)], -1)
        noisy = noise.poisson(400 * blurred) / 400
        images.append(noisy.clip(0, 1).astype(np.float32))
    narrow = replace(CAMERA, depth_range_m=(0.75, 0.9))
    assert best_of_stack(images, narrow) == (0, 1)
    assert best_of_stack(images[::-1], narrow) == (1, 0)


def test_a_stack_of_one():
    with pytest.raises(DataError, match="has no pair"):
        best_of_stack([np.zeros((30, 30, 3), np.float32)], CAMERA)
