"""Which of a player's rounds a norm counts (B.01 1.4.2), and what is known of the opponents."""

from __future__ import annotations

from dataclasses import replace

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
from tprstats.norms.games import PAIRINGS, WEAK, NormGame, NormRecord
from tprstats.norms.titles import UNTOLD, known_title, title_level
from tprstats.readers.span import stated_days
from tprstats.records import Event, Game, GameKind, LeftOut, Record

__all__ = ["norm_record", "rated_games"]

_WITHOUT_GAME = (GameKind.BYE, GameKind.FORFEIT)


def norm_record(
    record: Record,
    event: Event | None = None,
    *,
    pairing: str | None = None,
    federation: str | None = None,
    host: str | None = None,
    titles: bool | None = None,
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
    titles
        Whether no title means that an opponent has none, rather than that it is not told; None
        finds it out.

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
    titles = titles_known(record, event) if titles is None else titles
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
        of_a_file=of_a_file(event),
        days=None if event is None else stated_days(event),
    )


def rated_games(record: Record) -> tuple[tuple[NormGame, ...], int]:
    """The games that a rating counts, played or to come, and how many opponents are unrated."""
    found = []
    for k, g in enumerate(record.games, 1):
        game = _norm_game(g, k, False)
        if g.kind is GameKind.PLAYED:
            found.append(game)
        elif g.kind is GameKind.UNFINISHED and g.opponent:
            found.append(replace(game, half_points=None))
    rated = tuple(g for g in found if g.rating is not None)
    return rated, len(found) - len(rated)


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


def _level(title: str, told: bool) -> int | None:
    return title_level(title) if title != UNTOLD and (told or title) else None


def _norm_game(g: Game, place: int, titles: bool) -> NormGame:
    flag = federation_code(g.opponent_federation)
    return NormGame(
        round=g.round or place,
        rating=g.opponent_rating,
        half_points=g.half_points,
        opponent=g.opponent,
        person=g.person,
        level=_level(g.opponent_title, titles),
        federation="" if flag == NO_FEDERATION else flag or None,
        colour=int(g.colour),
    )
