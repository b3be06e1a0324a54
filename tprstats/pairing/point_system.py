"""The point system of a TRF file (lines 162, XXS or BB.) in whole units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tprstats.errors import InputError
from tprstats.pairing.history import Cell, Points
from tprstats.readers.trf_points import point_slots
from tprstats.records import GameKind

__all__ = ["PointValues", "point_values"]

SCALES = (1, 2, 10)


@dataclass(frozen=True)
class PointValues:
    """The point system, ``scale`` units to a point; ``unknown`` is for a game without a result."""

    points: Points
    unknown: int
    scale: int

    def units(self, points: float) -> int:
        return round(points * self.scale)

    def of(self, cell: Cell, half_points: int, kind: GameKind) -> int:
        """Units of one round."""
        p = self.points
        if kind is GameKind.UNFINISHED:
            return self.unknown
        by_cell = {
            Cell.PLAYED: (p.loss, p.draw, p.win)[half_points],
            Cell.FORFEIT: (p.forfeit_loss, p.draw, p.forfeit_win)[half_points],
            Cell.PAB: p.pab,
            Cell.FULL_BYE: p.full_bye,
            Cell.HALF_BYE: p.half_bye,
            Cell.ABSENT: p.absent,
        }
        return by_cell[cell]


def point_values(text: str, others: Sequence[float] = (), source: str = "") -> PointValues:
    """The values that a text sets, the rest being 1, 1/2 and 0.

    Parameters
    ----------
    text
        ``W 3.0 D 1.0`` or ``W=3 D=1``; a bye is worth a win unless it says otherwise.
    others
        More points that must be whole in units (virtual points).

    Raises
    ------
    InputError
        For an unknown code, values that depend on the colour, or finer points than tenths.

    Examples
    --------
    >>> football = point_values("W 3.0    D 1.0")
    >>> football.points.win, football.points.half_bye, football.points.pab, football.scale
    (3, 1, 3, 1)
    >>> point_values("").points.draw, point_values("").scale
    (1, 2)
    """
    try:
        values = point_slots(text)
    except ValueError as error:
        raise InputError(f"point system: {error}", source=source or None) from None
    everything = [*values.values(), *others]
    scale = next((s for s in SCALES if all((v * s) % 1 == 0 for v in everything)), None)
    if scale is None:
        raise InputError("point system: points finer than tenths", source=source or None)
    units = {key: round(value * scale) for key, value in values.items()}
    unknown = units.pop("unknown")
    return PointValues(Points(**units), unknown, scale)
