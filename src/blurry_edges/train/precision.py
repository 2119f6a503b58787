"""Whether training may compute in bfloat16 here: a self-test in a child process decides, never the default.

On some processors, and on virtual machines that announce more than they can do, bfloat16 ends the process by an illegal
instruction, gives wrong gradients, or is slower than 32 bits.
"""

import functools
import json
import math
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from tqdm import tqdm

from blurry_edges.errors import BlurryEdgesError
from blurry_edges.train.checkpoint import stored_settings
from blurry_edges.train.config import Settings

__all__ = ["SelfTest", "Verdict", "bfloat16_here", "run_self_test", "with_precision"]

Verdict = Literal["faster", "slower", "wrong", "crashes"]

_COMMAND = (sys.executable, "-m", "blurry_edges.train.precision_probe")
_TIMEOUT_S = 120.0
_LEAST_COSINE = 0.99
_WORTHWHILE = 0.95
"""Share of the time of 32 bits that bfloat16 must stay below to be called faster."""
_CURE = {"ONEDNN_MAX_CPU_ISA": "AVX512_CORE_BF16"}
"""Keeps torch's library for convolutions from matrix instructions that some virtual machines only announce."""
_INHERITED = "BLURRY_EDGES_BFLOAT16"
"""The outcome, for the other processes of a training: timed anew, they might decide differently."""


@dataclass(frozen=True)
class SelfTest:
    """Outcome of the self-test."""

    verdict: Verdict
    sentence: str
    """The outcome for people."""
    wrong_layers: tuple[str, ...] = ()
    """Kinds of layers whose gradients are wrong."""
    is_faster: bool = False

    def is_safe(self, needed: Sequence[str] | None = None) -> bool:
        """Return whether a network may use it that has only these kinds of layers, or any kind."""
        if needed is None:
            return self.verdict in ("faster", "slower")
        return self.verdict != "crashes" and not set(needed) & set(self.wrong_layers)


def run_self_test(command: Sequence[str] = _COMMAND, timeout_s: float = _TIMEOUT_S) -> SelfTest:
    """Run the self-test in a child process; when that dies, once more with instructions left out, to say so."""
    found, reason = _run(command, timeout_s, {})
    if found is not None:
        return found
    cured, _ = _run(command, timeout_s, _CURE)
    advice = ""
    if cured is not None and cured.is_safe():
        name, value = next(iter(_CURE.items()))
        advice = f"; with {name}={value} set before the start it works and is {cured.verdict}"
    return SelfTest("crashes", f"bfloat16 is not used: its self-test {reason}{advice}")


@functools.cache
def bfloat16_here() -> SelfTest:
    """Return the outcome of the self-test on this machine; run once, and inherited by processes started from here."""
    if _INHERITED in os.environ:
        stored = json.loads(os.environ[_INHERITED])
        return SelfTest(**stored | {"wrong_layers": tuple(stored["wrong_layers"])})
    found = run_self_test()
    os.environ[_INHERITED] = json.dumps(found.__dict__)
    return found


def with_precision(settings: Settings, folder: Path, needed: Sequence[str] | None = None) -> Settings:
    """Return the settings with the precision that is used: float32 or bfloat16.

    A run that was stopped goes on in the precision it had, so that it ends with the same weights.

    Args:
        settings: what was asked for.
        folder: of the run, which may hold a checkpoint.
        needed: the kinds of layers of the network, named as in the self-test; all when not given.

    """
    before = _precision_before(folder)
    asked = settings.precision
    if asked == "float32":
        if before == "bfloat16":
            _say("the run goes on in float32 but began in bfloat16: its weights will be those of neither alone")
        return settings
    if before == "float32":
        if asked == "bfloat16":
            raise BlurryEdgesError("the stopped run is in float32; go on with precision float32 or auto")
        return replace(settings, precision="float32")
    found = bfloat16_here()
    if not found.is_safe(needed):
        if asked == "bfloat16" or before == "bfloat16":
            cause = "the stopped run is in bfloat16" if before else "precision bfloat16 was asked for"
            raise BlurryEdgesError(f"{cause}, which is unsafe here ({found.sentence}); give precision float32")
        _say(found.sentence)
        return replace(settings, precision="float32")
    wanted = asked == "bfloat16" or before == "bfloat16" or found.is_faster
    return replace(settings, precision="bfloat16" if wanted else "float32")


def _precision_before(folder: Path) -> str | None:
    """Return the precision of the run whose checkpoint is in the folder, if there is one."""
    stored = stored_settings(folder)
    if stored is None:
        return None
    # Earlier versions wrote down whether bfloat16 was used.
    return str(stored.get("precision", "bfloat16" if stored.get("bfloat16") else "float32"))


def _run(command: Sequence[str], timeout_s: float, extra: dict[str, str]) -> tuple[SelfTest | None, str]:
    """Return what a child found, or none and how it ended."""
    try:
        child = subprocess.run(
            command, capture_output=True, text=True, timeout=timeout_s, env=os.environ | extra, check=False
        )
    except subprocess.TimeoutExpired:
        return None, f"did not end within {timeout_s:g} s"
    if child.returncode < 0:
        return None, f"was ended by {_signal_name(-child.returncode)}"
    if child.returncode > 0:
        last = (child.stderr.strip().splitlines() or ["without a message"])[-1]
        return None, f"failed: {last}"
    try:
        found = json.loads(child.stdout)
        cosines = {str(name): float(value) for name, value in found["cosine"].items()}
        share = float(found["seconds"]["bfloat16"]) / float(found["seconds"]["float32"])
    except (ValueError, KeyError, TypeError, AttributeError, ZeroDivisionError):
        return None, "gave no readable answer"
    return _judged(cosines, share), ""


def _judged(cosines: dict[str, float], share: float) -> SelfTest:
    """Return the outcome for cosines of gradients and the share of the time of 32 bits."""
    wrong = tuple(name for name, cosine in cosines.items() if not cosine > _LEAST_COSINE)
    faster = math.isfinite(share) and share < _WORTHWHILE
    speed = f"takes {share:.2f} of the time of float32"
    if wrong:
        return SelfTest("wrong", f"bfloat16 gives wrong gradients ({', '.join(wrong)}) and {speed}", wrong, faster)
    if faster:
        return SelfTest("faster", f"bfloat16 gives right gradients and {speed}", (), True)
    return SelfTest("slower", f"bfloat16 gives right gradients but {speed}: float32 is used unless asked for")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _say(sentence: str) -> None:
    tqdm.write(sentence, file=sys.stderr)
