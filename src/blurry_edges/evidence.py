"""The evidence: how well each depth explains the photographs at each pixel, in closed form.

A surface at some depth is blurred by σ₁ … σ_K in the K photographs (two for a pair). In the Fourier domain they are
I_i = H_i T + noise, with the transfer functions H_i of the camera's PSF and one unknown texture T. What is left of
(I_1 … I_K) across the direction (H_1 … H_K) is free of the texture and white with the noise of one image exactly where
the depth is right. For a pair it is one image,

    r = (H₊ I₋ − H₋ I₊) / √(H₋² + H₊²),

and for Gaussians it depends on d = σ₋² − σ₊² alone. For K photographs it is K − 1 images, and their energy is the sum
over all pairs of |H_j I_i − H_i I_j|² / Σ H²: a stack is all its pairs at once. So the misfit mean(r² / variance) is 1
at the true depth and larger elsewhere: no learning, any camera, any texture.

At high frequencies a defocused texture is far below the noise: r says nothing about depth, but is most of the energy.
With a Gaussian prior on the texture, each frequency counts with its share of signal; that share is close to a Gaussian
low-pass on r, the narrower the darker (`residual_smoothing_px`). It halves the error of the best quarter of the pixels.
"""

import math

import torch
import torch.nn.functional as F

from blurry_edges.errors import ShapeError
from blurry_edges.filters import gaussian_smooth
from blurry_edges.optics.noise import noise_variance
from blurry_edges.optics.psf import Psf
from blurry_edges.typing import Complex, Float, Int, Tensor

__all__ = [
    "blur_reach_px",
    "evidence_features",
    "fine_posterior",
    "likelihood_weight",
    "mirrored_places",
    "mirrored_size",
    "misfit_volume",
    "noise_gain",
    "pixel_variance",
    "posterior",
    "residual_smoothing_px",
    "transfer_directions",
    "windowed_misfit",
]

_REACH = 3.2  # the filters' kernels are negligible beyond this many `blur_reach_px`
_BRIGHTNESS_SIGMA_PX = 3.0
_FEATURE_SIGMAS_PX = (1.5, 4.0)
_LEAST_TRANSFER = 1e-3
"""Where all transfer functions vanish together, as those of discs may, there is nothing to compare."""
_MOST_PHOTONS = 5000.0
_NARROW = 0.6
"""Width of a likelihood, in steps between hypotheses, below which their own mean would show the steps."""
_VALUES_AT_ONCE = 8_000_000
"""Numbers in the residuals that are computed together, which is what bounds the memory."""


def residual_smoothing_px(photon_level: Float[Tensor, "*n"]) -> Float[Tensor, "*n"]:
    """Return the standard deviation of the low-pass on the residual that tells depths apart best, as measured.

    From 5000 photons on it stays as it is: what lenses and development do to fine detail is larger than noise.
    """
    return (1.5 * (photon_level.clamp(max=_MOST_PHOTONS) / 190) ** -0.2).clamp(max=1.9)


def noise_gain(smoothing_px: Float[Tensor, "*n"], step_px: int = 1) -> Float[Tensor, "*n"]:
    """Share of the variance of white noise that the low-pass exp(−|ω|² s² / 2) below π / `step_px` leaves."""
    highest = math.pi / step_px
    return (torch.erf(highest * smoothing_px) / (2 * math.sqrt(math.pi) * smoothing_px)).square()


def blur_reach_px(sigmas_px: Float[Tensor, "k K"]) -> Float[Tensor, "k"]:
    """How far the filters of each hypothesis reach: the blur that makes its sharpest image look like its softest."""
    return (sigmas_px.amax(-1).square() - sigmas_px.amin(-1).square()).sqrt()


def misfit_volume(
    images: Float[Tensor, "*n K C H W"],
    sigmas_px: Float[Tensor, "k K"],
    psf: Psf,
    photon_level: Float[Tensor, "*n"],
    read_noise: Float[Tensor, "*n"],
    step_px: int = 1,
) -> Float[Tensor, "*n k h w"]:
    """Misfit of each hypothesis at each pixel, before any averaging; its mean is 1 where the hypothesis is right.

    Images are mirrored at the borders, which continues them without inventing an edge; but what a mirrored texture
    adds is wrong there, and `windowed_misfit` leaves it out.

    Args:
        images: K photographs of one scene, balanced and aligned.
        sigmas_px: blur of each photograph under each hypothesis.
        psf: shape of the blur.
        photon_level: photons of white.
        read_noise: read noise in photons.
        step_px: with 2, the misfit is that of squares of 2 x 2 px, of which H and W must be multiples: the residual is
            smooth enough to be sampled at half the resolution, which is four times as fast.

    """
    height, width = images.shape[-2:]
    margin, size = mirrored_size(height, width, sigmas_px, step_px)
    smoothing_px = residual_smoothing_px(photon_level)[..., None, None, None, None]
    spectra, omega2 = _spectra(_mirror(images, margin, size), step_px)
    spectra = spectra * torch.exp(-omega2 * smoothing_px.square() / 2)
    variance = pixel_variance(images, photon_level, read_noise, step_px) * noise_gain(smoothing_px[..., 0], step_px)
    first, rows, columns = margin // step_px, height // step_px, width // step_px
    inside = (..., slice(first, first + rows), slice(first, first + columns))
    chunk = max(1, _VALUES_AT_ONCE // spectra.numel())
    parts = []
    for sigmas in sigmas_px.split(chunk):
        spectrum = _residual_spectrum(spectra, sigmas, psf, omega2)
        residual = torch.fft.irfft2(spectrum, s=[n // step_px for n in size])[inside]
        # Sum over the K − 1 residuals, mean over them and over the colours.
        parts.append((residual.square().sum(-4) / variance[..., None, :, :, :]).mean(-3) / (images.shape[-4] - 1))
    return torch.cat(parts, -3)


def mirrored_size(
    height: int, width: int, sigmas_px: Float[Tensor, "k K"], step_px: int = 1
) -> tuple[int, tuple[int, int]]:
    """How many pixels an image is continued before its first one, and the size that it has then."""
    if height % step_px or width % step_px:
        raise ShapeError(f"images of {height} x {width} px cannot be divided into squares of {step_px} px")
    reach = float(blur_reach_px(sigmas_px.detach()).max())
    margin = step_px * math.ceil(_REACH * reach / step_px)
    if margin >= min(height, width):
        raise ShapeError(f"images of {height} x {width} px are too small: the blur to be measured reaches {margin} px")
    rows, columns = (step_px * _fast_length((length + 2 * margin) // step_px) for length in (height, width))
    return margin, (rows, columns)


def windowed_misfit(
    misfit: Float[Tensor, "*n k H W"], reach_px: Float[Tensor, "k"], sigma_px: float
) -> tuple[Float[Tensor, "*n k H W"], Float[Tensor, "H W"]]:
    """Average the misfit with a Gaussian window over what is free of mirrored texture, and the share that is.

    Near a border a hypothesis is judged by the pixels that its filters (`blur_reach_px`) reach from within the image.
    """
    weight = _interior_weight(reach_px, misfit.shape[-2], misfit.shape[-1])
    share = gaussian_smooth(weight, sigma_px)
    return gaussian_smooth(weight * misfit, sigma_px) / share, share.amin(-3)


def likelihood_weight(sigma_px: float, photon_level: Float[Tensor, "*n"], residuals: int = 3) -> Float[Tensor, "*n"]:
    """Factor that turns a misfit averaged with a Gaussian window into a negative log-likelihood.

    The window holds 4π·sigma² pixels of `residuals` numbers (three colours of a pair), each with −log likelihood
    r² / (2 variance), of which the low-pass leaves `noise_gain` as many that are independent.
    """
    return 4 * math.pi * sigma_px**2 * residuals / 2 * noise_gain(residual_smoothing_px(photon_level))


def posterior(
    misfit: Float[Tensor, "*n k H W"], hypotheses: Float[Tensor, "k"], weight: Float[Tensor, "*#n #H #W"]
) -> tuple[Float[Tensor, "*n H W"], Float[Tensor, "*n H W"]]:
    """Mean and standard deviation over the hypotheses, all equally likely before the images were seen."""
    probability = torch.softmax(-weight.unsqueeze(-3) * misfit, dim=-3)
    values = hypotheses.view(-1, 1, 1)
    mean = (probability * values).sum(-3)
    variance = (probability * (values - mean.unsqueeze(-3)).square()).sum(-3)
    return mean, variance.sqrt()


def fine_posterior(
    misfit: Float[Tensor, "k H W"], hypotheses: Float[Tensor, "k"], weight: Float[Tensor, "H W"]
) -> tuple[Float[Tensor, "H W"], Float[Tensor, "H W"]]:
    """Mean and standard deviation over all values between hypotheses that are evenly spaced, not over them alone.

    In good light the likelihood is narrower than the step between two hypotheses, and the mean over them alone takes
    their values one after the other: terraces. There, the parabola through the best one and its neighbours stands in.
    """
    mean, sd = posterior(misfit, hypotheses, weight)
    step, last = hypotheses[1] - hypotheses[0], len(hypotheses) - 1
    best = misfit.argmin(0, keepdim=True)
    middle = best.clamp(1, last - 1)
    before, at, after = (misfit.gather(0, middle + k)[0] for k in (-1, 0, 1))
    curvature = (before - 2 * at + after).clamp_min(1e-12)
    # Beyond the ends of the range there is no hypothesis, so that the vertex stays within it.
    vertex = ((before - after) / (2 * curvature)).clamp(-1, 1)
    width = (weight * curvature).clamp_min(1e-12).rsqrt()  # of the likelihood, in steps
    is_narrow = (width < _NARROW) & ((best == middle)[0] | (vertex.abs() < 1))
    return (
        torch.where(is_narrow, hypotheses[middle[0]] + vertex * step, mean),
        torch.where(is_narrow, width * step, sd),
    )


def evidence_features(
    misfit: Float[Tensor, "b k h w"],
    reach_px: Float[Tensor, "k"],
    hypotheses: Float[Tensor, "k"],
    photon_level: Float[Tensor, "b"],
    residuals: int = 3,
) -> tuple[Float[Tensor, "b e h w"], Float[Tensor, "b h w"]]:
    """Return what a network sees of the evidence at half resolution, and the posterior mean of the hypotheses.

    `misfit` is that of squares of 2 x 2 px. For a narrow and a wide window: the log-likelihood of each hypothesis below
    the best one, compressed so that it stays informative from 20 to 5000 photons, and whether any hypothesis fits at
    all. One more channel is the light.
    """
    features = []
    for sigma_px in _FEATURE_SIGMAS_PX:
        smooth, _ = windowed_misfit(misfit, reach_px / 2, sigma_px / 2)
        weight = likelihood_weight(sigma_px, photon_level, residuals).view(-1, 1, 1, 1)
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


def _residual_spectrum(
    spectra: Complex[Tensor, "*n K C h w2"], sigmas_px: Float[Tensor, "k K"], psf: Psf, omega2: Float[Tensor, "h w2"]
) -> Complex[Tensor, "*n k r C h w2"]:
    """Spectra of the K − 1 residuals of each hypothesis: the images across the direction of their transfers."""
    direction = transfer_directions(sigmas_px, psf, omega2).unsqueeze(-3)  # k K 1 h w2
    if spectra.shape[-4] == 2:
        minus, plus = (spectra[..., image, None, None, :, :, :] for image in (0, 1))
        return direction[:, 1:] * minus - direction[:, :1] * plus
    # A Householder reflection takes the direction to the sharpest image's axis; the other axes are across it.
    parts = []
    for sigmas, along in zip(sigmas_px, direction, strict=True):
        sharpest = int(sigmas.argmin())
        others = [index for index in range(len(sigmas)) if index != sharpest]
        share = ((along * spectra).sum(-4) + spectra[..., sharpest, :, :, :]) / (1 + along[sharpest]).clamp_min(1e-2)
        parts.append(spectra[..., others, :, :, :] - along[others] * share.unsqueeze(-4))
    return torch.stack(parts, -5)


def transfer_directions(
    sigmas_px: Float[Tensor, "k K"], psf: Psf, omega2: Float[Tensor, "h w2"]
) -> Float[Tensor, "k K h w2"]:
    """(H_1 … H_K) of each hypothesis, of length 1, at the frequencies with these |ω|²."""
    transfers = _transfers(sigmas_px, psf, omega2)
    return transfers / transfers.square().sum(1, keepdim=True).clamp_min(_LEAST_TRANSFER**2).sqrt()


def _transfers(sigmas_px: Float[Tensor, "k K"], psf: Psf, omega2: Float[Tensor, "h w2"]) -> Float[Tensor, "k K h w2"]:
    """Transfer functions, up to a factor that the images of a hypothesis share.

    Those of Gaussians are divided by the sharpest one's: where all are below the smallest number, their ratio is not.
    """
    if psf.kind == "gaussian":
        excess_px2 = sigmas_px.square() - sigmas_px.square().amin(-1, keepdim=True)
        return torch.exp(-omega2 * excess_px2[..., None, None] / 2)
    return psf.transfer(omega2.sqrt() * sigmas_px[..., None, None])


def _interior_weight(reach_px: Float[Tensor, "k"], height: int, width: int) -> Float[Tensor, "k H W"]:
    """1 where the filters of a hypothesis reach no border, falling to almost 0 from 2 to 1 times their reach."""
    rows, columns = (torch.arange(n, dtype=reach_px.dtype, device=reach_px.device) for n in (height, width))
    to_edge = [torch.minimum(x, n - 1 - x) for x, n in ((rows, height), (columns, width))]
    distance = torch.minimum(to_edge[0][:, None], to_edge[1])
    ramp = (distance / reach_px.clamp_min(0.1**0.5).view(-1, 1, 1) - 1).clamp(0, 1)
    weight: Tensor = ramp.square() * (3 - 2 * ramp) + 1e-3
    return weight


def pixel_variance(
    images: Float[Tensor, "*n K C H W"],
    photon_level: Float[Tensor, "*n"],
    read_noise: Float[Tensor, "*n"],
    step_px: int,
) -> Float[Tensor, "*n C h w"]:
    """Noise variance of one image, from the smoothed brightness of all."""
    brightness = images.mean(-4)
    if step_px > 1:
        brightness = F.avg_pool2d(brightness.reshape(-1, *brightness.shape[-2:]), step_px).unflatten(
            0, brightness.shape[:-2]
        )
    brightness = gaussian_smooth(brightness, _BRIGHTNESS_SIGMA_PX / step_px).clamp_min(0)
    return noise_variance(brightness, photon_level[..., None, None, None], read_noise[..., None, None, None])


def _mirror(images: Float[Tensor, "*n H W"], margin: int, size: tuple[int, int]) -> Float[Tensor, "*n h w"]:
    """Mirror the images at their borders, `margin` before and what is left of `size` behind, again if need be."""
    for axis, length in ((-2, size[0]), (-1, size[1])):
        images = images.index_select(axis, mirrored_places(images.shape[axis], margin, length).to(images.device))
    return images


def mirrored_places(length: int, margin: int, size: int) -> Int[Tensor, "n"]:
    """Which of `length` values each of `size` is, the first of them `margin` before the first."""
    period = 2 * (length - 1)
    place = (torch.arange(size) - margin) % period
    return torch.where(place < length, place, period - place)


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
