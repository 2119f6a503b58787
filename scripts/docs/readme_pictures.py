"""Make the README's pictures from the bundled pair: all that comes out at a glance, and a sweep of the focus.

python scripts/docs/readme_pictures.py        (or `make pictures`; do it again whenever the weights change)
"""

from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

import blurry_edges
from blurry_edges.colors import color_bar, depth_colors, display, sd_colors, sd_limit_m, visible_range_m
from blurry_edges.photos import DemoPair

FOLDER = Path(__file__).parent.parent.parent / "docs" / "pictures"
SCALE, GAP, LABEL, BAR = 2, 16, 44, 18
LARGEST_PAIR_BYTES, LARGEST_SWEEP_BYTES = 400_000, 1_500_000
STEPS = ((40, 14), (32, 12), (26, 11), (20, 10))
"""Steps of a colour in maps and in noisy photographs, the first that is small enough is taken."""
FRAMES, MILLISECONDS = 28, 70
INK, PAPER, RAIL = (36, 36, 40), (255, 255, 255), (214, 214, 220)


def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the font that comes with matplotlib, so that pictures look alike on every machine."""
    from matplotlib import get_data_path

    return ImageFont.truetype(str(Path(get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"), size)


def eight_bits(image: np.ndarray, steps: int = 256) -> np.ndarray:
    """Return linear light as a screen shows it; noise needs fewer steps than a smooth picture, and less room."""
    return in_steps(np.round(255 * display(image)).astype(np.uint8), steps)


def in_steps(image: np.ndarray, steps: int) -> np.ndarray:
    """Return a picture of 8 bits with fewer steps in each colour: the eye does not see it, and the file is smaller."""
    return np.round(np.round(image / 255 * (steps - 1)) * (255 / (steps - 1))).astype(np.uint8)


def panel(image: np.ndarray, title: str, bar: tuple[np.ndarray, str, str] | None = None) -> Image.Image:
    """Return a picture, enlarged, with its title and perhaps a scale of colours beneath it."""
    height, width = (SCALE * n for n in image.shape[:2])
    card = Image.new("RGB", (width, height + LABEL), PAPER)
    card.paste(Image.fromarray(image).resize((width, height), Image.Resampling.NEAREST), (0, 0))
    draw = ImageDraw.Draw(card)
    draw.text((0, height + 10), title, INK, font(22))
    if bar is not None:
        colors, low, high = bar
        right = width - draw.textlength(high, font(18))
        draw.text((right, height + 13), high, INK, font(18))
        first, last = width // 2 + 10, int(right) - 8
        left = first - 8 - draw.textlength(low, font(18))
        draw.text((left, height + 13), low, INK, font(18))
        row = np.repeat(colors[None], BAR, 0)
        card.paste(Image.fromarray(row).resize((last - first, BAR)), (first, height + 14))
    return card


def everything(demo: DemoPair, result: blurry_edges.DepthResult, steps: int, noisy_steps: int) -> Image.Image:
    """Return the pair and what comes out of it, in two rows."""
    near, far = visible_range_m(result.depth, demo.camera.depth_range_m)
    depth_bar = (color_bar(256), f"{near:.2f}", f"{far:.2f} m")
    sd_bar = (color_bar(256, "magma"), "0", f"{100 * sd_limit_m(result.depth_sd):.0f} cm")
    edges = in_steps(np.round(255 * result.boundary.clip(0, 1)).astype(np.uint8), steps)
    cards = [
        panel(eight_bits(demo.minus, noisy_steps), "in: focused far"),
        panel(eight_bits(demo.plus, noisy_steps), "in: focused near"),
        panel(in_steps(depth_colors(result.depth, demo.camera.depth_range_m), steps), "depth", depth_bar),
        panel(in_steps(sd_colors(result.depth_sd), steps), "its error bar (1 sd)", sd_bar),
        panel(eight_bits(result.sharp, steps), "without blur and noise"),
        panel(np.repeat(edges[..., None], 3, -1), "boundaries"),
    ]
    width, height = cards[0].size
    sheet = Image.new("RGB", (3 * width + 4 * GAP, 2 * height + 2 * GAP), PAPER)
    for index, card in enumerate(cards):
        sheet.paste(card, (GAP + index % 3 * (width + GAP), GAP + index // 3 * (height + GAP // 2)))
    return sheet


def sweep(result: blurry_edges.DepthResult) -> list[Image.Image]:
    """Return frames whose focus goes from far to near, with a rail that says where it is."""
    near, far = result.camera.depth_range_m
    height, width = (SCALE * n for n in result.depth.shape)
    frames = []
    for position in (1 - np.cos(np.linspace(0, np.pi, FRAMES))) / 2:
        focus_m = 1 / (1 / far + position * (1 / near - 1 / far))
        image = Image.fromarray(eight_bits(result.refocus_at(focus_m)))
        card = Image.new("RGB", (width, height + LABEL), PAPER)
        card.paste(image.resize((width, height), Image.Resampling.BICUBIC), (0, 0))
        draw = ImageDraw.Draw(card)
        first, last, y = 210, width - 20, height + LABEL // 2 + 2
        draw.text((4, height + 10), f"focus at {focus_m:.2f} m", INK, font(22))
        draw.line((first, y, last, y), RAIL, 6)
        x = last - position * (last - first)
        draw.ellipse((x - 10, y - 10, x + 10, y + 10), (63, 81, 181))
        frames.append(card)
    return frames


def main() -> None:
    """Write both pictures, and refuse ones that are too large for a README."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    demo = blurry_edges.demo_pair()
    result = blurry_edges.load("fused").estimate(demo.minus, demo.plus, camera=demo.camera)
    for steps, noisy_steps in STEPS:
        everything(demo, result, steps, noisy_steps).save(FOLDER / "pair.png", optimize=True)
        if (FOLDER / "pair.png").stat().st_size < LARGEST_PAIR_BYTES:
            break
    frames = sweep(result)
    loop = [*frames, *frames[-2:0:-1]]
    loop[0].save(
        FOLDER / "refocus.webp", save_all=True, append_images=loop[1:], duration=MILLISECONDS, loop=0, quality=82
    )
    for name, largest in (("pair.png", LARGEST_PAIR_BYTES), ("refocus.webp", LARGEST_SWEEP_BYTES)):
        size = (FOLDER / name).stat().st_size
        if size > largest:
            raise SystemExit(f"{name} has {size / 1e3:.0f} kB, more than {largest / 1e3:.0f}: fewer steps or frames")


if __name__ == "__main__":
    main()
