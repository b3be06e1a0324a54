"""The README runs, and the pages made from the code are up to date."""

from __future__ import annotations

import doctest
import re
import shlex
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def commands() -> list[tuple[str, str]]:
    """Each ``$ tprstats ...`` of the README with the output below it."""
    found = []
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def test_the_readme_shows_the_program():
    assert len(commands()) >= 3


@pytest.mark.parametrize(("command", "output"), commands(), ids=[c for c, _ in commands()])
def test_commands_of_the_readme_print_what_it_says(run, monkeypatch, command, output):
    monkeypatch.chdir(ROOT)
    name, *arguments = shlex.split(command)
    assert name == "tprstats"
    assert run(*arguments).out == output


def test_python_of_the_readme_runs(monkeypatch):
    monkeypatch.chdir(ROOT)
    examples = "\n".join(blocks("pycon"))
    test = doctest.DocTestParser().get_doctest(examples, {}, "README.md", "README.md", 0)
    assert len(test.examples) >= 5
    runner = doctest.DocTestRunner()
    said: list[str] = []
    runner.run(test, out=said.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(said)


def test_links_of_the_readme_exist():
    targets = re.findall(r"\]\(([^)#:]+)\)|src=\"([^\":]+)\"", README)
    assert targets
    for target in (a or b for a, b in targets):
        assert (ROOT / target).exists(), target


def test_the_picture_shows_the_present_numbers(run, tmp_path, example):
    file = tmp_path / "rules.svg"
    run("rate", example, "--player", "Dreskakgp", "--figure", file)
    assert _texts(file) == _texts(ROOT / "docs" / "images" / "rules.svg"), "run `make docs`"


def _texts(file: Path) -> list[str]:
    return [x.text or "" for x in ET.parse(file).iter("{http://www.w3.org/2000/svg}text")]


def test_the_layers_of_the_page_are_those_of_the_contract():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = settings["tool"]["importlinter"]["contracts"]
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```layers\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert block.splitlines() == contract["layers"]


def test_the_ci_runs_the_readme_s_test_command():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "\nexec make test " in script
    assert "make test\n" in "".join(blocks("sh"))


def test_long_files_have_their_reason():
    """A file of more than 300 lines is named in the architecture page, which says why."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    reasons = page.partition("## Files over 300 lines")[2]
    package = ROOT / "tprstats"
    long = {
        path.relative_to(package).with_suffix("").as_posix()
        for path in package.rglob("*.py")
        if len(path.read_text(encoding="utf-8").splitlines()) > 300
    }
    named = set(re.findall(r"`([a-z_/]+)`", reasons))
    assert long <= named
