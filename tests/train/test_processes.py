"""Which process of a run this is, by the variables of those who start processes."""

import pytest

from blurry_edges.errors import BlurryEdgesError
from blurry_edges.train.processes import local_rank, machines, rank

SET_BY_STARTERS = (
    *("RANK", "LOCAL_RANK", "WORLD_SIZE", "LOCAL_WORLD_SIZE"),
    *("SLURM_PROCID", "SLURM_LOCALID", "SLURM_NTASKS", "SLURM_NTASKS_PER_NODE", "SLURM_NNODES"),
)
TORCHRUN = {"RANK": "3", "LOCAL_RANK": "1", "WORLD_SIZE": "4", "LOCAL_WORLD_SIZE": "2"}
SLURM = {"SLURM_PROCID": "3", "SLURM_LOCALID": "1", "SLURM_NTASKS": "4", "SLURM_NNODES": "2"}
SHELL_OF_SLURM = {"SLURM_PROCID": "0", "SLURM_LOCALID": "0", "SLURM_NTASKS": "1", "SLURM_NNODES": "1"}


@pytest.mark.parametrize(
    ("variables", "devices", "expected"),
    [
        ({}, 2, (0, 0, 1)),
        (TORCHRUN, 4, (3, 1, 2)),
        (SLURM, 4, (3, 1, 2)),
        (SHELL_OF_SLURM, 2, (0, 0, 1)),  # Fabric starts the processes itself
        ({"LOCAL_RANK": "1", "WORLD_SIZE": "2", "NODE_RANK": "0"}, 2, (1, 1, 1)),  # a process that Fabric started
    ],
)
def test_ranks_and_machines(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], devices: int, expected):
    for name in SET_BY_STARTERS:
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert (rank(), local_rank(), machines(devices)) == expected


def test_another_number_of_processes_than_asked_for_is_refused(monkeypatch: pytest.MonkeyPatch):
    for name, value in TORCHRUN.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(BlurryEdgesError, match="4 processes were started for a run with --devices 2"):
        machines(2)
