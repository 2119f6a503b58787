"""Kills at random moments: a run is killed again and again until one of its runs gets to its end."""

import random
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

from faults.process import Ended, stop_after
from faults.victim import Broken, Files, Trial, hidden, require, whole_now

__all__ = ["kills"]

_WHILE_STARTING = 0.1
"""Share of the kills that come before the first output, while the program loads."""
_STOPPED_BY_TERM = (130, -signal.SIGTERM)
"""Stopped politely, or before it could listen."""


def kills(trial: Trial, count: int, rng: random.Random, found: Path) -> Iterator[str | None]:
    """Kill so many runs; yields for each what is broken, or None. What failed is kept in `found`."""
    done = 0
    while done < count:
        folder, finished = trial.fresh("disturbed"), Files()
        while done < count:
            how = rng.choice((signal.SIGKILL, signal.SIGTERM))
            left_before = hidden(folder)
            ended = stop_after(trial.victim.command, folder, _moment(trial, rng), how)
            was_killed = ended.code != 0
            try:
                finished = _after(trial, folder, ended, how, finished)
                if ended.code == _STOPPED_BY_TERM[0]:
                    _require_no_new_litter(folder, left_before)
                if not was_killed:
                    trial.compare(folder)
                elif done == count - 1:
                    trial.finish(folder)
            except Broken as broken:
                done += 1
                yield _keep(folder, found / f"{trial.victim.name}-{done}", how, broken)
                break
            if not was_killed:
                break  # it was quicker than the kill: begin anew
            done += 1
            yield None


def _moment(trial: Trial, rng: random.Random) -> float:
    begin_s, end_s = trial.undisturbed.first_output_s, trial.undisturbed.seconds
    return rng.uniform(0, begin_s) if rng.random() < _WHILE_STARTING else rng.uniform(begin_s, end_s)


def _after(trial: Trial, folder: Path, ended: Ended, how: int, finished: Files) -> Files:
    """Check what a run left that may have been killed."""
    require(not ended.orphans, f"processes outlived it: {ended.orphans}")
    require("Traceback" not in ended.said, f"it ended with a traceback: {ended.said}")
    if how == signal.SIGTERM:
        require(ended.code in (0, *_STOPPED_BY_TERM), f"SIGTERM gave exit code {ended.code}: {ended.said}")
    else:
        require(ended.code in (0, -signal.SIGKILL), f"it failed: exit code {ended.code}, {ended.said}")
    return whole_now(trial.victim, folder / "out", finished)


def _require_no_new_litter(folder: Path, before: list[str]) -> None:
    """Require that a run that was asked to stop took away what it had half-written."""
    left = sorted(set(hidden(folder)) - set(before))
    require(not left, f"stopped politely, but left {', '.join(left)}")


def _keep(folder: Path, where: Path, how: int, broken: Broken) -> str:
    """Keep what failed for whoever looks into it."""
    shutil.rmtree(where, ignore_errors=True)
    where.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(folder, where)
    what = f"{signal.Signals(how).name}: {broken}"
    (where / "broken.txt").write_text(what + "\n", encoding="utf-8")
    return f"{where.name}: {what}"
