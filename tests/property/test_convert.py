"""What is written reads back equal: any event as JSON and CSV, tournaments as TRF."""

from __future__ import annotations

import datetime as dt
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tprstats.readers import convert, read
from tprstats.readers._fields import GAME, PLAYER
from tprstats.records import (
    Adjustment,
    Colour,
    Event,
    Game,
    GameKind,
    Player,
    RatingKind,
    RatingStatus,
    Record,
)

# Texts of one line; what Unicode calls control characters and surrogates has no place in a name.
texts = st.text(st.characters(exclude_categories=("C", "Zl", "Zp")), max_size=12)
formulas = st.sampled_from(("=1+1", "+x", "-x", "@a", "'=b", "''@", "-", "-12.5", "'"))
words = st.one_of(texts, formulas)
ratings = st.one_of(st.none(), st.floats(1, 3999), st.integers(1, 3999).map(float))
numbers = st.one_of(st.none(), st.integers(0, 99_999))

games = st.builds(
    Game,
    opponent_rating=ratings,
    half_points=st.integers(0, 2),
    opponent=words,
    kind=st.sampled_from(GameKind),
    colour=st.sampled_from(Colour),
    round=numbers,
    opponent_number=numbers,
    status=st.sampled_from(RatingStatus),
    rating_kind=st.sampled_from(RatingKind),
    own_rating=ratings,
    date=st.one_of(st.none(), st.dates()),
    opponent_title=words,
    opponent_federation=words,
    opponent_id=words,
    event=words,
    board=numbers,
    eco=words,
    speed=words,
    plies=numbers,
    variant=words,
    casual=st.booleans(),
)
players = st.builds(
    Player,
    name=words,
    number=numbers,
    rating=ratings,
    status=st.sampled_from(RatingStatus),
    rating_kind=st.sampled_from(RatingKind),
    national_rating=st.one_of(st.none(), st.floats(-100, 4000)),
    title=words,
    federation=words,
    id=words,
    sex=words,
    birth=words,
    team=words,
)
adjustments = st.lists(
    st.builds(Adjustment, texts, texts, st.one_of(st.none(), st.integers(1, 999))), max_size=2
).map(tuple)
records = st.builds(
    Record,
    player=players,
    games=st.lists(games, max_size=3).map(tuple),
    points=st.one_of(st.none(), st.floats(0, 99)),
    rank=st.one_of(st.none(), st.integers(1, 9999)),
    totals=st.booleans(),
    event=words,
    adjustments=adjustments,
)
events = st.builds(
    Event,
    name=words,
    records=st.lists(records, min_size=1, max_size=3).map(tuple),
    kind=st.sampled_from(("crosstable", "team", "log")),
    rounds=st.integers(0, 99),
    adjustments=adjustments,
    details=st.dictionaries(st.one_of(texts, st.just("owner")), texts, max_size=2),
)


def settled(event: Event) -> Event:
    """The event with each rating's status as a second construction leaves it."""
    rows = []
    for r in event.records:
        own = tuple(replace(g) for g in r.games)
        rows.append(replace(r, player=replace(r.player), games=own))
    return replace(event, records=tuple(rows))


def test_every_field_is_written():
    for kind, codecs in ((Player, PLAYER), (Game, GAME)):
        assert {f.name for f in fields(kind)} == set(codecs)


def as_written(event):
    """Without what reading adds: the source, and notes of ratings that look like slips."""
    records = tuple(
        replace(r, adjustments=tuple(a for a in r.adjustments if not a.what.endswith("a slip?")))
        for r in event.records
    )
    return replace(event, source="", records=records)


@given(events)
def test_json_holds_everything(event):
    event = settled(event)
    again = read(convert(event, "json").text.encode())
    assert as_written(again) == event
    assert read(convert(again, "json").text.encode()) == again


@given(events)
def test_csv_holds_players_and_games(event):
    event = settled(event)
    again = read(convert(event, "csv").text.encode())
    records = tuple(replace(r, adjustments=()) for r in event.records)
    owner = event.details.get("owner")
    details = {"owner": owner} if owner else {}
    assert as_written(again) == replace(event, records=records, details=details, adjustments=())


@given(events)
def test_no_cell_of_csv_is_a_formula(event):
    import csv
    import io

    rows = csv.reader(io.StringIO(convert(event, "csv").text, newline=""))
    for row in rows:
        for cell in row:
            risky = cell[:1] in ("=", "+", "-", "@", "\t", "\r") and len(cell) > 1
            assert not risky or float(cell.replace(",", ".")) is not None


ROUND_RESULTS = st.sampled_from(
    (
        (2, 0, GameKind.PLAYED),
        (1, 1, GameKind.PLAYED),
        (0, 2, GameKind.PLAYED),
        (2, 0, GameKind.FORFEIT),
        (0, 0, GameKind.FORFEIT),
        (1, 1, GameKind.SHORT),
        (0, 0, GameKind.UNFINISHED),
    )
)
BYES = ((GameKind.BYE, 2), (GameKind.HALF_BYE, 1), (GameKind.ZERO_BYE, 0), (GameKind.UNPAIRED, 0))


@st.composite
def tournaments(draw):
    """A crosstable of a few players and rounds, with every kind of round a TRF knows."""
    n, rounds = draw(st.integers(2, 6)), draw(st.integers(1, 4))
    letters = st.text(st.characters(categories=("Lu", "Ll")), min_size=1, max_size=12)
    people = [
        Player(
            name=f"{draw(letters)}, {draw(letters)}",
            number=k,
            rating=draw(st.one_of(st.none(), st.integers(100, 3000).map(float))),
            rating_kind=RatingKind.FIDE,
            title=draw(st.sampled_from(("", "GM", "WFM"))),
            federation=draw(st.sampled_from(("", "NOR", "FRA"))),
            id=draw(st.sampled_from(("", "1503014"))),
            sex=draw(st.sampled_from(("", "m", "w"))),
        )
        for k in range(1, n + 1)
    ]
    dates = draw(st.sampled_from(([], [dt.date(2024, 5, d) for d in range(1, rounds + 1)])))
    rows: dict[int, list[Game]] = {k: [] for k in range(1, n + 1)}

    def add(own: Player, other: Player | None, r: int, half: int, kind: GameKind, side: Colour):
        rows[own.number].append(
            Game(
                None if other is None else other.rating,
                half,
                "" if other is None else other.name,
                kind,
                side,
                r,
                None if other is None else other.number,
                RatingStatus.UNRATED if other is None else other.status,
                RatingKind.UNKNOWN if other is None else RatingKind.FIDE,
                own.rating,
                dates[r - 1] if dates else None,
                "" if other is None else other.title,
                "" if other is None else other.federation,
                "" if other is None else other.id,
                "An Open",
            )
        )

    for r in range(1, rounds + 1):
        order = draw(st.permutations(people))
        # The last board is always played: a round without a game is no round.
        for board, (white, black) in enumerate(zip(order[::2], order[1::2], strict=False)):
            if board and draw(st.booleans()):
                for player in (white, black):
                    kind, half = draw(st.sampled_from(BYES))
                    add(player, None, r, half, kind, Colour.NONE)
                continue
            first, second, kind = draw(ROUND_RESULTS)
            add(white, black, r, first, kind, Colour.WHITE)
            add(black, white, r, second, kind, Colour.BLACK)
        if n % 2:
            add(order[-1], None, r, 2, GameKind.BYE, Colour.NONE)
    ranks = draw(st.permutations(range(1, n + 1)))
    records = [
        Record(p, tuple(g), sum(x.half_points for x in g) / 2, False, "An Open", rank=rank)
        for p, g, rank in zip(people, rows.values(), ranks, strict=True)
    ]
    return Event("An Open", tuple(records), "crosstable", rounds)


@pytest.mark.parametrize("edition", ["trf16", "trf26"])
@settings(max_examples=60)
@given(event=tournaments())
def test_trf_holds_a_tournament(edition, event):
    converted = convert(event, edition)
    assert converted.lost == ()
    again = read(converted.text.encode())
    # The one note there can be: games of less than one move do not count.
    assert all("less than one move" in a.what for a in again.adjustments)
    assert replace(as_written(again), adjustments=()) == event
