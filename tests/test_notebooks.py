"""The notebooks in `examples/` are stored without outputs, run, and say what their text says."""

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

EXAMPLES = Path(__file__).parent.parent / "examples"
NAMES = sorted(path.name for path in EXAMPLES.glob("*.ipynb"))


def executed(name: str) -> Any:
    notebook = nbformat.read(EXAMPLES / name, as_version=4)
    NotebookClient(notebook, timeout=200, kernel_name="python3").execute(cwd=str(EXAMPLES))
    return notebook


def printed(notebook: Any) -> str:
    """Return all that the cells print."""
    outputs = [x for cell in notebook.cells if cell.cell_type == "code" for x in cell.outputs]
    assert not [x for x in outputs if x.output_type == "stream" and x.name == "stderr"], "a cell complains"
    return "\n".join(x.text for x in outputs if x.output_type == "stream")


def shown(notebook: Any, kind: str) -> list[str]:
    """Return all that the cells show of a kind, such as pictures."""
    outputs = [x for cell in notebook.cells if cell.cell_type == "code" for x in cell.outputs]
    return [x.data[kind] for x in outputs if x.output_type != "stream" and kind in x.data]


@pytest.mark.parametrize("name", NAMES)
def test_it_is_stored_without_outputs(name: str):
    notebook = nbformat.read(EXAMPLES / name, as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert not cell.outputs
            assert cell.execution_count is None


@pytest.mark.long
def test_first_steps():
    notebook = executed("first_steps.ipynb")
    text = printed(notebook)
    depth, sd = map(float, re.search(r"column 90: ([\d.]+) m ± ([\d.]+) cm", text).groups())
    true = float(re.search(r"true depth there: ([\d.]+) m", text)[1])
    assert 100 * abs(depth - true) < max(4 * sd, 2)
    assert float(re.search(r"square error ([\d.]+) cm", text)[1]) < 5
    assert 55 < float(re.search(r"within 1 sd: (\d+)%", text)[1]) < 95
    whole, surer = (float(x) for x in re.findall(r"(?:error|pixels:) ([\d.]+) cm", text))
    assert surer < whole / 2
    assert len(shown(notebook, "image/png")) == 3
    result, page = shown(notebook, "text/html")
    assert "by 'fused'" in result
    assert page.startswith("<iframe srcdoc=")
    assert shown(notebook, "text/plain")[-1] == "True"  # what was saved is what was read


@pytest.mark.long
def test_own_camera():
    notebook = executed("own_camera.ipynb")
    text = printed(notebook)
    seen = [tuple(map(float, x)) for x in re.findall(r"([\d.]+) m is seen as ([\d.]+) ±", text)]
    assert len(seen) == 5
    assert all(abs(found / true - 1) < 0.01 for true, found in seen)
    focus = {
        name.strip(): (float(first), float(second))
        for name, first, second in re.findall(r"^(.{12}) focused at ([\d.]+) and ([\d.]+) m", text, re.MULTILINE)
    }
    for found, printed_on_lens, real in zip(*(focus[x] for x in ("calibrated", "as printed", "as it is")), strict=True):
        assert abs(found / real - 1) < 0.012 < abs(printed_on_lens / real - 1)
    assert len(shown(notebook, "image/png")) == 2
