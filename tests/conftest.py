"""Settings of all tests."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from hypothesis import settings

from blurry_edges.devices import available_devices
from browser import running_browser
from power_cut import SimulatedDisk

# Two workers share the machine: a deadline would fail on load, and more threads would wait for each other.
# Where a run decides whether something lands, it tries the same examples every time; elsewhere it looks for new ones.
settings.register_profile("blurry_edges", deadline=None, max_examples=50, derandomize="CI" in os.environ)
settings.load_profile("blurry_edges")
torch.set_num_threads(1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let long tests begin first: whichever process is free takes the short ones from the other."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.fixture(params=available_devices())
def device(request: pytest.FixtureRequest) -> str:
    """Give each kind of device that this machine has: what is written for a graphics card is tested where one is."""
    return request.param


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """Give a browser for tests of pages."""
    with running_browser() as running:
        yield running


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> SimulatedDisk:
    """Give a disk that sees what the test's own process writes."""
    if not Path("/proc/self/fd").exists():
        pytest.skip("only Linux says which file is waited for")
    return SimulatedDisk(monkeypatch)
