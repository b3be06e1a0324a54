"""Which rows of the table of measures a published table or figure shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tprstats.errors import TprstatsError, UnknownNameError
from tprstats.study.words import value_words

__all__ = ["Choice", "Row", "choose"]

Row = dict[str, Any]


@dataclass(frozen=True)
class Choice:
    """Rows of the table of measures.

    Parameters
    ----------
    what
        The table or figure they are for; errors name it.
    rows
        In the order of the study.
    where
        What they were chosen by.
    """

    what: str
    rows: tuple[Row, ...]
    where: Mapping[str, Any]

    def fault(self, message: str) -> TprstatsError:
        """An error that names the table or figure."""
        return TprstatsError(f"{self.what}: {message}")

    def check(self, columns: Iterable[str]) -> None:
        """Raise an error that names a column that is not there."""
        known = list(dict.fromkeys(c for r in self.rows for c in r))
        for column in columns:
            if column not in known:
                raise self.fault(str(UnknownNameError("column", column, known)))

    def values(self, column: str) -> list[Any]:
        """The values of a column: in the order asked for, else in that of the study."""
        there = dict.fromkeys(r.get(column) for r in self.rows)
        asked = self.where.get(column)
        if isinstance(asked, list | tuple):
            return [v for v in dict.fromkeys(asked) if v in there]
        return list(there)

    def keys(self, columns: Sequence[str]) -> list[tuple[Any, ...]]:
        """Combinations of values that are there, the first column slowest."""
        rank = [{v: k for k, v in enumerate(self.values(c))} for c in columns]
        there = dict.fromkeys(tuple(r.get(c) for c in columns) for r in self.rows)
        return sorted(there, key=lambda key: [at[v] for at, v in zip(rank, key, strict=True)])

    def cells(self, columns: Sequence[str]) -> dict[tuple[Any, ...], Row]:
        """The one row of each combination of values.

        Raises
        ------
        TprstatsError
            Two rows have the same; the message names the column in which they differ.
        """
        self.check(columns)
        found: dict[tuple[Any, ...], Row] = {}
        for row in self.rows:
            key = tuple(row.get(c) for c in columns)
            if key in found:
                raise self._twice(found[key], row, columns)
            found[key] = row
        return found

    def _twice(self, one: Row, other: Row, columns: Sequence[str]) -> TprstatsError:
        last = ("scenario", "value", "mcse", "replicates")
        differ = [c for c in one | other if c not in last and one.get(c) != other.get(c)]
        if not differ:
            at = ", ".join(f"{c}={value_words(c, one.get(c))}" for c in columns)
            return self.fault(f"two scenarios are the same at {at}: leave one out")
        both = f"{value_words(differ[0], one.get(differ[0]))} and "
        both += value_words(differ[0], other.get(differ[0]))
        return self.fault(
            f"one place has rows of {differ[0]} {both}: hold {differ[0]} in where, or show it"
        )

    def at(self, **held: Any) -> Choice:
        """The rows with these values."""
        rows = tuple(r for r in self.rows if all(r.get(k) == v for k, v in held.items()))
        return Choice(self.what, rows, self.where)


def choose(
    rows: Sequence[Row], where: Mapping[str, Any], what: str, shown: Sequence[str] = ()
) -> Choice:
    """Rows whose columns have the values asked for (one, or one of a list; "" is no value).

    Differences of pairs are left out unless ``name`` or ``kind_of`` is asked for or shown:
    a difference of two biases is no third bias.

    Parameters
    ----------
    shown
        Columns that the table or figure spreads out.

    Examples
    --------
    >>> rows = [{"name": "fide", "measure": "bias"}, {"name": "firth", "measure": "bias"}]
    >>> choose(rows, {"name": "fide"}, "table 't'").rows
    ({'name': 'fide', 'measure': 'bias'},)
    >>> choose(rows, {"nmae": "fide"}, "table 't'")
    Traceback (most recent call last):
    ...
    tprstats.errors.TprstatsError: table 't': no column 'nmae'; nearest: name
    """
    left = Choice(what, tuple(rows), where)
    left.check([*where, *shown])
    for column, wanted in where.items():
        several = list(wanted) if isinstance(wanted, list | tuple) else [wanted]
        several += [None] if "" in several else []
        kept = tuple(r for r in left.rows if r.get(column) in several)
        if not kept:
            there = dict.fromkeys(r.get(column) for r in left.rows)
            known = ", ".join(value_words("", v) for v in list(there)[:8])
            asked = " or ".join(value_words("", v) for v in several)
            raise left.fault(f"no row has {column} {asked}; it has {known}")
        left = Choice(what, kept, where)
    if not {"name", "kind_of"} & set(where) and "kind_of" not in shown:
        alone = tuple(r for r in left.rows if r.get("kind_of") != "pair")
        left = Choice(what, alone, where)
    return left
