"""A player's rounds one by one: what counted, what did not and why, and the expected score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tprstats.cells import counted, rating_text
from tprstats.elo import expected
from tprstats.records import Colour, Game, GameKind, Record
from tprstats.records.order import playing_order
from tprstats.tables import Table

__all__ = ["MOST_SHOWN", "Round", "games_table", "left_out_words", "rounds_of"]

MOST_SHOWN = 300
"""Rounds of a longer record that are shown, the latest; JSON has all."""

_COLOURS = {Colour.WHITE: "White", Colour.BLACK: "Black", Colour.NONE: ""}
_POINTS = ("0", "½", "1")


@dataclass(frozen=True)
class Round:
    """One round as the report shows it.

    Parameters
    ----------
    number
        Its place in the order of play, from 1: windows of games are named by it.
    game
        The round.
    expected
        Expected score by the ratings of both (logistic curve, no white advantage); None where one
        has none or the game does not count.
    left_out
        Why it does not count; empty where it does.
    """

    number: int
    game: Game
    expected: float | None
    left_out: str

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        g = self.game
        return {
            "number": self.number,
            "round": g.round,
            "date": g.date.isoformat() if g.date else None,
            "event": g.event or None,
            "colour": _COLOURS[g.colour] or None,
            "opponent": g.opponent or None,
            "title": g.opponent_title or None,
            "rating": g.opponent_rating,
            "points": g.half_points / 2.0,
            "expected": self.expected,
            "left_out": self.left_out or None,
        }


def rounds_of(record: Record, *, unrated: float | None = None) -> tuple[Round, ...]:
    """Every round of a record, in the order of play.

    Parameters
    ----------
    record
        One player's games.
    unrated
        Elo at which unrated opponents count; None leaves them out.

    Examples
    --------
    >>> record = Record.from_results([2400, None], [0.5, 1], own=2400)
    >>> [(r.expected, r.left_out) for r in rounds_of(record)]
    [(0.5, ''), (None, 'unrated opponent')]
    """
    order = playing_order(record)
    return tuple(_round(record, k, record.games[i], unrated) for k, i in enumerate(order, 1))


def _round(record: Record, number: int, game: Game, unrated: float | None) -> Round:
    why = game.why_left_out(unrated_counts=unrated is not None)
    own = game.own_rating if game.own_rating is not None else record.player.rating
    other = game.opponent_rating if game.opponent_rating is not None else unrated
    by_ratings = None
    if not why and own is not None and other is not None:
        by_ratings = float(expected(own - other))
    return Round(number, game, by_ratings, why)


def games_table(rounds: tuple[Round, ...]) -> Table:
    """The latest rounds, those that count added up below; columns that say nothing are left out."""
    shown = rounds[-MOST_SHOWN:]
    columns = [
        "game",
        "round",
        "opponent",
        "rating",
        "result",
        "expected",
        "colour",
        "date",
        "counts",
    ]
    rows = [_row(r) for r in shown]
    rated = [r for r in rounds if not r.left_out]
    by_ratings = [r.expected for r in rated if r.expected is not None]
    # A sum of some games beside the score of all would compare what is not comparable.
    total = f"{sum(by_ratings):.1f}" if by_ratings and len(by_ratings) == len(rated) else ""
    points = sum(r.game.half_points for r in rated) / 2.0
    last = ("", "", "that count", "", f"{points:g}", total, "", "", str(len(rated)))
    kept = [k for k in range(len(columns)) if any(row[k] for row in rows)]
    return Table(
        [columns[k] for k in kept],
        [*(tuple(row[k] for k in kept) for row in rows), ("all", *(last[k] for k in kept[1:]))],
        "".join("rrlrrrlll"[k] for k in kept),
        caption=f"The latest {MOST_SHOWN} of {counted(len(rounds), 'round')}"
        if rounds != shown
        else "",
    )


def _row(r: Round) -> tuple[str, ...]:
    g = r.game
    against = " ".join(part for part in (g.opponent_title, g.opponent) if part)
    return (
        str(r.number),
        "" if g.round is None else str(g.round),
        against,
        rating_text(g.opponent_rating) if against or g.rated else "",
        _POINTS[g.half_points] if g.kind is not GameKind.UNFINISHED else "",
        "" if r.expected is None else f"{r.expected:.2f}",
        _COLOURS[g.colour],
        g.date.isoformat() if g.date else str(g.year or ""),
        f"no: {r.left_out.removesuffix(': not counted')}" if r.left_out else "yes",
    )


def left_out_words(rounds: tuple[Round, ...]) -> Iterator[str]:
    """How many rounds were left out for each reason."""
    reasons = Counter(r.left_out.removesuffix(": not counted") for r in rounds if r.left_out)
    for reason, n in reasons.items():
        yield f"{counted(n, 'round')}: {reason} ({_WHY.get(reason, _UNPLAYED)})"


_UNPLAYED = "not played over the board with a result, so it says nothing of the strength"
_WHY = {
    "unrated opponent": "a result against an opponent of unknown strength gives no rating",
    GameKind.UNFINISHED.value: "still to be played",
    GameKind.TIEBREAK.value: "played at another rate than the rest",
    GameKind.ABORTED.value: "broken off before it was a game",
}
