"""Title norms in a report: where they apply, and which of them were within reach."""

from __future__ import annotations

from dataclasses import dataclass

from tprstats.cells import chance_text, counted, rating_text
from tprstats.errors import TprstatsError
from tprstats.norms import TITLES, NormResult, Verdict, norm
from tprstats.norms.check import LEAST_GAMES
from tprstats.norms.titles import article, nothing_to_make
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
            found, luck, left = r.choice.figures, r.luck, r.pending
            needed = found.needed if found else None
            total = None if needed is None else needed / 2.0
            chance = chance_text(luck.chance if luck else None)
            if r.verdict is Verdict.NOT_YET and left is not None:
                total = left.needed
                chance = "-" if left.chance is None else f"{chance_text(left.chance)} from here"
            if left is not None and not left.possible:
                total, chance = None, "-"
            answer = str(r.verdict)
            if left is not None and left.against:
                answer = f"out of reach: {', '.join(c.number for c in left.against)}"
            rows.append(
                (
                    r.title.name,
                    answer,
                    "-" if found is None else f"{found.half_points / 2:g}/{found.games}",
                    "-" if found is None else rating_text(found.performance),
                    rating_text(r.title.performance),
                    "-" if total is None else f"{total:g}",
                    chance,
                    rating_text(luck.even if luck else None),
                )
            )
        columns = (
            "norm", "answer", "score", "performance", "asked for", "score needed", "chance",
            "even chance at",
        )  # fmt: skip
        return Table(columns, rows, "llrrrrrr")


def _near(result: NormResult) -> bool:
    if result.verdict is Verdict.NOT_YET and result.pending is not None:
        return result.pending.chance is None or result.pending.chance >= LEAST_CHANCE
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
    apply = [t for t in TITLES.values() if women or not t.women]
    titles = [t for t in apply if not nothing_to_make(player.title, t)]
    if not titles:
        return Norms((), nothing_to_make(player.title, apply[0]))
    results = []
    for title in titles:
        try:
            results.append(norm(record, title.name, event=event))
        except TprstatsError as error:
            what = f"{article(title.name)} {title.name} norm"
            return Norms((), f"Whether this is {what} cannot be looked at: {error}.")
    if all(r.verdict is Verdict.TOO_FEW for r in results):
        return Norms((), _too_few(results[0]))
    return Norms(tuple(results))


def _too_few(result: NormResult) -> str:
    """Why no norm can come of so few games, and where their number is not that of the rating."""
    unrated = sum(g.rating is None for g in result.record.games)
    n = len(result.record.games)
    some = counted(n, "game counts", "games count") if n else "no game counts"
    beside = f" ({unrated} against unrated opponents, who count there)" if unrated else ""
    return (
        f"Too few games for a norm: {some}{beside}, a norm takes {LEAST_GAMES}; 7 or 8 in some "
        "team events and the World Cup (1.4.1)."
    )
