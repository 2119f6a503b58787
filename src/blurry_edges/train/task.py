"""The interface of every training: a network, its batches and its losses, computed wherever the network is."""

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, fields, replace
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

import torch
from torch import nn

from blurry_edges.train.config import Optimization
from blurry_edges.typing import Float, Tensor

__all__ = ["OnDevice", "SourcedTask", "Task", "autocast", "device_of", "weighted_sum"]

AnyBatch = TypeVar("AnyBatch", bound="OnDevice")


class OnDevice:
    """A dataclass, some of whose fields are tensors, that is brought to a device as a whole."""

    def to(self: AnyBatch, device: torch.device) -> AnyBatch:
        """Return the same with all its tensors on a device."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]
        moved = {name: x.to(device) for name, x in values.items() if isinstance(x, Tensor | OnDevice)}
        return replace(self, **moved)  # type: ignore[type-var]


class Task(ABC, Generic[AnyBatch]):
    """A network with its batches and losses."""

    settings: Optimization

    @abstractmethod
    def build(self) -> nn.Module:
        """Return the network with random weights."""

    @abstractmethod
    def batch(self, step: int) -> AnyBatch:
        """Draw batch number `step` of what is learned from."""

    @abstractmethod
    def losses_of(self, net: nn.Module, batch: AnyBatch) -> dict[str, Float[Tensor, ""]]:
        """Return the losses of a batch, unweighted; it is where the network is."""

    @abstractmethod
    def loss_weights(self, step: int) -> dict[str, float]:
        """Return the weight of each loss at a step."""

    def validation_batch(self, number: int) -> AnyBatch:
        """Draw a batch of what is not learned from; without any such scenes, of what is."""
        return self.batch(number)

    def losses(self, net: nn.Module, step: int) -> dict[str, Float[Tensor, ""]]:
        """Return the losses of batch number `step`, unweighted."""
        return self.losses_of(net, self.batch(step).to(device_of(net)))

    def validation_loss(self, net: nn.Module) -> float:
        """Return the loss on batches that are always the same, with the weights of the last step."""
        device, count = device_of(net), self.settings.validation_batches
        weights = self.loss_weights(self.settings.steps)
        batches = (self.validation_batch(number).to(device) for number in range(count))
        return sum(weighted_sum(self.losses_of(net, batch), weights).item() for batch in batches) / count


@runtime_checkable
class BatchSource(Protocol):
    """Scenes, or what was computed from them, from which batches are drawn."""

    def batch(self, step: int, settings: Any) -> Any:
        """Draw batch number `step`."""
        ...


Source = TypeVar("Source", bound=BatchSource)


@dataclass(frozen=True)
class SourcedTask(Task[AnyBatch], Generic[AnyBatch, Source]):
    """A task whose batches come from one source, and those of its validation from another."""

    settings: Any
    source: Source
    """Draws what is learned from."""
    validation: Source | None = None
    """Draws what is not learned from, to choose the best weights by."""

    def batch(self, step: int) -> AnyBatch:
        """Draw batch number `step` of what is learned from."""
        drawn: AnyBatch = self.source.batch(step, self.settings)
        return drawn

    def validation_batch(self, number: int) -> AnyBatch:
        """Draw a batch of what is not learned from, if there is any."""
        drawn: AnyBatch = (self.validation or self.source).batch(number, self.settings)
        return drawn


def weighted_sum(losses: dict[str, Float[Tensor, ""]], weights: dict[str, float]) -> Float[Tensor, ""]:
    """Return the sum of losses, each with its weight."""
    return torch.stack([weights[name] * loss for name, loss in losses.items()]).sum()


def device_of(net: nn.Module) -> torch.device:
    """Return where a network is."""
    return next(net.parameters()).device


def autocast(net: nn.Module, settings: Optimization) -> AbstractContextManager[object]:
    """Let a network compute in bfloat16 where that was decided on."""
    return torch.autocast(device_of(net).type, torch.bfloat16) if settings.bfloat16 else nullcontext()
