"""A real browser for the tests of pages."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

__all__ = ["needs_browser", "running_browser"]

BROWSER = next((x for name in ("chromium", "chromium-browser", "google-chrome") if (x := shutil.which(name))), None)
needs_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium here")


@contextmanager
def running_browser() -> Iterator[object]:
    """Start Chromium, with WebGL on the processor."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
        running = playwright.chromium.launch(executable_path=BROWSER, args=arguments)
        yield running
        running.close()
