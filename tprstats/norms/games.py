"""A player's event as a norm sees it: the games that count, and what is known of the opponents."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace

from tprstats.norms.federations import federation_code
from tprstats.records import LeftOut, Record

__all__ = ["PAIRINGS", "WEAK", "NormGame", "NormRecord"]

PAIRINGS = ("swiss", "round-robin", "double-round-robin")
"""How opponents are found: ``swiss`` stands for every system that is not predetermined."""

WEAK = "unrated, no point against rated players"
"""Why a game of a round robin does not count (1.4.2b)."""


@dataclass(frozen=True)
class NormGame:
    """A game that counts, or one still to be played.

    Parameters
    ----------
    round
        Round, from 1.
    opponent, person
        Name, and what tells the opponent from others (start number or name).
    rating
        Elo, or None for an unrated opponent.
    half_points
        Result; None for a game to come.
    level
        Of the opponent's title (``tprstats.norms.titles.LEVELS``); None where the file has
        no titles.
    federation
        Of the opponent, ``""`` for the FIDE flag; None where the file does not tell.
    colour
        +1 White, -1 Black, 0 unknown.
    """

    round: int
    rating: float | None
    half_points: int | None
    opponent: str = ""
    person: int | str = ""
    level: int | None = None
    federation: str | None = None
    colour: int = 0


@dataclass(frozen=True)
class NormRecord:
    """One player's event as a norm sees it.

    Parameters
    ----------
    games
        Games that count and games to come, in the order of the rounds.
    left_out
        Rounds that do not count, with the clause.
    rounds
        Rounds scheduled.
    pairing
        One of :data:`PAIRINGS`, or ``""`` where the file does not tell.
    credited
        Rounds without a game for which 1.4.1c can count one: a forfeit win or a
        pairing-allocated bye.
    last_forfeit
        The game of the last round if the opponent forfeited it (1.4.2c), as a loss.
    adjustments
        What was given in place of what the file says.
    unpaired
        Rounds to come whose opponent is not known yet.
    absent
        Rounds that were paired and of which the file has nothing.
    undecided
        Games against unrated opponents of a round robin who have no point against rated players so
        far, and games to come: whether these count is open (1.4.2b).
    unmet
        Games against those who can still be met in rounds without a pairing.
    strange
        Letters in place of a federation that are none of FIDE's; they count as not told.
    other_titles
        What stands in place of a title and is none of FIDE's; it counts as none.
    list_told
        Whether ratings of FIDE are known to be standard ones: given as such, or of games with a
        standard time control. A file without one does not say.
    any_rating
        Whether anybody has a rating: a file in which nobody has one has no ratings, rather than
        a field of unrated players.
    days
        First and last day of the event by the file's heading; None where it has none.
    of_a_file
        Whether a file was read, rather than lists given.
    """

    record: Record
    games: tuple[NormGame, ...]
    left_out: tuple[LeftOut, ...] = ()
    rounds: int = 0
    pairing: str = ""
    credited: int = 0
    last_forfeit: NormGame | None = None
    adjustments: tuple[str, ...] = ()
    unpaired: int = 0
    absent: tuple[int, ...] = ()
    undecided: tuple[NormGame, ...] = ()
    unmet: tuple[NormGame, ...] = ()
    strange: tuple[str, ...] = ()
    other_titles: tuple[str, ...] = ()
    list_told: bool = True
    any_rating: bool = True
    days: tuple[dt.date, dt.date] | None = None
    of_a_file: bool = False

    @property
    def federation(self) -> str:
        """The player's own; ``""`` where the file does not tell."""
        return federation_code(self.record.player.federation) or ""

    @property
    def played(self) -> tuple[NormGame, ...]:
        """The games that have a result."""
        return tuple(g for g in self.games if g.half_points is not None)

    @property
    def to_come(self) -> tuple[NormGame, ...]:
        """The games without a result, whose opponents are known."""
        return tuple(g for g in self.games if g.half_points is None)

    @property
    def rest(self) -> int:
        """Rounds to come, whether their opponents are known or not."""
        return len(self.to_come) + self.unpaired

    @property
    def in_the_end(self) -> int:
        """Games that count if all that are to come are played."""
        return len(self.games) + self.unpaired

    @property
    def without_undecided(self) -> NormRecord:
        """The record if those opponents stay without a point."""
        out = tuple(LeftOut(g.round, f"{WEAK} so far (1.4.2b)", g.opponent) for g in self.undecided)
        games = tuple(g for g in self.games if g not in self.undecided)
        return replace(self, games=games, left_out=(*self.left_out, *out))

    @property
    def undecided_words(self) -> str:
        """Which games hang on what their opponents score."""
        names = " and ".join(f"round {g.round} ({g.opponent}, unrated)" for g in self.undecided)
        one = "counts only if that opponent scores"
        whose = one if len(self.undecided) == 1 else "count only if those opponents score"
        return f"{names} {whose} against a rated player, which games to come will tell (1.4.2b)"
