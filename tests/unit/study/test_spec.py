"""A study file with a fault is refused in one line that names the key."""

from __future__ import annotations

import pytest

from tprstats.errors import InputError
from tprstats.study import load_spec, template
from tprstats.study.factors import EventFactors, RecordFactors, total_rounds

GOOD = """
title = "t"
seed = 1
estimand = "event"
batch = 10
methods = ["firth"]
measures = ["bias"]
[scenario]
kind = "record"
[grid]
games = [5, 9]
[scale.full]
replicates = 10
[scale.quick]
replicates = 10
"""

SWISS = 'kind = "swiss"\nplayers = 20\nrounds = 5'


def write(tmp_path, text):
    path = tmp_path / "study.toml"
    path.write_text(text)
    return path


def test_good_file_reads(tmp_path):
    spec = load_spec(write(tmp_path, GOOD))
    assert [s.factors.games for s in spec.scenarios("full")] == [5, 9]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('methods = ["firth"]', 'methods = ["frith"]', "frith"),
        ('methods = ["firth"]', "", "all empty"),
        ('methods = ["firth"]', 'methods = "firth"', "methods: Input should be a list"),
        ('methods = ["firth"]', "methods = 5", "methods: Input should be a list"),
        ('methods = ["firth"]', "methods = [5]", "methods.0: write a table"),
        ('measures = ["bias"]', "measures = []", "measures is empty"),
        ("games = [5, 9]", "games = [5, 9, 5]", "grid.games has 5 twice"),
        ('methods = ["firth"]', 'methods = ["firth", "firth"]', "two methods"),
        ('measures = ["bias"]', 'measures = ["bais"]', "bais"),
        ('measures = ["bias"]', 'measures = ["quantile"]', "takes 1 number"),
        ('measures = ["bias"]', 'measures = ["quantile:1.5"]', "between 0 and 1"),
        ("games = [5, 9]", "games = []", "grid.games is empty"),
        ("games = [5, 9]", "games = [-5]", "games"),
        ("games = [5, 9]", 'games = ["many"]', "games"),
        ("games = [5, 9]", "gmaes = [5]", "gmaes"),
        ("games = [5, 9]", 'kind = ["record"]', "kind stands in scenario and in grid"),
        ('kind = "record"', 'kind = "record"\nrounds = 9', "rounds"),
        ('kind = "record"', 'kind = "recrod"', "kind"),
        ('kind = "record"', 'kind = "record"\ntilt = 100\nengine = "exact"', "monte-carlo"),
        ('kind = "record"', 'draw_model = "none"\ndraw_share = 0.2', "draw_share does not apply"),
        ("seed = 1", "seed = -1", "seed"),
        ("seed = 1", "", "seed"),
        ("batch = 10", "batch = 0", "batch"),
        ('estimand = "event"', 'estimand = "truth"', "estimand"),
        ("replicates = 10", "replicates = -4", "replicates"),
        ("[scale.quick]\nreplicates = 10", "", "full and quick"),
        ('title = "t"', 'title = "t"\ntitel = "x"', "titel"),
        ("[scenario]", "[scenario", "TOML"),
    ],
)
def test_fault_is_named(tmp_path, old, new, said):
    assert old in GOOD
    with pytest.raises(InputError) as caught:
        load_spec(write(tmp_path, GOOD.replace(old, new)))
    message = str(caught.value)
    assert said in message
    assert "\n" not in message
    assert "study.toml" in message


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ('kind = "round-robin"\nplayers = 10\nrounds = 9', "rounds does not apply"),
        ('kind = "round-robin"\nplayers = 10\nsystem = "fold"', "system does not apply"),
        ('kind = "swiss"\nplayers = 10', "needs rounds"),
        ('kind = "swiss"\nplayers = 10\nrounds = 5\ngames = 9', "games"),
    ],
)
def test_contradiction_is_named(tmp_path, kind, said):
    text = GOOD.replace('kind = "record"', kind).replace("games = [5, 9]", "sd = [100, 200]")
    with pytest.raises(InputError, match=said):
        load_spec(write(tmp_path, text))


NEAR = """[[tables]]
name = "t"
rows = ["games"]
columns = ["name"]
where = { group = "near:2400" }"""
SHOWN = GOOD.replace('measures = ["bias"]', 'measures = ["bias"]\ngroups = ["near:2400", "top"]')


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ('[[tables]]\nname = "t"\nrows = ["gmaes"]\ncolumns = ["name"]', "no column 'gmaes'"),
        (
            NEAR,
            "table 't': no row will have group near:2400; there will be near 2400, top (selection)",
        ),
        (
            '[[figures]]\nname = "f"\nkind = "curve"\nx = "games"\nwhere = { games = [5, 7] }',
            "figure 'f': no row will have games 7; there will be 5, 9",
        ),
        (
            '[[figures]]\nname = "f"\nkind = "lollipop"\nwhere = { name = "fide" }',
            "no row will have name fide; there will be firth",
        ),
        ('[[figures]]\nname = "f"\nkind = "curve"\nx = "spread"', "no column 'spread'"),
    ],
)
def test_what_no_row_can_have_is_told_before_the_run(tmp_path, part, said):
    with pytest.raises(InputError) as caught:
        load_spec(write(tmp_path, f"{SHOWN}{part}\n"))
    assert said in str(caught.value)


def test_what_rows_will_have_is_let_through(tmp_path):
    part = (
        '[[tables]]\nname = "t"\nrows = ["games", "after"]\ncolumns = ["name", "group"]\n'
        'where = { group = ["near 2400", "top (selection)"], games = 5.0, kind_of = "method" }\n'
    )
    assert load_spec(write(tmp_path, SHOWN + part)).tables[0].rows == ("games", "after")


def test_ten_million_cells_are_refused_at_once(tmp_path):
    many = "".join(f"{f} = {list(range(1, 217))}\n" for f in ("games", "advantage", "spread"))
    with pytest.raises(InputError, match=r"10,077,696 scenarios"):
        load_spec(write(tmp_path, GOOD.replace("games = [5, 9]\n", many)))


def test_words_and_figures_are_not_part_of_the_hash(tmp_path):
    one = load_spec(write(tmp_path, GOOD))
    other = load_spec(write(tmp_path, GOOD.replace('"t"', '"another title"')))
    third = load_spec(write(tmp_path, GOOD.replace("batch = 10", "batch = 5")))
    assert one.hash("full") == other.hash("full")
    assert one.hash("full") != third.hash("full")
    assert one.hash("full") != one.hash("quick")


def test_every_scenario_has_every_column(tmp_path):
    blocks = f'[[scenario]]\nkind = "record"\nspread = 50\n[[scenario]]\n{SWISS}\n'
    text = GOOD.replace('[scenario]\nkind = "record"\n', blocks).replace(
        "games = [5, 9]", "form = [0]"
    )
    record, swiss = load_spec(write(tmp_path, text)).scenarios("full")
    assert record.varied["players"] is None
    assert record.varied["spread"] == 50
    assert swiss.varied["spread"] is None
    assert swiss.varied["rounds"] == 5


def test_template_does_not_overwrite(tmp_path):
    path = template("mine", tmp_path)
    load_spec(path)
    with pytest.raises(InputError, match="there already"):
        template("mine", tmp_path)
    with pytest.raises(ValueError, match="small letters"):
        template("../mine", tmp_path)


@pytest.mark.parametrize(
    ("factors", "rounds"),
    [
        (RecordFactors(games=7), 7),
        (EventFactors(kind="swiss", players=10, rounds=5), 5),
        (EventFactors(kind="round-robin", players=9), 9),
        (EventFactors(kind="double-round-robin", players=8), 14),
        (EventFactors(kind="team", players=16), 8),
    ],
)
def test_total_rounds_are_those_of_the_event(factors, rounds):
    assert total_rounds(factors) == rounds
    if factors.kind != "record":
        from tprstats.study.events import play_events

        assert play_events(factors, 0, 1, 1).rounds == rounds
