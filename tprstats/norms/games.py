"""Which of a player's rounds a norm counts (B.01 1.4.2), and what is known of the opponents."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace

from tprstats.cells import counted
from tprstats.errors import InputError, TprstatsError
from tprstats.norms.event_facts import (
    any_rated,
    event_pairing,
    host_of,
    known_byes,
    of_a_file,
    open_rounds,
    rounds_of,
    titles_known,
    unrated_without_points,
)
from tprstats.norms.federations import (
    NO_FEDERATION,
    NOT_OF_FIDE,
    asked_federation,
    federation_code,
)
from tprstats.norms.titles import known_title, title_level
from tprstats.readers.span import event_days
from tprstats.records import Event, Game, GameKind, LeftOut, Record

__all__ = ["PAIRINGS", "NormGame", "NormRecord", "norm_record"]

PAIRINGS = ("swiss", "round-robin", "double-round-robin")
"""How opponents are found: ``swiss`` stands for every system that is not predetermined."""

WEAK = "unrated, no point against rated players"

_WITHOUT_GAME = (GameKind.BYE, GameKind.FORFEIT)


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
        First and last day of the event; None where the file does not tell.
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


def norm_record(
    record: Record,
    event: Event | None = None,
    *,
    pairing: str | None = None,
    federation: str | None = None,
    host: str | None = None,
) -> NormRecord:
    """The games of a record that a norm counts, with the opponents' titles and federations.

    Parameters
    ----------
    record
        The player's record of one event.
    event
        The event, which tells the pairing system, the titles and what unrated opponents scored.
    pairing
        One of :data:`PAIRINGS`; None finds it out from the event.
    federation
        The player's federation, where the record lacks it or is wrong (then it is listed).
    host
        The federation that registered the event: listed where the file says another.

    Examples
    --------
    >>> import tprstats as tpr
    >>> from tprstats.data import example_path
    >>> event = tpr.read(example_path())
    >>> found = norm_record(event.record("Dreskakgp"), event)
    >>> len(found.games), found.pairing, [str(x) for x in found.left_out]
    (6, 'swiss', [])
    """
    if record.totals:
        raise TprstatsError("a norm needs each game with its result; these are totals alone")
    names = {g.event for g in record.games if g.event}
    if len(names) > 1:
        some = ", ".join(sorted(names)[:3])
        raise InputError(
            f"games of {counted(len(names), 'event')} ({some} ...): a norm is made in one event"
        )
    if pairing is not None and pairing not in PAIRINGS:
        raise TprstatsError(f"pairing {pairing!r}: one of {', '.join(PAIRINGS)}")
    notes = []
    if federation is not None:
        federation = asked_federation(federation)
        notes += _replaced("federation", federation, record.player.federation)
        record = replace(record, player=replace(record.player, federation=federation))
    system = event_pairing(event)
    if pairing is not None:
        notes += _replaced("pairing", pairing, system)
        system = pairing
    if host is not None:
        notes += _replaced("host federation", asked_federation(host), host_of(event))
    titles = titles_known(record, event)
    robin = system in PAIRINGS[1:]
    weak, may_score = unrated_without_points(event if robin else None)
    undecided: list[NormGame] = []
    games: list[NormGame] = []
    left_out: list[LeftOut] = []
    credited, last = 0, None
    rounds = rounds_of(record, event)
    unpaired = len(open_rounds(record, event))
    for k, g in enumerate(record.games, 1):
        game = _norm_game(g, k, titles)
        if g.kind is GameKind.UNFINISHED:
            game = replace(game, half_points=None)
        if g.kind is GameKind.UNFINISHED and g.opponent:
            games.append(game)
        elif g.kind is GameKind.UNFINISHED:
            unpaired += 1
        elif g.kind is not GameKind.PLAYED:
            if g.kind in _WITHOUT_GAME and g.half_points == 2:
                credited += 1
                if g.kind is GameKind.FORFEIT and game.round == rounds and g.opponent:
                    last = replace(game, half_points=0)
            left_out.append(LeftOut(game.round, f"{_unplayed(g)} (1.4.2c)", g.opponent))
        elif game.federation in NOT_OF_FIDE:
            left_out.append(LeftOut(game.round, "no FIDE federation (1.4.2a)", g.opponent))
        elif g.opponent_rating is None and game.person in weak:
            left_out.append(LeftOut(game.round, f"{WEAK} (1.4.2b)", g.opponent))
        else:
            games.append(game)
        if games[-1:] == [game] and g.opponent_rating is None and game.person in may_score:
            undecided.append(game)
    away = sorted(known_byes(record, event)) if event is not None else ()
    left_out += [LeftOut(k, "bye or absence told beforehand (1.4.2c)") for k in away]
    return NormRecord(
        record,
        tuple(games),
        tuple(left_out),
        rounds,
        system,
        credited,
        last,
        tuple(notes),
        unpaired=unpaired,
        absent=record.absent_rounds() if event is None else event.absent_rounds(record),
        undecided=tuple(undecided),
        unmet=_unmet(record, event, titles, system) if unpaired and event is not None else (),
        strange=_strange(record),
        other_titles=tuple(
            sorted({t for g in record.games if not known_title(t := g.opponent_title.strip())})
        ),
        list_told=not of_a_file(event) or _all_standard(record),
        any_rating=not of_a_file(event) or any_rated(event, record),
        days=None if event is None else event_days(event),
    )


def _unmet(record: Record, event: Event, titles: bool, pairing: str) -> tuple[NormGame, ...]:
    again = pairing == "double-round-robin"
    met = set() if again else {g.person for g in record.games if g.opponent}
    met.add(record.player.name if record.player.number is None else record.player.number)
    found = []
    for p in event.players:
        person = p.name if p.number is None else p.number
        if person not in met:
            level = title_level(p.title) if titles else None
            found.append(NormGame(0, p.rating, None, p.name, person, level))
    return tuple(found)


def _unplayed(g: Game) -> str:
    if g.kind is not GameKind.FORFEIT:
        return g.kind.value
    return "won by forfeit" if g.half_points == 2 else "forfeited"


def _strange(record: Record) -> tuple[str, ...]:
    said = {record.player.federation, *(g.opponent_federation for g in record.games)}
    return tuple(sorted({f.strip() for f in said if federation_code(f) is None}))


def _all_standard(record: Record) -> bool:
    rated = record.rated()
    return bool(rated) and all(g.speed == "standard" for g in rated)


def _replaced(what: str, given: str, said: str) -> list[str]:
    """A note where something is given in place of what the file says."""
    said = said.strip()
    same = not said or said.casefold() == given.casefold()
    return [] if same else [f"{what} {given or 'none'} as given; the file says {said}"]


def _norm_game(g: Game, place: int, titles: bool) -> NormGame:
    flag = federation_code(g.opponent_federation)
    return NormGame(
        round=g.round or place,
        rating=g.opponent_rating,
        half_points=g.half_points,
        opponent=g.opponent,
        person=g.person,
        level=title_level(g.opponent_title) if titles else None,
        federation="" if flag == NO_FEDERATION else flag or None,
        colour=int(g.colour),
    )
