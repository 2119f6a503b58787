"""Optimisers: AdamW for all parameters, or Muon for kernels and matrices and AdamW for the rest."""

from typing import Any

import torch
from torch import nn

from blurry_edges.train.config import Optimization

__all__ = ["KernelMuon", "make_optimizer"]

_MUON_WEIGHT_DECAY = 0.01
_HEAD, _OUTPUTS = "head", ("out", "outputs")
"""Layers whose name ends in the one or is one of the others give the output: their scale means something, so AdamW
keeps it."""


def make_optimizer(net: nn.Module, settings: Optimization) -> "torch.optim.Optimizer | KernelMuon":
    """Return the optimiser that the settings name."""
    if settings.optimizer == "muon":
        return KernelMuon(net, settings)
    return torch.optim.AdamW(net.parameters(), lr=settings.learning_rate, weight_decay=settings.weight_decay)


class KernelMuon:
    """Muon for the kernels of convolutions and the matrices of linear layers, AdamW for norms, biases and heads.

    Muon makes the change of a matrix orthogonal, so that rare directions are learned as fast as common ones. PyTorch
    has it for matrices; a kernel that is stored with its channels last is one, without a copy, each row an output.
    """

    def __init__(self, net: nn.Module, settings: Optimization) -> None:
        named = dict(net.named_parameters())
        self._kernels = [p for name, p in named.items() if p.dim() in (2, 4) and not _is_head(name)]
        rest = [p for name, p in named.items() if p.dim() not in (2, 4) or _is_head(name)]
        self._matrices = [nn.Parameter(_as_matrix(kernel.detach())) for kernel in self._kernels]
        self._adamw = torch.optim.AdamW(rest, lr=settings.learning_rate, weight_decay=settings.weight_decay)
        self._muon = torch.optim.Muon(
            self._matrices, lr=settings.muon_rate * settings.learning_rate, weight_decay=_MUON_WEIGHT_DECAY
        )
        for group in self._muon.param_groups:
            group["rate_factor"] = settings.muon_rate

    @property
    def param_groups(self) -> list[dict[str, Any]]:
        """Groups of both; `rate_factor` is the rate of a group in units of the learning rate."""
        return [*self._adamw.param_groups, *self._muon.param_groups]

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the gradients."""
        self._adamw.zero_grad(set_to_none)
        for kernel in self._kernels:
            kernel.grad = None

    def step(self) -> None:
        """Change all parameters."""
        for kernel, matrix in zip(self._kernels, self._matrices, strict=True):
            if kernel.grad is None:
                raise RuntimeError("a kernel has no gradient")
            rows = kernel.grad if kernel.dim() == 2 else kernel.grad.permute(0, 2, 3, 1)
            matrix.grad = rows.reshape(matrix.shape)
        self._adamw.step()
        self._muon.step()

    def state_dict(self) -> dict[str, Any]:
        """Return what a checkpoint must hold."""
        return {"adamw": self._adamw.state_dict(), "muon": self._muon.state_dict()}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Continue from a checkpoint."""
        self._adamw.load_state_dict(state["adamw"])
        self._muon.load_state_dict(state["muon"])


def _is_head(name: str) -> bool:
    """Whether a parameter belongs to a layer called a head."""
    return any(part.endswith(_HEAD) or part in _OUTPUTS for part in name.split("."))


def _as_matrix(kernel: torch.Tensor) -> torch.Tensor:
    """Return a kernel as the matrix that shares its memory."""
    if kernel.dim() == 2:
        return kernel
    if not kernel.is_contiguous(memory_format=torch.channels_last):
        raise ValueError("Muon needs kernels whose channels are stored last")
    return kernel.permute(0, 2, 3, 1).view(len(kernel), -1)
