"""A wrong value of any option of any command is one line in our words."""

from __future__ import annotations

import enum
import inspect
import typing
from collections.abc import Iterator

import pytest

from tprstats.cli._app import app
from tprstats.cli.study import study_app

# What a command needs besides the option that is wrong.
NEEDED = {
    "plan": ["--half-width", "100"],
    "simulate": ["swiss"],
    "study new": ["nine"],
    **{f"study {c}": ["nine"] for c in ("run", "resume", "show", "replay", "verify")},
}
LIBRARY_WORDS = ("input should", "invalid value", "unable to", "value error", "valid number")


def options() -> Iterator[tuple[str, str, type]]:
    """Command, option (or argument) and type of every number and every choice."""
    named = [(c.name, c.callback) for c in app.registered_commands]
    named += [(f"study {c.name}", c.callback) for c in study_app.registered_commands]
    for command, function in named:
        assert command is not None
        assert function is not None
        hints = typing.get_type_hints(function, include_extras=True)
        for name in inspect.signature(function).parameters:
            if typing.get_origin(hints[name]) is not typing.Annotated:
                continue
            bare, info = typing.get_args(hints[name])[:2]
            kinds = [bare, *(x for k in typing.get_args(bare) for x in (k, *typing.get_args(k)))]
            for kind in kinds:
                if kind in (int, float) or (isinstance(kind, type) and issubclass(kind, enum.Enum)):
                    spelled = f"--{name.strip('_').replace('_', '-')}"
                    is_option = type(info).__name__ == "OptionInfo"
                    yield command, spelled if is_option else "", kind


EVERY = sorted({(c, o, k.__name__): (c, o, k) for c, o, k in options()}.values(), key=str)


def named(x):
    return getattr(x, "__name__", x)


def refused(did, command, option):
    assert (did.status, did.out) == (2, "")
    assert did.err.count("\n") == 1
    assert f"see tprstats {command} --help" in did.err
    assert did.err.startswith(f"tprstats: {option}")
    assert not [w for w in LIBRARY_WORDS if w in did.err.casefold()], did.err


def test_the_options_were_found():
    found = {(c, o) for c, o, _ in EVERY}
    assert len(found) > 60
    assert {
        ("rate", "--own"),
        ("serve", "--port"),
        ("study run", "--scale"),
        ("simulate", ""),
    } <= found


@pytest.mark.parametrize(
    ("command", "option", "kind"),
    [e for e in EVERY if e[1]],
    ids=named,
)
def test_a_wrong_value_says_what_to_write(run, command, option, kind):
    others = NEEDED.get(command, [])
    others = [] if option in others else others
    did = run(*command.split(), *others, f"{option}=much")
    refused(did, command, option)
    assert "'much'" in did.err
    if kind is int:
        assert "give a whole number" in did.err
        refused(run(*command.split(), *others, f"{option}=1.5"), command, option)
    elif kind is float:
        assert "give a number" in did.err
    else:
        for choice in kind:
            assert f"'{choice.value}'" in did.err


def test_a_wrong_argument_names_the_choices(run):
    did = run("simulate", "turbo")
    refused(did, "simulate", "kind: 'turbo'")
    assert "'swiss', 'round-robin', 'replay'" in did.err


@pytest.mark.parametrize(
    "arguments", [["simulate"], ["study"], ["plan", "--half-width"], ["norms"]]
)
def test_what_is_missing_is_told_in_one_line(run, arguments):
    did = run(*arguments)
    assert (did.status, did.out, did.err.count("\n")) == (2, "", 1)
    assert "--help" in did.err


MANY = "9" * 23
LISTS = ["--opponents", "2300,2250,2400", "--results", "1,0,1"]
TOTALS = ["--average", "2300", "--games", "9", "--score", "5"]
SWISS = ["simulate", "swiss", "--players", "8", "--rounds", "3", "--system", "monrad"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["compare", *LISTS, "--level", "nan"], ["between 0 and 1", "nan"]),
        (["compare", *LISTS, "--level", "95"], ["between 0 and 1", "95"]),
        ([*SWISS, "--events", MANY], [f"{MANY} events", "1 to 1000000000"]),
        ([*SWISS, "--chunk", "0"], ["chunks of 0 events"]),
        ([*SWISS, "--chunk", "0", "-o", "made"], ["chunks of 0 events"]),
        ([*SWISS, "--mean", "1e18"], ["mean 1e+18", "-4000 to 4000"]),
        ([*SWISS, "--mean", "nan"], ["nan", "finite"]),
        ([*SWISS, "--rating-shift", "-5000"], ["rating shift -5000", "-4000 to 4000"]),
        ([*SWISS, "--sd", "-1"], ["sd -1", "0 to below 2000"]),
        ([*SWISS, "--unrated", "2"], ["unrated players 2", "share"]),
        (["report", *TOTALS, "--json", "--direction", "up"], ["--direction", "totals"]),
        (["report", *LISTS, "--json", "--window", ""], ["--window ''", "12-20"]),
        (["streak", *LISTS, "--window", " "], ["--window ' '", "12-20"]),
        (["rate", *LISTS, "--speed", ""], ["--speed ''"]),
        (["rate", *LISTS, "--variant", " "], ["--variant ''"]),
        (["rate", *LISTS, "--eco", ""], ["--eco ''"]),
    ],
    ids=" ".join,
)
def test_values_that_mean_nothing(run, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    did = run(*arguments)
    assert (did.status, did.out, did.err.count("\n")) == (2, "", 1), did.err
    for word in words:
        assert word in did.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("workers", ["0", "-3", MANY])
def test_workers_that_no_computer_has(run, tmp_path, monkeypatch, workers):
    monkeypatch.chdir(tmp_path)
    assert run("study", "new", "nine").status == 0
    did = run("study", "run", "nine", "--workers", workers)
    assert (did.status, did.out) == (2, "")
    assert f"{workers} workers: give a number from 1 to 1024" in did.err
