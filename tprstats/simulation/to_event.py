"""A simulated event as an :class:`~tprstats.records.Event`, and as a TRF."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import numpy as np

from tprstats.pairing.acceleration import baku_points
from tprstats.pairing.history import Cell
from tprstats.records import Colour, Event, Game, GameKind, Player, RatingKind, Record
from tprstats.simulation.batch import EventBatch
from tprstats.simulation.designs import Design, Swiss

__all__ = ["to_event"]

_KINDS = {
    Cell.PLAYED: GameKind.PLAYED,
    Cell.FORFEIT: GameKind.FORFEIT,
    Cell.PAB: GameKind.BYE,
    Cell.FULL_BYE: GameKind.BYE,
    Cell.HALF_BYE: GameKind.HALF_BYE,
    Cell.ABSENT: GameKind.ZERO_BYE,
}
_SYSTEMS = {("dutch", None): "FIDE_DUTCH_2026", ("dutch", "baku"): "FIDE_DUTCH_2026_BAKU"}


def to_event(batch: EventBatch, k: int, design: Design) -> Event:
    """Event ``k`` of a batch, as if it had been read from a file.

    Parameters
    ----------
    batch
        Simulated events.
    k
        Which of them, from 0.
    design
        What was simulated: titles, federations and the pairing system come from it.

    Examples
    --------
    >>> import tprstats as tpr
    >>> design = tpr.RoundRobin(tpr.Field(4))
    >>> batch = next(tpr.simulate(design, events=1, seed=1))
    >>> event = to_event(batch, 0, design)
    >>> len(event), event.rounds
    (4, 3)
    """
    done = int(batch.stopped[k]) - 1 if batch.stopped[k] else batch.rounds
    ratings = batch.players.published[k]
    players = [_player(i, batch, k, design) for i in range(batch.size)]
    records = []
    for i, player in enumerate(players):
        games = []
        for r in range(done):
            j = int(batch.opponents[k, i, r])
            rival = players[j] if j >= 0 else None
            games.append(
                Game(
                    opponent_rating=None if rival is None or np.isnan(ratings[j]) else ratings[j],
                    half_points=int(batch.results[k, i, r]),
                    opponent="" if rival is None else rival.name,
                    kind=_KINDS[Cell(int(batch.cells[k, i, r]))],
                    colour=Colour(int(batch.colours[k, i, r])),
                    round=r + 1,
                    opponent_number=None if rival is None else rival.number,
                    rating_kind=RatingKind.UNKNOWN if rival is None else RatingKind.FIDE,
                    own_rating=player.rating,
                    event=_name(batch, k),
                    opponent_title="" if rival is None else rival.title,
                    opponent_federation="" if rival is None else rival.federation,
                )
            )
        records.append(Record(player, tuple(games), event=_name(batch, k)))
    return Event(_name(batch, k), tuple(records), rounds=done, details=_details(batch, k, design))


def _name(batch: EventBatch, k: int) -> str:
    return f"Simulated event {int(batch.replicates[k])}"


def _player(i: int, batch: EventBatch, k: int, design: Design) -> Player:
    rating = batch.players.published[k, i]
    who = int(batch.players.entrant[k, i])
    field = design.field
    return Player(
        name=f"Player {who + 1:04d}",
        number=i + 1,
        # Far outside what a list can hold, a rating is cut at its ends.
        rating_kind=RatingKind.FIDE,
        rating=None if np.isnan(rating) else float(np.clip(rating, 1.0, 3999.0)),
        title=field.titles[who] if field.titles else "",
        federation=field.federations[who] if field.federations else "",
    )


def _details(batch: EventBatch, k: int, design: Design) -> dict[str, str]:
    details: dict[str, Any] = {"rounds": str(batch.rounds)}
    if not isinstance(design, Swiss):
        return details
    # The highest player who was paired in round 1 had the initial colour.
    first = batch.colours[k, :, 0]
    first = first[first != 0]
    if design.initial_colour != "drawn":
        details["initial colour"] = design.initial_colour[0].upper()
    elif first.size:
        details["initial colour"] = "W" if first[0] > 0 else "B"
    system = _SYSTEMS.get((design.system, design.acceleration))
    if system:
        details["pairing system"] = system
    if design.acceleration == "baku":
        virtual = baku_points(batch.size, batch.rounds)
        details["acceleration"] = "; ".join(_accelerated(virtual))
    return details


def _accelerated(virtual: Any) -> list[str]:
    """Baku's points as the reader words them: stretches of rounds with one value for group A."""
    group = int(np.count_nonzero(virtual[:, 0]))
    lines = []
    first = 1
    for value, run in groupby(virtual[0].tolist()):
        length = len(list(run))
        if value:
            span = f"rounds {first}-{first + length - 1} players 1-{group}"
            lines.append(f"{span} points {value / 2:.1f}")
        first += length
    return lines
