"""What is told of the opponents' mix is applied, and what cannot be mended is out of reach."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import tprstats as tpr
from tprstats.data import example_path
from tprstats.norms import Verdict, event_norms
from tprstats.records import Event, Game, GameKind, Player, RatingKind, Record
from tprstats.report.norms import norms_of

FIDE = RatingKind.FIDE
TITLES = ("GM", "IM", "FM", "", "WGM")
FLAGS = ("ENG", "FRA", "GER", "")


def a_game(k, rating, half_points, title, flag, **more):
    return Game(
        rating,
        half_points,
        f"P{k}",
        round=k,
        opponent_number=k + 1,
        rating_kind=FIDE,
        opponent_title=title,
        opponent_federation=flag,
        **more,
    )


def a_record(games, *, federation="ENG", **more):
    player = Player("X", 1, 2450, rating_kind=FIDE, federation=federation, **more)
    return Record(player, tuple(games), event="Test")


def random_games(rng, n):
    """Opponents with titles and federations that are seldom all told."""
    titles = rng.choice(TITLES, n, p=[0.4, 0.2, 0.2, 0.1, 0.1])
    flags = rng.choice(FLAGS, n, p=[0.4, 0.3, 0.15, 0.15])
    ratings = rng.choice([2350.0, 2420.0, 2480.0], n)
    results = rng.choice([0, 1, 2], n, p=[0.15, 0.3, 0.55])
    return [
        a_game(k + 1, float(ratings[k]), int(results[k]), str(titles[k]), str(flags[k]))
        for k in range(n)
    ]


def to_come(game):
    return replace(game, kind=GameKind.UNFINISHED, half_points=0)


def options(rng):
    return {
        "pairing": [None, "swiss", "round-robin"][rng.integers(3)],
        "exempt": [None, None, "c", "a"][rng.integers(4)],
    }


@pytest.mark.parametrize("seed", range(60))
def test_a_target_without_games_to_come_says_what_the_norm_says(seed):
    """The clauses one by one are the reference of the table of thresholds."""
    rng = np.random.default_rng(seed)
    record = a_record(
        random_games(rng, int(rng.integers(9, 12))), federation=["ENG", ""][seed % 5 == 0]
    )
    given = options(rng)
    aim = tpr.target(record, title="GM", **given)
    norm = tpr.norm(record, "GM", luck=False, **given)
    assert (aim.outlooks[0].reached == "no") == (norm.verdict is Verdict.NOT_MET)


@pytest.mark.parametrize("seed", range(25))
def test_possible_is_what_some_results_to_come_allow(seed):
    """Against every way to play the last two games."""
    rng = np.random.default_rng(1000 + seed)
    games = random_games(rng, 9)
    given = options(rng)
    ends = [
        a_record(
            [*games[:7], *(replace(g, half_points=r) for g, r in zip(games[7:], last, strict=True))]
        )
        for last in product((0, 1, 2), repeat=2)
    ]
    found = {tpr.norm(r, "GM", luck=False, **given).verdict for r in ends}
    running = a_record([*games[:7], *map(to_come, games[7:])])
    now = tpr.norm(running, "GM", luck=False, **given)
    assert now.pending.possible == (found != {Verdict.NOT_MET})
    assert (now.verdict is Verdict.NOT_MET) == (not now.pending.possible)
    aim = tpr.target(running, title="GM", **given)
    assert any(o.reached != "no" for o in aim.outlooks) == now.pending.possible
    assert bool(aim.against) <= (not now.pending.possible)


@pytest.mark.parametrize("seed", range(12))
def test_out_of_reach_before_the_pairing_is_so_against_everybody_who_is_left(seed):
    """One round to come, five who can still be met: never wrong, and right in plain cases."""
    rng = np.random.default_rng(2000 + seed)
    games = random_games(rng, 8)
    pool = random_games(rng, 5)
    others = [
        Record(
            Player(
                f"L{k}", 50 + k, g.opponent_rating, title=g.opponent_title, federation="GER",
                rating_kind=FIDE,
            ),
            (),
        )
        for k, g in enumerate(pool)
    ]  # fmt: skip

    def norm(rows):
        own = a_record(rows)
        event = Event(
            "Test",
            (own, *others),
            rounds=9,
            details={"type": "Individual: Swiss-System", "rounds": "9"},
        )
        return tpr.norm(own, "GM", event=event, luck=False)

    now = norm(games)
    ends = [
        norm([*games, replace(g, round=9, half_points=2, opponent_federation="GER")]).verdict
        for g in pool
    ]
    if not now.pending.possible:
        assert set(ends) == {Verdict.NOT_MET}


ALL_FM = [a_game(k, 2450.0, 2, "FM", flag) for k, flag in enumerate(["FRA", "GER", "ITA"] * 3, 1)]


def test_titles_that_the_rounds_to_come_cannot_mend():
    """Seven FM met: two more make no three GM, whoever they are."""
    known = a_record([*ALL_FM[:7], *map(to_come, ALL_FM[7:])])
    event = Event(
        "Test",
        (a_record(ALL_FM[:7]),),
        rounds=9,
        details={"type": "Individual: Swiss-System", "rounds": "9"},
    )
    for found in (
        tpr.norm(known, "GM", luck=False),
        tpr.norm(event, "GM", player="X", luck=False),
    ):
        assert found.verdict is Verdict.NOT_MET
        assert "out of reach" in found.words()[0]
        assert "1.4.5b" in found.words()[0]
    assert norms_of(known, None).table.rows[0][1] == "out of reach: 1.4.5b"
    (everybody,) = event_norms(event, "GM").to_json()["players"]
    assert everybody["clauses"] == ["1.4.5b"]
    aim = tpr.target(known, title="GM")
    assert "out of reach" in aim.words()[0]
    assert [c.number for c in aim.against] == ["1.4.5b"]
    assert aim.chance == 0.0


@pytest.mark.parametrize(
    ("change", "sex", "title", "clause"),
    [
        ({"date": dt.date(2026, 1, 1)}, "", "GM", "1.1"),
        ({"rating_kind": RatingKind.FIDE_RAPID}, "", "GM", "1.4.6a"),
        ({}, "m", "WGM", "0.3"),
    ],
)
def test_what_no_result_can_mend_is_out_of_reach(change, sex, title, clause):
    games = [replace(g, opponent_title="GM", **change) for g in ALL_FM]
    record = a_record([*games[:7], *map(to_come, games[7:])], sex=sex)
    event = Event("Test", (record,), rounds=9)
    found = tpr.norm(record, title, event=event, luck=False)
    assert found.verdict is Verdict.NOT_MET
    assert clause in [c.number for c in found.pending.against]
    aim = tpr.target(record, title=title, event=event)
    assert {o.reached for o in aim.outlooks} == {"no"}
    assert clause in aim.words()[0]


def test_only_what_is_not_told_is_named():
    """All titles and federations: no host and no pairing are missed where they change nothing."""
    games = [replace(g, opponent_title="GM") for g in ALL_FM]
    aim = tpr.target(a_record(map(to_come, games)), title="GM")
    assert aim.goal == "GM norm"
    assert not any("not in the data" in x or "left aside" in x for x in aim.assumptions)
    # All from the own federation: whether 1.4.3 is waived decides.
    own = [replace(g, opponent_federation="ENG") for g in games]
    assert any(
        "1.4.3d" in x for x in tpr.target(a_record(map(to_come, own)), title="GM").assumptions
    )
    some = [replace(games[0], opponent_federation=""), *games[1:]]
    (said,) = [
        x
        for x in tpr.target(a_record(map(to_come, some)), title="GM").assumptions
        if "norm asks" in x
    ]
    assert said.endswith("federations of 1 of 9 opponents")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("222 5400+30", "met"),
        ("122 90 min + 30 sec", "met"),
        ("122 12'+3''", "not met"),
        ("122 90+30", "cannot be told"),
    ],
)
def test_a_time_control_tells_the_rating_list(line, answer):
    text = example_path().read_text()
    lines = [x for x in text.split("\n") if x[:3] not in ("122", "222")]
    event = tpr.read("\n".join([lines[0], line, *lines[1:]]).encode())
    clauses = tpr.norm(event, "IM", player=1, luck=False).choice.clauses
    (found,) = [c for c in clauses if c.number == "1.4.6a"]
    assert found.verdict == answer
    if answer == "cannot be told":
        assert "line 222" in found.figures
        assert "--kind fide" in found.figures
        told = tpr.norm(event.with_rating_kind(FIDE), "IM", player=1, luck=False).choice.clauses
        assert [c.verdict for c in told if c.number == "1.4.6a"] == ["met"]


TABLE = b"""White,Black,WhiteElo,BlackElo,Result,Round
Tom,Ann,2450,2410,1-0,1
Tom,Eve,2450,2410,1-0,2
"""


@pytest.mark.parametrize(
    ("kind", "answer"),
    [(None, "cannot be told"), (FIDE, "met"), (RatingKind.FIDE_BLITZ, "not met")],
)
def test_a_rating_list_that_is_given_is_known(kind, answer):
    """A table that does not say whose ratings it has."""
    event = tpr.read(TABLE)
    event = event if kind is None else event.with_rating_kind(kind)
    clauses = tpr.norm(event, "IM", player="Tom", luck=False).choice.clauses
    assert [c.verdict for c in clauses if c.number == "1.4.6a"] == [answer]
