"""Exports of lichess and chess.com."""

from __future__ import annotations

import json

import pytest

from tprstats.errors import InputError
from tprstats.readers import convert, read
from tprstats.records import Colour, GameKind, RatingKind, RatingStatus


def lichess(white="Ann", black="Joan", **fields):
    def side(name):
        return name if isinstance(name, dict) else {"user": {"name": name}, "rating": 1800}

    game = {
        "id": "q7ZvsdUF", "rated": True, "variant": "standard", "speed": "blitz", "perf": "blitz",
        "createdAt": 1514505150384, "status": "mate", "winner": "white",
        "players": {"white": side(white), "black": side(black)},
    } | fields  # fmt: skip
    return json.dumps({k: v for k, v in game.items() if v is not None})


def lichess_event(*games):
    return read("\n".join(games).encode())


@pytest.mark.parametrize(
    ("status", "winner", "moves", "half_points", "kind"),
    [
        ("mate", "white", None, (2, 0), GameKind.PLAYED),
        ("resign", "black", "e4 e5", (0, 2), GameKind.PLAYED),
        ("draw", None, "e4 e5", (1, 1), GameKind.PLAYED),
        ("stalemate", None, None, (1, 1), GameKind.PLAYED),
        ("outoftime", None, "e4 e5", (1, 1), GameKind.PLAYED),
        ("timeout", "black", "e4", (0, 2), GameKind.SHORT),
        ("aborted", None, "", (0, 0), GameKind.ABORTED),
        ("noStart", "black", "", (0, 2), GameKind.FORFEIT),
        ("noStart", None, "", (0, 0), GameKind.ABORTED),
        ("started", None, "e4 e5", (0, 0), GameKind.UNFINISHED),
        ("unknownFinish", None, "e4 e5", (0, 0), GameKind.UNFINISHED),
        ("variantEnd", "white", "e4 e5 Nf3", (2, 0), GameKind.PLAYED),
    ],
)
def test_how_a_game_of_lichess_ended(status, winner, moves, half_points, kind):
    event = lichess_event(lichess(status=status, winner=winner, moves=moves))
    white, black = (event.record(name).games[0] for name in ("Ann", "Joan"))
    assert (white.half_points, black.half_points) == half_points
    assert white.kind is black.kind is kind
    assert (white.colour, black.colour) == (Colour.WHITE, Colour.BLACK)


def test_provisional_casual_bots_and_variants_are_told_apart():
    event = lichess_event(
        lichess(black={"user": {"name": "Joan"}, "rating": 1500, "provisional": True}),
        lichess(black={"user": {"name": "Engine", "title": "BOT"}, "rating": 2900}, rated=False),
        lichess(black={"aiLevel": 3}, rated=False),
        lichess(black={"user": {"name": "Eve"}, "rating": 1700}, variant="chess960"),
        lichess(black={"user": {"name": "Eve"}, "rating": 1750}, speed="classical"),
        lichess(black={"user": {"name": "Mae", "title": "WFM"}, "rating": 1760}, speed="bullet"),
    )
    assert event.kind == "log"
    assert event.details["owner"] == "Ann"
    ann = event.record("Ann")
    assert [g.status for g in ann.games][:3] == [
        RatingStatus.PROVISIONAL, RatingStatus.RATED, RatingStatus.UNRATED,
    ]  # fmt: skip
    assert [g.casual for g in ann.games] == [False, True, True, False, False, False]
    assert [g.list for g in ann.games][2:] == [
        "lichess blitz", "lichess chess960", "lichess standard", "lichess bullet",
    ]  # fmt: skip
    assert len(ann.where(bots=False).games) == 4
    assert len(ann.where(casual=False, provisional=False).games) == 3
    assert len(ann.where(speed="blitz", variant="standard").games) == 3
    assert any(a.what == "provisional rating: kept" for a in event.adjustments)
    assert any("several lists" in a.what for a in event.adjustments)


def test_the_newest_game_first_is_put_in_playing_order():
    games = [
        lichess(createdAt=1514505150384 - k * 10**6, opening={"eco": f"A0{k}"}) for k in range(3)
    ]
    ann = lichess_event(*games).record("Ann")
    assert [g.eco for g in ann.games] == ["A02", "A01", "A00"]
    assert str(ann.games[-1].date) == "2017-12-28"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "bytes:2: not JSON"),
        ("[1]", "bytes:2: not a game"),
        ("[" * 100_000, "bytes:2: JSON nested too deep"),
        ('{"id": NaN}', "bytes:2: not JSON: NaN"),
        (lichess(winner="red"), "bytes:2: winner 'red'"),
        (lichess(black={"user": {"name": "J"}, "rating": 99999}), "bytes:2: rating 99999"),
        (lichess(black={"user": {"name": "J"}, "rating": {}}), None),
    ],
)
def test_lines_that_are_no_games(line, message):
    if message is None:
        assert lichess_event(lichess(), line).record("J").player.rating is None
        return
    with pytest.raises(InputError) as caught:
        lichess_event(lichess(), line)
    assert str(caught.value).startswith(message)


def test_results_of_arena_and_swiss():
    """The two examples of lichess' API documentation, by field names and values."""
    arena = {
        "rank": 1, "score": 124, "rating": 2830, "username": "penguingim1", "title": "GM",
        "performance": 2873, "sheet": {"scores": "2554230"},
    }  # fmt: skip
    swiss = {
        "rank": 2, "points": 8.5, "tieBreak": 56.25, "rating": 2605, "username": "opperwezen",
        "title": "IM", "performance": 2739,
    }  # fmt: skip
    event = read(f"{json.dumps(arena)}\n{json.dumps(swiss)}\n".encode())
    assert event.kind == "standings"
    first, second = event.records
    assert (first.points, second.points) == (124, 8.5)
    assert (first.performance, second.performance) == (2873, 2739)
    assert (first.player.title, first.player.rating) == ("GM", 2830)
    assert "export the tournament's games" in event.adjustments[0].what
    assert read(convert(event, "json").text.encode()).records == event.records


def chesscom(*games):
    return read(json.dumps({"games": games}).encode())


def game_of(white="win", black="resigned", **fields):
    return {
        "url": "https://www.chess.com/game/live/1", "time_control": "180", "end_time": 1667513819,
        "rated": True, "time_class": "blitz", "rules": "chess",
        "pgn": '[Event "Live Chess"]\n[Site "Chess.com"]\n[ECO "B10"]\n\n1. e4 c6 1-0',
        "white": {"rating": 1600, "result": white, "username": "Ann"},
        "black": {"rating": 1500, "result": black, "username": "Joan"},
    } | fields  # fmt: skip


@pytest.mark.parametrize(
    ("white", "black", "half_points"),
    [
        ("win", "checkmated", 2), ("win", "timeout", 2), ("win", "abandoned", 2),
        ("resigned", "win", 0), ("agreed", "agreed", 1), ("timevsinsufficient",) * 2 + (1,),
        ("50move", "50move", 1), ("threecheck", "win", 0),
    ],
)  # fmt: skip
def test_results_of_chesscom(white, black, half_points):
    game = chesscom(game_of(white, black)).record("Ann").games[0]
    assert (game.half_points, game.kind) == (half_points, GameKind.PLAYED)
    assert (game.rating_kind, game.speed, game.eco) == (RatingKind.CHESSCOM, "blitz", "B10")


@pytest.mark.parametrize(
    ("white", "black"), [("win", "win"), ("agreed", "win"), ("ghosted", "win")]
)
def test_results_of_chesscom_that_cannot_be(white, black):
    with pytest.raises(InputError, match="game 2: result"):
        chesscom(game_of(), game_of(white, black))


def test_casual_and_variant_games_of_chesscom():
    event = chesscom(game_of(rated=False), game_of(rules="chess960", time_class="daily"))
    first, second = event.record("Ann").games
    assert (first.casual, first.list) == (True, "chess.com blitz")
    assert (second.casual, second.list) == (False, "chess.com chess960")


@pytest.mark.parametrize(
    "text", ['{"games": [3]}', '{"games": [{"white": 3, "rules": 1}]}', '{"games": []}']
)
def test_archives_without_games(text):
    with pytest.raises(InputError):
        read(text.encode(), kind="chess.com")


def test_real_exports(real_files):
    """Against a count by hand-written loops over the same JSON."""
    logs = real_files / "logs"
    for name in ("chesscom_archive_2022_11.json", "chesscom_archive_2024_07.json"):
        games = json.loads((logs / name).read_text())["games"]
        event = read(logs / name)
        owner = event.record(event.details["owner"])
        assert len(owner) == len(games)
        won = sum(g[c]["result"] == "win" for g in games for c in ("white", "black")
                  if g[c]["username"] == owner.player.name)  # fmt: skip
        lost = sum(g[c]["result"] == "win" for g in games for c in ("white", "black")
                   if g[c]["username"] != owner.player.name)  # fmt: skip
        assert owner.half_points == 2 * won + (len(games) - won - lost)
    lines = [json.loads(x) for x in (logs / "lichess_player_x.ndjson").read_text().splitlines()]
    event = read(logs / "lichess_player_x.ndjson")
    owner = event.record(event.details["owner"])
    assert len(owner) == len(lines) == 400
    score = sum(
        1 if "winner" not in g
        else 2 * (g["players"][g["winner"]]["user"]["name"] == owner.player.name)
        for g in lines
    )  # fmt: skip
    assert owner.half_points == score
    casual = sum(not g["rated"] for g in lines)
    assert len(owner.where(casual=False)) == 400 - casual
