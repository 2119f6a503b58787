"""The documentation: every page can be reached, links lead somewhere, commands and names are all there."""

import importlib
import re
import sys
import tomllib
from pathlib import Path

import markdown
import pytest
from PIL import Image

import blurry_edges
from command import run

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
MADE_BY_SCRIPT = {
    "notebooks/first_steps.md",
    "notebooks/own_camera.md",
    "reference/commands.md",
    "viewer/demo.html",
    *(f"pictures/{name}.png" for name in ("blur", "crops", "evidence", "layers", "errors", "light")),
    *(f"pictures/{name}.png" for name in ("plan", "calibration", "target", "limits")),
}
"""Files that `scripts/docs/generate.py` writes, and `make docs` checks strictly."""
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)|src=\"([^\"]+)\"")


def pages_in_nav() -> list[str]:
    """Return the pages that the menu of the site names."""
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    return re.findall(r": (\S+\.md)$", menu, re.MULTILINE)


def without_code(text: str) -> str:
    return re.sub(r"```.*?```", "", text, flags=re.DOTALL)


def test_every_page_is_in_the_menu_once():
    nav = pages_in_nav()
    assert sorted(nav) == sorted({*PAGES, *(x for x in MADE_BY_SCRIPT if x.endswith(".md"))})


@pytest.mark.parametrize("page", [*PAGES, "../README.md"])
def test_links_lead_somewhere(page: str):
    text = without_code((DOCS / page).read_text(encoding="utf-8"))
    for match in LINK.finditer(text):
        target = match[1] or match[2]
        assert not target.startswith("http://")
        if target.startswith("https://"):
            continue
        path = ((DOCS / page).parent / target).resolve()
        made = path.is_relative_to(DOCS) and path.relative_to(DOCS).as_posix() in MADE_BY_SCRIPT
        assert path.exists() or made, f"{page} links to {target}"


def test_all_that_is_linked_as_generated_is_generated():
    scripts = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "scripts" / "docs").glob("*.py"))
    for name in MADE_BY_SCRIPT:
        stem = Path(name)
        assert f'"{stem.name}"' in scripts or (ROOT / "examples" / f"{stem.stem}.ipynb").is_file(), name


def test_every_public_name_is_in_the_reference():
    text = (DOCS / "reference" / "python.md").read_text(encoding="utf-8")
    documented = [resolved(path) for path in re.findall(r"^::: (\S+)", text, re.MULTILINE)]
    assert all(x.__doc__ for x in documented)
    for name in blurry_edges.__all__:
        if name != "__version__":
            assert any(getattr(blurry_edges, name) is x for x in documented), f"{name} is not in the reference"


def test_the_order_of_the_packages_is_the_one_that_is_checked():
    text = (DOCS / "code.md").read_text(encoding="utf-8")
    drawn = re.search(r"## Order of the packages\n.*?```text\n(.*?)```", text, re.DOTALL)[1].splitlines()
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    assert [set(line.split(", ")) for line in drawn] == [set(layer.split(" | ")) - {"_version"} for layer in layers]


def test_every_file_that_the_map_of_the_code_names_is_there():
    text = (DOCS / "code.md").read_text(encoding="utf-8")
    tables_and_ways = text.partition("## The documentation")[0]
    named = set(re.findall(r"\b((?:[a-z][a-z_0-9]*/)+(?:[a-z_0-9]+\.py)?)", tables_and_ways))
    assert len(named) > 50
    assert not sorted(name for name in named if not (ROOT / "src" / "blurry_edges" / name).exists())


def test_every_file_of_the_page_s_script_that_the_map_of_the_code_names_is_there():
    text = (DOCS / "code.md").read_text(encoding="utf-8").partition("## The page of a report")[2]
    named = set(re.findall(r"\b\w+\.js\b", text))
    assert len(named) > 10
    assert not sorted(name for name in named if not (ROOT / "viewer" / "src" / name).exists())


@pytest.mark.parametrize("page", [*PAGES, *(f"../{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY"))])
def test_every_test_and_script_that_a_page_names_is_there(page: str):
    text = (DOCS / page).read_text(encoding="utf-8")
    named = re.findall(r"\b(?:tests|scripts|faults|fuzz)/[\w/]+\.(?:py|sh|json)\b", text)
    assert not sorted({name for name in named if not (ROOT / name).exists()})


def test_changelog_and_citation_are_of_this_version():
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## (\S+)", changes, re.MULTILINE)[1] == blurry_edges.__version__
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {blurry_edges.__version__}\n" in citation


def resolved(path: str) -> object:
    """Return what a dotted path names: a module, or something in one."""
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError:
        module, _, name = path.rpartition(".")
        return getattr(importlib.import_module(module), name)


def test_the_command_reference_holds_every_command(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(ROOT / "scripts" / "docs"))
    commands = importlib.import_module("commands")
    usage = run("--help").stdout.splitlines()[0]
    names = re.search(r"\{(.*)\}", usage)[1].split(",")
    found = [" ".join(words) for words in commands.command_names()]
    assert [x for x in found if " " not in x] == names
    assert {"bench accuracy", "train fused"} < set(found)
    page = commands.reference()
    for name in found:
        section = re.search(rf"^#+ blurry-edges {name}\n(.*?)(?=^#|\Z)", page, re.DOTALL | re.MULTILINE)[1]
        assert f"usage: blurry-edges {name} [-h]" in section
    assert "--focal-length-mm" in page
    sys.modules.pop("commands")


@pytest.mark.parametrize("page", PAGES)
def test_every_formula_is_drawn(page: str, monkeypatch: pytest.MonkeyPatch):
    """As the site does: blocks and inline formulas become MathML, and nothing of their source is left."""
    monkeypatch.syspath_prepend(str(ROOT / "scripts" / "docs"))
    mathml = importlib.import_module("mathml")
    text = (DOCS / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```math\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    inline = re.findall(mathml.INLINE, without_code(text))
    fence = {"name": "math", "class": "formula", "format": mathml.block}
    drawn = markdown.markdown(
        text,
        extensions=["tables", "pymdownx.superfences", mathml.MathExtension()],
        extension_configs={"pymdownx.superfences": {"custom_fences": [fence]}},
    )
    formulas = re.findall(r"<math.*?</math>", drawn, re.DOTALL)
    assert len(formulas) == len(blocks) + len(inline)
    assert not [x for x in formulas if "\\" in re.sub(r"<annotation.*?</annotation>", "", x)], "LaTeX is left"
    assert "$`" not in drawn


def test_the_plan_in_the_guide_is_what_the_command_prints():
    text = (DOCS / "good-pair.md").read_text(encoding="utf-8")
    command, output = re.search(r"```bash\nblurry-edges (plan .*?)\n```\n\n```text\n(.*?)```", text, re.DOTALL).groups()
    assert run(*command.split()).stdout == output


def test_the_pictures_of_the_readme_are_small_and_move():
    with Image.open(DOCS / "pictures" / "pair.png") as still:
        assert min(still.size) > 600
    assert (DOCS / "pictures" / "pair.png").stat().st_size < 400_000
    with Image.open(DOCS / "pictures" / "refocus.webp") as moving:
        assert moving.n_frames > 10
    assert (DOCS / "pictures" / "refocus.webp").stat().st_size < 1_500_000
