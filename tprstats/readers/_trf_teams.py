"""Team lines of a TRF: 310 (TRF26) and 013, which TRF26 has beside it, "to be phased out".

An event's details keep them as they stand, for what they say of a team besides its players: its
number, short name, strength, points and rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from tprstats.records import Event, Player

__all__ = ["KEY", "TEAM", "is_number", "team_lines", "team_of", "teams_by_number", "teams_lost"]

KEY = "team lines"
TEAM = ("310", "013")
"""Codes of team lines; where a file has both, players have the teams of the first."""


def team_of(line: str) -> tuple[str, list[str]]:
    """Name and members of a team, in the columns of its code."""
    name, members = (line[4:36], line[36:]) if line[:3] == "013" else (line[8:40], line[72:])
    return " ".join(name.split()), members.split()


def is_number(member: str) -> bool:
    """Whether a member is a start number, as it should be."""
    return member.isdecimal() and len(member) <= 4


def teams_by_number(lines: Iterable[str]) -> dict[int, str]:
    """The team of each start number.

    Examples
    --------
    >>> teams_by_number(["013 " + "Alpha".ljust(32) + "   1    2"])
    {1: 'Alpha', 2: 'Alpha'}
    """
    teams = map(team_of, _newest(lines))
    return {int(m): name for name, members in teams for m in members if is_number(m)}


def _newest(lines: Iterable[str]) -> list[str]:
    found = [line for line in lines if line[:3] in TEAM]
    code = min((line[:3] for line in found), key=TEAM.index, default="")
    return [line for line in found if line[:3] == code]


def team_lines(event: Event, edition: int) -> list[str]:
    """The file's own lines where they fit the players, or else lines made of the players' teams."""
    own = [line for line in event.details.get(KEY, "").split("\n") if line[:3] in TEAM]
    kept = own if edition == 26 else [line for line in own if line[:3] == "013"]
    if kept and _fit(kept, event):
        return kept
    teams = map(team_of, _newest(own)) if _fit(own, event) else _by_name(event)
    return list(_made(teams, edition))


def _fit(lines: Iterable[str], event: Event) -> bool:
    """Whether the lines give each player the team that the event does."""
    numbers = {p.number for p in event.players}
    teams = {n: team for n, team in teams_by_number(lines).items() if n in numbers}
    return teams == {p.number: p.team for p in event.players if p.team}


def _by_name(event: Event) -> Iterator[tuple[str, list[str]]]:
    named = sorted((p for p in event.players if p.team), key=_team)
    for team, players in groupby(named, key=_team):
        yield team, [str(p.number) for p in players]


def _team(player: Player) -> str:
    return player.team


def _made(teams: Iterable[tuple[str, list[str]]], edition: int) -> Iterator[str]:
    for k, (team, members) in enumerate(teams, 1):
        name = f"{' '.join(team.split())[:32]:32s}"
        head = f"013 {name}" if edition == 16 else f"{f'310 {k:3d} {name}':73s}"
        yield head + " ".join(f"{m:>4}" for m in members)


def teams_lost(before: str, after: str) -> list[str]:
    """What the team lines of one event say and those of another do not."""
    ours, theirs = before.split("\n"), after.split("\n")
    gone = {line[:3] for line in ours if line not in theirs}
    said = {
        "310": "number, short name, strength, points and rank of a team (lines 310)",
        "013": "lines 013 as they stood (players have other teams)",
    }
    return [words for code, words in said.items() if code in gone]
