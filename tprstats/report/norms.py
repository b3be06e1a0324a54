"""Title norms in a report: where they apply, and which of them were within reach."""

from __future__ import annotations

from dataclasses import dataclass

from tprstats.cells import chance_text, rating_text
from tprstats.errors import TprstatsError
from tprstats.norms import TITLES, NormResult, Verdict, norm
from tprstats.norms.titles import article, title_level
from tprstats.records import Event, RatingKind, Record
from tprstats.tables import Table

__all__ = ["LEAST_CHANCE", "Norms", "norms_of"]

LEAST_CHANCE = 0.001
"""A norm less likely than this, and not made, is told in a line, without its clauses."""

_STANDARD = (RatingKind.FIDE, RatingKind.NATIONAL, RatingKind.UNKNOWN)


@dataclass(frozen=True)
class Norms:
    """The norms held against a record.

    Parameters
    ----------
    results
        One a title that the player does not hold yet.
    reason
        Why there is none; empty where there are some.
    """

    results: tuple[NormResult, ...]
    reason: str = ""

    @property
    def within_reach(self) -> tuple[NormResult, ...]:
        """Those that were made, are left open by the file, or have a chance worth a look."""
        return tuple(r for r in self.results if _near(r))

    @property
    def table(self) -> Table:
        """A line a title."""
        rows = []
        for r in self.results:
            found, luck = r.choice.figures, r.luck
            needed = found.needed if found else None
            rows.append(
                (
                    r.title.name,
                    str(r.verdict),
                    "-" if found is None else f"{found.half_points / 2:g}/{found.games}",
                    "-" if found is None else rating_text(found.performance),
                    rating_text(r.title.performance),
                    "-" if needed is None else f"{needed / 2:g}",
                    chance_text(luck.chance if luck else None),
                    rating_text(luck.even if luck else None),
                )
            )
        columns = (
            "norm", "answer", "score", "performance", "asked for", "score needed", "chance",
            "even chance at",
        )  # fmt: skip
        return Table(columns, rows, "llrrrrrr")


def _near(result: NormResult) -> bool:
    if result.verdict is not Verdict.NOT_MET:
        return True
    return result.luck is not None and result.luck.chance >= LEAST_CHANCE


def norms_of(record: Record, event: Event | None) -> Norms:
    """The norms a player could make in an event, or why there is none to make.

    Parameters
    ----------
    record
        One player's games.
    event
        Where they were played; None for lists and logs.

    Examples
    --------
    >>> record = Record.from_results([2400] * 9, [1] * 9, rating_kind=RatingKind.LICHESS)
    >>> norms_of(record, None).reason[:50]
    'Norms are made with standard FIDE ratings; these a'
    """
    player = record.player
    other = sorted({g.list for g in record.rated() if g.rating_kind not in _STANDARD})
    if other:
        lists = ", ".join(other)
        return Norms((), f"Norms are made with standard FIDE ratings; these are {lists} ratings.")
    women = player.sex.lower()[:1] in ("f", "w") or player.title.upper().startswith("W")
    titles = [
        t for t in TITLES.values()
        if (women or not t.women) and title_level(player.title) < t.level
    ]  # fmt: skip
    if not titles:
        held = player.title.upper()
        return Norms((), f"Nothing to make: the player holds the title {held}.")
    results = []
    for title in titles:
        try:
            results.append(norm(record, title.name, event=event))
        except TprstatsError as error:
            what = f"{article(title.name)} {title.name} norm"
            return Norms((), f"Whether this is {what} cannot be looked at: {error}.")
    return Norms(tuple(results))
