"""`python -m faults --kills 50`: disturb the commands; what must survive is checked, and what does not is kept."""

import argparse
import os
import random
import shutil
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path

from tqdm import tqdm

from faults.circumstances import CIRCUMSTANCES
from faults.kills import kills
from faults.serve import serve_kills
from faults.victim import Broken, Trial
from faults.victims import VICTIMS

_WORK = Path("build/faults")


def main() -> int:
    """Disturb; the exit code is 1 if anything is broken."""
    parser = argparse.ArgumentParser(prog="faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=50, help="kills of each command")
    parser.add_argument("--only", nargs="+", choices=(*VICTIMS, "serve"), default=[*VICTIMS, "serve"])
    parser.add_argument("--repeat", type=int, default=3, help="how often each circumstance other than a kill comes")
    parser.add_argument("--seed", type=int, default=0, help="the moments are drawn from it")
    parser.add_argument("--work", type=Path, default=_WORK, help="folder to work in; what failed is kept there")
    options = parser.parse_args()
    if sys.platform != "linux":
        parser.error("signals and processes are looked at as Linux shows them; run this on Linux")
    work = options.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    rows = _Rows(work / "found")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        for name in options.only:
            _disturb(name, work, options, rows)
    except KeyboardInterrupt:
        sys.stdout.write("stopped; until then:\n")
    return rows.tell()


def _disturb(name: str, work: Path, options: argparse.Namespace, rows: "_Rows") -> None:
    rng = random.Random(f"{options.seed} {name}")
    if name == "serve":
        rows.add("serve", "kill", serve_kills(work, options.kills, rng, rows.found), options.kills)
        return
    for victim in VICTIMS[name]:
        trial = Trial(victim, work)
        for circumstance, disturb in CIRCUMSTANCES.items():
            if circumstance != "lost worker" or victim.workers:
                cases = (_case(disturb, trial, rng, rows.found) for _ in range(options.repeat))
                rows.add(victim.name, circumstance, cases, options.repeat)
        rows.add(victim.name, "kill", kills(trial, options.kills, rng, rows.found), options.kills)


def _case(disturb: Callable[[Trial, random.Random], None], trial: Trial, rng: random.Random, found: Path) -> str | None:
    try:
        disturb(trial, rng)
    except Broken as broken:
        folder = trial.folder / disturb.__name__.replace("_", "-")
        kept = found / f"{trial.victim.name}-{folder.name}"
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(folder, kept, symlinks=True)
        (kept / "broken.txt").write_text(f"{broken}\n", encoding="utf-8")
        return f"{kept.name}: {broken}"
    return None


class _Rows:
    """Cases and failures of each command and circumstance."""

    def __init__(self, found: Path) -> None:
        self.found = found
        self._cases: dict[tuple[str, str], list[str | None]] = defaultdict(list)

    def add(self, victim: str, circumstance: str, cases: Iterable[str | None], total: int) -> None:
        """Run cases, with a progress bar."""
        for broken in tqdm(cases, total=total, desc=f"{victim}, {circumstance}", unit="case", disable=None):
            self._cases[victim, circumstance].append(broken)
            if broken is not None:
                tqdm.write(broken, file=sys.stderr)

    def tell(self) -> int:
        """Print the table; returns the exit code."""
        wrong = 0
        sys.stdout.write(f"{'command':<14}{'circumstance':<20}{'cases':>8}{'failures':>10}\n")
        for (victim, circumstance), cases in self._cases.items():
            failures = sum(broken is not None for broken in cases)
            wrong += failures
            sys.stdout.write(f"{victim:<14}{circumstance:<20}{len(cases):>8}{failures:>10}\n")
        if wrong:
            sys.stdout.write(f"what failed is kept in {os.path.relpath(self.found)}\n")
        return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
