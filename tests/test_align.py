"""Alignment: a known magnification, shift and bending are found again, through different blur and brightness."""

import json
import math

import cv2
import numpy as np
import pytest

from blurry_edges.align import Alignment, align, align_stack, estimate_alignment
from blurry_edges.align.displacement import affine_matrix, affine_terms, at_size, displacements
from blurry_edges.align.trust import require_trust
from blurry_edges.errors import DataError, ImageError

BORDER = 40


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


def true_terms(size: tuple[int, int], scale: float, shift: tuple[float, float], bend_px: float) -> np.ndarray:
    terms = np.zeros((2, 10))
    terms[:, 0] = shift
    terms[0, 1], terms[1, 2] = (scale - 1) * size[1] / 2, (scale - 1) * size[0] / 2
    terms[:, 3:] = np.random.default_rng(5).normal(0, bend_px, (2, 7))
    return terms


def photographed(image: np.ndarray, blurs_px: tuple[float, ...], noise: float, quality: int | None, seed: int):
    """Three regions side by side of different blur, with noise, and as a JPEG of this quality."""
    thirds = np.linspace(0, len(blurs_px) - 1e-6, image.shape[1]).astype(int)[None, :, None]
    blurred = sum(cv2.GaussianBlur(image, (0, 0), b) * (thirds == k) for k, b in enumerate(blurs_px))
    noisy = (blurred + np.random.default_rng(seed).normal(0, noise, image.shape)).clip(0, 1)
    if quality is None:
        return noisy.astype(np.float32)
    code = cv2.imencode(".jpg", (noisy * 255).round().astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return cv2.imdecode(code, cv2.IMREAD_COLOR).astype(np.float32) / 255


def frames(canvas: np.ndarray, terms: np.ndarray, noise: float = 0.01, quality: int | None = None):
    """Minus and plus of a canvas that is larger than they are; plus is up to 10 % brighter or darker in places."""
    height, width = canvas.shape[0] - 2 * BORDER, canvas.shape[1] - 2 * BORDER
    place = displacements(terms, (height, width)) + BORDER
    place += np.stack(np.meshgrid(np.arange(width), np.arange(height)), -1)
    # Lanczos on a smooth canvas: the truth must be finer than what is tested.
    seen = cv2.remap(canvas, place.astype(np.float32), None, cv2.INTER_LANCZOS4)
    u, v = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    brightness = (1 + 0.05 * (u**2 + v**2) - 0.05 * u)[..., None].astype(np.float32)
    minus = photographed(seen, (0.7, 1.6, 3.0), noise, quality, 1)
    whole = canvas[BORDER:-BORDER, BORDER:-BORDER] * brightness
    return minus, photographed(whole, (3.0, 1.6, 0.7), noise, quality, 2)


def rms_error_px(found: Alignment, terms: np.ndarray) -> float:
    return float(np.sqrt(((found.displacement_px() - displacements(terms, found.size)) ** 2).sum(-1).mean()))


@pytest.mark.parametrize(("scale", "x", "y"), [(1.0, 0, 0), (1.02, 3.3, -1.6), (0.97, -8, 5)])
def test_breathing_and_shift_are_found_through_blur(scale: float, x: float, y: float):
    sharp = view()
    minus, plus = cv2.GaussianBlur(sharp, (0, 0), 1.0), cv2.GaussianBlur(moved(sharp, scale, x, y), (0, 0), 2.0)
    found = estimate_alignment(minus, plus)
    assert found.scale == pytest.approx(scale, abs=5e-4)
    assert found.shift_px() == pytest.approx((x, y), abs=0.1)
    assert found.residual_px < 0.2
    assert "px are left" in found.describe((240, 320))


@pytest.mark.parametrize(
    ("size", "scale", "bend_px", "noise", "quality"),
    [
        ((240, 320), 1.02, 0.0, 0.01, 92),
        ((240, 320), 0.97, 0.5, 0.01, 92),
        ((360, 640), 1.03, 1.0, 0.01, 85),
        ((360, 640), 1.03, 1.0, 0.05, None),
    ],
)
def test_a_bent_field_is_found_to_a_fifth_of_a_pixel(
    size: tuple[int, int], scale: float, bend_px: float, noise: float, quality: int | None
):
    """Blur differs from region to region, brightness by 10 %, and there is noise and JPEG."""
    terms = true_terms(size, scale, (4.0, -3.0), bend_px)
    minus, plus = frames(view(3, (size[0] + 2 * BORDER, size[1] + 2 * BORDER)), terms, noise, quality)
    found = estimate_alignment(minus, plus)
    assert rms_error_px(found, terms) < 0.2
    assert found.residual_px < 0.2


def test_a_frame_without_texture_in_half_of_it_is_aligned():
    canvas = view(4, (320, 440))
    canvas[:, 240:] = 0.5 + 0.02 * (canvas[:, 240:] - 0.5)
    terms = true_terms((240, 360), 1.01, (2.0, 1.0), 0.0)
    found = estimate_alignment(*frames(canvas, terms, 0.005))
    error = np.hypot(*np.moveaxis(found.displacement_px() - displacements(terms, found.size), -1, 0))
    assert np.sqrt((error[:, :200] ** 2).mean()) < 0.2
    assert error.max() < 1  # where nothing can be seen the field goes on smoothly


def test_an_object_that_moves_on_its_own_is_not_followed():
    size = (360, 480)
    terms = true_terms(size, 1.01, (2.0, 1.0), 0.0)
    minus, plus = frames(view(6, (size[0] + 2 * BORDER, size[1] + 2 * BORDER)), terms)
    thing = view(7, size)
    minus[120:240, 60:200] = thing[120:240, 60:200]
    plus[122:242, 66:206] = thing[120:240, 60:200]
    assert rms_error_px(estimate_alignment(minus, plus), terms) < 0.2


def striped(shifts_px: list[int]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A view, the same with stripes that are shifted sideways each by its own, and the shift of each row."""
    minus = view(8, (240, 320))
    rows = np.array(shifts_px).repeat(240 // len(shifts_px))
    return minus, np.stack([np.roll(line, shift, 0) for line, shift in zip(minus, rows, strict=True)]), rows


@pytest.mark.parametrize("shifts_px", [[0, 2, 0, 2, 0, 2], [0, 2, 4, 0, 2, 4]])
def test_what_is_left_is_not_understated(shifts_px: list[int]):
    """No polynomial follows the stripes; blocks that fit badly must count when the rest is measured."""
    minus, plus, rows = striped(shifts_px)
    found = estimate_alignment(minus, plus, check=False)
    field = found.displacement_px()
    true = np.median(np.hypot(field[..., 0] - rows[:, None], field[..., 1]))
    assert true / 2 < found.residual_px < 2 * true


def test_a_scene_whose_parts_move_is_refused_unless_asked_to_go_on():
    minus, plus, _ = striped([3, -3, 3, -3, 3])
    with pytest.raises(ImageError, match="parts still move"):
        estimate_alignment(minus, plus)
    assert estimate_alignment(minus, plus, check=False).residual_px > 0.75


def test_trust_does_not_depend_on_the_resolution():
    """The same pair at twice the size has twice the error in px, and is judged alike."""
    small = Alignment(np.eye(2, 3), np.zeros((2, 7)), (459, 816), 0.99, 1.0)
    require_trust(small)
    require_trust(Alignment(np.eye(2, 3), np.zeros((2, 7)), (918, 1632), 0.99, 2.0))
    with pytest.raises(ImageError, match=r"2\.0 px, more than 1\.1 px"):
        require_trust(Alignment(np.eye(2, 3), np.zeros((2, 7)), (459, 816), 0.99, 2.0))


def test_an_enlarged_pair_is_aligned_as_the_small_one():
    terms = true_terms((240, 320), 1.02, (3.0, -2.0), 0.5)
    pair = frames(view(3, (320, 400)), terms)
    large = [cv2.resize(x, None, fx=2.0, fy=2.0, interpolation=cv2.INTER_CUBIC).clip(0, 1) for x in pair]
    found = estimate_alignment(*large)
    assert found.size == (480, 640)
    assert rms_error_px(found, at_size(terms, (240, 320), (480, 640))) < 0.4


def test_frames_whose_texture_is_too_fine_for_coarse_pictures_are_aligned():
    rng = np.random.default_rng(1)
    texture = cv2.GaussianBlur(rng.normal(0, 1, (900, 1200, 3)).astype(np.float32), (0, 0), 3.0)
    minus = (0.5 + 0.1 * texture / texture.std()).clip(0, 1)
    found = estimate_alignment(minus, moved(minus, 1.0, 1.5, -1.0))
    assert found.shift_px() == pytest.approx((1.5, -1.0), abs=0.1)


def test_after_alignment_the_frames_agree():
    sharp = view()
    first, second, _ = align(sharp, moved(sharp, 1.03, 4, 2))
    assert first.shape == second.shape
    assert first.shape[0] > 200
    assert np.abs(first - second)[10:-10, 10:-10].mean() < 0.005


def test_the_whole_frame_is_warped_and_what_is_not_shown_is_known():
    sharp = view()
    found = estimate_alignment(sharp, moved(sharp, 1.0, 6, 0))
    warped, seen = found.warp(moved(sharp, 1.0, 6, 0)), found.seen()
    assert warped.shape == sharp.shape
    assert 0 <= warped.min() <= warped.max() <= 1
    assert not seen[:, -5:].any()
    assert seen[:, :-8].mean() > 0.98
    assert np.abs(warped - sharp)[5:-5, 5:-10].max() < 0.03
    with pytest.raises(DataError, match="240, 320"):
        found.warp(sharp[:100])


def test_different_views_are_refused_unless_asked_to_go_on():
    with pytest.raises(ImageError, match=r"cannot be (aligned|trusted)"):
        estimate_alignment(view(0), view(1))
    assert estimate_alignment(view(0), view(1), check=False).correlation < 0.75
    with pytest.raises(ImageError, match="differ in size"):
        estimate_alignment(view(0), view(0, (100, 100)))


def test_frames_without_any_texture_go_on_as_they_are():
    grey = np.full((80, 100, 3), 0.5, np.float32)
    found = estimate_alignment(grey, grey, check=False)
    assert np.abs(found.displacement_px()).max() < 1e-6
    assert math.isnan(found.residual_px)
    assert "could not be measured" in found.describe()
    assert Alignment.from_facts(found.as_facts()).as_facts() == found.as_facts()


def test_facts_give_the_same_alignment_again():
    terms = true_terms((240, 320), 0.98, (1.0, 2.0), 0.7)
    made = Alignment(affine_matrix(terms, (240, 320)), terms[:, 3:], (240, 320), 0.98, 0.12)
    again = Alignment.from_facts(json.loads(json.dumps(made.as_facts())))
    np.testing.assert_array_equal(again.displacement_px(), made.displacement_px())
    assert "2.00 % smaller" in made.describe()
    assert "bent by up to" in made.describe()
    for broken in ({}, {**made.as_facts(), "matrix": [[1, 2]]}, {**made.as_facts(), "remainder": [[math.nan] * 7] * 2}):
        with pytest.raises(DataError, match="no alignment"):
            Alignment.from_facts(broken)


def test_matrix_and_terms_say_the_same():
    matrix = np.array([[1.01, 0.02, 3.0], [-0.01, 0.98, -2.0]])
    terms = affine_terms(matrix, (30, 40))
    np.testing.assert_allclose(affine_matrix(terms, (30, 40)), matrix, atol=1e-12)
    x, y = 7, 21
    np.testing.assert_allclose(
        displacements(terms, (30, 40))[y, x], matrix @ np.array([x, y, 1.0]) - np.array([x, y]), atol=1e-5
    )


def test_a_stack_is_aligned_with_one_of_its_frames():
    sharp = view(2)
    shots = [(1 - 0.01 * k, 1.5 * k, -0.5 * k) for k in range(-2, 3)]
    images = [cv2.GaussianBlur(moved(sharp, *shot), (0, 0), 1 + 0.4 * k) for k, shot in enumerate(shots)]
    found = align_stack(images, 2)
    assert not found[2].displacement_px().any()
    for alignment, (scale, x, y) in zip(found, shots, strict=True):
        assert alignment.scale == pytest.approx(scale, abs=1e-3)
        assert alignment.shift_px() == pytest.approx((x, y), abs=0.15)
    with pytest.raises(DataError, match="reference"):
        align_stack(images, 5)
    with pytest.raises(ImageError, match="frame 1 of the stack"):
        align_stack([images[0], view(9)], 0)
    with pytest.raises(ImageError, match="frame 1 differs in size"):
        align_stack([images[0], images[1][:100]], 0)
