"""Locks: the versions of constraints.txt, each with hashes."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins() -> dict[str, str]:
    """Return the versions of constraints.txt."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return {plain(line.split("==")[0]): line.split("==")[1] for line in lines if "==" in line}


def asked(extra: str | None) -> set[str]:
    """Return the packages that pyproject.toml asks for, by themselves or for an extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = project["dependencies"] if extra is None else project["optional-dependencies"][extra]
    return {plain(re.split(r"[\[<>=!~; ]", line)[0]) for line in lines}


@pytest.mark.parametrize("lock", ["core.txt", "dev.txt", "ray.txt"])
def test_a_lock_has_the_versions_of_the_constraints_with_their_hashes(lock: str):
    pinned = pins()
    entries = re.split(r"\n(?=\S)", (ROOT / "locks" / lock).read_text(encoding="utf-8"))
    locked = [re.match(r"([\w.-]+)==([^ ]+)", entry) for entry in entries if not entry.startswith("#")]
    assert len(locked) > 20
    for entry, found in zip((x for x in entries if not x.startswith("#")), locked, strict=True):
        assert found is not None, entry
        assert "--hash=sha256:" in entry, f"{found[0]} has no hash; run `make lock`"
        assert pinned.get(plain(found[1]), found[2]) == found[2], f"{found[0]} is not what constraints.txt says"


def test_locks_hold_all_that_is_asked_for_and_ray_alone_has_its_own():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    extras = re.search(r"^EXTRAS := (.*)$", makefile, re.MULTILINE)[1].split(",")
    wanted = {"core.txt": [None], "dev.txt": [None, *extras], "ray.txt": [None, "ray"]}
    for lock, parts in wanted.items():
        text = (ROOT / "locks" / lock).read_text(encoding="utf-8")
        locked = {plain(name) for name in re.findall(r"^([\w.-]+)==", text, re.MULTILINE)}
        needed = set().union(*map(asked, parts)) - {"torch"}  # whose builds differ
        assert not needed - locked, f"{lock} lacks some; run `make lock`"
        assert not needed - set(pins()), "constraints.txt lacks some"
        assert ("ray" in locked) == (lock == "ray.txt")
