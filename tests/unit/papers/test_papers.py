"""The manuscripts: they are set, their numbers come from tables, and what is wrong is told."""

import dataclasses
import importlib
import inspect
import json
import math
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest

from tprstats.errors import InputError

ROOT = Path(__file__).parents[3]
PAPERS = ROOT / "papers"
EXPERIMENTS = ROOT / "experiments"
sys.path.insert(0, str(PAPERS))

from paperkit import making  # noqa: E402
from paperkit.numbers import number, numbers_of  # noqa: E402
from paperkit.prose import Allowed, cited, swallowed, typed_numbers  # noqa: E402
from paperkit.sources import Published, Source  # noqa: E402
from paperkit.tables import filled, label_faults  # noqa: E402

SECONDS = 60
"""Of the processor: about ten times what setting a paper takes."""


def copied(folder: Path) -> Path:
    """The papers without what was built."""
    return Path(
        shutil.copytree(PAPERS, folder / "papers", ignore=shutil.ignore_patterns("_build", "*.pyc"))
    )


@pytest.fixture(scope="module", params=making.PAPERS)
def built(request, tmp_path_factory):
    papers = copied(tmp_path_factory.mktemp("papers"))
    start = time.process_time()
    pdf = making.make(request.param, papers=papers, experiments=EXPERIMENTS)
    return request.param, pdf, time.process_time() - start


def test_a_paper_is_set_in_time(built):
    _, pdf, seconds = built
    content = pdf.read_bytes()
    assert content.startswith(b"%PDF")
    assert 8 <= len(re.findall(rb"/Type\s*/Page(?![a-zA-Z])", content)) <= 20
    assert seconds < SECONDS


def test_every_table_is_latex(built):
    _, pdf, _ = built
    data = json.loads((pdf.parent / "data.json").read_text())
    assert data["tables"]
    for key, table in data["tables"].items():
        text = (pdf.parent / "tables" / f"{key}.tex").read_text()
        for wanted in (r"\toprule", r"\midrule", r"\bottomrule", rf"\label{{tab:{key}}}"):
            assert wanted in text
        assert text.count(r"\\") == len(table["rows"]) + 1
        assert text.count("{") == text.count("}") or "\\{" in text


def test_every_number_says_where_it_comes_from(built):
    _, pdf, _ = built
    data = json.loads((pdf.parent / "data.json").read_text())
    assert len(data["numbers"]) > 50
    for key, found in data["numbers"].items():
        assert (EXPERIMENTS / found["file"]).is_file(), key
        assert found["command"], key
        assert found["where"], key
        assert found["text"], key


@pytest.mark.parametrize("name", making.PAPERS)
def test_nothing_is_typed_by_hand(name):
    assert making.load(name).faults() == []


def test_references_are_listed_and_cited():
    assert making.uncited() == (set(), set())


def test_a_reference_that_is_not_listed_is_found(tmp_path):
    papers = copied(tmp_path)
    text = papers / "hot-streaks" / "paper.typ"
    text.write_text(text.read_text() + '\nSee @nobody1999 and #cite(<noone2000>, form: "prose").\n')
    bib = papers / "references.bib"
    bib.write_text(bib.read_text() + "\n@book{unread1900, title={Unread}}\n")
    assert making.uncited(papers) == ({"nobody1999", "noone2000"}, {"unread1900"})


def test_a_moved_value_moves_the_number_and_the_table(tmp_path):
    """Fails where a number is kept anywhere but in the published table."""
    experiments = tmp_path / "experiments"
    experiments.mkdir()
    for folder in EXPERIMENTS.iterdir():
        if folder.is_dir() and folder.name != "swiss-drift":
            (experiments / folder.name).symlink_to(folder)
    table = experiments / "swiss-drift" / "published" / "measures.csv"
    table.parent.mkdir(parents=True)
    shutil.copy(EXPERIMENTS / "swiss-drift/published/provenance.json", table.parent)
    rows = pd.read_csv(EXPERIMENTS / "swiss-drift/published/measures.csv")
    rows.loc[rows["measure"] == "average-slope", ["value", "mcse"]] = [55.55, 0.02]
    rows.to_csv(table, index=False)
    before = making.load("tpr-reliability")
    after = making.load("tpr-reliability", experiments=experiments)
    assert (after.numbers["drift.slope"].text, after.numbers["drift.slope"].error) == (
        "55.55",
        "0.02",
    )
    moved = {k for k, n in after.numbers.items() if n.text != before.numbers[k].text}
    assert moved == {"drift.slope", "drift.slope.replay"}
    assert "55.55 (0.02)" in after.tables["drift"].to_latex()
    assert "55.55" not in before.tables["drift"].to_latex()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('#num("look.median")', '#num("look.medain")', "did you mean look.median"),
        ('#fig("power")', '#fig("pwoer")', "no figure 'pwoer'; did you mean power"),
        ("a change that lasts is no window.", "it costs 115 Elo.", "'115' in"),
        ("a change that lasts is no window.", "it costs ninety Elo.", "'ninety' in"),
        ("a change that lasts is no window.", 'as #num("look.01");', "swallowed"),
    ],
)  # fmt: skip
def test_a_fault_stops_the_paper(tmp_path, old, new, said):
    papers = copied(tmp_path)
    text = papers / "hot-streaks" / "paper.typ"
    assert old in text.read_text()
    text.write_text(text.read_text().replace(old, new, 1))
    with pytest.raises(InputError, match=re.escape(said)):
        making.make("hot-streaks", papers=papers, experiments=EXPERIMENTS)
    assert not (papers / "_build").exists()


def test_a_number_that_is_never_used_is_a_fault(tmp_path):
    papers = copied(tmp_path)
    numbers = papers / "hot-streaks" / "numbers.toml"
    numbers.write_text(numbers.read_text().replace('"look.001" =', '"look.spare" = { at = 0.001, '
        'strength = "refitted", measure = "tests" }\n"look.001" =', 1))  # fmt: skip
    faults = making.load("hot-streaks", papers=papers, experiments=EXPERIMENTS).faults()
    assert faults == ["number 'look.spare' is never used"]


def _numbers(thing):
    """Every number in a constant, a tuple of them, or the defaults of a class or function."""
    if isinstance(thing, bool) or thing is None:
        return set()
    if isinstance(thing, int | float):
        return {float(thing)}
    if isinstance(thing, tuple):
        return set().union(*map(_numbers, thing))
    if dataclasses.is_dataclass(thing):
        return set().union(*(_numbers(f.default) for f in dataclasses.fields(thing)))
    if callable(thing):
        defaults = [p.default for p in inspect.signature(thing).parameters.values()]
        return set().union(*(_numbers(d) for d in defaults if d is not inspect.Parameter.empty))
    return set()


SPELT = {"five": 5.0, "six": 6.0}


@pytest.mark.parametrize("name", making.PAPERS)
def test_constants_are_what_their_source_says(name):
    """Constants of the program and of the studies; those of FIDE have no file to look into."""
    looked_up = 0
    for key, constant in making.load(name).constants.items():
        value = SPELT.get(constant["value"])
        if value is None:
            digits = re.search(r"\d[\d,]*(\.\d+)?", constant["value"])
            value = float(digits.group().replace(",", ""))
        code = re.match(r"tprstats(\.\w+)+", constant["source"])
        file = re.match(r"experiments/[\w./-]+", constant["source"])
        if code:
            module, _, attribute = code.group().rpartition(".")
            there = _numbers(getattr(importlib.import_module(module), attribute))
        elif file:
            text = (ROOT / file.group().rstrip(".")).read_text()
            there = {float(x) for x in re.findall(r"\d+(?:\.\d+)?", text)}
        else:
            continue
        assert value in there or value / 100.0 in there, key
        looked_up += 1
    assert looked_up > 10


ALLOWED = Allowed.of({
    "allowed": [{"phrases": ["nine games", "95 %"], "reason": "design"}],
    "formula": {"numbers": ["1", "400"]},
})  # fmt: skip


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("It costs 36 Elo.", ["36"]),
        ("It costs thirty-six Elo in nine games.", ["thirty", "six"]),
        ("A 95 % interval over nine games.", []),
        ('It costs #num("a.36") Elo, #c("x2") at most.', []),
        ('#fig("x", width: 80%)[A caption with 12 in it.]', ["12"]),
        ('#text("7 of 9")', ["7", "9"]),
        ("$E = 1\\/(1 + 400)$ and $p = 0.03$", ["0.03"]),
        ("As @morris2019 and #cite(<elo1978>) say <sec:one1>.", []),
        ("// 12 games\nNothing. /* 13 */", []),
        ("See https://example.org/12.", ["12."]),
    ],
)
def test_typed_numbers(text, numbers):
    assert [f.number for f in typed_numbers(text, ALLOWED)] == numbers


def test_a_finding_names_its_line():
    found = typed_numbers("one line\n\nand 17 here", ALLOWED)
    assert [f.line for f in found] == [3]


def test_swallowed_semicolons():
    assert [f.line for f in swallowed('#num("a");\n#num("b")\\; @c;')] == [1]


def test_cited():
    assert cited('@a2000, @tab:b and #cite(<c1>, form: "prose") // @d') == {"a2000", "c1"}


TABLE = Source(
    "x.csv",
    pd.DataFrame({
        "name": ["a", "a", "b", "b"], "games": [9, 30, 9, 30],
        "value": [12.345, 0.5, -0.04, math.nan], "mcse": [0.0, 0.0123, 0.5, 0.0],
        "share": [0.1, 0.2, 0.3, 0.4], "MCSE of share": [0.01, 0.02, 0.03, 0.04],
    }),
    "make it",
)  # fmt: skip


@pytest.mark.parametrize(
    ("entry", "text", "error"),
    [
        ({"name": "a", "games": 9}, "12", ""),
        ({"name": "a", "games": 9, "digits": 2}, "12.35", ""),
        ({"name": "a", "games": 30, "unit": "%"}, "50", "1"),
        ({"name": "b", "games": 9}, "0.0", "0.5"),
        ({"name": "a", "games": 9, "value": "share", "unit": "%"}, "10", "1"),
        ({"name": "a", "games": 9, "value": "share", "unit": "%", "show": "rest"}, "90", "1"),
        ({"games": 9, "value": "share", "reduce": "max", "unit": "%"}, "30", "3"),
        ({"games": [9, 30], "reduce": "count"}, "4", ""),
        ({"games": 9, "value": "share", "above": 0.2, "reduce": "count"}, "1", ""),
        ({"name": "a", "games": 9, "value": "share", "error": "none", "show": "one in"}, "10", ""),
    ],
)
def test_a_number_is_rounded_to_what_its_error_supports(entry, text, error):
    found = number(TABLE, entry, "n")
    assert (found.text, found.error) == (text, error)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"name": "a"}, "2 rows of x.csv fit; they differ in games, value"),
        ({"name": "c"}, "no row with name 'c'"),
        ({"name": "b", "games": 31}, "no row with games '31'"),
        ({"nmae": "a"}, "no column 'nmae'; did you mean name"),
        ({"name": "a", "games": 9, "value": "shar"}, "no column 'shar'"),
        ({"name": "a", "games": 9, "show": "double"}, "show is one of"),
        ({"games": 9, "reduce": "mean"}, "share their luck"),
    ],
)
def test_a_selection_that_means_nothing_is_told(entry, said):
    with pytest.raises(InputError, match=re.escape(said)):
        number(TABLE, entry, "n")


def test_the_error_of_a_mixture(tmp_path):
    """Against a numerical derivative."""
    folder = tmp_path / "experiments" / "x" / "published"
    folder.mkdir(parents=True)
    (folder / "t.csv").write_text("kind,value,mcse\nnone,0.034,0.002\nhot,0.3,0.005\n")
    (tmp_path / "numbers.toml").write_text(
        '[[block]]\nfrom = "x/published/t.csv"\nunit = "%"\n[block.numbers]\n'
        '"a" = { kind = "none" }\n"h" = { kind = "hot" }\n'
        '[mixture]\n"m" = { first = "a", second = "h", prior = 0.1 }\n'
    )
    published = Published(tmp_path / "experiments", {"x/published/t.csv": "run"})
    found = numbers_of(tmp_path / "numbers.toml", published)["m"]

    def share(a: float, h: float) -> float:
        return 90.0 * a / (0.9 * a + 0.1 * h)

    step = 1e-6
    slopes = [
        (share(0.034 + step, 0.3) - share(0.034 - step, 0.3)) / (2 * step) * 0.002,
        (share(0.034, 0.3 + step) - share(0.034, 0.3 - step)) / (2 * step) * 0.005,
    ]
    assert found.plain == pytest.approx(share(0.034, 0.3))
    assert found.plain_error == pytest.approx(math.hypot(*slopes), rel=1e-6)


def test_places_of_a_caption():
    numbers = {"n": number(TABLE, {"name": "b", "games": 9}, "n")}
    assert filled("{n}, {=n} and {c:k}", numbers, {"k": "400"}, "t") == "0.0 (0.5), 0.0 and 400"
    with pytest.raises(InputError, match="no number 'm'"):
        filled("{m}", numbers, {}, "t")


def test_a_label_must_say_what_its_row_selects():
    spec = {"rows": [{"label": ["9 games", "x"], "games": 9}, {"label": "30", "games": 31}]}
    assert label_faults(spec) == ["label '30': 30 is not what the row or column selects"]


def test_an_unknown_paper_is_told():
    with pytest.raises(InputError, match="tpr-reliability, hot-streaks"):
        making.load("nothing")


def test_the_origin_of_a_number_is_told_without_empty_fields(papers_program):
    did = papers_program("--number", "ex.perfect.fide")
    assert did.returncode == 0, did.stderr
    fields = dict(line.split(maxsplit=1) for line in did.stdout.splitlines())
    assert fields["paper"] == "tpr-reliability"
    assert fields["file"] == "rule-disagreement/published/examples.csv"
    assert fields["command"].startswith("python ")
    # An exact number has neither error nor interval.
    assert {"error", "low", "high", "plain_error"}.isdisjoint(fields)


def test_a_number_that_no_paper_has(papers_program):
    did = papers_program("--number", "no.such")
    assert (did.returncode, did.stdout) == (2, "")
    assert "'no.such'" in did.stderr
    assert "hot-streaks/numbers.toml" in did.stderr


@pytest.fixture
def papers_program():
    def go(*arguments):
        program = [sys.executable, str(making.HERE / "build.py"), *arguments]
        return subprocess.run(program, capture_output=True, text=True, check=False)

    return go
