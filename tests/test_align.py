"""Alignment: a known magnification and shift is found again, through different blur."""

import cv2
import numpy as np
import pytest

from blurry_edges.align import align, estimate_alignment
from blurry_edges.errors import ImageError


def view(seed: int = 0, size: tuple[int, int] = (240, 320)) -> np.ndarray:
    """A texture with detail at many scales."""
    rng = np.random.default_rng(seed)
    image = np.zeros((*size, 3), np.float32)
    for sigma in (2, 5, 12, 30):
        noise = rng.normal(0, 1, (*size, 3)).astype(np.float32)
        layer = cv2.GaussianBlur(noise, (0, 0), sigma)
        image += layer / layer.std()
    return (0.5 + 0.1 * image).clip(0, 1)


def moved(image: np.ndarray, scale: float, x: float, y: float) -> np.ndarray:
    """The same view, magnified about its centre and shifted."""
    height, width = image.shape[:2]
    centre = ((width - 1) / 2, (height - 1) / 2)
    matrix = cv2.getRotationMatrix2D(centre, 0, scale)
    matrix[:, 2] += (x, y)
    return cv2.warpAffine(image, matrix, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)


@pytest.mark.parametrize(("scale", "x", "y"), [(1.0, 0, 0), (1.02, 3.3, -1.6), (0.97, -8, 5)])
def test_breathing_and_shift_are_found_through_blur(scale: float, x: float, y: float):
    sharp = view()
    minus, plus = cv2.GaussianBlur(sharp, (0, 0), 1.0), cv2.GaussianBlur(moved(sharp, scale, x, y), (0, 0), 2.0)
    found = estimate_alignment(minus, plus)
    assert found.scale == pytest.approx(scale, abs=2e-3)
    assert found.shift_px((240, 320)) == pytest.approx((x, y), abs=0.3)
    assert found.residual_px < 0.5
    assert "px are left" in found.describe((240, 320))


def test_after_alignment_the_frames_agree():
    sharp = view()
    first, second, _ = align(sharp, moved(sharp, 1.03, 4, 2))
    assert first.shape == second.shape
    assert first.shape[0] > 200
    assert np.abs(first - second)[10:-10, 10:-10].mean() < 0.01


def test_different_views_are_refused():
    with pytest.raises(ImageError, match=r"cannot be (aligned|trusted)"):
        estimate_alignment(view(0), view(1))
    with pytest.raises(ImageError, match="differ in size"):
        estimate_alignment(view(0), view(0, (100, 100)))
