"""Textures for synthetic objects: plain, smooth, patterned, and with the statistics of natural pictures."""

import math
from collections.abc import Callable

import cv2
import numpy as np

from blurry_edges.render.boxes import Box
from blurry_edges.render.defocus import blur
from blurry_edges.scenes.objects import random_outline
from blurry_edges.scenes.outlines import draw_coverage
from blurry_edges.typing import Array, Float

__all__ = [
    "checks",
    "clouds",
    "dead_leaves",
    "fractal",
    "gradient",
    "marble",
    "plain",
    "random_texture",
    "rich_texture",
]

Size = tuple[int, int]
Texture = Callable[[np.random.Generator, Size], Float[Array, "h w 3"]]


def random_texture(rng: np.random.Generator, size: Size) -> Float[Array, "h w 3"]:
    """Return a texture of any kind, at times of low contrast, at times blurred in itself."""
    kinds: tuple[Texture, ...] = (plain, gradient, clouds, dead_leaves, marble, checks, rich_texture)
    kind = rng.choice(len(kinds), p=(0.12, 0.08, 0.15, 0.25, 0.12, 0.08, 0.2))
    texture = kinds[kind](rng, size)
    if rng.random() < 0.3:  # low contrast
        texture = _mean(texture) + rng.uniform(0.1, 0.6) * (texture - _mean(texture))
    if rng.random() < 0.3:  # blurred in itself
        texture = blur(texture, rng.uniform(0.3, 1.5) ** 2)
    return _as_colour(texture)


def rich_texture(rng: np.random.Generator, size: Size) -> Float[Array, "h w 3"]:
    """Return a texture as dense as a photograph: a collage under uneven light, with fine grain."""
    kinds: tuple[Texture, ...] = (dead_leaves, marble, clouds, gradient, checks)
    collage = kinds[rng.choice(5, p=(0.4, 0.25, 0.25, 0.05, 0.05))](rng, size)
    for _ in range(rng.integers(0, 9)):
        share, box = _snippet(rng, size)
        if 0 not in box.size:
            patch = kinds[rng.choice(5, p=(0.25, 0.2, 0.3, 0.2, 0.05))](rng, box.size)
            collage[box.slices] += share[..., None] * (patch - collage[box.slices])
    light = 1 + rng.uniform(0.05, 0.4) * fractal(rng, size, 1, 0.35)
    grain = rng.uniform(0, 0.08) * fractal(rng, size, 1, rng.uniform(0.7, 1.1))
    return _as_colour(collage * light + grain)


def plain(rng: np.random.Generator, size: Size) -> Float[Array, "h w 3"]:
    """Return one colour."""
    return np.broadcast_to(_palette(rng, 1)[0], (*size, 3)).copy()


def gradient(rng: np.random.Generator, size: Size) -> Float[Array, "h w 3"]:
    """Return a straight ramp between two colours."""
    position = _along(rng, size)
    share = (position - position.min()) / max(float(np.ptp(position)), 1.0)
    start, end = _palette(rng, 2)
    return _as_colour(start + share[..., None] * (end - start))


def clouds(rng: np.random.Generator, size: Size) -> Float[Array, "h w 3"]:
    """Return 1/f noise around one colour, grey or coloured."""
    noise = fractal(rng, size, int(rng.choice([1, 3])), rng.uniform(0.35, 0.9))
    return _as_colour(_palette(rng, 1)[0] + rng.uniform(0.05, 0.3) * noise)


def marble(rng: np.random.Generator, size: Size) -> Float[Array, "h w 3"]:
    """Return patches of a few colours bounded by level lines of 1/f noise, as on hides and stones."""
    noise = fractal(rng, size, 1, rng.uniform(0.3, 0.7))[..., 0]
    colours = _palette(rng, int(rng.integers(2, 7)))
    half_width = 10 ** rng.uniform(-2, -0.5)  # of the ramps between patches: sharp to soft
    steps = np.sort(rng.normal(0, 1, len(colours) - 1))
    knots = np.stack([steps - half_width, steps + half_width], 1).ravel()
    channels = [np.interp(noise, np.maximum.accumulate(knots), _stairs(c)) for c in colours.T]
    return _as_colour(np.stack(channels, -1))


def checks(rng: np.random.Generator, size: Size) -> Float[Array, "h w 3"]:
    """Return stripes or checks of two colours, straight or warped."""
    warp = rng.choice([0.0, rng.uniform(1, 8)])
    wave = np.ones(size)
    for _ in range(rng.integers(1, 3)):
        shift = warp * fractal(rng, size, 1, 0.3)[..., 0]
        wave = wave * np.sin((_along(rng, size) + shift) * 2 * math.pi / 10 ** rng.uniform(0.6, 1.6))
    share = 0.5 + 0.5 * np.tanh(wave * rng.uniform(0.5, 8))
    first, second = _palette(rng, 2)
    return _as_colour(first + share[..., None] * (second - first))


def dead_leaves(rng: np.random.Generator, size: Size) -> Float[Array, "h w 3"]:
    """Return opaque leaves that cover each other, their sizes spread so that all scales have edges."""
    height, width = size
    fine = np.zeros((2 * height, 2 * width, 3), np.uint8)
    fine[:] = 255 * _palette(rng, 1)[0]
    count = int(min(rng.uniform(0.01, 0.05) * height * width, 900)) + 8
    # Density r^-3 between the smallest and the largest radius: the power spectrum of natural pictures.
    smallest, largest = 10 ** rng.uniform(0, 0.7), rng.uniform(15, 50)
    u = rng.random(count)
    radii = 1 / np.sqrt(u / smallest**2 + (1 - u) / largest**2)
    colours = 255 * _palette(rng, count)
    for leaf, colour in zip(_leaves(rng, radii, size), colours.tolist(), strict=True):
        cv2.fillPoly(fine, [leaf], colour, shift=4)
    return np.asarray(cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA) / np.float32(255))


def fractal(rng: np.random.Generator, size: Size, channels: int, persistence: float) -> Float[Array, "h w channels"]:
    """Return noise of mean 0 and sd 1, each octave `persistence` times as strong as the next coarser one."""
    height, width = size
    noise = np.zeros((height, width, channels), np.float32)
    for octave, wavelength in enumerate((64, 32, 16, 8, 4, 2)):
        grid = (height // wavelength + 2, width // wavelength + 2, channels)
        wave = cv2.resize(rng.standard_normal(grid, np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
        noise += persistence**octave * wave.reshape(height, width, channels)
    noise -= _mean(noise)
    return noise / max(float(noise.std()), 1e-6)


def _snippet(rng: np.random.Generator, size: Size) -> tuple[Float[Array, "h w"], Box]:
    """Outline of one piece of a collage, sharp or soft."""
    extent = min(size) * 10 ** rng.uniform(-0.9, 0)
    centre = (rng.uniform(0, size[1]), rng.uniform(0, size[0]))
    coverage, box = draw_coverage(random_outline(rng, centre, extent), Box.of(size), supersampling=2)
    softness_px2 = float(rng.choice([0.0, rng.uniform(0, 4)]))
    return (coverage if 0 in box.size else blur(coverage, softness_px2)), box


def _leaves(rng: np.random.Generator, radii: Float[Array, " n"], size: Size) -> list[Array]:
    """Corners of leaves anywhere on the texture, in 1/16 of half a pixel."""
    corners, stretch = rng.choice([3, 4, 5, 12], len(radii)), rng.uniform(0.3, 1, len(radii))
    turn, centres = rng.uniform(0, 2 * math.pi, len(radii)), rng.random((len(radii), 2)) * size[::-1]
    leaves = []
    for n, radius, s, angle, centre in zip(corners, radii, stretch, turn, centres, strict=True):
        around = 2 * math.pi * (np.arange(n) + rng.random(n) * (n < 12)) / n
        x, y = radius * np.cos(around), s * radius * np.sin(around)
        cos, sin = math.cos(angle), math.sin(angle)
        points = np.stack([cos * x - sin * y, sin * x + cos * y], -1) + centre
        leaves.append(np.round(32 * points).astype(np.int32))
    return leaves


def _palette(rng: np.random.Generator, count: int) -> Float[Array, "count 3"]:
    """Draw colours around a common one that differ more in lightness than in hue, as in pictures."""
    hue, saturation, chroma = rng.random(3), rng.uniform(0, 1) ** 1.5, rng.uniform(0, 1) ** 2
    base = rng.uniform(0.08, 0.85) + saturation * (hue - hue.mean())
    offsets = rng.normal(0, 1, (count, 1)) + chroma * rng.normal(0, 1, (count, 3))
    return np.asarray(np.clip(base + rng.uniform(0.03, 0.3) * offsets, 0, 1), np.float32)


def _along(rng: np.random.Generator, size: Size) -> Float[Array, "h w"]:
    """Position of each pixel along a random direction in px."""
    angle = rng.uniform(0, 2 * math.pi)
    rows, columns = np.arange(size[0])[:, None], np.arange(size[1])
    return np.asarray(math.cos(angle) * rows + math.sin(angle) * columns)


def _stairs(levels: Float[Array, " n"]) -> Float[Array, " m"]:
    """Repeat each level at both ends of its step."""
    return np.repeat(levels, 2)[1:-1]


def _mean(texture: Float[Array, "h w c"]) -> Float[Array, " c"]:
    """Mean of each channel."""
    return np.asarray(texture.mean((0, 1)))


def _as_colour(texture: Float[Array, "h w 3"]) -> Float[Array, "h w 3"]:
    """Clip to 0..1, as float32."""
    return np.asarray(np.clip(texture, 0, 1), np.float32)
