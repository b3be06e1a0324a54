"""Fixed schedules: who meets whom does not depend on results."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tprstats.errors import TprstatsError
from tprstats.pairing.berger import berger_table
from tprstats.records import Colour, Event, GameKind
from tprstats.rng import pair_number

__all__ = ["Schedule", "replay_schedule", "round_robin_schedule", "team_schedule"]

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Schedule:
    """Games of a fixed schedule.

    Parameters
    ----------
    players
        Number of players.
    rounds
        Number of rounds.
    games
        ``(round, white, black)``, all from 0; with ``colours=False`` the order of the two says
        nothing.
    coloured
        False where colours are unknown and the white advantage must not be used.

    Examples
    --------
    >>> s = Schedule(4, 3, ((0, 0, 3), (0, 1, 2), (1, 3, 2), (1, 0, 1), (2, 1, 3), (2, 2, 0)))
    >>> s.meetings.tolist()
    [0, 0, 0, 0, 0, 0]
    """

    players: int
    rounds: int
    games: tuple[tuple[int, int, int], ...]
    coloured: bool = True

    def __post_init__(self) -> None:
        busy: set[tuple[int, int]] = set()
        for r, white, black in self.games:
            for who in (white, black):
                if not 0 <= who < self.players:
                    raise TprstatsError(f"round {r + 1}: there is no player {who + 1}")
                if (r, who) in busy:
                    raise TprstatsError(f"round {r + 1}: player {who + 1} has two games")
                busy.add((r, who))
            if white == black or not 0 <= r < self.rounds:
                raise TprstatsError(f"round {r + 1}: player {white + 1} v {black + 1} cannot be")

    @cached_property
    def table(self) -> Numbers:
        """Rounds, low and high start number and colour of the low one, int64 ``(g, 4)``."""
        rows = [
            (r, w, b, 1 if self.coloured else 0) if w < b else (r, b, w, -1 if self.coloured else 0)
            for r, w, b in self.games
        ]
        return np.array(rows, dtype=np.int64).reshape(len(rows), 4)

    @cached_property
    def meetings(self) -> Numbers:
        """How many times the pair of a game met before, ``(g,)``."""
        seen: dict[tuple[int, int], int] = {}
        found: dict[int, int] = {}
        order = sorted(range(len(self.games)), key=lambda g: self.games[g][0])
        for g in order:
            pair = (int(self.table[g, 1]), int(self.table[g, 2]))
            found[g] = seen.get(pair, 0)
            seen[pair] = found[g] + 1
        return np.array([found[g] for g in range(len(self.games))], dtype=np.int64)

    @cached_property
    def plan(self) -> Numbers:
        """Games in the order of their random numbers, int64 ``(g, 7)``.

        Columns: meeting, block and lane of the game's number, round, low, high, colour of the low
        player. Games that share a block follow one another, so that it is made once.
        """
        t = self.table
        number = pair_number(t[:, 1], t[:, 2], self.players)
        rows = np.column_stack([self.meetings, number // 4, number % 4, t])
        return rows[np.lexsort((rows[:, 2], rows[:, 1], rows[:, 0]))]


def round_robin_schedule(players: int, *, double: bool = False) -> Schedule:
    """FIDE's Berger tables (C.05, annex 1), once or twice with colours reversed.

    Examples
    --------
    >>> len(round_robin_schedule(10).games), len(round_robin_schedule(10, double=True).games)
    (45, 90)
    """
    table = berger_table(players, double=double)
    games = [
        (r, white, black)
        for r, pairing in enumerate(table)
        for white, black in zip(pairing.white, pairing.black, strict=True)
    ]
    return Schedule(players, len(table), tuple(games))


def team_schedule(boards: int) -> Schedule:
    """Two teams on the Scheveningen system: everybody of one meets everybody of the other.

    Players ``0 .. boards - 1`` are the first team. In round r player i meets the other team's
    player ``(i + r) mod boards``; colours alternate by board and round.

    Examples
    --------
    >>> team_schedule(2).games
    ((0, 0, 2), (0, 3, 1), (1, 3, 0), (1, 1, 2))
    """
    games = []
    for r in range(boards):
        for i in range(boards):
            other = boards + (i + r) % boards
            games.append((r, i, other) if (i + r) % 2 == 0 else (r, other, i))
    return Schedule(2 * boards, boards, tuple(games))


def replay_schedule(event: Event) -> tuple[Schedule, tuple[int, ...]]:
    """The pairings of a real event: same opponents, new luck.

    A game whose round the file does not tell goes into the first round in which both are free.

    Returns
    -------
    schedule, places
        Players in the order of published rating (unrated last), as :class:`Field` seeds them;
        ``places[k]`` is the place of that player in ``event.records``.
    """
    ratings = [-np.inf if r.player.rating is None else r.player.rating for r in event.records]
    places = tuple(sorted(range(len(ratings)), key=lambda k: (-ratings[k], k)))
    number = {k: i for i, k in enumerate(places)}
    games: list[tuple[int, int, int]] = []
    busy: list[set[int]] = [set() for _ in places]
    coloured = True
    for i, k in enumerate(places):
        for g in event.records[k].games:
            place = event.place_of(g)
            if g.kind is not GameKind.PLAYED or place is None:
                continue
            j = number[place]
            coloured = coloured and g.colour is not Colour.NONE
            if g.colour is Colour.WHITE or (g.colour is Colour.NONE and i < j):
                r = _first_free(busy[i] | busy[j]) if g.round is None else g.round - 1
                busy[i].add(r)
                busy[j].add(r)
                games.append((r, i, j))
    if not games:
        raise TprstatsError(f"{event.name}: no games between its players to replay")
    rounds = 1 + max(r for r, _, _ in games)
    return Schedule(len(places), rounds, tuple(games), coloured), places


def _first_free(busy: set[int]) -> int:
    return next(r for r in range(len(busy) + 1) if r not in busy)
