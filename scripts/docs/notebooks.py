"""Notebooks as pages: run from a clean state, with their outputs, in Markdown."""

import base64
import html
import re
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

__all__ = ["executed", "write_page"]

SECONDS = 300
FRAME = re.compile(r'srcdoc="([^"]*)"')


def executed(path: Path) -> Any:
    """Run a notebook in a process of its own and return it with its outputs; an error in it is an error here."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=SECONDS, kernel_name="python3").execute(cwd=str(path.parent))
    return notebook


def write_page(path: Path, folder: Path, *, run: bool = True) -> Path:
    """Run a notebook and write it as a page, with its pictures in a folder beside it; returns the page.

    With `run` false the page has no outputs, which is quick and enough to see whether the site holds together.
    """
    files = folder / path.stem
    files.mkdir(parents=True, exist_ok=True)
    parts = []
    notebook = executed(path) if run else nbformat.read(path, as_version=4)
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown":
            parts.append(cell.source)
            continue
        parts.append(f"```python\n{cell.source}\n```")
        for place, output in enumerate(cell.outputs):
            parts.append(_output(output, files, f"{number}-{place}"))
    parts.insert(1, f"This page is the notebook `examples/{path.name}`, as it runs.")
    page = folder / f"{path.stem}.md"
    page.write_text("---\nhide: [toc]\n---\n\n" + "\n\n".join(parts) + "\n", encoding="utf-8")
    return page


def _output(output: Any, files: Path, name: str) -> str:
    """Return one output as Markdown; what is large becomes a file."""
    if output.output_type == "stream":
        return f'```text title="printed"\n{output.text.rstrip()}\n```'
    data = output.data
    if "image/png" in data:
        (files / f"{name}.png").write_bytes(base64.b64decode(data["image/png"]))
        return f"![output of the cell above]({files.name}/{name}.png)"
    if "text/html" in data:
        return f"<div>{_frames_as_files(data['text/html'], files, name)}</div>"
    return f'```text title="value"\n{data["text/plain"].rstrip()}\n```'


def _frames_as_files(text: str, files: Path, name: str) -> str:
    """Return HTML whose frames show files instead of holding whole pages."""
    frame = FRAME.search(text)
    if frame is None:
        return text
    (files / f"{name}.html").write_text(html.unescape(frame[1]), encoding="utf-8")
    return FRAME.sub(f'src="{files.name}/{name}.html" loading="lazy" class="viewer"', text)
