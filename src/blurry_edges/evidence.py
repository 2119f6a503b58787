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
from blurry_edges.typing import Complex, Float, Tensor

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


def noise_gain(smoothing_px: Float[Tensor, "*n"], step_px: int = 1) -> Float[Tensor, "*n"]:
    """Share of the variance of white noise that the low-pass exp(−|ω|² s² / 2) below π / `step_px` leaves."""
    highest = math.pi / step_px
    return (torch.erf(highest * smoothing_px) / (2 * math.sqrt(math.pi) * smoothing_px)).square()


def misfit_volume(
    pair: Float[Tensor, "*n 2 C H W"],
    d_px2: Float[Tensor, "k"],
    photon_level: Float[Tensor, "*n"],
    read_noise: Float[Tensor, "*n"],
    step_px: int = 1,
) -> Float[Tensor, "*n k h w"]:
    """Misfit of each hypothesis `d_px2` at each pixel, before any averaging; its mean is 1 where d is right.

    Images are mirrored at the borders, which continues them without inventing an edge; but what a mirrored texture
    adds is wrong there, and `windowed_misfit` leaves it out.

    With `step_px` = 2 the misfit is that of squares of 2 x 2 px, of which H and W must be multiples: the residual is
    smooth enough to be sampled at half the resolution, which is four times as fast.
    """
    height, width = pair.shape[-2:]
    if height % step_px or width % step_px:
        raise ShapeError(f"images of {height} x {width} px cannot be divided into squares of {step_px} px")
    margin = step_px * math.ceil(_REACH * math.sqrt(d_px2.abs().max().item()) / step_px)
    if margin >= min(height, width):
        raise ShapeError(f"images of {height} x {width} px are too small: the blur to be measured reaches {margin} px")
    size = [step_px * _fast_length((length + 2 * margin) // step_px) for length in (height, width)]
    smoothing_px = residual_smoothing_px(photon_level)[..., None, None, None, None]
    spectra, omega2 = _spectra(_mirror(pair, margin, size), step_px)
    spectra = spectra * torch.exp(-omega2 * smoothing_px.square() / 2)
    filter_minus, filter_plus = _matched_filters(d_px2, omega2)
    minus, plus = (spectra[..., image, None, :, :, :] for image in (0, 1))  # the new axis is for the hypotheses
    residual = torch.fft.irfft2(filter_minus * minus - filter_plus * plus, s=[n // step_px for n in size])
    top, rows, columns = margin // step_px, height // step_px, width // step_px
    residual = residual[..., top : top + rows, top : top + columns]
    variance = _pixel_variance(pair, photon_level, read_noise, step_px) * noise_gain(smoothing_px[..., 0], step_px)
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
    misfit: Float[Tensor, "b k h w"],
    d_px2: Float[Tensor, "k"],
    hypotheses: Float[Tensor, "k"],
    photon_level: Float[Tensor, "b"],
) -> tuple[Float[Tensor, "b e h w"], Float[Tensor, "b h w"]]:
    """Return what a network sees of the evidence at half resolution, and the posterior mean of the hypotheses.

    `misfit` is that of squares of 2 x 2 px. For a narrow and a wide window: the log-likelihood of each hypothesis below
    the best one, compressed so that it stays informative from 20 to 5000 photons, and whether any hypothesis fits at
    all. One more channel is the light.
    """
    features = []
    for sigma_px in _FEATURE_SIGMAS_PX:
        smooth, _ = windowed_misfit(misfit, d_px2 / 4, sigma_px / 2)
        weight = likelihood_weight(sigma_px, photon_level).view(-1, 1, 1, 1)
        best = smooth.amin(1, keepdim=True)
        features += [torch.log1p(weight / 2 * (smooth - best)) / 2, torch.log1p(weight.sqrt() * (best - 1).relu())]
    t, _ = posterior(smooth, hypotheses, weight.squeeze(1))
    light = torch.log10(photon_level / 200).view(-1, 1, 1, 1).expand(-1, 1, *misfit.shape[-2:])
    return torch.cat([*features, light], 1), t


def _spectra(images: Float[Tensor, "*n H W"], step_px: int) -> tuple[Complex[Tensor, "*n h w2"], Float[Tensor, "h w2"]]:
    """Spectra below π / `step_px` and their |ω|², shifted so that samples fall on the centres of the squares."""
    height, width = images.shape[-2:]
    omega_y = 2 * math.pi * torch.fft.fftfreq(height, device=images.device, dtype=images.dtype)
    omega_x = 2 * math.pi * torch.fft.rfftfreq(width, device=images.device, dtype=images.dtype)
    spectra = torch.fft.rfft2(images)
    if step_px > 1:
        rows, columns = height // step_px, width // step_px
        kept = torch.cat([torch.arange((rows + 1) // 2), torch.arange(height - rows // 2, height)]).to(images.device)
        omega_y, omega_x = omega_y[kept], omega_x[: columns // 2 + 1]
        phase = (step_px - 1) / 2 * (omega_y[:, None] + omega_x)
        shift = torch.polar(torch.full_like(phase, 1 / step_px**2), phase)
        spectra = spectra[..., kept, : columns // 2 + 1] * shift
    return spectra, omega_y.square()[:, None] + omega_x.square()


def _matched_filters(
    d_px2: Float[Tensor, "k"], omega2: Float[Tensor, "h w2"]
) -> tuple[Float[Tensor, "k 1 h w2"], Float[Tensor, "k 1 h w2"]]:
    """f₋ and f₊: 1/√(1+q²) and q/√(1+q²) squared are sigmoids, which do not overflow."""
    exponent = omega2 * d_px2.view(-1, 1, 1, 1)
    return torch.sigmoid(exponent).sqrt(), torch.sigmoid(-exponent).sqrt()


def _interior_weight(d_px2: Float[Tensor, "k"], height: int, width: int) -> Float[Tensor, "k H W"]:
    """1 where the filters of a hypothesis reach no border, falling to almost 0 from 2 to 1 times √|d| from it."""
    rows, columns = (torch.arange(n, dtype=d_px2.dtype, device=d_px2.device) for n in (height, width))
    to_edge = [torch.minimum(x, n - 1 - x) for x, n in ((rows, height), (columns, width))]
    distance = torch.minimum(to_edge[0][:, None], to_edge[1])
    ramp = (distance / d_px2.abs().clamp_min(0.1).sqrt().view(-1, 1, 1) - 1).clamp(0, 1)
    weight: Tensor = ramp.square() * (3 - 2 * ramp) + 1e-3
    return weight


def _pixel_variance(
    pair: Float[Tensor, "*n 2 C H W"], photon_level: Float[Tensor, "*n"], read_noise: Float[Tensor, "*n"], step_px: int
) -> Float[Tensor, "*n C h w"]:
    """Noise variance of one image, from the smoothed brightness of both."""
    brightness = pair.mean(-4)
    if step_px > 1:
        brightness = F.avg_pool2d(brightness.reshape(-1, *brightness.shape[-2:]), step_px).unflatten(
            0, brightness.shape[:-2]
        )
    brightness = gaussian_smooth(brightness, _BRIGHTNESS_SIGMA_PX / step_px).clamp_min(0)
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
