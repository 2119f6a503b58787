"""Memory: a sensible number, and an allocator that does as it is told."""

import subprocess
import sys

import pytest

from blurry_edges.memory import free_memory_bytes

BLOCK_MB = 200
PROGRAM = f"""
import resource, sys, torch
from blurry_edges.memory import keep_freed_memory, return_freed_memory
{{}}()
def resident_mb():
    return int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize() / 1e6
before = resident_mb()
block = torch.ones({BLOCK_MB} * 250_000)
del block
print(resident_mb() - before)
"""


def test_free_memory_is_a_sensible_number():
    assert 1e7 < free_memory_bytes() < 1e14


@pytest.mark.skipif(sys.platform != "linux", reason="the options are those of glibc")
@pytest.mark.parametrize(("what", "kept"), [("keep_freed_memory", True), ("return_freed_memory", False)])
def test_freed_memory_is_kept_or_returned(what: str, kept: bool):
    shown = subprocess.run([sys.executable, "-c", PROGRAM.format(what)], capture_output=True, text=True, check=True)
    assert (float(shown.stdout) > BLOCK_MB / 2) == kept
