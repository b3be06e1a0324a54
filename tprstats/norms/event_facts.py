"""What a file tells of an event as a whole, as far as norms ask."""

from __future__ import annotations

from tprstats.norms.federations import federation_code
from tprstats.records import Event, GameKind, Record
from tprstats.records.rounds import all_rounds, byes_to_come
from tprstats.records.system import meetings, stated_system

__all__ = [
    "any_rated",
    "event_pairing",
    "host_of",
    "known_byes",
    "of_a_file",
    "open_rounds",
    "rounds_of",
    "titles_known",
    "unrated_without_points",
]


def of_a_file(event: Event | None) -> bool:
    """Whether an event was read: what is built by hand says what its ratings are."""
    return event is not None and bool(event.source)


def host_of(event: Event | None) -> str:
    """The federation that registered the event, as the file says; empty where it does not."""
    return "" if event is None else federation_code(event.details.get("federation", "")) or ""


def event_pairing(event: Event | None) -> str:
    """How opponents were found, by what the file says or else by who met whom.

    Examples
    --------
    >>> event_pairing(None)
    ''
    """
    if event is None or event.kind != "crosstable":
        return ""
    if said := stated_system(event):
        return said
    if times := meetings(event):
        return "double-round-robin" if times == 2 else "round-robin"
    # With fewer rounds than opponents somebody had to choose who meets whom.
    return "swiss" if 0 < all_rounds(event) < len(event) - 1 else ""


def rounds_of(record: Record, event: Event | None) -> int:
    """Rounds of the event; without one, or of a log of games, those of the record."""
    of_event = all_rounds(event) if event else 0
    return of_event or max([len(record.games), *(g.round or 0 for g in record.games)])


def open_rounds(record: Record, event: Event | None) -> tuple[int, ...]:
    """Rounds to come of which nothing is known of the player: neither opponent nor bye."""
    if event is None:
        return ()
    known = {g.round or k for k, g in enumerate(record.games, 1)} | known_byes(record, event)
    return tuple(k for k in event.coming_rounds if k not in known)


def known_byes(record: Record, event: Event) -> set[int]:
    """Rounds to come for which the file has a bye of the player apart from the player's line."""
    number = record.player.number
    there = {g.round for g in record.games}
    return {
        k
        for k, away in byes_to_come(event)
        if number in away and k in event.coming_rounds and k not in there
    }


def any_rated(event: Event | None, record: Record) -> bool:
    """Whether anybody has a rating, as player or as opponent."""
    players = () if event is None else event.players
    return bool(record.rated()) or any(p.rating is not None for p in players)


def titles_known(record: Record, event: Event | None) -> bool:
    """A file in which nobody has a title has no titles, rather than no title-holders."""
    if event is not None and any(p.title for p in event.players):
        return True
    return any(g.opponent_title for g in record.games)


def unrated_without_points(
    event: Event | None,
) -> tuple[frozenset[int | str], frozenset[int | str]]:
    """Unrated players without a point against rated players (1.4.2b).

    Returns
    -------
    done, open
        Numbers and names of those whose games are over, and of those who have games to come and
        may score yet.
    """
    done: set[int | str] = set()
    coming: set[int | str] = set()
    for r in event.records if event is not None else ():
        against = [g.half_points for g in r.rated()]
        if r.player.rating is not None or any(against):
            continue
        rest = any(g.kind is GameKind.UNFINISHED and g.opponent_rating for g in r.games)
        names = {r.player.name, r.player.name if (n := r.player.number) is None else n}
        if rest or open_rounds(r, event):
            coming |= names
        elif against:
            done |= names
    return frozenset(done), frozenset(coming)
