"""Examples in the documentation of public names run, and say what happens."""

import doctest
import importlib
import inspect

import pytest

import blurry_edges

FURTHER = ("blurry_edges.optics.planning",)
NAMES = [name for name in blurry_edges.__all__ if name != "__version__"]


def examples() -> dict[str, doctest.DocTest]:
    """All examples in the modules in which public names live."""
    modules = {inspect.getmodule(getattr(blurry_edges, name)).__name__ for name in NAMES}
    found = {}
    for module in sorted(modules | set(FURTHER)):
        for one in doctest.DocTestFinder(exclude_empty=True).find(importlib.import_module(module)):
            if one.examples:
                found[one.name] = one
    return found


EXAMPLES = examples()


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_gives_what_it_says(name: str):
    runner, report = doctest.DocTestRunner(), []
    runner.run(EXAMPLES[name], out=report.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(report)


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_has_an_example(name: str):
    home = getattr(blurry_edges, name)
    path = f"{inspect.getmodule(home).__name__}.{home.__qualname__}"
    assert any(found == path or found.startswith(f"{path}.") for found in EXAMPLES), f"{path} has no example"
