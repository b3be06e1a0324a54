"""What stands in docs/ is what the code says: generated pages, examples, commands, the picture."""

from __future__ import annotations

import re
import shlex
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest
import typer

from tprstats.cli._app import app
from tprstats.estimators import RULES
from tprstats.intervals import INTERVALS

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"
PAGES = [ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("**/*.md"))]
NAMES = [str(p.relative_to(ROOT)) for p in PAGES]
WITH_EXAMPLES = [
    p for p in PAGES if re.search(r"^```(console|pycon)\n", p.read_text("utf-8"), re.MULTILINE)
]


def test_facts_of_the_rules_are_up_to_date(script):
    for page, text in script("build_rule_pages").pages():
        assert page.read_text(encoding="utf-8") == text, f"{page.name}: run `make docs`"


def test_make_help_names_every_target():
    """Variants stand in the line of their target: ``verify-list`` behind ``verify``."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)[0].split()
    said = "\n".join(re.findall(r'^\t@echo "(.*)"$', makefile, re.MULTILINE))
    assert {"setup", "test"} <= set(targets)
    missing = [
        t for t in targets if t != "help" and not re.search(rf"(?<![\w-]){t}(?![\w-])", said)
    ]
    assert missing == []


def test_every_rule_and_interval_has_its_page():
    assert {p.stem for p in DOCS.glob("rules/*.md")} == set(RULES)
    assert {p.stem for p in DOCS.glob("intervals/*.md")} == {"README", *INTERVALS}


@pytest.mark.parametrize("id", list(RULES))
def test_the_page_of_a_rule_says_what_is_asked_of_it(id):
    text = (DOCS / "rules" / f"{id}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# `{id}`: ")
    sections = dict(re.findall(r"^## ([^\n]+)\n\n(.*?)(?=^## |\Z)", text, re.M | re.S))
    assert next(iter(sections)) == "The formula"
    assert any(name.startswith("Worked example") for name in sections)
    assert {"Hard cases", "Where programs differ"} <= set(sections)
    assert "$$" in sections["The formula"]
    assert "```pycon" in text, "an example that runs"
    # Nothing is left as `make docs` began it.
    assert "What the rule is, and who uses it." not in text
    assert all(body.strip() for body in sections.values())


def test_commands_are_up_to_date(script):
    assert (DOCS / "cli.md").read_text(encoding="utf-8") == script("build_cli_page").page(), (
        "run `make docs`"
    )


def test_fields_of_json_are_up_to_date(script):
    assert (DOCS / "json.md").read_text(encoding="utf-8") == script("build_json_page").page(), (
        "run `make docs`"
    )


def test_every_command_has_its_help():
    text = (DOCS / "cli.md").read_text(encoding="utf-8")
    for name, command in commands():
        assert f"\n## `{name}`\n" in text
        for option in (o for p in command.params for o in p.opts if o.startswith("--")):
            assert re.search(rf"{re.escape(option)}\b", text), f"{name} {option}"


def commands() -> Iterator[tuple[str, typer.core.TyperCommand]]:
    wait = [("tprstats", typer.main.get_command(app))]
    while wait:
        name, command = wait.pop()
        yield name, command
        wait += [(f"{name} {k}", c) for k, c in getattr(command, "commands", {}).items()]


def test_the_api_is_up_to_date(script):
    made = script("build_api_pages").pages()
    assert {p.name for p in DOCS.glob("api/*.md")} == set(made), "run `make docs`"
    for name, text in made.items():
        assert (DOCS / "api" / name).read_text(encoding="utf-8") == text, "run `make docs`"


@pytest.mark.parametrize(
    "page", WITH_EXAMPLES, ids=[str(p.relative_to(ROOT)) for p in WITH_EXAMPLES]
)
def test_examples_print_what_the_page_says(script, monkeypatch, page):
    monkeypatch.chdir(ROOT)
    text = page.read_text(encoding="utf-8")
    assert script("build_examples").with_outputs(text) == text, "run `make docs`"


def test_a_command_that_fails_is_no_example(script):
    with pytest.raises(SystemExit, match="does not run"):
        script("build_examples").with_outputs("```console\n$ tprstats rate --nonsense\n```\n")


def shell_lines() -> Iterator[tuple[str, str]]:
    """Every ``tprstats ...`` in a shell block or in a line of text, with its page."""
    for name, page in zip(["README.md", *NAMES], [ROOT / "README.md", *PAGES], strict=True):
        text = page.read_text(encoding="utf-8")
        for block in re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
            for line in block.replace("\\\n", " ").splitlines():
                if line.startswith("tprstats "):
                    yield name, line
        yield from ((name, f) for f in re.findall(r"`(tprstats [a-z]+ [^`\n]*-[^`\n]*)`", text))


@pytest.mark.parametrize(("page", "line"), sorted(set(shell_lines())))
def test_commands_of_the_pages_exist(page, line):
    words = shlex.split(line, comments=True)
    command = typer.main.get_command(app)
    rest = words[1:]
    while rest and rest[0] in getattr(command, "commands", {}):
        command = command.commands[rest.pop(0)]
    assert not getattr(command, "commands", {}), f"{page}: no command {line}"
    known = {o for p in command.params for o in (*p.opts, *p.secondary_opts)} | {"--help"}
    used = [w.partition("=")[0] for w in rest if re.fullmatch(r"--?[a-z][\w-]*(=.*)?", w)]
    assert set(used) <= known, f"{page}: {line}"


def test_the_picture_of_the_layers_is_that_of_the_code(script):
    build = script("build_architecture")
    assert build.FIGURE.read_text(encoding="utf-8") == build.drawing(), "run `make docs`"
    figure = ET.parse(build.FIGURE).getroot()
    rows = [g.get("data-layer") for g in figure.iter() if g.get("data-layer")]
    dots = {(c.get("data-from"), c.get("data-to")) for c in figure.iter() if c.get("data-from")}
    # The contract, and what import-linter's engine finds.
    contract = re.search(
        r"^```layers\n(.*?)^```", (DOCS / "architecture.md").read_text(), re.M | re.S
    )
    assert contract
    assert rows == re.findall(r"\w+", contract[1])
    graph = grimp.build_graph("tprstats", cache_dir=None)
    real = {
        (who.split(".")[1], whom.split(".")[1])
        for who in graph.modules
        for whom in graph.find_modules_directly_imported_by(who)
        if who.count(".") and whom.count(".")
    }
    assert dots == {(a, b) for a, b in real if a != b and a in rows and b in rows}
    assert all(rows.index(who) < rows.index(whom) for who, whom in dots)


def test_streak_tables_are_those_of_the_published_runs(script):
    build = script("build_streak_tables")
    for page in build.PAGES:
        text = page.read_text(encoding="utf-8")
        assert build.renewed(text) == text, page
    found = "".join(page.read_text(encoding="utf-8") for page in build.PAGES)
    assert set(re.findall(r"<!-- table: (\w+) -->", found)) == {*build.TABLES, "end"}
