"""Brightness: what differs besides blur is found and undone, and blur is left alone."""

import pytest
import torch

from blurry_edges.brightness import balance
from blurry_edges.errors import ImageError
from blurry_edges.filters import gaussian_smooth


def scene(blur_px: float = 0.0, seed: int = 0) -> torch.Tensor:
    """A texture with large and small detail, perhaps blurred."""
    generator = torch.Generator().manual_seed(seed)
    noise = torch.randn(3, 200, 240, generator=generator)
    layers = [gaussian_smooth(noise.roll(s, -1), s) for s in (2, 8, 30)]
    image = 0.45 + 0.09 * sum(layer / layer.std() for layer in layers)
    image = image.clamp(0.02, 0.95)
    return gaussian_smooth(image, blur_px) if blur_px else image


def side_vignetting(strength: float) -> torch.Tensor:
    x = torch.linspace(-1, 1, 240)
    return (1 - strength * x.square()).expand(200, 240)


@pytest.mark.parametrize(
    ("change", "before", "after"),
    [
        (lambda x: 1.03 * x, 0.025, 0.01),
        (lambda x: 0.98 * x + 0.01, 0.008, 0.006),
        (lambda x: x * side_vignetting(0.15), 0.04, 0.012),
    ],
)
def test_what_differs_is_undone_though_the_blur_differs_too(change, before: float, after: float):
    sharp, soft = scene(1.0), scene(3.0)
    changed = change(soft)
    balanced, (found,) = balance(torch.stack([sharp, changed]))
    error_before, error_after = ((x / soft - 1).square().mean().sqrt() for x in (changed, balanced[1]))
    assert error_before > before
    assert error_after < after
    assert found.local_ratio[0] < found.local_ratio[1]


def test_the_first_photograph_is_left_as_it_is():
    sharp, soft = scene(1.0), 1.1 * scene(3.0)
    balanced, found = balance(torch.stack([sharp, soft, soft]))
    assert torch.equal(balanced[0], sharp)
    assert len(found) == 2
    assert found[0].gain == pytest.approx(1 / 1.1, abs=0.02)


def test_exposures_that_differ_too_much_are_refused():
    sharp = scene(1.0)
    with pytest.raises(ImageError, match="times as bright"):
        balance(torch.stack([sharp, 0.3 * sharp]))
    with pytest.raises(ImageError, match="saturated"):
        balance(torch.ones(2, 3, 64, 64))
