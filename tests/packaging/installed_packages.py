"""What an installed package pulls in, with licences; writes ``docs/dependencies.md``.

Run ``python tests/packaging/installed_packages.py`` to write the page anew.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path

from packaging.markers import default_environment
from packaging.requirements import Requirement

PAGE = Path(__file__).parents[2] / "docs" / "dependencies.md"

# Licences under which a program may depend on a package and stay BSD-3-Clause: permissive ones,
# and MPL-2.0, whose conditions end at the package's own files.
COMPATIBLE = frozenset(
    {
        "0BSD",
        "Apache-2.0",
        "Apache-2.0 WITH LLVM-exception",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "CC0-1.0",
        "ISC",
        "MIT",
        "MIT-CMU",
        "MPL-2.0",
        "PSF-2.0",
        "Python-2.0",
        "Zlib",
    }
)

# Packages whose metadata name no SPDX licence: read in the licence file of the package.
READ_BY_HAND = {
    "contourpy": "BSD-3-Clause",
    "cycler": "BSD-3-Clause",
    "jinja2": "BSD-3-Clause",
    "kiwisolver": "BSD-3-Clause",
    "matplotlib": "PSF-2.0",
    "numba": "BSD-3-Clause",
    "partd": "BSD-3-Clause",
    "scipy": "BSD-3-Clause",
    "zict": "BSD-3-Clause",
}

# Other names under which metadata write a licence.
SPDX = {
    "Apache Software License": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "ISC License": "ISC",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
}


@dataclass(frozen=True)
class Dependency:
    """One installed package: its name, version, SPDX licence and project page."""

    name: str
    version: str
    licence: str
    extra: str


def normal(name: str) -> str:
    """The name as PyPI compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def closure(name: str, extras: frozenset[str] = frozenset()) -> set[str]:
    """Every package that an installation of ``name[extras]`` pulls in here, itself left out."""
    seen: set[tuple[str, frozenset[str]]] = set()
    todo = [(normal(name), extras)]
    while todo:
        package, wanted = todo.pop()
        if (package, wanted) in seen:
            continue
        seen.add((package, wanted))
        for line in distribution(package).requires or ():
            requirement = Requirement(line)
            environment = default_environment()
            if requirement.marker is None or any(
                requirement.marker.evaluate({**environment, "extra": extra})
                for extra in (wanted or {""})
            ):
                todo.append((normal(requirement.name), frozenset(requirement.extras)))
    return {package for package, _ in seen} - {normal(name)}


def licence(package: str) -> str:
    """The SPDX expression of an installed package."""
    if package in READ_BY_HAND:
        return READ_BY_HAND[package]
    metadata = distribution(package).metadata
    named = metadata.get("License-Expression") or metadata.get("License") or ""
    if not named or "\n" in named or len(named) > 80:
        classifiers = metadata.get_all("Classifier") or []
        kinds = [c.split(" :: ")[-1] for c in classifiers if c.startswith("License :: ")]
        named = kinds[0] if kinds else "unknown"
    return SPDX.get(named, named)


def compatible(expression: str) -> bool:
    """Whether an SPDX expression lets a BSD-3-Clause program depend on the package."""
    return any(
        all(part.strip("() ") in COMPATIBLE for part in choice.split(" AND "))
        for choice in expression.split(" OR ")
    )


def runtime() -> list[Dependency]:
    """What the core installation and the extras that run tprstats pull in."""
    core = closure("tprstats")
    found = dict.fromkeys(core, "")
    for extra in ("web", "cluster"):
        for package in closure("tprstats", frozenset({extra})) - core:
            found.setdefault(package, extra)
    return [
        Dependency(package, distribution(package).version, licence(package), extra)
        for package, extra in sorted(found.items())
    ]


def page() -> str:
    """The documentation page."""
    lines = [
        "# Dependencies and their licences",
        "",
        "tprstats is BSD-3-Clause. What an installation pulls in, as locked for the tests on",
        "Linux; every licence lets a BSD-3-Clause program depend on the package. `make package`",
        "writes the same list as a CycloneDX file into `dist/`. Written by",
        "`python tests/packaging/installed_packages.py`, which a test repeats.",
        "",
        "| package | version | licence | needed by |",
        "|---|---|---|---|",
    ]
    for found in runtime():
        need = f"`tprstats[{found.extra}]`" if found.extra else "every installation"
        lines.append(f"| {found.name} | {found.version} | {found.licence} | {need} |")
    lines += [
        "",
        "Used by the tests alone and never shipped: python-chess (GPL-3.0) and gacrux, as",
        "independent oracles, run from their own installation.",
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
