"""Events from a list of games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import pytest

from tprstats.records import Event, Game, GameKind, Player, RatingStatus, Record

MakeEvent = Callable[..., Event]


def _make_event(
    ratings: Mapping[str, float | None],
    games: Iterable[tuple[str, str, int]],
    *,
    provisional: Iterable[str] = (),
    forfeits: Iterable[tuple[str, str]] = (),
) -> Event:
    """An event: ratings by name, and games (one side, other side, half points of the first)."""
    number = {name: k for k, name in enumerate(ratings, 1)}
    rows: dict[str, list[Game]] = {name: [] for name in ratings}
    for a, b, s2 in games:
        for one, other, points in ((a, b, s2), (b, a, 2 - s2)):
            rows[one].append(
                Game(
                    ratings[other],
                    points,
                    opponent=other,
                    opponent_number=number[other],
                    round=len(rows[one]) + 1,
                )
            )
    for winner, loser in forfeits:
        for one, other, points in ((winner, loser, 2), (loser, winner, 0)):
            rows[one].append(
                Game(
                    ratings[other],
                    points,
                    opponent=other,
                    opponent_number=number[other],
                    kind=GameKind.FORFEIT,
                    round=len(rows[one]) + 1,
                )
            )
    status = dict.fromkeys(provisional, RatingStatus.PROVISIONAL)
    return Event(
        "test",
        tuple(
            Record(
                Player(name, number[name], rating, status.get(name, RatingStatus.RATED)),
                tuple(rows[name]),
            )
            for name, rating in ratings.items()
        ),
    )


@pytest.fixture(scope="session")
def make_event() -> MakeEvent:
    return _make_event
