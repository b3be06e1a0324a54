"""One player's record."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from tprstats.cells import counted, rating_text
from tprstats.errors import InputError
from tprstats.records.batch import RecordBatch
from tprstats.records.filters import GameFilter
from tprstats.records.games import (
    UNNAMED,
    Adjustment,
    Colour,
    Game,
    GameKind,
    LeftOut,
    Player,
    RatingKind,
    parse_colour,
    parse_score,
)
from tprstats.records.groups import split
from tprstats.records.order import rated_in_order
from tprstats.records.plausible import doubtful_ratings

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CHOSEN", "Record"]

CHOSEN = "only games"
"""How the note on a choice of games begins."""

MOST_GAMES = 50_000
"""Games of a record given as totals: the exact distribution takes a second or two there."""


@dataclass(frozen=True, repr=False)
class Record:
    """One player's games, in playing order.

    Examples
    --------
    >>> record = Record.from_results([2300, 2250, None, 2401], [1, 0.5, 1, 0])
    >>> record.half_points, len(record.played()), len(record.rated())
    (5, 4, 3)
    """

    player: Player
    games: tuple[Game, ...]
    points: float | None = None
    totals: bool = False
    event: str = ""
    adjustments: tuple[Adjustment, ...] = ()
    performance: float | None = None
    """Performance rating that the file states, by whatever rule its author uses."""
    rank: int | None = None
    """Place in the final order that the file states, tie-breaks and all."""
    partial: bool = False
    """Whether games were taken out (``where``, ``split``): gaps in the rounds mean nothing then."""
    in_order: bool = False
    """Whether the games are known to stand in the order of play, whatever they tell themselves."""

    @classmethod
    def from_results(
        cls,
        opponents: Iterable[float | None],
        results: Iterable[float],
        *,
        own: float | None = None,
        colours: Iterable[str | Colour] | None = None,
        name: str = UNNAMED,
        rating_kind: RatingKind = RatingKind.UNKNOWN,
    ) -> Self:
        """A record from lists: opponents' ratings (None = unrated) and results (1, 0.5, 0)."""
        opponents, results = list(opponents), list(results)
        if len(opponents) != len(results):
            raise InputError(
                f"{counted(len(opponents), 'opponent')} but {counted(len(results), 'result')}; "
                "give one result a game"
            )
        sides = (
            [Colour.NONE] * len(results) if colours is None else [parse_colour(c) for c in colours]
        )
        if len(sides) != len(results):
            raise InputError(f"{counted(len(results), 'game')} but {counted(len(sides), 'colour')}")
        games = tuple(
            Game(
                opponent_rating=rating,
                half_points=parse_score(result),
                colour=colour,
                round=k,
                rating_kind=rating_kind,
                own_rating=own,
            )
            for k, (rating, result, colour) in enumerate(
                zip(opponents, results, sides, strict=True), 1
            )
        )
        player = Player(name, rating=own, rating_kind=rating_kind)
        return cls(player, games, adjustments=doubtful_ratings(games, own))

    @classmethod
    def from_totals(
        cls,
        average: float,
        games: int,
        score: float,
        *,
        own: float | None = None,
        name: str = UNNAMED,
        rating_kind: RatingKind = RatingKind.UNKNOWN,
    ) -> Self:
        """A record of which only the average rating, the games and the score are known.

        Rules that need each opponent's rating give no number for it, and the number of draws
        is unknown (the stored results only add up to the score).
        """
        if not 1 <= games <= MOST_GAMES:
            raise InputError(f"{counted(games, 'game')}: give a number between 1 and {MOST_GAMES}")
        s2 = parse_score(score, top=games)
        results = [2] * (s2 // 2) + [1] * (s2 % 2)
        results += [0] * (games - len(results))
        rows = tuple(
            Game(average, r, round=k, rating_kind=rating_kind, own_rating=own)
            for k, r in enumerate(results, 1)
        )
        player = Player(name, rating=own, rating_kind=rating_kind)
        notes = doubtful_ratings(rows, own, totals=True)
        return cls(player, rows, totals=True, adjustments=notes)

    def __repr__(self) -> str:
        # A screenful of games says less than this line; `to_dataframe` shows them.
        rating = self.own_before
        own = "" if rating is None else f" ({rating_text(rating)})"
        played = f"{self.half_points / 2:g}/{len(self.played())}"
        return f"<Record {self.player.name}{own}: {played}{self.event and f', {self.event}'}>"

    def __len__(self) -> int:
        return len(self.games)

    def to_dataframe(self) -> pd.DataFrame:
        """One row a round: round, colour, opponent, opponent's rating, score, kind.

        Examples
        --------
        >>> Record.from_results([2300, None], [1, 0.5]).to_dataframe()["score"].tolist()
        [1.0, 0.5]
        """
        import pandas as pd

        rows = [
            {
                "round": g.round,
                "colour": g.colour.name.lower(),
                "opponent": g.opponent,
                "rating": g.opponent_rating,
                "score": g.half_points / 2.0,
                "kind": g.kind.value,
            }
            for g in self.games
        ]
        return pd.DataFrame(rows)

    def played(self) -> tuple[Game, ...]:
        """Games played over the board, with a result."""
        return tuple(g for g in self.games if g.kind is GameKind.PLAYED)

    def rated(self) -> tuple[Game, ...]:
        """Played games against opponents with a rating: what rules count by default."""
        return tuple(g for g in self.played() if g.rated)

    @property
    def own_before(self) -> float | None:
        """The player's own rating at the first of the games that count, in the order of play.

        Later ones already contain what came before. What the file says of the player stands in
        where no game has one.

        Examples
        --------
        >>> Record.from_results([2300, 2250], [1, 0.5], own=2280.0).own_before
        2280.0
        """
        known = [g.own_rating for g in self.rated() if g.own_rating is not None]
        if not known:
            return self.player.rating
        if min(known) == max(known):
            return known[0]
        return next(g.own_rating for g in rated_in_order(self) if g.own_rating is not None)

    @property
    def half_points(self) -> int:
        """Half points in the games played."""
        return sum(g.half_points for g in self.played())

    def left_out(self, *, unrated_counts: bool = False) -> tuple[LeftOut, ...]:
        """Rounds that do not enter a performance rating, with the reason."""
        reasons = [(g, g.why_left_out(unrated_counts=unrated_counts)) for g in self.games]
        return tuple(LeftOut(g.round, why, g.opponent) for g, why in reasons if why)

    def where(self, wanted: GameFilter | None = None, /, **criteria: Any) -> Self:
        """The record of some games alone; how many were taken is noted.

        Parameters
        ----------
        wanted
            A filter, or None to make one of the criteria.
        **criteria
            As in :class:`GameFilter`: ``rounds``, ``since``, ``until``, ``colour``,
            ``opponents``, ``event``, ``eco``, ``speed``, ``variant``, ``rating_kind``,
            ``casual``, ``bots``, ``provisional``.

        Examples
        --------
        >>> r = Record.from_results([2300, 2250, 2400], [1, 0, 1], colours="wbw")
        >>> part = r.where(colour=Colour.WHITE, opponents=(2350, None))
        >>> len(part), str(part.adjustments[0])
        (1, 'only games with White, against opponents rated from 2350: 1 of 3')
        """
        chosen = GameFilter.of(wanted, criteria)
        if not chosen.words:
            return self
        games = [g for g in self.games if chosen.takes(g)]
        note = Adjustment(f"{CHOSEN} {chosen.words}: {len(games)} of {len(self.games)}")
        return replace(self.with_games(games), adjustments=(*self.adjustments, note))

    def split(self, by: str) -> dict[str, Record]:
        """The record by event, month, colour, opening ...: see :func:`tprstats.records.split`."""
        return split(self, by)

    def with_games(self, games: Iterable[Game]) -> Self:
        """The same player's record of other games; points that a file states are dropped."""
        kept = tuple(games)
        names = {g.event for g in kept}
        event = names.pop() if len(names) == 1 else ""
        return replace(
            self,
            games=kept,
            points=None,
            performance=None,
            rank=None,
            event=event or self.event,
            partial=self.partial or len(kept) < len(self.games),
        )

    def absent_rounds(self, rounds: int = 0) -> tuple[int, ...]:
        """Rounds of one event of which the file has nothing, neither a game nor a bye.

        Parameters
        ----------
        rounds
            Rounds of the event; 0 looks up to the player's last one.

        Examples
        --------
        >>> record = Record.from_results([2300, 2250, 2400], [1, 0, 1])
        >>> record.absent_rounds(), record.absent_rounds(5)
        ((), (4, 5))
        """
        known = {g.round for g in self.games if g.round is not None}
        events = {g.event for g in self.games}
        if self.partial or self.totals or len(events) != 1 or len(known) < len(self.games):
            return ()
        return tuple(k for k in range(1, max(rounds, *known) + 1) if k not in known)

    def batch(self) -> RecordBatch:
        """This record as a batch of one."""
        return RecordBatch.from_records([self])
