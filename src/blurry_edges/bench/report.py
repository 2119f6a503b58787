"""The benchmark as a document: Markdown with its figures beside it, and one self-contained HTML page."""

import html
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from blurry_edges._version import __version__
from blurry_edges.bench.curves import rmse_on_mask
from blurry_edges.bench.metrics import bootstrap_interval
from blurry_edges.bench.plots import draw_curves, draw_photon_levels, draw_scene, scenes_to_show
from blurry_edges.bench.runner import MethodResult
from blurry_edges.scenes.datasets import DataSet
from blurry_edges.typing import Array, Float
from blurry_edges.viz.html import page, picture, png_bytes

__all__ = ["DataSetResults", "accuracy_table", "light_table", "write_benchmark_report"]

Table = tuple[tuple[str, ...], list[tuple[str, ...]]]
_REFERENCE = "fused"


@dataclass(frozen=True)
class DataSetResults:
    """All methods on one data set, and on the same scenes in other light."""

    dataset: DataSet
    results: list[MethodResult]
    by_light: dict[float, list[MethodResult]]
    """Results by photon level; empty when the light was not varied."""


def accuracy_table(results: Sequence[MethodResult], dataset: DataSet) -> Table:
    """One row a method: dense depth, its most certain part, boundaries, edges, honesty, cost."""
    reference = _reference(results)
    head = (
        "method",
        "images",
        "dense RMSE, cm [95 %]",
        "δ1",
        "AbsRel, %",
        "coverage",
        "RMSE at 24 % / 50 %",
        "own boundaries: RMSE, cm / AbsRel, % / coverage",
        f"RMSE on the boundaries of {reference.name}",
        "within 4 px of an occlusion edge",
        "within 1 sd / 2 sd",
        "seconds",
        "memory, MB",
    )
    rows: list[tuple[str, ...]] = []
    for result in results:
        mean = result.mean
        low, high = bootstrap_interval(result.values("dense_rmse_cm"))
        masked = rmse_on_mask(result, reference, dataset.scenes, dataset.camera)
        rows.append(
            (
                result.name,
                str(result.images_used),
                f"{_number(mean.dense_rmse_cm)} [{_number(low)}, {_number(high)}]",
                _number(mean.dense_delta1, 3),
                _number(mean.dense_abs_rel_percent),
                _number(mean.dense_coverage),
                f"{_number(mean.rmse_at_24_percent_cm)} / {_number(mean.rmse_at_50_percent_cm)}",
                f"{_number(mean.sparse_rmse_cm)} / {_number(mean.sparse_abs_rel_percent)} / "
                f"{_number(mean.sparse_coverage)}",
                _number(_mean(masked)),
                _number(mean.edge_rmse_cm),
                f"{_number(mean.within_1sd)} / {_number(mean.within_2sd)}",
                _number(float(np.median([image.seconds for image in result.images])), 3),
                _number(max(image.memory_mb for image in result.images), 0),
            )
        )
    return head, rows


def light_table(by_light: dict[float, list[MethodResult]]) -> Table:
    """Dense RMSE of every method at each photon level."""
    head = ("dense RMSE, cm", *(f"{level:g} photons" for level in by_light))
    columns = [[_number(result.mean.dense_rmse_cm) for result in results] for results in by_light.values()]
    names = [result.name for result in next(iter(by_light.values()))]
    return head, [(name, *cells) for name, *cells in zip(names, *columns, strict=True)]


def write_benchmark_report(parts: Sequence[DataSetResults], command: str, folder: Path) -> tuple[Path, Path]:
    """Write benchmark.md with its pictures, and benchmark.html; returns both."""
    folder.mkdir(parents=True, exist_ok=True)
    intro = (
        f"blurry-edges {__version__}. Depth is clipped to the working range, 10 px are cropped at each side, figures "
        "are means over images with a 95 % bootstrap interval over images. A dash: the method has no such map."
    )
    markdown, body = ["# Benchmark", "", intro, "", f"```bash\n{command}\n```", ""], []
    body.append(f"<p>{html.escape(intro)}</p><pre>{html.escape(command)}</pre>")
    for part in parts:
        title = f"{part.dataset.name}: {len(part.dataset.scenes)} scenes"
        markdown += [f"## {title}", "", where_beaten(part.results, part.dataset), ""]
        body.append(f"<h2>{html.escape(title)}</h2><p>{html.escape(where_beaten(part.results, part.dataset))}</p>")
        tables = [accuracy_table(part.results, part.dataset)]
        if part.by_light:
            tables.append(light_table(part.by_light))
        for table in tables:
            markdown += [as_markdown(table), ""]
            body.append(_as_html(table))
        for name, (caption, data) in _pictures(part).items():
            file = folder / f"{part.dataset.name}-{name}.png"
            file.write_bytes(data)
            markdown += [f"![{caption}]({file.name})", ""]
            body.append(picture("image/png", data, caption))
    written = folder / "benchmark.md", folder / "benchmark.html"
    written[0].write_text("\n".join(markdown), encoding="utf-8")
    written[1].write_text(page("Benchmark", "\n".join(body)), encoding="utf-8")
    return written


def where_beaten(results: Sequence[MethodResult], dataset: DataSet) -> str:
    """Say where the default estimator is not the best, if anywhere."""
    reference = _reference(results)
    others = [result for result in results if result is not reference]
    figures = {
        "dense_rmse_cm": "dense RMSE",
        "rmse_at_24_percent_cm": "RMSE of the most certain 24 %",
        "edge_rmse_cm": "RMSE near occlusion edges",
        "sparse_rmse_cm": "RMSE on own boundaries",
    }
    wins = []
    for figure, words in figures.items():
        own = getattr(reference.mean, figure)
        for other in others:
            if getattr(other.mean, figure) < own:
                wins.append(f"{other.name} in {words} ({getattr(other.mean, figure):.2f} cm against {own:.2f})")

    def along_boundaries(result: MethodResult) -> float:
        return _mean(rmse_on_mask(result, reference, dataset.scenes, dataset.camera))

    own = along_boundaries(reference)
    wins += [
        f"{other.name} on the boundaries of {reference.name}, where it answers ({error:.2f} cm against {own:.2f})"
        for other in others
        if (error := along_boundaries(other)) < own
    ]
    if not wins:
        return f"{reference.name} leads in dense RMSE, at fixed coverage, near edges and along boundaries."
    return f"{reference.name} is beaten by {'; '.join(wins)}."


def as_markdown(table: Table) -> str:
    """Return a table in Markdown."""
    head, rows = table
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    return "\n".join(lines + [f"| {' | '.join(row)} |" for row in rows])


def _as_html(table: Table) -> str:
    head, rows = table
    cells = "".join(f"<th>{html.escape(cell)}</th>" for cell in head)
    lines = ["".join(f"<td>{html.escape(cell)}</td>" for cell in row) for row in rows]
    return f"<table><tr>{cells}</tr>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def _pictures(part: DataSetResults) -> dict[str, tuple[str, bytes]]:
    """Caption and PNG of each figure, by name."""
    scenes, camera = part.dataset.scenes, part.dataset.camera
    reference = _reference(part.results)
    pictures = {"curves": ("error by coverage, depth and edges", png_bytes(draw_curves(part.results, scenes, camera)))}
    if part.by_light:
        pictures["light"] = ("error by photon level", png_bytes(draw_photon_levels(part.by_light)))
    for which, index in scenes_to_show(reference).items():
        caption = f"scene {index}, the {which} one of {reference.name}"
        pictures[which] = (caption, png_bytes(draw_scene(part.results, scenes[index], index, camera)))
    return pictures


def _reference(results: Sequence[MethodResult]) -> MethodResult:
    """Return the default estimator, or the last method where it does not take part."""
    return next((result for result in results if result.name == _REFERENCE), results[-1])


def _mean(values: Float[Array, " n"]) -> float:
    known = [value for value in values if not math.isnan(value)]
    return float(np.mean(known)) if known else math.nan


def _number(value: float, digits: int = 2) -> str:
    return "-" if math.isnan(value) else f"{value:.{digits}f}"
