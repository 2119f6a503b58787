"""The evidence: how well each blur-variance difference d explains the pair at each pixel, in closed form.

If the two images of a surface differ by the blur variance d = σ₋² − σ₊², then in the Fourier domain I₋ = q I₊ with
q = exp(−|ω|² d / 2), whatever the texture. The matched filters

    f₋ = 1 / √(1 + q²),   f₊ = q / √(1 + q²)

make the residual r = f₋ I₋ − f₊ I₊ free of the surface, and white with the noise variance of one image, exactly where d
is right. So the misfit mean(r² / variance) is 1 there and larger elsewhere: no learning, any camera, any texture.

At high frequencies a defocused texture is far below the noise, and r says nothing about d but is most of the energy.
With a Gaussian prior on the texture, each frequency counts with its share of signal; that share is close to a Gaussian
low-pass on r, the narrower the darker (`residual_smoothing_px`). It halves the error of the best quarter of the pixels.
"""

import math

import torch
import torch.nn.functional as F

from blurry_edges.errors import ShapeError
from blurry_edges.filters import gaussian_smooth
from blurry_edges.optics.noise import noise_variance
from blurry_edges.typing import Float, Tensor

__all__ = [
    "evidence_features",
    "likelihood_weight",
    "misfit_volume",
    "noise_gain",
    "posterior",
    "residual_smoothing_px",
    "windowed_misfit",
]

_REACH = 3.2  # the filters' kernels are negligible beyond this many √|d|
_BRIGHTNESS_SIGMA_PX = 3.0
_FEATURE_SIGMAS_PX = (1.5, 4.0)


def residual_smoothing_px(photon_level: Float[Tensor, "*n"]) -> Float[Tensor, "*n"]:
    """Return the standard deviation of the low-pass on the residual that tells depths apart best, as measured."""
    return (1.5 * (photon_level / 190) ** -0.2).clamp(0.6, 1.9)


def noise_gain(smoothing_px: Float[Tensor, "*n"]) -> Float[Tensor, "*n"]:
    """Share of the variance of white noise that the low-pass exp(−|ω|² s² / 2) leaves."""
    return (torch.erf(math.pi * smoothing_px) / (2 * math.sqrt(math.pi) * smoothing_px)).square()


def misfit_volume(
    pair: Float[Tensor, "*n 2 C H W"],
    d_px2: Float[Tensor, "k"],
    photon_level: Float[Tensor, "*n"],
    read_noise: Float[Tensor, "*n"],
) -> Float[Tensor, "*n k H W"]:
    """Misfit of each hypothesis `d_px2` at each pixel, before any averaging; its mean is 1 where d is right.

    Images are mirrored at the borders, which continues them without inventing an edge; but what a mirrored texture
    adds is wrong there, and `windowed_misfit` leaves it out.
    """
    height, width = pair.shape[-2:]
    margin = math.ceil(_REACH * math.sqrt(d_px2.abs().max().item()))
    if margin >= min(height, width):
        raise ShapeError(f"images of {height} x {width} px are too small: the blur to be measured reaches {margin} px")
    size = [_fast_length(length + 2 * margin) for length in (height, width)]
    smoothing_px = residual_smoothing_px(photon_level)[..., None, None, None, None]
    omega2 = _squared_frequency(size, like=d_px2)
    spectra = torch.fft.rfft2(_mirror(pair, margin, size)) * torch.exp(-omega2 * smoothing_px.square() / 2)
    filter_minus, filter_plus = _matched_filters(d_px2, omega2)
    minus, plus = (spectra[..., image, None, :, :, :] for image in (0, 1))  # the new axis is for the hypotheses
    residual = torch.fft.irfft2(filter_minus * minus - filter_plus * plus, s=size)
    residual = residual[..., margin : margin + height, margin : margin + width]
    variance = _pixel_variance(pair, photon_level, read_noise) * noise_gain(smoothing_px[..., 0])
    misfit: Tensor = (residual.square() / variance[..., None, :, :, :]).mean(-3)
    return misfit


def windowed_misfit(
    misfit: Float[Tensor, "*n k H W"], d_px2: Float[Tensor, "k"], sigma_px: float
) -> tuple[Float[Tensor, "*n k H W"], Float[Tensor, "H W"]]:
    """Average the misfit with a Gaussian window over what is free of mirrored texture, and the share that is.

    Near a border a hypothesis is judged by the pixels that its filters reach from within the image.
    """
    weight = _interior_weight(d_px2, misfit.shape[-2], misfit.shape[-1])
    share = gaussian_smooth(weight, sigma_px)
    return gaussian_smooth(weight * misfit, sigma_px) / share, share.amin(-3)


def likelihood_weight(sigma_px: float, photon_level: Float[Tensor, "*n"], channels: int = 3) -> Float[Tensor, "*n"]:
    """Factor that turns a misfit averaged with a Gaussian window into a negative log-likelihood.

    The window holds 4π·sigma² pixels of `channels` residuals, each with −log likelihood r² / (2 variance), of which the
    low-pass leaves `noise_gain` as many that are independent.
    """
    return 4 * math.pi * sigma_px**2 * channels / 2 * noise_gain(residual_smoothing_px(photon_level))


def posterior(
    misfit: Float[Tensor, "*n k H W"], hypotheses: Float[Tensor, "k"], weight: Float[Tensor, "*#n #H #W"]
) -> tuple[Float[Tensor, "*n H W"], Float[Tensor, "*n H W"]]:
    """Mean and standard deviation over the hypotheses, all equally likely before the images were seen."""
    probability = torch.softmax(-weight.unsqueeze(-3) * misfit, dim=-3)
    values = hypotheses.view(-1, 1, 1)
    mean = (probability * values).sum(-3)
    variance = (probability * (values - mean.unsqueeze(-3)).square()).sum(-3)
    return mean, variance.sqrt()


def evidence_features(
    misfit: Float[Tensor, "b k H W"],
    d_px2: Float[Tensor, "k"],
    hypotheses: Float[Tensor, "k"],
    photon_level: Float[Tensor, "b"],
) -> tuple[Float[Tensor, "b e h w"], Float[Tensor, "b h w"]]:
    """Return what a network sees of the evidence, at half resolution, and the posterior mean of the hypotheses.

    For a narrow and a wide window: the log-likelihood of each hypothesis below the best one, compressed so that it
    stays informative from 20 to 5000 photons, and whether any hypothesis fits at all. One more channel is the light.
    """
    halved = F.avg_pool2d(misfit, 2)
    features = []
    for sigma_px in _FEATURE_SIGMAS_PX:
        # Averaging 2 x 2 px was a box of variance 1/4 px²; the rest of the window follows at half resolution.
        smooth, _ = windowed_misfit(halved, d_px2 / 4, math.sqrt(sigma_px**2 - 0.25) / 2)
        weight = likelihood_weight(sigma_px, photon_level).view(-1, 1, 1, 1)
        best = smooth.amin(1, keepdim=True)
        features += [torch.log1p(weight / 2 * (smooth - best)) / 2, torch.log1p(weight.sqrt() * (best - 1).relu())]
    t, _ = posterior(smooth, hypotheses, weight.squeeze(1))
    light = torch.log10(photon_level / 200).view(-1, 1, 1, 1).expand(-1, 1, *halved.shape[-2:])
    return torch.cat([*features, light], 1), t


def _matched_filters(
    d_px2: Float[Tensor, "k"], omega2: Float[Tensor, "h w2"]
) -> tuple[Float[Tensor, "k 1 h w2"], Float[Tensor, "k 1 h w2"]]:
    """f₋ and f₊: 1/√(1+q²) and q/√(1+q²) squared are sigmoids, which do not overflow."""
    exponent = omega2 * d_px2.view(-1, 1, 1, 1)
    return torch.sigmoid(exponent).sqrt(), torch.sigmoid(-exponent).sqrt()


def _squared_frequency(size: list[int], like: Tensor) -> Float[Tensor, "h w2"]:
    """|ω|² of a real FFT of `size`, in radians per px."""
    omega_y = 2 * math.pi * torch.fft.fftfreq(size[0], device=like.device, dtype=like.dtype)
    omega_x = 2 * math.pi * torch.fft.rfftfreq(size[1], device=like.device, dtype=like.dtype)
    omega2: Tensor = omega_y.square()[:, None] + omega_x.square()
    return omega2


def _interior_weight(d_px2: Float[Tensor, "k"], height: int, width: int) -> Float[Tensor, "k H W"]:
    """1 where the filters of a hypothesis reach no border, falling to almost 0 from 2 to 1 times √|d| from it."""
    rows, columns = (torch.arange(n, dtype=d_px2.dtype, device=d_px2.device) for n in (height, width))
    to_edge = [torch.minimum(x, n - 1 - x) for x, n in ((rows, height), (columns, width))]
    distance = torch.minimum(to_edge[0][:, None], to_edge[1])
    ramp = (distance / d_px2.abs().clamp_min(0.1).sqrt().view(-1, 1, 1) - 1).clamp(0, 1)
    weight: Tensor = ramp.square() * (3 - 2 * ramp) + 1e-3
    return weight


def _pixel_variance(
    pair: Float[Tensor, "*n 2 C H W"], photon_level: Float[Tensor, "*n"], read_noise: Float[Tensor, "*n"]
) -> Float[Tensor, "*n C H W"]:
    """Noise variance of one image, from the smoothed brightness of both."""
    brightness = gaussian_smooth(pair.mean(-4), _BRIGHTNESS_SIGMA_PX).clamp_min(0)
    return noise_variance(brightness, photon_level[..., None, None, None], read_noise[..., None, None, None])


def _mirror(images: Float[Tensor, "*n H W"], margin: int, size: list[int]) -> Float[Tensor, "*n h w"]:
    """Mirror the images at their borders, `margin` before and what is left of `size` behind."""
    height, width = images.shape[-2:]
    flat = images.reshape(1, -1, height, width)
    pads = (margin, size[1] - width - margin, margin, size[0] - height - margin)
    return F.pad(flat, pads, mode="reflect").view(*images.shape[:-2], *size)


def _fast_length(length: int) -> int:
    """Smallest number of at least `length` with prime factors 2, 3, 5 and 7 only, for which the FFT is quick."""
    candidate = length
    while True:
        rest = candidate
        for prime in (2, 3, 5, 7):
            while rest % prime == 0:
                rest //= prime
        if rest == 1:
            return candidate
        candidate += 1
