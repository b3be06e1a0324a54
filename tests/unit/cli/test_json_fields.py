"""``docs/json_fields.toml`` describes what ``--json`` prints: no field more, none less.

Every command runs on small inputs. Each value must have its line, be of the type there, and be
null or left out only where the line says when. Each line must be met, with a value and, where it
says when there is none, without.
"""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from json_examples import COMMANDS, files

ROOT = Path(__file__).parents[3]
DATA = ROOT / "docs" / "json_fields.toml"


@pytest.fixture
def place(tmp_path, monkeypatch, example):
    """A folder with the files of the examples."""
    for name, text in files(Path(example).read_text(encoding="utf-8")).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


@dataclass
class Node:
    """A place in the output: its line of the table, if it has one, and what is below."""

    part: str
    path: str
    type: str = ""
    null: str = ""
    described: bool = False
    below: dict[str, Node] = field(default_factory=dict)


def trees(text: str) -> dict[str, Node]:
    """The table of each part as a tree."""
    found = {}
    for part in tomllib.loads(text)["part"]:
        root = found[part["name"]] = Node(part["name"], "")
        for path, kind, _, null in part["fields"]:
            node = root
            for step in re.findall(r"\[\]|[^.\[\]]+", path):
                here = (node.path + step) if step == "[]" else f"{node.path}.{step}".lstrip(".")
                node = node.below.setdefault(step, Node(part["name"], here))
            node.type, node.null, node.described = kind, null, True
    return found


TYPES = {
    "text": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "list": list,
    "object": dict,
    "any": (str, int, float, bool),
    "text or integer": (str, int),
}


class Held:
    """Outputs held against the tables: what is wrong, and what was met of each line."""

    def __init__(self, text: str) -> None:
        self.trees = trees(text)
        self.wrong: dict[str, str] = {}
        self.met: dict[tuple[str, str], set[str]] = defaultdict(set)

    def hold(self, value: Any, node: Node, command: str) -> None:
        where = f"{node.part}: `{node.path}`"
        if value is None:
            self.met[node.part, node.path].add("null")
            if not node.described:
                self.say(where, UNKNOWN.format(node.path, "TYPE", node.part), command)
            elif not re.sub(r"^absent.*", "", node.null):
                self.say(where, "is null; its line says never (4th column)", command)
            return
        self.met[node.part, node.path].add("value")
        below = node.below
        name, _, unit = node.type.partition(", ")
        if name.startswith("see "):
            below = self.trees[name.removeprefix("see ")].below | below
        elif node.described:
            self.check_type(value, where, name, unit, command)
        if isinstance(value, list):
            if "[]" not in below:
                self.say(where, UNKNOWN.format(f"{node.path}[]", "TYPE", node.part), command)
            for x in value if "[]" in below else ():
                self.hold(x, below["[]"], command)
        elif isinstance(value, dict) and (value or below):
            self.hold_object(value, below, node, command)
        elif not node.described:
            self.say(where, UNKNOWN.format(node.path, type_of(value), node.part), command)

    def hold_object(
        self, value: dict[str, Any], below: dict[str, Node], node: Node, command: str
    ) -> None:
        free = next((n for step, n in below.items() if step.startswith("<")), None)
        for key, x in value.items():
            path = f"{node.path}.{key}".lstrip(".")
            self.hold(x, below.get(key) or free or Node(node.part, path), command)
        for step, n in below.items():
            if step not in value and n is not free:
                self.met[n.part, n.path].add("absent")
                if "absent" not in n.null:
                    where = f"{n.part}: `{n.path}`"
                    self.say(where, "has a line and is not in the output", command)

    def check_type(self, value: Any, where: str, name: str, unit: str, command: str) -> None:
        right = isinstance(value, TYPES[name])
        if isinstance(value, bool) and name not in ("boolean", "any"):
            right = False
        if not right:
            self.say(where, f"is {value!r}; its line says {name}", command)
        elif unit in ("chance", "share") and not 0.0 <= value <= 1.0:
            self.say(where, f"is {value!r}; its line says {unit}, 0 to 1", command)

    def say(self, where: str, what: str, command: str) -> None:
        self.wrong.setdefault(f"{where} {what}", command)

    def never_met(self) -> Iterator[str]:
        for name, root in self.trees.items():
            wait = list(root.below.values())
            while wait:
                node = wait.pop()
                wait += node.below.values()
                met = self.met[node.part, node.path]
                wanted = {"value"} if node.described else set()
                if re.sub(r"^absent.*", "", node.null):
                    wanted.add("null")
                if "absent" in node.null:
                    wanted.add("absent")
                for what in sorted(wanted - met):
                    yield f"{name}: `{node.path}`: no example has {what}"


def type_of(value: Any) -> str:
    scalars = ("text", "boolean", "integer", "number")
    return next((n for n in scalars if isinstance(value, TYPES[n])), "object")


UNKNOWN = (
    'is printed and has no line: add ["{0}", "{1}, UNIT", "MEANING", "NULL WHEN"] to part "{2}" '
    "of docs/json_fields.toml and run docs/build_json_page.py"
)


def test_every_field_is_described_and_every_description_is_of_a_field(run, place):
    held = Held(DATA.read_text(encoding="utf-8"))
    assert set(COMMANDS) == {n for n, p in held.trees.items() if n not in PIECES}
    for name, lines in COMMANDS.items():
        for line in lines:
            did = run(*shlex.split(line), "--json")
            assert did.status in (0, 1), f"{line}: {did.err}"
            held.hold(json.loads(did.out), held.trees[name], line)
    wrong = [f"{what} ({command})" for what, command in held.wrong.items()]
    assert wrong == [], "\n".join(wrong)
    missing = [line for line in held.never_met() if line not in UNMET]
    assert missing == [], "\n".join(missing)


UNMET = {
    # Files name everybody; a record made in Python need not.
    "norm: `to_come.paired[].opponent`: no example has null",
    # It takes a field that has no legal pairing in any event.
    "share: `value`: no example has null",
    "share: `mcse`: no example has null",
}

PIECES = {"interval", "figure", "share", "span"}
"""Parts that stand in others' outputs alone."""


TABLE = """
[[part]]
name = "x"
fields = [
  ["p", "number, chance", "", ""],
  ["q[].a", "text", "", "never mind"],
  ["r.<free>", "integer", "", ""],
  ["s", "text", "", "absent often"],
]
"""


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, ""),
        ({"new": 1.5}, 'add ["new", "number, UNIT"'),
        ({"new": True}, 'add ["new", "boolean, UNIT"'),
        ({"new": None}, 'add ["new", "TYPE, UNIT"'),
        ({"q": [{"a": "t", "b": {"c": "t"}}]}, "`q[].b.c` is printed"),
        ({"p": None}, "`p` is null"),
        ({"s": None}, "`s` is null"),
        ({"q": [{"a": None}]}, ""),
        ({"p": "t"}, "its line says number"),
        ({"p": True}, "its line says number"),
        ({"p": 1.0000001}, "its line says chance"),
        ({"r": {"any": 1.5}}, "its line says integer"),
        ({"q": [{}]}, "`q[].a` has a line and is not in the output"),
        ({"p": [1]}, 'add ["p[]"'),
        ({"new": []}, 'add ["new[]"'),
        ({"new": {}}, 'add ["new"'),
    ],
)
def test_what_the_table_lacks_is_told(changed, said):
    held = Held(TABLE)
    held.hold({"p": 0.5, "q": [], "r": {"n": 1}} | changed, held.trees["x"], "x --y")
    assert any(said in what for what in held.wrong) if said else held.wrong == {}


def test_a_line_that_no_output_has_is_told():
    held = Held(TABLE)
    held.hold({"p": 0.5, "q": [], "r": {}}, held.trees["x"], "x --y")
    assert sorted(held.never_met()) == [
        "x: `q[].a`: no example has null",
        "x: `q[].a`: no example has value",
        "x: `r.<free>`: no example has value",
        "x: `s`: no example has value",
    ]
