"""Who need not meet foreigners: B.01 1.4.3a to d."""

from __future__ import annotations

import numpy as np

from tprstats.cells import counted
from tprstats.errors import TprstatsError
from tprstats.norms.event_facts import host_of
from tprstats.norms.federations import (
    NO_FEDERATION,
    NOT_OF_FIDE,
    asked_federation,
    federation_code,
)
from tprstats.norms.games import NormRecord
from tprstats.norms.titles import LEVELS, title_level
from tprstats.norms.verdicts import Clause, Verdict
from tprstats.records import Event, GameKind, Record
from tprstats.records.rounds import byes_to_come

__all__ = ["EXEMPTIONS", "exemption"]

EXEMPTIONS = {
    "a": "final of a national championship",
    "b": "national team championship",
    "c": "zonal or sub-zonal tournament",
}
"""What a file does not tell; d is found out from the field."""

NO_FOREIGNERS = ("", NO_FEDERATION, *NOT_OF_FIDE)
"""Flags, and none, of players who stand for no federation."""

LEAST_FOREIGN, LEAST_FEDERATIONS, LEAST_TITLED = 20, 3, 10

_ABSENT = (GameKind.HALF_BYE, GameKind.ZERO_BYE, GameKind.UNPAIRED)


def exemption(
    record: NormRecord, event: Event | None, *, kind: str | None = None, host: str | None = None
) -> Clause:
    """Whether 1.4.3 and 1.4.4 are waived.

    Parameters
    ----------
    record
        The player's.
    event
        The whole field, for 1.4.3d; None leaves that open unless nothing can be waived.
    kind
        ``"a"``, ``"b"`` or ``"c"`` where the event is of that kind; a and b hold for players of
        the host federation only.
    host
        Federation that registered the event; by default the one the file names.
    """
    found = _host(event, host)
    if kind is not None:
        if kind not in EXEMPTIONS:
            raise TprstatsError(f"exemption {kind!r}: a, b or c of B.01 1.4.3 (d is found out)")
        number, what = f"1.4.3{kind}", EXEMPTIONS[kind]
        if kind == "c" or found == record.federation != "":
            return Clause(number, what, Verdict.MET, "given; waives 1.4.3 and 1.4.4")
        if not found or not record.federation:
            why = "holds for players of the host federation, which is not told (--host)"
            return Clause(number, what, Verdict.UNKNOWN, why)
        why = f"holds for players of {found} only"
        return Clause(number, what, Verdict.NOT_MET, why)
    return _large_swiss(record, event, found)


def _host(event: Event | None, host: str | None) -> str:
    flag = host_of(event) if host is None else asked_federation(host)
    return "" if flag == NO_FEDERATION else flag


def _large_swiss(record: NormRecord, event: Event | None, host: str) -> Clause:
    number, what = "1.4.3d", "Swiss with 20 rated foreigners, 3 federations, 10 titled"
    if record.pairing and record.pairing != "swiss":
        return Clause(number, what, Verdict.NOT_MET, "no Swiss")
    if event is None or event.kind != "crosstable":
        return Clause(number, what, Verdict.UNKNOWN, "the field is not in the data")
    players = [r for r in event.records if r.player.rating is not None]
    if len(players) < LEAST_FOREIGN or not event.paired_rounds:
        return Clause(number, what, Verdict.NOT_MET, counted(len(players), "rated player"))
    flags = {f for r in players if (f := _flag(r)) not in NO_FOREIGNERS}
    if not flags:
        return Clause(number, what, Verdict.UNKNOWN, "no federations in the data")
    hosts = [host] if host else [*sorted(flags), ""]
    known = _absences_to_come(players, event)
    worst = _fewest(players, event.paired_rounds, hosts, known)
    titles = any(r.player.title for r in players)
    enough = [_enough(counts, titles) for counts in worst]
    foreign, federations, titled = min(worst)
    shown = f"in the worst round {foreign} rated foreigners, {federations} federations"
    shown += f", {titled} titled" if titles else ""
    strange = {f for r in players if federation_code(f := r.player.federation) is None}
    if (
        strange
        and not all(enough)
        and any(
            _enough(counts, titles)
            for counts in _fewest(players, event.paired_rounds, hosts, known, strange=True)
        )
    ):
        said = f"not FIDE federations: {', '.join(sorted(strange))}"
        return Clause(number, what, Verdict.UNKNOWN, said)
    if not any(enough):
        return Clause(number, what, Verdict.NOT_MET, shown)
    if not titles:
        return Clause(number, what, Verdict.UNKNOWN, f"{shown}; no titles in the data")
    if all(enough):
        return Clause(number, what, Verdict.MET, f"{shown}; waives 1.4.3 and 1.4.4")
    return Clause(number, what, Verdict.UNKNOWN, "the host federation is not told (--host)")


def _flag(r: Record) -> str:
    return federation_code(r.player.federation) or ""


def _enough(counts: tuple[int, int, int], titles: bool) -> bool:
    """Without titles in the file: whether the rest would be enough."""
    foreign, federations, titled = counts
    many = foreign >= LEAST_FOREIGN and federations >= LEAST_FEDERATIONS
    return many and (titled >= LEAST_TITLED or not titles)


def _fewest(
    players: list[Record], rounds: int, hosts: list[str], known: list[int], *, strange: bool = False
) -> list[tuple[int, int, int]]:
    """Least number of rated foreigners, of their federations and of title-holders in a round.

    For each federation that may be the host. Players count if they miss at most one round (those
    to come that they are ``known`` to miss too); a pairing-allocated bye is no miss. ``strange``
    takes letters that are no flag for a foreign one.
    """
    there = np.array([[k in p for k in range(1, rounds + 1)] for p in map(_present, players)])
    regular = (~there).sum(axis=1) + np.array(known) <= 1
    flags = [_flag(r) or (r.player.federation.strip() if strange else "") for r in players]
    titled = np.array([title_level(r.player.title) >= LEVELS["WIM"] for r in players])
    of = np.array([[f == g for g in sorted(set(flags))] for f in flags])
    found = []
    for host in hosts:
        foreign = np.array([f not in (*NO_FOREIGNERS, host) for f in flags])
        now = there & (regular & foreign)[:, None]
        met = (now.astype(np.int64).T @ of > 0).sum(axis=1)
        holders = (now & titled[:, None]).sum(axis=0)
        found.append((int(now.sum(axis=0).min()), int(met.min()), int(holders.min())))
    return found


def _absences_to_come(players: list[Record], event: Event) -> list[int]:
    """How many rounds to come each player is known to miss."""
    apart = byes_to_come(event)
    found = []
    for r in players:
        said = {g.round for g in r.games if g.kind in _ABSENT}
        said |= {k for k, away in apart if r.player.number in away}
        found.append(sum((k or 0) > event.paired_rounds for k in said))
    return found


def _present(r: Record) -> set[int]:
    """Rounds in which the player was there: a forfeit counts for the side that won it."""
    return {
        g.round or k
        for k, g in enumerate(r.games, 1)
        if g.kind not in _ABSENT and not (g.kind is GameKind.FORFEIT and g.half_points == 0)
    }
