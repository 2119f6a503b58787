"""Focus stacks: whatever array a photograph comes in, it is the same photograph; what is none is refused."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from blurry_edges.errors import CameraError, ImageError
from blurry_edges.optics import Camera
from blurry_edges.stack import FocusStack

CAMERA = Camera.paper()
LIGHT = {"photon_level": 190.0, "read_noise": 2.0}


def photographs(count: int = 2) -> np.ndarray:
    return np.random.default_rng(0).uniform(0.1, 0.9, (count, 32, 40, 3)).astype(np.float32)


def as_given(image: np.ndarray, kind: str) -> object:
    """Return the same photograph in another form."""
    return {
        "float64": lambda: image.astype(np.float64),
        "big-endian": lambda: image.astype(">f4"),
        "reversed": lambda: np.ascontiguousarray(image[..., ::-1])[..., ::-1],
        "strided": lambda: np.repeat(image, 2, axis=1)[:, ::2],
        "fortran": lambda: np.asfortranarray(image),
        "read-only": lambda: _read_only(image),
        "tensor": lambda: torch.from_numpy(image),
        "list": lambda: image.tolist(),
    }[kind]()


def _read_only(image: np.ndarray) -> np.ndarray:
    copy = image.copy()
    copy.flags.writeable = False
    return copy


@pytest.mark.parametrize(
    "kind", ["float64", "big-endian", "reversed", "strided", "fortran", "read-only", "tensor", "list"]
)
def test_the_form_of_an_array_does_not_matter(kind: str):
    minus, plus = photographs()
    plain = FocusStack.of([minus, plus], **LIGHT)
    given_otherwise = FocusStack.of([as_given(minus, kind), as_given(plus, kind)], **LIGHT)
    assert torch.equal(plain.images, given_otherwise.images)


def test_grey_is_three_equal_colours():
    grey = photographs()[..., 0]
    stack = FocusStack.of(grey, **LIGHT)
    assert torch.equal(stack.images[0, 0], stack.images[0, 2])
    np.testing.assert_array_equal(stack.arrays[1, ..., 1], grey[1])


def test_a_stack_needs_a_setting_for_each_photograph():
    with pytest.raises(CameraError, match="3 photographs need as many focus settings"):
        FocusStack.of(photographs(3), **LIGHT)
    with pytest.raises(CameraError, match="3 photographs need as many focus settings, not 2"):
        FocusStack.of(photographs(3), settings=CAMERA.settings, **LIGHT)
    stack = FocusStack.of(photographs(3), settings=(*CAMERA.settings, CAMERA.minus), **LIGHT)
    assert len(stack) == 3
    assert stack.pair.settings is None
    assert torch.equal(stack.pair.images, stack.images[:2])


def test_swapping_twice_is_nothing():
    stack = FocusStack.of(photographs(3), settings=(*CAMERA.settings, CAMERA.minus), **LIGHT)
    swapped = stack.swapped
    assert torch.equal(swapped.images[0], stack.images[1])
    assert swapped.settings == (CAMERA.plus, CAMERA.minus, CAMERA.minus)
    assert torch.equal(swapped.swapped.images, stack.images)


def test_photographs_of_different_sizes_are_refused_by_name():
    images = [*photographs(3)]
    images[2] = images[2][:-1]
    with pytest.raises(ImageError, match="minus is 32 x 40 px, number 3 is 31 x 40 px"):
        FocusStack.of(images, settings=(CAMERA.minus,) * 3, **LIGHT)


@settings(max_examples=40, deadline=None)
@given(factor=st.floats(0.4, 2.5), level=st.floats(10, 5000), noise=st.floats(0, 5))
def test_resizing_keeps_the_light_of_the_scene(factor: float, level: float, noise: float):
    """Photons of the whole picture stay, and so does its noise relative to them."""
    stack = FocusStack.of(photographs(), photon_level=level, read_noise=noise)
    resized = stack.resized(factor)
    before, after = (x.photon_level * x.size[0] * x.size[1] for x in (stack, resized))
    assert after == pytest.approx(before, rel=1e-6)
    assert resized.images.mean().item() == pytest.approx(stack.images.mean().item(), rel=0.05)


def test_more_light_than_networks_know_is_not_counted():
    stack = FocusStack.of(photographs(), photon_level=50_000.0, read_noise=2.0).for_camera(CAMERA)
    assert stack.photon_level == 5000
    assert stack.read_noise == pytest.approx(0.2)
    assert replace(stack, photon_level=100.0).for_camera(CAMERA).photon_level == 100
