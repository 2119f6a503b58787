"""Memory: a sensible number, and an allocator that does as it is told."""

import subprocess
import sys

import numpy as np
import pytest
import torch

from blurry_edges.memory import free_memory_bytes, is_out_of_memory, peak_memory_mb

BLOCK_MB = 200
PROGRAM = f"""
import sys, torch
from blurry_edges import memory
getattr(memory, sys.argv[1])()
def resident_mb():
    return int(open("/proc/self/statm").read().split()[1]) * 4096 / 1e6 if sys.platform == "linux" else 0
start = resident_mb()
block = torch.ones({BLOCK_MB} * 250_000)
del block
print(resident_mb() - start)
"""


def test_free_memory_is_a_sensible_number():
    assert 1e7 < free_memory_bytes() < 1e14


def test_the_peak_grows_with_what_is_held():
    before = peak_memory_mb()
    held = np.ones((int(before) + BLOCK_MB) * 125_000)  # as much as ever before, and more
    assert peak_memory_mb() > before + BLOCK_MB / 2
    del held


@pytest.mark.parametrize(("what", "kept"), [("keep_freed_memory", True), ("return_freed_memory", False)])
def test_freed_memory_is_kept_or_returned(what: str, kept: bool):
    """Only glibc does as it is told; elsewhere both calls must do nothing, and not fail."""
    shown = subprocess.run([sys.executable, "-c", PROGRAM, what], capture_output=True, text=True, check=True)
    assert (float(shown.stdout) > BLOCK_MB / 2) == (kept and sys.platform == "linux")


def test_no_memory_is_known_however_it_is_said():
    with pytest.raises(RuntimeError) as torchs:
        torch.empty(1 << 59)
    with pytest.raises(MemoryError) as numpys:
        np.empty(1 << 59)
    assert is_out_of_memory(torchs.value)
    assert is_out_of_memory(numpys.value)
    assert not is_out_of_memory(RuntimeError("shapes do not fit"))
