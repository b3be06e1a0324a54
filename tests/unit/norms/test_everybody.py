"""Everybody's norms in one table: who has nothing to make, and clauses that can be read."""

from __future__ import annotations

from dataclasses import replace

import pytest

import tprstats as tpr
from tprstats.norms import Verdict, event_norms
from tprstats.records import Event, Game, Player, RatingKind, Record
from tprstats.report.norms import norms_of


def an_event(titles, *, flags=("FRA", "GER", "ITA"), details=None):
    """Everybody beats nine strong opponents of whom the event has no lines."""
    records = []
    for k, title in enumerate(titles, 1):
        games = tuple(
            Game(
                2500.0, 2, f"O{r}", round=r, opponent_number=100 + r, rating_kind=RatingKind.FIDE,
                opponent_title="GM", opponent_federation=flags[r % len(flags)],
            )
            for r in range(1, 10)
        )  # fmt: skip
        player = Player(
            f"P{k}", k, 2400.0 + k, title=title, federation="ENG", rating_kind=RatingKind.FIDE
        )
        records.append(Record(player, games, event="Open"))
    given = {"type": "Individual: Swiss-System", "rounds": "9"} if details is None else details
    return Event("Open", tuple(records), rounds=9, details=given)


@pytest.mark.parametrize(
    ("title", "holders"),
    [("GM", {"GM"}), ("IM", {"GM", "IM"}), ("WIM", {"GM", "IM", "WGM", "WIM"})],
)
def test_holders_of_the_title_or_a_higher_one_have_nothing_to_make(title, holders):
    titles = ("GM", "", "IM", "FM", "WGM", "WIM", "CM")
    event = an_event(titles)
    found = event_norms(event, title)
    said = [r.record.record.player.title for r in found.results]
    assert set(said[len(said) - found.holders :]) == holders
    assert found.holders == len(holders)
    assert sum(found.count(v) for v in Verdict) == len(titles) - len(holders)
    assert [row[1] for row in found.table.rows] == [t or "-" for t in said]
    assert [row[6] for row in found.table.rows[-found.holders :]] == [
        f"holds {t}" for t in said[-found.holders :]
    ]
    assert f"{len(holders)} player" in found.words()[0]
    shown = found.to_json()
    assert [p["player_title"] in holders for p in shown["players"]] == [
        p["holds_title"] for p in shown["players"]
    ]
    for r in event.records:
        one = tpr.norm(event, title, player=r.player.number, luck=False)
        first = f"Nothing to make: the player holds the title {r.player.title}."
        assert (one.words()[0] == first) == (r.player.title in holders)


def test_the_report_says_it_in_the_same_words():
    event = an_event(("GM",))
    (said,) = [norms_of(r, event).reason for r in event.records]
    assert said == tpr.norm(event, "GM", player=1, luck=False).words()[0]


def test_clauses_left_open_can_be_read_whole():
    event = an_event(("", ""), flags=("",))
    own = event.records[0]
    bare = replace(own, games=tuple(replace(g, opponent_title="") for g in own.games))
    event = replace(event, records=(bare, event.records[1]))
    found = event_norms(event, "GM")
    text = " ".join(str(found).split())
    assert max(map(len, str(found).splitlines())) <= 80
    for r, row in zip(found.results, found.table.rows, strict=True):
        assert r.verdict is Verdict.UNKNOWN
        letter = row[-1].removeprefix("open: ")
        numbers = dict.fromkeys(c.number for c in r.choice.clauses if c.verdict is Verdict.UNKNOWN)
        assert f"{letter}: {', '.join(numbers)}" in text
