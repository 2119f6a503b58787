"""The documentation site as a whole: it builds without a warning, and its pages are at home in a browser."""

import importlib
from pathlib import Path
from typing import Any

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from browser import BROWSER

ROOT = Path(__file__).parent.parent
PHONE = {"width": 390, "height": 800}


def built(folder: Path) -> Path:
    """Build the site strictly, with all that it shows but the outputs of notebooks, which have tests of their own."""
    importlib.import_module("generate").generate(folder / "generated", run_notebooks=False)
    extra = {"generated": str(folder / "generated"), "generator": False}
    config = load_config(str(ROOT / "mkdocs.yml"), strict=True, site_dir=str(folder / "site"), extra=extra)
    build(config)
    return folder / "site"


def complaints_of(site: Path, browser: Any) -> list[str]:
    """Open every page on a phone-sized screen, from disk, and collect what is wrong with it."""
    found: list[str] = []
    page = browser.new_page(viewport=PHONE, color_scheme="dark")
    page.on("console", lambda message: found.append(message.text))
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("request", lambda request: noted(request.url))

    def noted(url: str) -> None:
        if not url.startswith((site.as_uri(), "data:", "blob:", "about:")):
            found.append(f"asked for {url}")

    pages = [x for x in sorted(site.rglob("*.html")) if x.name != "404.html"]  # that one is for servers alone
    for path in pages:
        name = path.relative_to(site).as_posix()
        page.goto(path.as_uri())
        if page.evaluate("document.documentElement.scrollWidth") > PHONE["width"]:
            found.append(f"{name} sticks out")
        missing = page.evaluate("[...document.images].filter(x => x.complete && !x.naturalWidth).map(x => x.src)")
        found += [f"{name} lacks {source}" for source in missing]
    page.goto((site / "index.html").as_uri())
    page.locator("iframe.viewer").scroll_into_view_if_needed()
    page.frame_locator("iframe.viewer").locator("body[data-ready=true]").wait_for(timeout=60_000)
    page.close()
    return found


@pytest.mark.long
def test_the_site_builds_strictly_and_its_pages_ask_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
):
    """One test, since the site takes half a minute to make."""
    monkeypatch.syspath_prepend(str(ROOT / "scripts" / "docs"))
    site = built(tmp_path)
    assert (site / "reference" / "commands.html").is_file()
    if BROWSER is not None:
        assert complaints_of(site, request.getfixturevalue("browser")) == []
