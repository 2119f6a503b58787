"""Weights: stored with a card, in 16 bits if asked, and refused when they are not what the card says."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest
import torch
from torch import nn

from blurry_edges.errors import DataError
from blurry_edges.weights import WEIGHTS_VARIABLE, WeightsCard, load_tensors, save_weights, shipped_weights
from blurry_edges.weights.packing import Bits


@dataclass(frozen=True)
class Config:
    width: int = 3


@pytest.fixture
def net() -> nn.Module:
    torch.manual_seed(0)
    return nn.Sequential(nn.Conv2d(3, 3, 3), nn.BatchNorm2d(3))


@pytest.mark.parametrize("bits", [32, 16, 8])
def test_what_is_saved_is_loaded(net: nn.Module, tmp_path: Path, bits: Bits):
    path = save_weights(net, tmp_path / "x.safetensors", Config(), {"architecture": "little"}, bits=bits)
    tensors, facts = load_tensors(str(path))
    assert facts["config"] == {"width": 3}
    assert facts["parameters"] == sum(x.numel() for x in net.parameters())
    for name, tensor in net.state_dict().items():
        assert tensors[name].dtype == tensor.dtype
        torch.testing.assert_close(
            tensors[name], tensor, rtol=1e-3 if bits == 16 else 0, atol={32: 0, 16: 1e-4, 8: 2e-3}[bits]
        )
    card = WeightsCard(path)
    assert card.architecture == "little"
    assert card.is_intact()


def test_vectors_keep_32_bits(net: nn.Module, tmp_path: Path):
    """Norms and biases are few, and a rounded running variance would change every channel."""
    from safetensors.torch import load_file

    path = save_weights(net, tmp_path / "x.safetensors", Config(), {}, bits=16)
    kinds = {name: tensor.dtype for name, tensor in load_file(path).items()}
    assert kinds["0.weight"] == torch.float16
    assert kinds["0.bias"] == kinds["1.running_var"] == torch.float32


@pytest.mark.parametrize("damage", ["flipped", "cut", "card", "no card"])
def test_damage_is_noticed(net: nn.Module, tmp_path: Path, damage: str):
    path = save_weights(net, tmp_path / "x.safetensors", Config(), {})
    content = path.read_bytes()
    if damage == "flipped":
        path.write_bytes(content[:-5] + bytes([content[-5] ^ 1]) + content[-4:])
    elif damage == "cut":
        path.write_bytes(content[:100])
    elif damage == "card":
        path.with_suffix(".json").write_text("{")
    else:
        path.with_suffix(".json").unlink()
    with pytest.raises(DataError, match=r"do not have the hash|cannot read the card"):
        load_tensors(str(path))


def test_further_weights_are_found_where_the_variable_says(
    net: nn.Module, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    save_weights(net, tmp_path / "mine.safetensors", Config(), {})
    monkeypatch.setenv(WEIGHTS_VARIABLE, str(tmp_path))
    assert "mine" in {card.name for card in shipped_weights()}


def test_the_packages_own_weights_say_what_they_are_and_fit_into_a_wheel():
    package = Path(__file__).parent.parent / "src" / "blurry_edges" / "weights"
    cards = [card for card in shipped_weights() if card.path.parent == package]
    assert {card.name for card in cards} == {"fused", "paper-local", "paper-global", "paper-densify"}
    for card in cards:
        assert card.architecture
        assert json.loads(card.path.with_suffix(".json").read_text())["name"] == card.name
    assert sum(card.size_mb for card in cards) < 25


def test_weights_that_are_no_numbers_are_refused(net: nn.Module, tmp_path: Path):
    with torch.no_grad():
        next(net.parameters())[0] = torch.nan
    path = save_weights(net, tmp_path / "x.safetensors", Config(), {})
    with pytest.raises(DataError, match="not finite"):
        load_tensors(str(path))


@pytest.mark.parametrize("missing", ["sha256", "config"])
def test_a_card_that_lacks_something_is_refused(tmp_path: Path, missing: str):
    from blurry_edges.estimator import load
    from blurry_edges.estimator.fused_inputs import fused_config
    from blurry_edges.nets.fused import FusedNet

    net = FusedNet(fused_config())
    path = save_weights(net, tmp_path / "x.safetensors", net.config, {"architecture": "fused"})
    card = json.loads(path.with_suffix(".json").read_text())
    del card[missing]
    path.with_suffix(".json").write_text(json.dumps(card))
    with pytest.raises(DataError, match=missing):
        load(str(path))
    path.with_suffix(".json").write_text("[]")
    with pytest.raises(DataError, match="no card"):
        load(str(path))
