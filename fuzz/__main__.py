"""`python -m fuzz --minutes 5`: cases of all targets in turn, each in a process that may crash or hang."""

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path

_TOLD_EVERY_SECONDS = 15.0
_PROGRESS = Path("fuzz/progress.json")
"""Next case of each target: a run goes on where the last one stopped."""
_FOUND = Path("fuzz/found")


def _keep(following: Counter[str]) -> None:
    """Write down how far all targets are; a run that is killed loses the last seconds only."""
    partial = _PROGRESS.with_suffix(".tmp")
    partial.write_text(json.dumps(following, indent=1) + "\n", encoding="utf-8")
    partial.replace(_PROGRESS)


def main() -> int:
    """Fuzz; the exit code is 1 if anything was found."""
    from fuzz.targets import TARGETS, run_case
    from fuzz.worker import Worker

    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--target", choices=sorted(TARGETS), help="this target alone")
    parser.add_argument("--case", type=int, help="this case alone, in this process")
    options = parser.parse_args()
    if options.case is not None:
        run_case(options.target, options.case)
        return 0
    names = [options.target] if options.target else list(TARGETS)
    following = Counter(json.loads(_PROGRESS.read_text()) if _PROGRESS.exists() else {})
    done, found, worker = 0, 0, Worker()
    until, told = time.monotonic() + 60 * options.minutes, time.monotonic()
    while time.monotonic() < until:
        for name in names:
            number = following[name]
            following[name] += 1
            done += 1
            if wrong := worker.run(name, number):
                found += 1
                _FOUND.mkdir(exist_ok=True)
                (_FOUND / f"{name}-{number}.txt").write_text(wrong, encoding="utf-8")
                sys.stdout.write(f"{name} {number}: {wrong.strip().splitlines()[-1][:200]}\n")
        if time.monotonic() - told > _TOLD_EVERY_SECONDS:
            told = time.monotonic()
            _keep(following)
            sys.stdout.write(f"{done} cases, {found} found\n")
            sys.stdout.flush()
    _keep(following)
    sys.stdout.write(f"{done} cases in this run, {sum(following.values())} in all, {found} found\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
