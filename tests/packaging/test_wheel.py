"""The wheel and the sdist hold what they should, and the wheel alone runs every command."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import installed_commands
import installed_packages
import pytest
from packaging.requirements import Requirement

import tprstats

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The wheel and the sdist, built as ``pip install .`` builds them."""
    folder = tmp_path_factory.mktemp("dist")
    hatch = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(hatch, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    (sdist,) = folder.glob("*.tar.gz")
    return wheel, sdist


@pytest.fixture(scope="module")
def core_only(
    built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, dict[str, str]]:
    """The unpacked wheel, and an environment in which only it and its core dependencies import.

    A finder put first refuses every other distribution of this environment, so that a forgotten
    dependency fails here as it would after ``pip install`` of the wheel.
    """
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(built[0]) as wheel:
        wheel.extractall(folder)
    allowed = installed_packages.closure("tprstats") | {"tprstats"}
    others = sorted(
        module
        for module, owners in packages_distributions().items()
        if not {installed_packages.normal(owner) for owner in owners} & allowed
    )
    (folder / "sitecustomize.py").write_text(
        "import sys\n"
        f"REFUSED = frozenset({others!r})\n"
        "class Refuse:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.partition('.')[0] in REFUSED:\n"
        "            raise ModuleNotFoundError(f'No module named {name!r}', name=name)\n"
        "sys.meta_path.insert(0, Refuse())\n"
    )
    return folder, {**os.environ, "PYTHONPATH": str(folder)}


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def tracked(*paths: str) -> set[str]:
    """Files of the project in git; skips where this is no clone."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", *paths], cwd=ROOT, capture_output=True, text=True
    )
    if listed.returncode:
        pytest.skip("not a clone")
    return set(filter(None, listed.stdout.split("\0")))


def test_wheel_holds_the_package_and_its_data_and_nothing_else(built: tuple[Path, Path]) -> None:
    inside = {name for name in names(built[0]) if ".dist-info/" not in name}
    assert inside == tracked("tprstats")


def test_no_test_code_in_the_wheel(built: tuple[Path, Path]) -> None:
    assert not [n for n in names(built[0]) if re.search(r"(^|/)(test_|tests/|conftest)", n)]
    with zipfile.ZipFile(built[0]) as archive:
        for name in archive.namelist():
            if name.endswith(".py"):
                text = archive.read(name).decode()
                assert not re.search(r"^\s*(import|from) (pytest|hypothesis)\b", text, re.M), name


def test_sdist_can_run_the_tests(built: tuple[Path, Path]) -> None:
    with tarfile.open(built[1]) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    wanted = tracked("tprstats", "tests", "docs", "experiments", "notebooks", "papers")
    wanted |= {"Makefile", "constraints.txt", "pyproject.toml", "LICENSE", "README.md"}
    assert wanted <= inside


def test_one_version(built: tuple[Path, Path]) -> None:
    assert f"tprstats-{tprstats.__version__}-" in built[0].name
    assert f"\nversion: {tprstats.__version__}\n" in (ROOT / "CITATION.cff").read_text()
    written = [
        path
        for path in tracked("tprstats")
        if path.endswith(".py") and f'"{tprstats.__version__}"' in (ROOT / path).read_text()
    ]
    assert written == ["tprstats/_version.py"]


def test_blocked_packages_are_really_blocked(core_only: tuple[Path, dict[str, str]]) -> None:
    folder, environment = core_only
    for module in ("fastapi", "dask", "pytest", "sphinx"):
        done = subprocess.run(
            [sys.executable, "-c", f"import {module}"],
            cwd=folder,
            env=environment,
            capture_output=True,
        )
        assert done.returncode == 1, module


def test_import_without_a_warning(core_only: tuple[Path, dict[str, str]], tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "import tprstats; print(tprstats.__file__)"],
        cwd=tmp_path,
        env=core_only[1],
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    assert done.stdout.startswith(str(core_only[0]))


def test_wheel_alone_runs_every_command(
    core_only: tuple[Path, dict[str, str]], tmp_path: Path
) -> None:
    folder, environment = core_only
    event = folder / "tprstats" / "data" / "bunratty_masters_2011.trf"
    tried = [c for c in installed_commands.COMMANDS if not c.compiles]  # `make package` tries all
    assert installed_commands.run(sys.executable, tmp_path, event, environment, tried) == []


def test_every_command_is_tried() -> None:
    from typer.main import get_command

    from tprstats.cli._app import app

    tried = {command.arguments.split()[0] for command in installed_commands.COMMANDS}
    assert set(get_command(app).commands) <= tried  # type: ignore[attr-defined]


def test_licences_are_compatible() -> None:
    wrong = [
        d for d in installed_packages.runtime() if not installed_packages.compatible(d.licence)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("expression", "may"),
    [
        ("MIT", True),
        ("GPL-3.0-or-later", False),
        ("MIT AND GPL-2.0-only", False),
        ("GPL-2.0-only OR BSD-2-Clause", True),
        ("unknown", False),
    ],
)
def test_compatible(expression: str, may: bool) -> None:
    assert installed_packages.compatible(expression) is may


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the lock's packages of Python 3.11")
def test_nothing_is_asked_for_that_the_package_does_not_import() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = {Requirement(x).name for x in [*project["dependencies"], *extras["web"]]}
    sources = [p.read_text(encoding="utf-8") for p in (ROOT / "tprstats").rglob("*.py")]
    imported = set(re.findall(r"^\s*(?:from|import) (\w+)", "\n".join(sources), re.MULTILINE))
    assert {"numpy", "fastapi"} <= asked
    assert asked <= imported


def test_the_page_of_dependencies_is_current() -> None:
    assert installed_packages.PAGE.read_text(encoding="utf-8") == installed_packages.page()
