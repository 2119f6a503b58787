"""The training loop that all networks share: steps, averaging, checkpoints, logs, on one device or several."""

import copy
import dataclasses
import json
import time
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn
from tqdm import tqdm

from blurry_edges.errors import BlurryEdgesError, DataError
from blurry_edges.files import exclusive
from blurry_edges.memory import keep_freed_memory
from blurry_edges.train.checkpoint import TrainingState
from blurry_edges.train.config import Optimization
from blurry_edges.train.journal import Journal
from blurry_edges.train.optimizer import make_optimizer
from blurry_edges.train.processes import local_rank, machines
from blurry_edges.train.schedules import make_scheduler
from blurry_edges.train.task import Task, weighted_sum
from blurry_edges.typing import Float, Tensor
from blurry_edges.weights import load_tensors, save_weights
from blurry_edges.weights.packing import Bits

__all__ = ["Trained", "train"]

_SEEDS_APART = 1_000_003
"""Processes draw their batches this far apart, so that no two draw the same."""


@dataclass(frozen=True)
class Trained:
    """Outcome of a run."""

    average: nn.Module
    """The network with averaged weights; with validation, those that were best in it."""
    facts: dict[str, Any]
    """Entries about the run for the card of the weights."""
    is_first_process: bool
    """Whether this process writes the files."""

    def save(self, path: Path, config: Any, facts: dict[str, Any], *, bits: Bits = 16) -> Path:
        """Write the weights and their card, if this process is the one that writes; returns the file.

        Args:
            path: file of the weights.
            config: the dataclass that the network was built from.
            facts: entries of the card besides those about the run.
            bits: bits of a stored kernel.

        """
        if self.is_first_process:
            save_weights(self.average, path, config, facts | {"licence": "Apache-2.0"} | self.facts, bits=bits)
        return path


def train(
    task: Task[Any],
    settings: Optimization,
    folder: Path,
    shown: tuple[str, ...],
    devices: int = 1,
    start_from: str | None = None,
) -> Trained:
    """Train, or continue a run that was stopped.

    A run that was killed at any moment and started again ends with the same weights as one that was not.

    Args:
        task: what is trained.
        settings: how; a checkpoint of other settings is refused.
        folder: where checkpoint and logs go.
        shown: losses that the progress bar shows.
        devices: processes that share each step, each with a batch of its own, on all machines together.
        start_from: weights to begin with, a file or the name of shipped ones, instead of random ones.

    """
    folder.mkdir(parents=True, exist_ok=True)
    # Of several processes that share a run, the first one holds its folder for all of them.
    with exclusive(folder) if local_rank() == 0 else nullcontext():
        return _train(task, settings, folder, shown, devices, start_from)


def _train(
    task: Task[Any],
    settings: Optimization,
    folder: Path,
    shown: tuple[str, ...],
    devices: int,
    start_from: str | None,
) -> Trained:
    keep_freed_memory()
    fabric = _launch(devices)
    torch.manual_seed(settings.seed)
    built = task.build()
    if start_from is not None:
        _load_start(built, start_from)
    built = built.to(fabric.device)  # before the optimiser, which may hold views of the weights
    average = copy.deepcopy(built).eval().requires_grad_(False)
    optimizer = make_optimizer(built, settings)
    losses = fabric.setup_module(_Losses(task, built))
    began_with = None if start_from is None else load_tensors(start_from)[1]["sha256"]
    state = TrainingState(built, average, optimizer, make_scheduler(optimizer, settings), began_with)
    described: dict[str, Any] = json.loads(json.dumps(dataclasses.asdict(settings)))
    state.restore(folder, described, settings.held_steps)
    rank_zero = fabric.global_rank == 0
    journal = Journal(folder, state.step) if rank_zero else None
    first_step, first_seconds, last = state.step, state.seconds, time.perf_counter()
    progress = tqdm(
        total=settings.steps, initial=state.step, desc="training", unit="step", disable=None if rank_zero else True
    )
    sums: dict[str, float] = {}
    while state.step < settings.steps:
        for name, value in _step(state, losses, task, settings, fabric).items():
            sums[name] = sums.get(name, 0.0) + value / settings.log_steps
        state.step += 1
        state.update_average(settings.ema_decay)
        state.seconds += time.perf_counter() - last
        last = time.perf_counter()
        progress.update()
        if state.step % settings.log_steps == 0:
            if journal is not None:
                speed = (state.step - first_step) / (state.seconds - first_seconds)
                journal.write(state.step, sums | {"steps_per_second": speed})
            progress.set_postfix({name: f"{sums[name]:.3g}" for name in shown})
            sums = {}
        if rank_zero:
            _validate(state, task, settings, journal)
        if rank_zero and (state.step % settings.checkpoint_steps == 0 or state.step == settings.steps):
            state.save(folder, described, settings.held_steps)
    if journal is not None:
        journal.close()
    progress.close()
    facts = {
        "started_from": _start_facts(start_from),
        "training": described,
        "devices": devices,
        "minutes": round(state.seconds / 60, 1),
    }
    if state.best is not None:
        state.average.load_state_dict(state.best["weights"])
        facts["best_in_validation"] = {"step": state.best["step"], "loss": float(f"{state.best['loss']:.6g}")}
    return Trained(state.average.cpu(), facts, rank_zero)


def _validate(state: TrainingState, task: Task[Any], settings: Optimization, journal: Journal | None) -> None:
    """Validate the averaged weights where that is due, and keep them if they are the best."""
    every = settings.validation_steps
    if not every or (state.step % every and state.step != settings.steps):
        return
    with torch.no_grad():
        loss = task.validation_loss(state.average)
    state.keep_if_best(loss)
    if journal is not None:
        journal.write(state.step, {"validation": loss})


def _load_start(net: nn.Module, name: str) -> None:
    """Begin with shipped weights or those of a file, instead of random ones."""
    try:
        net.load_state_dict(load_tensors(name)[0])
    except RuntimeError as error:
        raise DataError(f"weights '{name}' do not fit the network of this version") from error


def _start_facts(name: str | None) -> dict[str, Any] | None:
    """Return what a card says about the weights that a run began with, and those before them; none without any."""
    if name is None:
        return None
    facts = load_tensors(name)[1]
    kept = ("sha256", "command", "commit", "scenes", "minutes", "history", "started_from")
    return {"steps": facts.get("training", {}).get("steps")} | {key: facts[key] for key in kept if key in facts}


class _Losses(nn.Module):
    """A network with its losses: what several processes must go through together."""

    def __init__(self, task: Task[Any], net: nn.Module) -> None:
        super().__init__()
        self.task, self.net = task, net

    def forward(self, batch_number: int) -> dict[str, Float[Tensor, ""]]:
        """Return the losses of a batch."""
        return self.task.losses(self.net, batch_number)


def _launch(devices: int) -> Any:
    """Start the processes of a run, on what is fastest here."""
    try:
        from lightning_fabric import Fabric
    except ImportError as error:
        raise BlurryEdgesError("training needs Lightning Fabric: pip install 'blurry-edges[train]'") from error
    nodes = machines(devices)
    strategy = "ddp" if devices > 1 else "auto"
    fabric = Fabric(accelerator="auto", devices=devices // nodes, num_nodes=nodes, strategy=strategy)
    fabric.launch()
    return fabric


def _step(
    state: TrainingState, module: nn.Module, task: Task[Any], settings: Optimization, fabric: Any
) -> dict[str, float]:
    """One optimiser step; returns the losses."""
    state.scheduler.before(state.step)
    module.train()
    batch_number = state.step + _SEEDS_APART * fabric.global_rank
    torch.manual_seed(settings.seed + batch_number)  # dropout depends on the step alone, so that a run resumes exactly
    losses = module(batch_number)
    weights = task.loss_weights(state.step)
    total = weighted_sum(losses, weights)
    state.optimizer.zero_grad(set_to_none=True)
    fabric.backward(total)
    norm = nn.utils.clip_grad_norm_(state.net.parameters(), settings.gradient_norm)
    state.optimizer.step()
    state.scheduler.after(state.step, total.item())
    return {name: loss.item() for name, loss in losses.items()} | {"total": total.item(), "gradient_norm": norm.item()}
