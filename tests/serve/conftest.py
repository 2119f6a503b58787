"""One service for all tests that need no special one: starting it takes longer than most of them."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import blurry_edges
from blurry_edges.photos import read_photo, write_image
from service import Part, Service

PAIR = Path(blurry_edges.__file__).parent / "assets" / "demo"


@pytest.fixture(scope="session")
def photos(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return a small pair."""
    folder = tmp_path_factory.mktemp("photos")
    paths = folder / "minus.png", folder / "plus.png"
    for path in paths:
        write_image(read_photo(PAIR / path.name)[40:136, 20:132], path)
    return paths


@pytest.fixture(scope="session")
def camera() -> Path:
    return PAIR / "camera.toml"


@pytest.fixture(scope="session")
def parts(photos: tuple[Path, Path], camera: Path) -> list[Part]:
    """Return the form of a small pair with its camera."""
    files = [("photos", path.name, path.read_bytes()) for path in photos]
    return [*files, ("camera", "camera.toml", camera.read_bytes())]


@pytest.fixture(scope="session")
def quick(parts: list[Part]) -> list[Part]:
    """Return a form that is answered as quickly as may be."""
    return [*parts, ("estimator", None, b"evidence"), ("maps", None, b"depth")]


@pytest.fixture(scope="session")
def slow(tmp_path_factory: pytest.TempPathFactory, camera: Path) -> list[Part]:
    """Return a form that takes so long that it can be interrupted."""
    folder, form = tmp_path_factory.mktemp("slow"), []
    for name in ("minus.png", "plus.png"):
        write_image(np.tile(read_photo(PAIR / name), (4, 4, 1)), folder / name)
        form.append(("photos", name, (folder / name).read_bytes()))
    wanted = (("estimator", b"paper"), ("check", b"false"), ("maps", b"depth"))
    return [*form, ("camera", "camera.toml", camera.read_bytes()), *((name, None, value) for name, value in wanted)]


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    running = Service(tmp_path_factory.mktemp("service") / "folder")
    yield running
    complaints = running.stop()
    assert not complaints.replace("blurry-edges: stopped", "").strip(), complaints
