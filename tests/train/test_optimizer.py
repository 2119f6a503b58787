"""Optimisers: Muon on kernels, AdamW on the rest."""

import pytest
import torch
from torch import nn

from blurry_edges.errors import BlurryEdgesError
from blurry_edges.train.config import Optimization
from blurry_edges.train.optimizer import KernelMuon, make_optimizer
from blurry_edges.train.schedules import make_scheduler

MUON = Optimization(optimizer="muon", learning_rate=1e-2)


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv2d(3, 6, 3, padding=1)
        self.out_head = nn.Conv2d(6, 1, 3, padding=1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.out_head(torch.relu(self.first(x)))


@pytest.fixture
def net() -> Net:
    torch.manual_seed(0)
    return Net().to(memory_format=torch.channels_last)


def backward(net: Net) -> None:
    images = torch.rand(4, 3, 16, 16, generator=torch.Generator().manual_seed(1))
    (net(images) - images.mean(1, keepdim=True)).square().mean().backward()


def test_kernels_change_orthogonally_and_heads_do_not(net: Net):
    optimizer = make_optimizer(net, MUON)
    assert isinstance(optimizer, KernelMuon)
    before = {name: value.detach().clone() for name, value in net.named_parameters()}
    backward(net)
    optimizer.step()
    change = {name: value.detach() - before[name] for name, value in net.named_parameters()}
    assert all(x.abs().max() > 0 for x in change.values())
    # Every direction of the kernel is changed by about as much; the gradient alone is far from that.
    spread = torch.linalg.svdvals(change["first.weight"].flatten(1))
    gradient = torch.linalg.svdvals(net.first.weight.grad.flatten(1))
    assert spread.min() > 0.5 * spread.max()
    assert gradient.min() < 0.2 * gradient.max()
    assert change["out_head.weight"].abs().max().item() == pytest.approx(MUON.learning_rate, rel=0.01)


def test_matrices_change_orthogonally_and_outputs_do_not():
    torch.manual_seed(0)
    net = nn.ModuleDict({"layer_out": nn.Linear(5, 8), "outputs": nn.Linear(8, 2)})
    before = {name: value.detach().clone() for name, value in net.named_parameters()}
    x = torch.randn(16, 5)
    net["outputs"](torch.relu(net["layer_out"](x))).square().mean().backward()
    make_optimizer(net, MUON).step()
    spread = torch.linalg.svdvals(net["layer_out"].weight.detach() - before["layer_out.weight"])
    assert spread.min() > 0.5 * spread.max()
    change = net["outputs"].weight.detach() - before["outputs.weight"]
    assert change.abs().max().item() == pytest.approx(MUON.learning_rate, rel=0.01)


def test_it_learns(net: Net):
    optimizer = make_optimizer(net, MUON)
    losses = []
    images = torch.rand(4, 3, 16, 16, generator=torch.Generator().manual_seed(1))
    for _ in range(60):
        loss = (net(images) - images.mean(1, keepdim=True)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < 0.1 * losses[0]


def test_both_rates_follow_the_schedule(net: Net):
    optimizer = make_optimizer(net, MUON)
    make_scheduler(optimizer, MUON).before(MUON.warmup_steps // 2 - 1)
    adamw, muon = optimizer.param_groups
    assert adamw["lr"] == pytest.approx(0.5 * MUON.learning_rate, rel=0.01)
    assert muon["lr"] == pytest.approx(MUON.muon_rate * adamw["lr"])
    with pytest.raises(BlurryEdgesError, match="plateau"):
        make_scheduler(optimizer, Optimization(plateau=True))


def test_kernels_that_are_stored_otherwise_are_refused():
    with pytest.raises(ValueError, match="channels are stored last"):
        make_optimizer(Net(), MUON)
