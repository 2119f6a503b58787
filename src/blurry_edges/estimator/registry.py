"""Methods by name: each registers itself, and weights are loaded by what their card says they are.

A method is a class or function with `@register("name")` in a module of one of `_PACKAGES`, or of another distribution
that names its module under the entry point group `blurry_edges.estimators`. Where it has weights, it registers their
architecture instead, and every set of weights with that architecture is a method of its own.
"""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Literal, TypeVar

from blurry_edges.errors import BlurryEdgesError, DataError
from blurry_edges.estimator.base import Estimator
from blurry_edges.weights import WeightsCard, shipped_weights

__all__ = [
    "ENTRY_POINTS",
    "Kind",
    "find_methods",
    "load",
    "method_names",
    "register",
    "register_architecture",
    "register_folder",
    "weights_of",
]

ENTRY_POINTS = "blurry_edges.estimators"
"""Entry point group of other distributions."""
_PACKAGES = ("blurry_edges.estimator", "blurry_edges.rivals")

Kind = Literal["estimator", "rival"]
"""estimator: for photographs; rival: for comparisons in the benchmark."""
Factory = Callable[[], Estimator]
WeightsFactory = Callable[[WeightsCard], Estimator]
FolderFactory = Callable[[Path], Estimator]
_F = TypeVar("_F", bound=Callable[..., Estimator])


@dataclass(frozen=True)
class _Method:
    """A method without weights, or with several sets of them that belong together."""

    factory: Factory
    kind: Kind
    weights: tuple[str, ...]


@dataclass(frozen=True)
class _Architecture:
    """A network: its weights are methods."""

    factory: WeightsFactory
    kind: Kind


_methods: dict[str, _Method] = {}
_architectures: dict[str, _Architecture] = {}
_folders: dict[str, FolderFactory] = {}
"""Factories of methods from folders with several sets of weights, by the file that such a folder has."""


def register(name: str, *, kind: Kind = "estimator", weights: tuple[str, ...] = ()) -> Callable[[_F], _F]:
    """Register a method that is made without arguments; it is there if all `weights` that it needs are."""

    def remember(factory: _F) -> _F:
        _methods[name] = _Method(factory, kind, weights)
        return factory

    return remember


def register_architecture(name: str, *, kind: Kind = "estimator") -> Callable[[_F], _F]:
    """Register what makes a method of a card of weights whose `architecture` is `name`."""

    def remember(factory: _F) -> _F:
        _architectures[name] = _Architecture(factory, kind)
        return factory

    return remember


def register_folder(file: str) -> Callable[[_F], _F]:
    """Register what makes a method of a folder that holds `file`, and other weights that belong to it."""

    def remember(factory: _F) -> _F:
        _folders[file] = factory
        return factory

    return remember


def method_names(kind: Kind | None = None) -> tuple[str, ...]:
    """List the methods that can be loaded by name, of one kind or of all; `fused`, the default, is the first.

    Examples:
        >>> import blurry_edges
        >>> blurry_edges.method_names("estimator")[:2]
        ('fused', 'evidence')

    """
    find_methods()
    cards = {card.name: card for card in shipped_weights()}
    kinds = {card.name: own.kind for card in cards.values() if (own := _architectures.get(card.architecture))}
    kinds |= {name: method.kind for name, method in _methods.items() if set(method.weights) <= cards.keys()}
    return tuple(sorted((x for x in kinds if kind in (None, kinds[x])), key=lambda x: (x != "fused", kinds[x], x)))


def load(name: str = "fused") -> Estimator:
    """Load a method by name, by the path of a weights file, or by a folder with the weights of the paper's model.

    `fused` is the default; `evidence` is closed-form and has no weights; `paper` is the paper's model with its dense
    depth by post-processing (PP), `paper-w` that with wedge depth (W); `focus` is depth from focus, for stacks of three
    or more photographs. `method_names` lists all.

    Examples:
        >>> import blurry_edges
        >>> blurry_edges.load("fused").name
        'fused'

    """
    find_methods()
    path = Path(name)
    if path.suffix == ".safetensors":
        return _from_card(WeightsCard(path))
    if name not in _methods and path.is_dir():
        return _from_folder(path)
    method = _methods.get(name)
    cards = {card.name: card for card in shipped_weights()}
    if method is None:
        if name in cards and cards[name].architecture in _architectures:
            return _from_card(cards[name])
        known = ", ".join(f"'{known}'" for known in method_names())
        raise BlurryEdgesError(f"no method is called '{name}'; known are {known}, or a path to a .safetensors file")
    if missing := [part for part in method.weights if part not in cards]:
        raise DataError(f"'{name}' needs the weights {', '.join(missing)}, which are not here; train them first")
    return method.factory()


def weights_of(name: str) -> list[WeightsCard]:
    """Return the weights that a method uses."""
    find_methods()
    if Path(name).suffix == ".safetensors":
        return [WeightsCard(Path(name))]
    if name not in _methods and Path(name).is_dir():
        return [WeightsCard(path) for path in sorted(Path(name).glob("*.safetensors"))]
    wanted = _methods[name].weights if name in _methods else (name,)
    return [card for card in shipped_weights() if card.name in wanted]


def _from_card(card: WeightsCard) -> Estimator:
    if not card.path.is_file():
        raise DataError(f"there are no weights {card.path}")
    if card.architecture not in _architectures:
        known = ", ".join(sorted(_architectures))
        raise DataError(
            f"weights {card.path} are of the architecture '{card.architecture}', which is no method by itself; known "
            f"are {known}"
        )
    return _architectures[card.architecture].factory(card)


def _from_folder(folder: Path) -> Estimator:
    for file, factory in _folders.items():
        if (folder / file).is_file():
            return factory(folder)
    raise DataError(f"the folder {folder} is no method: it has no {' or '.join(_folders)}")


@cache
def find_methods() -> None:
    """Import every module that may register a method, once."""
    for package in _PACKAGES:
        for module in pkgutil.iter_modules(importlib.import_module(package).__path__, f"{package}."):
            importlib.import_module(module.name)
    for point in entry_points(group=ENTRY_POINTS):
        try:
            point.load()
        except Exception as error:  # whatever a stranger's module raises, its name is what helps
            raise BlurryEdgesError(
                f"the entry point '{point.name}' of {point.value} cannot be loaded: {error}"
            ) from error
