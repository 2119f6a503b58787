"""Which weights are shipped, and how they are loaded."""

import dataclasses
import hashlib
import json
import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from torch import nn

from blurry_edges._version import __version__
from blurry_edges.errors import DataError
from blurry_edges.files import atomic_write
from blurry_edges.typing import Tensor
from blurry_edges.weights.packing import Bits, packed, unpacked

__all__ = ["WEIGHTS_VARIABLE", "WeightsCard", "load_tensors", "save_weights", "shipped_weights", "weights_folders"]

WEIGHTS_VARIABLE = "BLURRY_EDGES_WEIGHTS"
"""Environment variable that names a folder of further weights."""


@dataclass(frozen=True)
class WeightsCard:
    """One set of weights: `NAME.safetensors` with its card `NAME.json` beside it."""

    path: Path
    """The safetensors file."""

    @property
    def name(self) -> str:
        """Name by which the weights are loaded."""
        return self.path.stem

    @cached_property
    def facts(self) -> dict[str, Any]:
        """Content of the card: hash, network configuration, how it was trained, figures, licence."""
        card = self.path.with_suffix(".json")
        try:
            facts = json.loads(card.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise DataError(f"cannot read the card of the weights, {card}: {error}") from error
        if not isinstance(facts, dict):
            raise DataError(f"{card} is no card of weights; copy it again")
        return facts

    @property
    def architecture(self) -> str:
        """Return the network that the weights are for; empty if the card does not say."""
        return str(self.facts.get("architecture", ""))

    @property
    def sha256(self) -> str:
        """The hash that the file must have."""
        if not isinstance(found := self.facts.get("sha256"), str):
            raise DataError(f"the card {self.path.with_suffix('.json')} does not say which sha256 its weights have")
        return found

    @property
    def size_mb(self) -> float:
        """Size of the file in megabytes."""
        return self.path.stat().st_size / 1e6

    def tensors(self) -> dict[str, Tensor]:
        """Read the weights in 32 bits; those whose hash is not that of the card are refused."""
        from safetensors import SafetensorError
        from safetensors.torch import load_file

        if not self.is_intact():
            raise DataError(f"weights {self.path} do not have the hash of their card; install the package again")
        try:
            found: dict[str, Tensor] = load_file(self.path)
        except SafetensorError as error:
            raise DataError(f"weights {self.path} are not a safetensors file: {error}") from error
        for name, tensor in found.items():
            if tensor.dtype.is_floating_point and not tensor.isfinite().all():
                raise DataError(f"weights {self.path} are not finite in {name}; train or copy them anew")
        return unpacked(found)

    def add(self, **facts: Any) -> None:
        """Write further entries to the card, or other values of those that it has."""
        with atomic_write(self.path.with_suffix(".json")) as file:
            file.write((json.dumps(self.facts | facts, indent=2) + "\n").encode())

    def is_intact(self) -> bool:
        """Whether the file has the hash of its card."""
        return hashlib.sha256(self.path.read_bytes()).hexdigest() == self.sha256


def weights_folders() -> list[Path]:
    """List where weights are looked for: the package, a checkout of it, and the folder that BLURRY_EDGES_WEIGHTS names.

    The package holds what every user needs. The rivals of the benchmark are in `weights/` of the repository.
    """
    package = Path(__file__).parent
    checkout = package.parents[2]
    folders = [package, *([checkout / "weights"] if (checkout / "pyproject.toml").is_file() else [])]
    if named := os.environ.get(WEIGHTS_VARIABLE):
        if not Path(named).is_dir():
            raise DataError(f"{named} is no folder of weights; correct {WEIGHTS_VARIABLE} or --weights")
        folders.append(Path(named))
    return folders


def shipped_weights() -> list[WeightsCard]:
    """List the weights that can be loaded by name, in the order of `weights_folders`; each name once."""
    cards: dict[str, WeightsCard] = {}
    for folder in weights_folders():
        for path in sorted(folder.glob("*.safetensors")):
            cards.setdefault(path.stem, WeightsCard(path))
    return list(cards.values())


def save_weights(net: nn.Module, path: Path, config: Any, facts: dict[str, Any], *, bits: Bits = 32) -> Path:
    """Write the weights of a network and their card; `config` is the dataclass that the network was built from.

    Kernels and matrices are stored in so many `bits`; they are 32 bits again once loaded.
    """
    from safetensors.torch import save

    content = save(packed(net.state_dict(), bits))
    with atomic_write(path) as file:
        file.write(content)
    card = {
        "name": path.stem,
        "sha256": hashlib.sha256(content).hexdigest(),
        "package_version": __version__,
        "parameters": sum(parameter.numel() for parameter in net.parameters()),
        "config": dataclasses.asdict(config),
        "bits": bits,
    }
    with atomic_write(path.with_suffix(".json")) as file:
        file.write((json.dumps(card | facts, indent=2) + "\n").encode())
    return path


def load_tensors(name: str) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Load shipped weights by name, or a file by its path: tensors and what the card says."""
    known = {card.name: card for card in shipped_weights()}
    card = known.get(name) or WeightsCard(Path(name))
    if not card.path.is_file():
        raise DataError(f"no weights called '{name}'; shipped are: {', '.join(known) or 'none'}")
    return card.tensors(), card.facts
