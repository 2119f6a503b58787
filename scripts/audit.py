"""`make audit`: known vulnerabilities of the pinned versions, and licences of all that is installed.

Licences are read from the metadata of the packages, without any network. Vulnerabilities need the network; where their
list cannot be reached, that is said, and with `--strict` it is a failure.
"""

import argparse
import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import Distribution, distributions
from pathlib import Path

_ROOT = Path(__file__).parents[1]
_FAMILIES = {
    "Apache": r"apache",
    "BSD": r"bsd",
    "Boost": r"bsl-1\.0|boost",
    "CC0": r"cc0",
    "ISC": r"\bisc",
    "MIT": r"\bmit\b|mit-cmu",
    "MPL": r"mpl|mozilla",
    "PSF": r"psf|python software foundation",
    "Zlib": r"zlib",
}
"""Licences under which a dependency may be, by what metadata call them."""
_REFUSED = re.compile(r"gpl|commercial|proprietary|non-?commercial", re.IGNORECASE)
_SAYS_NOTHING = {"openexr": "BSD-3-Clause"}
"""Packages whose metadata have no licence, with that of their LICENSE file."""
_CALLED = {"opencvpythonheadless": "opencv", "mkdocsmaterial": "materialformkdocs"}
"""Packages that docs/third-party.md calls by another name than their own."""


def main() -> int:
    """Check; the exit code is 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="audit", description=__doc__)
    parser.add_argument("--strict", action="store_true", help="fail if vulnerabilities cannot be looked up")
    strict = parser.parse_args().strict
    wrong = [*_licences(), *_vulnerabilities(strict=strict)]
    sys.stdout.write("".join(f"{line}\n" for line in wrong))
    return 1 if wrong else 0


def _licences() -> list[str]:
    """Return what is wrong with the licences of installed packages, and with the table of them."""
    installed = {_plain(found.metadata["Name"]): found for found in distributions()}
    wrong = []
    for name, found in sorted(installed.items()):
        licence = _licence(name, found)
        if _REFUSED.search(licence) or not _families(licence):
            wrong.append(f"{found.metadata['Name']} is under {licence or 'no licence that it tells'}; look into it")
    rows = _table()
    direct = sorted(_direct())
    for name in direct:
        row = next((licence for called, licence in rows if _CALLED.get(name, name) in called), None)
        if row is None:
            wrong.append(f"{name} is not in docs/third-party.md")
        elif name in installed and not _families(row) & _families(_licence(name, installed[name])):
            wrong.append(f"docs/third-party.md says {row} of {name}, which says {_licence(name, installed[name])}")
    sys.stdout.write(f"licences: {len(installed)} packages are installed, {len(direct)} of them asked for\n")
    return wrong


def _licence(name: str, found: Distribution) -> str:
    """Return the licence that the metadata of a package tell, in whichever of three places."""
    told = found.metadata
    kinds = [line.split(" :: ")[-1] for line in told.get_all("Classifier") or [] if line.startswith("License ::")]
    return told.get("License-Expression") or " | ".join(kinds) or told.get("License") or _SAYS_NOTHING.get(name, "")


def _families(licence: str) -> set[str]:
    return {family for family, pattern in _FAMILIES.items() if re.search(pattern, licence, re.IGNORECASE)}


def _table() -> list[tuple[str, str]]:
    """Return what the table of docs/third-party.md calls libraries, and their licences."""
    text = (_ROOT / "docs" / "third-party.md").read_text(encoding="utf-8")
    cells = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [(_plain(row[0]), row[1]) for row in cells[1:]]


def _direct() -> set[str]:
    """Return the packages that pyproject.toml asks for."""
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *(x for extra in project["optional-dependencies"].values() for x in extra)]
    return {_plain(re.split(r"[\[<>=!~; ]", line)[0]) for line in asked}


def _plain(name: str) -> str:
    return re.sub(r"[-_. ]", "", name).lower()


def _vulnerabilities(*, strict: bool) -> list[str]:
    """Return known vulnerabilities of the pinned versions."""
    pins = ["--no-deps", "--disable-pip", "-r", str(_ROOT / "constraints.txt")]
    command = [sys.executable, "-m", "pip_audit", "--progress-spinner", "off", "--format", "json", *pins]
    ended = subprocess.run(command, capture_output=True, text=True)
    try:
        found = json.loads(ended.stdout)["dependencies"]
    except (ValueError, KeyError, TypeError):
        reason = (ended.stderr.strip().splitlines() or ["it says nothing"])[-1]
        sys.stdout.write(f"vulnerabilities: NOT CHECKED, their list could not be had: {reason[:300]}\n")
        return ["vulnerabilities were not checked"] if strict else []
    skipped = [package for package in found if "skip_reason" in package]
    sys.stdout.write(f"vulnerabilities: {len(found) - len(skipped)} packages looked up\n")
    if skipped:
        why = f"{skipped[0]['name']}: {skipped[0]['skip_reason'][:200]}"
        sys.stdout.write(f"vulnerabilities: NOT CHECKED for {len(skipped)} packages ({why})\n")
        if strict:
            return [f"vulnerabilities of {len(skipped)} packages were not checked"]
    return [
        f"{package['name']} {package['version']} has {known['id']}; mended in {', '.join(known['fix_versions']) or '-'}"
        for package in found
        for known in package.get("vulns", [])
    ]


if __name__ == "__main__":
    sys.exit(main())
