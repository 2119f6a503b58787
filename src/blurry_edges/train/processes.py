"""The processes of one run: started by Fabric itself on one machine, or by torchrun or Slurm on several."""

import os

from blurry_edges.errors import BlurryEdgesError

__all__ = ["local_rank", "machines", "rank"]


def rank() -> int:
    """Return which of all processes this is; the first one, 0, writes files and speaks."""
    return _number("RANK", "SLURM_PROCID", "LOCAL_RANK") or 0


def local_rank() -> int:
    """Return which of the processes of this machine this is."""
    return _number("LOCAL_RANK", "SLURM_LOCALID") or 0


def machines(devices: int) -> int:
    """Return on how many machines the processes of a run are; refuse another number of them than was asked for."""
    started, here = _number("WORLD_SIZE", "SLURM_NTASKS"), _number("LOCAL_WORLD_SIZE", "SLURM_NTASKS_PER_NODE")
    if started is None or ("LOCAL_RANK" in os.environ and "LOCAL_WORLD_SIZE" not in os.environ):
        return 1  # nobody has started processes yet, or Fabric has
    if started != devices:
        raise BlurryEdgesError(
            f"{started} processes were started for a run with --devices {devices}; give both the same"
        )
    count = _number("SLURM_NNODES") if "WORLD_SIZE" not in os.environ else started // (here or started)
    return count or 1


def _number(*names: str) -> int | None:
    """Return the first of these variables that is set; Slurm's count only where it has started several processes."""
    for name in names:
        value = os.environ.get(name, "")
        alone = name.startswith("SLURM") and int(os.environ.get("SLURM_NTASKS", "1")) < 2
        if value.isdecimal() and not alone:
            return int(value)
    return None
