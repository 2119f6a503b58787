"""Noise: its moments, its seeds, and its estimate from the images alone."""

import numpy as np
import pytest
import torch

from blurry_edges.errors import ImageError
from blurry_edges.optics import capture, counts, estimate_noise, noise_variance


def generator(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


@pytest.mark.parametrize("photon_level", [50.0, 190.0, 2000.0])
@pytest.mark.parametrize("irradiance", [0.3, 0.5, 0.7])
def test_mean_and_variance(photon_level: float, irradiance: float):
    n = 200_000
    noisy = capture(torch.full((n,), irradiance), photon_level, 2.0, generator())
    expected = noise_variance(torch.tensor(irradiance), photon_level, 2.0).item()
    assert noisy.mean().item() == pytest.approx(irradiance, abs=5 * (expected / n) ** 0.5)
    # Rounding to whole counts adds 1/12; the sample variance itself varies by about 0.3 %.
    assert noisy.var().item() == pytest.approx(expected + 1 / 12 / photon_level**2, rel=0.02)


def test_counts_are_whole_and_between_black_and_white():
    photons = counts(torch.tensor([0.0, 1.0]).repeat(1000), 20.7, 3.0, generator())
    assert torch.equal(photons, photons.round())
    assert photons.min() == 0
    assert photons.max() == 20


def test_photon_level_may_differ_between_images():
    levels = torch.tensor([20.0, 2000.0]).view(2, 1, 1)
    noisy = capture(torch.full((2, 100, 100), 0.5), levels, 0.0, generator())
    variances = noisy.var((1, 2))
    assert variances[0] / variances[1] == pytest.approx(100, rel=0.1)


def test_the_generator_alone_decides():
    image = torch.full((50,), 0.5)
    assert torch.equal(capture(image, 190.0, 2.0, generator(1)), capture(image, 190.0, 2.0, generator(1)))
    assert not torch.equal(capture(image, 190.0, 2.0, generator(1)), capture(image, 190.0, 2.0, generator(2)))


def textured_pair(seed: int) -> torch.Tensor:
    """Blobs with sharp outlines in all brightnesses, once sharp and once blurred."""
    from scipy.ndimage import gaussian_filter

    rng = np.random.default_rng(seed)
    smooth = gaussian_filter(rng.normal(size=(147, 147, 3)), (6, 6, 0))
    uniform = smooth.ravel().argsort().argsort().reshape(smooth.shape) / smooth.size
    blobs = np.round(uniform * 5) / 5
    pair = np.stack([gaussian_filter(blobs, (0.7, 0.7, 0)), gaussian_filter(blobs, (3, 3, 0))])
    return torch.from_numpy(pair).float()


@pytest.mark.parametrize(
    ("photon_level", "tolerance"),
    [(20.0, 0.25), (50.0, 0.15), (190.0, 0.15), (1000.0, 0.15), (5000.0, 0.2)],
)
def test_photon_level_is_estimated_from_a_pair(photon_level: float, tolerance: float):
    for seed in range(3):
        noisy = capture(textured_pair(seed), photon_level, 2.0, generator(seed)).numpy()
        estimate = estimate_noise(noisy)
        assert estimate.photon_level == pytest.approx(photon_level, rel=tolerance)
        # What the estimate is used for is the variance, wherever clipping is far.
        grey = torch.linspace(0.2, 0.8, 7)
        expected = noise_variance(grey, photon_level, 2.0)
        torch.testing.assert_close(
            noise_variance(grey, estimate.photon_level, estimate.read_noise), expected, rtol=0.2, atol=0
        )


@pytest.mark.parametrize("read_noise", [2.0, 4.0, 8.0])
def test_read_noise_is_estimated_where_it_shows(read_noise: float):
    estimates = [
        estimate_noise(capture(textured_pair(seed), 100.0, read_noise, generator(seed)).numpy()).read_noise
        for seed in range(3)
    ]
    assert np.mean(estimates) == pytest.approx(read_noise, rel=0.35)


def test_images_without_noise_to_see():
    with pytest.raises(ImageError, match="black or constant"):
        estimate_noise(np.zeros((2, 64, 64, 3)))
    with pytest.raises(ImageError, match="smaller than 8 x 8"):
        estimate_noise(np.zeros((2, 5, 64, 3)))
