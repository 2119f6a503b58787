"""The computer's memory: how much is free, and what becomes of what is freed."""

import ctypes
import os
import sys
from pathlib import Path

__all__ = ["free_memory_bytes", "is_out_of_memory", "keep_freed_memory", "peak_memory_mb", "return_freed_memory"]

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_MMAP_MAX = -1, -3, -4  # from malloc.h
_LARGE_BLOCK_BYTES = 1 << 20


def return_freed_memory() -> None:
    """Make the C library give large blocks back to the system as soon as they are freed.

    glibc keeps what tiles of different sizes free, and grows to three times what any of them needs.
    """
    _mallopt({_M_MMAP_MAX: 65536, _M_MMAP_THRESHOLD: _LARGE_BLOCK_BYTES, _M_TRIM_THRESHOLD: _LARGE_BLOCK_BYTES})


def keep_freed_memory() -> None:
    """Make the C library keep what is freed, for work that needs the same blocks again and again, such as training.

    Otherwise the system clears every page of every large block anew, which takes half of the time of a training step.
    """
    _mallopt({_M_MMAP_MAX: 0, _M_TRIM_THRESHOLD: 2**31 - 1})


def _mallopt(options: dict[int, int]) -> None:
    """Set options of glibc's allocator; other C libraries are left as they are."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if mallopt is not None:
        for option, value in options.items():
            mallopt(option, value)


def is_out_of_memory(error: BaseException) -> bool:
    """Whether an error says that there is no memory left, as Python, PyTorch or OpenCV say it."""
    return isinstance(error, MemoryError) or (isinstance(error, RuntimeError) and "alloc" in str(error))


def free_memory_bytes() -> int:
    """Memory that can be used now; 2 GB where the system does not tell."""
    try:
        facts = dict(line.split(":", 1) for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines())
        return int(facts["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError):
        pass
    if sys.platform == "win32":
        return _free_memory_on_windows_bytes()
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError, AttributeError):
        return 2 * 1024**3


def peak_memory_mb() -> float:
    """Most memory that this process has held so far."""
    if sys.platform == "win32":
        return _peak_memory_on_windows_mb()
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak / 1e3


class _MemoryStatus(ctypes.Structure):
    """MEMORYSTATUSEX of the Windows API."""

    _fields_ = (
        ("length", ctypes.c_uint32),
        ("load_percent", ctypes.c_uint32),
        *(
            (name, ctypes.c_uint64)
            for name in ("total", "free", "page_total", "page_free", "own_total", "own_free", "_")
        ),
    )


class _MemoryCounters(ctypes.Structure):
    """PROCESS_MEMORY_COUNTERS of the Windows API."""

    _fields_ = (
        ("length", ctypes.c_uint32),
        ("page_faults", ctypes.c_uint32),
        *((name, ctypes.c_size_t) for name in ("peak", "now", "a", "b", "c", "d", "e", "f")),
    )


def _free_memory_on_windows_bytes() -> int:
    status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
    ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status))  # type: ignore[attr-defined]
    return int(status.free)


def _peak_memory_on_windows_mb() -> float:
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined]
    kernel.GetCurrentProcess.restype = ctypes.c_void_p
    counters = _MemoryCounters(length=ctypes.sizeof(_MemoryCounters))
    process = ctypes.c_void_p(kernel.GetCurrentProcess())
    kernel.K32GetProcessMemoryInfo(process, ctypes.byref(counters), counters.length)
    return float(counters.peak) / 1e6
