"""Which rounds of an event were paired, and which are to come: one definition for every reader."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tprstats.errors import InputError
from tprstats.records.games import Game, GameKind

if TYPE_CHECKING:
    from tprstats.records.event import Event

__all__ = [
    "all_rounds", "byes_to_come", "entries", "full_point_byes", "last_paired", "rounds_to_come",
]  # fmt: skip

COLUMNS = {
    "byes to come": "a line 240 has the kind of bye in column 5, the round in 7-9, players from 11",
    "acceleration": "a line 250 has points in columns 10-13, rounds in 15-17 and 19-21, players in "
    "23-26 and 28-31",
    "forbidden pairs": "a line 260 has rounds in columns 5-7 and 9-11, players from 13",
}
"""Where a TRF has what such an entry says."""
FULL_BYE = re.compile(r"round (\d+) players (\d+)")
TO_COME = re.compile(r"round (\d+|next) [FHZ] players ([\d ]+)")


def all_rounds(event: Event) -> int:
    """Rounds of the event: as its file announces them, or as many as it has.

    Byes and absences after the last round announced make no round, games do.
    """
    said = event.details.get("rounds", "")
    announced = int(said) if re.fullmatch(r"[0-9]{1,3}", said) else 0
    return max(announced, event.paired_rounds) if announced else event.rounds


def last_paired(event: Event) -> int:
    """The last round that was paired: somebody has an opponent in it, or the pairing's own bye.

    Byes and absences can be known before a round is paired (a player who withdrew, a half-point
    bye asked for): a file may have them for rounds that are still to come.

    Examples
    --------
    >>> import tprstats as tpr
    >>> from tprstats.data import example_path
    >>> last_paired(tpr.read(example_path()))
    6
    """
    given = full_point_byes(event)
    return max(
        (
            g.round or k
            for r in event.records
            for k, g in enumerate(r.games, 1)
            if _paired(g) and (g.round, r.player.number) not in given
        ),
        default=0,
    )


def _paired(game: Game) -> bool:
    if game.opponent or game.opponent_number is not None:
        return True
    # Won without an opponent is how some programs write the bye.
    won = game.kind is GameKind.FORFEIT and game.half_points == 2
    return won or game.kind in (GameKind.PLAYED, GameKind.BYE)


def rounds_to_come(event: Event) -> tuple[int, ...]:
    """Rounds after the last paired one, announced or named by a bye asked for.

    A round in which everybody has a bye or an absence is none: nobody can play in it.
    """
    idle = [{g.round for g in r.games} for r in event.records]
    return tuple(
        k
        for k in range(event.paired_rounds + 1, all_rounds(event) + 1)
        if not (event.records and all(k in known for known in idle))
    )


def full_point_byes(event: Event) -> frozenset[tuple[int, int]]:
    """Byes of a full point that the arbiter gave: (round, start number); the pairing gives others.

    Raises
    ------
    InputError
        Where the file's words for them cannot be read.
    """
    found = entries(event, "full-point byes", FULL_BYE)
    return frozenset((int(m[1]), int(m[2])) for m in found)


def byes_to_come(event: Event) -> tuple[tuple[int, frozenset[int]], ...]:
    """Byes that the file has apart from the players' lines: the round, and the start numbers.

    Raises
    ------
    InputError
        Where the file's words for them cannot be read.
    """
    found = entries(event, "byes to come", TO_COME)
    following = event.paired_rounds + 1
    return tuple(
        (following if m[1] == "next" else int(m[1]), frozenset(int(x) for x in m[2].split()))
        for m in found
    )


def entries(event: Event, key: str, form: re.Pattern[str]) -> list[re.Match[str]]:
    """The entries of a detail; one that cannot be read is an error."""
    texts = [text for text in event.details.get(key, "").split("; ") if text]
    found = [(text, form.fullmatch(text)) for text in texts]
    for text, match in found:
        if match is None:
            columns = f"; {COLUMNS[key]}" if key in COLUMNS else ""
            what = f"{key}: {text!r} cannot be read{columns}"
            raise InputError(what, source=event.source or None)
    return [match for _, match in found if match is not None]
