"""Locks: the versions of constraints.txt, each with hashes."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("lock", ["core.txt", "dev.txt"])
def test_a_lock_has_the_versions_of_the_constraints_with_their_hashes(lock: str):
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {plain(line.split("==")[0]): line.split("==")[1] for line in lines if "==" in line}
    entries = re.split(r"\n(?=\S)", (ROOT / "locks" / lock).read_text(encoding="utf-8"))
    locked = [re.match(r"([\w.-]+)==([^ ]+)", entry) for entry in entries if not entry.startswith("#")]
    assert len(locked) > 20
    for entry, found in zip((x for x in entries if not x.startswith("#")), locked, strict=True):
        assert found is not None, entry
        assert "--hash=sha256:" in entry, f"{found[0]} has no hash; run `make lock`"
        assert pinned.get(plain(found[1]), found[2]) == found[2], f"{found[0]} is not what constraints.txt says"
