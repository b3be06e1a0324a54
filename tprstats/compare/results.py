"""What a comparison gives."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tprstats._version import __version__
from tprstats.cells import counted, level_text, rating_text
from tprstats.compare.rows import Agreement, Difference, MethodRow
from tprstats.estimators import get_rule
from tprstats.rate.estimate import finite
from tprstats.tables import Displayed, Table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Comparison"]


@dataclass(frozen=True)
class Comparison(Displayed):
    """Several rules on the same records, side by side.

    Parameters
    ----------
    names
        Who, one a record.
    methods, differences, agreements
        See there; agreements need three records.
    interval, level
        Game bootstrap used (None: none) and two-sided level.
    draw_share, draw_share_origin
        What the exact replay assumes (a number for one record) and where it comes from.
    resampling
        Seed and number of resamples of the bootstrap.
    notes
        What was left out and why.
    """

    names: tuple[str, ...]
    methods: tuple[MethodRow, ...]
    differences: tuple[Difference, ...]
    agreements: tuple[Agreement, ...]
    interval: str | None
    level: float
    draw_share_origin: str
    notes: tuple[str, ...] = ()
    draw_share: float | None = None
    resampling: Mapping[str, Any] = field(default_factory=dict)

    @property
    def single(self) -> bool:
        return len(self.names) == 1

    @cached_property
    def common(self) -> tuple[int, ...]:
        """Records on which every rule has a number: what means are taken over."""
        columns = zip(*(m.values for m in self.methods), strict=True)
        return tuple(i for i, row in enumerate(columns) if all(v == v for v in row))

    @cached_property
    def table(self) -> Table:
        """Rules with their intervals (one record) or means (several, over common players)."""
        sure = f"{level_text(self.level)}"
        if self.single:
            rows = [
                (
                    m.method,
                    rating_text(m.values[0], get_rule(m.method).decimals),
                    _range(m.low[0], m.high[0]),
                    _range(m.replay_low[0], m.replay_high[0]),
                )
                for m in self.methods
            ]
            columns = ("rule", "rating", f"{sure} game bootstrap", f"{sure} exact replay")
            return Table(columns, rows, "lrll", caption=self.names[0])
        common = self.common
        several = [
            (
                m.method,
                str(len(m.known)),
                rating_text(_mean(m.values, common), 1),
                rating_text(_mean_width(m.low, m.high, common)),
                rating_text(_mean_width(m.replay_low, m.replay_high, common)),
            )
            for m in self.methods
        ]
        heads = ("rule", "players", "mean*", "bootstrap width*", "replay width*")
        return Table(heads, several, "lrrrr", caption=counted(len(self.names), "player"))

    @cached_property
    def difference_table(self) -> Table:
        """Paired differences with their intervals."""
        rows: list[tuple[str, ...]] = []
        for d in self.differences:
            pair = f"{d.first} - {d.second}"
            if self.single:
                replay = _range(d.replay_low, d.replay_high, signed=True)
                rows.append((pair, _signed(d.mean), _range(d.low, d.high, signed=True), replay))
            else:
                error = rating_text(d.standard_error, 1)
                ends = _range(d.low, d.high, signed=True)
                mean = f"{_signed(d.mean)} ({error})"
                rows.append((pair, str(d.records), mean, ends, rating_text(d.largest)))
        sure = f"{level_text(self.level)}"
        columns: tuple[str, ...]
        if self.single:
            columns = ("difference", "Elo", f"{sure} bootstrap", f"{sure} exact replay")
        else:
            columns = ("difference", "players", "mean (SE)", f"{sure} interval", "largest")
        return Table(columns, rows, "lrll" if self.single else "lrrlr")

    @cached_property
    def agreement_table(self) -> Table:
        """Rank correlations."""
        rows = [
            (
                f"{a.first} / {a.second}",
                f"{a.kendall:.3f}",
                "-" if a.low != a.low else f"{a.low:.2f} to {a.high:.2f}",
                f"{a.spearman:.3f}",
            )
            for a in self.agreements
        ]
        columns = ("ranking", "Kendall", f"{level_text(self.level)} interval", "Spearman")
        return Table(columns, rows, "lrlr")

    def words(self) -> str:
        """What the comparison shows, in a sentence or two."""
        if self.single:
            known = [(m.values[0], m.method) for m in self.methods if m.values[0] == m.values[0]]
            if len(known) < 2:
                return "Fewer than two of these rules give a number here."
            (low, lowest), (high, highest) = min(known), max(known)
            return (
                f"The rules lie {high - low:.0f} Elo apart: {lowest} is lowest, {highest} "
                "highest. The game bootstrap draws games again and aims at each rule's own "
                "expected value; the exact replay lets a player of the Firth strength meet the "
                "same opponents again. Neither is an interval for the other rules."
            )
        pairs = [d for d in self.differences if d.records > 1]
        if not pairs:
            return "No two rules give a number on the same players."
        far = max(pairs, key=lambda d: abs(d.mean))
        return (
            f"* over the {counted(len(self.common), 'player')} for whom every rule has a number. "
            f"Largest mean difference: {far.first} against {far.second}, {_signed(far.mean)} Elo "
            f"over {counted(far.records, 'player')}. Standard errors and rank intervals treat the "
            "records as independent, which players of one event are not."
        )

    def __str__(self) -> str:
        who = self.names[0] if self.single else counted(len(self.names), "player")
        parts = [f"{who}: {counted(len(self.methods), 'rule')} compared", str(self.table)]
        if self.differences:
            parts.append(str(self.difference_table))
        if self.agreements:
            parts.append(str(self.agreement_table))
        parts += [textwrap.fill(f"note: {n}", 80, subsequent_indent="  ") for n in self.notes]
        parts.append(textwrap.fill(self.words(), 80))
        if self.interval and self.resampling:
            n, seed = self.resampling["n_resamples"], self.resampling["seed"]
            parts.append(f"Bootstrap: {n} resamples, seed {seed}.")
        return "\n\n".join(parts)

    def _tables(self) -> list[Table]:
        tables = [self.table, self.difference_table, self.agreement_table]
        return [t for t in tables if t.rows]

    def to_html(self) -> str:
        """Tables and sentence as an HTML fragment."""
        import html

        inner = "\n".join(t.to_html() for t in self._tables())
        said = "".join(f"<p>{html.escape(t)}</p>" for t in (*self.notes, self.words()))
        return f"{inner}\n{said}"

    def to_latex(self) -> str:
        """The tables in booktabs."""
        return "\n\n".join(t.to_latex() for t in self._tables())

    def to_json(self) -> dict[str, Any]:
        """Plain values; missing and open ends are None."""

        def plain(record: object) -> dict[str, Any]:
            out: dict[str, Any] = {}
            for key, value in vars(record).items():
                if isinstance(value, tuple):
                    out[key] = [finite(v) for v in value]
                else:
                    out[key] = finite(value) if isinstance(value, float) else value
            return out

        return {
            "schema": 1,
            "names": list(self.names),
            "interval": self.interval,
            "level": self.level,
            "draw_share": self.draw_share,
            "draw_share_origin": self.draw_share_origin,
            "resampling": dict(self.resampling),
            "methods": [plain(m) for m in self.methods],
            "differences": [plain(d) for d in self.differences],
            "agreements": [plain(a) for a in self.agreements],
            "notes": list(self.notes),
            "version": __version__,
        }

    def to_dataframe(self) -> pd.DataFrame:
        """One row a player and rule."""
        import pandas as pd

        rows = [
            {
                "player": name,
                "method": m.method,
                "rating": m.values[i],
                "low": m.low[i],
                "high": m.high[i],
                "replay_low": m.replay_low[i],
                "replay_high": m.replay_high[i],
            }
            for m in self.methods
            for i, name in enumerate(self.names)
        ]
        return pd.DataFrame(rows)


def _signed(value: float, decimals: int = 1) -> str:
    if value != value:
        return "-"
    if abs(value) == float("inf"):
        return "open"
    text = f"{value:+.{decimals}f}"
    return text.lstrip("+-") if float(text) == 0.0 else text


def _range(low: float, high: float, *, signed: bool = False) -> str:
    if low != low or high != high:
        return "-"
    if signed:
        # A difference that is the same in every replay has no interval: never +-0.
        same = low == high
        return "always equal" if same else f"{_signed(low, 0)} to {_signed(high, 0)}"
    return f"{rating_text(low)} to {rating_text(high)}"


def _mean(values: tuple[float, ...], rows: tuple[int, ...]) -> float:
    return sum(values[i] for i in rows) / len(rows) if rows else float("nan")


def _mean_width(low: tuple[float, ...], high: tuple[float, ...], rows: tuple[int, ...]) -> float:
    """Mean width of the closed intervals of some records."""
    widths = [high[i] - low[i] for i in rows if abs(high[i] - low[i]) < float("inf")]
    return sum(widths) / len(widths) if widths else float("nan")
